// Keeps the newest view by /ws, draws it, posts presses. No rule of the game lives here.

import { showHand } from "./hand.js";
import { describe, drawTable, isFollowed, points, signed } from "./table.js";
import { FACES, tile, tileDefinitions, tileName, withTiles } from "./tiles.js";

const $ = (id) => document.getElementById(id);
let view = null;
let socket = null;
let wait = 500;

function element(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

async function press(name, value = "", seat = null) {
  say("");
  try {
    const answer = await fetch("/api/press", {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ name, value, seat }),
    });
    if (!answer.ok) {
      const { detail } = await answer.json();
      say(typeof detail === "string" ? detail : detail.map((d) => `${d.loc.at(-1)}: ${d.msg}`).join("; "));
    }
  } catch {
    say("The table did not answer: the press was not taken. Try again.");
  }
}

let diceOpen = false; // whether the table tells that there are no dice
const DIE = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

// Rolls, or takes a person's word; dice that are unclear are asked for.
async function roll(dice = null) {
  say("");
  $("roll").disabled = $("dice-take").disabled = true;
  try {
    const answer = await fetch("/api/roll", {
      method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ dice }),
    });
    if (!answer.ok) say((await answer.json()).detail);
    $("dice-said").hidden = answer.ok;
  } catch {
    say("The table did not answer: try again.");
  }
  $("roll").disabled = $("dice-take").disabled = false;
}

async function offerDice() {
  const { label } = await (await fetch("/api/roll")).json();
  if (!label) return; // nothing rolls here
  $("roll").textContent = label;
  $("roll").onclick = () => roll();
  for (const id of ["die-left", "die-right"]) $(id).replaceChildren(...DIE.map((_, i) => new Option(i + 1)));
  $("dice-take").onclick = () => roll([Number($("die-left").value), Number($("die-right").value)]);
  $("dice-panel").hidden = false;
}

// Offers another face for the event's tile, or to strike the event out; the table checks what that would mean.
function correct({ seq, text, event }) {
  const amend = (change, changed) => {
    $("correction").close();
    press("amend", JSON.stringify([{ seq, change, event: changed }]));
  };
  const field = ["tile", "indicator"].find((name) => event[name]);
  $("correction-text").replaceChildren(withTiles(`${seq}: ${text}`));
  $("faces").hidden = !field;
  $("faces").replaceChildren(...(field ? FACES : []).map((name) => {
    const button = element("button", { type: "button", ariaLabel: tileName(name), disabled: name === event[field],
      onclick: () => amend("replace", { ...event, [field]: name }) });
    button.innerHTML = `<svg viewBox="0 0 60 82" aria-hidden="true">${tile(name, 60)}</svg>`;
    return button;
  }));
  $("strike").onclick = () => amend("strike", null);
  $("correction").showModal();
}

function say(text) {
  $("message").textContent = text;
  $("message").hidden = !text;
}

const panels = {
  table() {
    $("table").innerHTML = drawTable(view);
    $("table-panel").className = isFollowed(view) ? "" : "kept";
    $("described").replaceChildren(...describe(view).map((text) => element("p", { textContent: text })));
  },
  scores() {
    $("scores").tBodies[0].replaceChildren(...view.seats.map((s) => {
      const row = element("tr", { className: s.turn ? "turn" : "" },
        element("th", { scope: "row", textContent: `${s.wind} ${s.name}` }),
        element("td", { textContent: points(s.points) }),
        element("td", { textContent: s.change ? signed(s.change) : "" }),
        element("td", { textContent: [s.dealer && "dealer", s.turn && "to act", s.riichi && "riichi"].filter(Boolean).join(", ") }));
      return row;
    }));
  },
  head() {
    $("round").textContent = view.round;
    $("phase").textContent = view.phase;
    $("counters").textContent = [view.honba && `${view.honba} honba`, view.deposits && `${view.deposits} riichi stick${view.deposits > 1 ? "s" : ""}`].filter(Boolean).join(", ");
    document.title = `${view.round} · tablectl`;
  },
  question() {
    const q = view.question;
    $("question").hidden = !q;
    if (!q || $("question").dataset.id === String(q.id)) return;
    $("question").dataset.id = q.id;
    $("question-seat").textContent = q.seat === null ? "Question" : `Question for ${view.seats[q.seat].name}`;
    $("question-text").replaceChildren(withTiles(q.text));
    $("choices").replaceChildren(...q.choices.map((label, i) =>
      element("button", { type: "button", className: "choice", onclick: () => press("answer", `${q.id}:${i}`, q.seat) },
        element("kbd", { textContent: i + 1 }), withTiles(label))));
  },
  notices() {
    $("notices").replaceChildren(...view.notices.map((n) =>
      element("li", { className: n.level }, element("span", { className: "sign", ariaHidden: "true", textContent: n.level === "warning" ? "!" : "i" }),
        withTiles(n.text))));
    // The button in the middle of the table rolls, too: dice that it leaves open are asked for here.
    const open = view.notices.some((n) => n.text.startsWith("no dice: "));
    if (open !== diceOpen) $("dice-said").hidden = !open;
    diceOpen = open;
  },
  settlement() {
    $("settlement-panel").hidden = !view.settlements.length;
    $("settlement").replaceChildren(...view.settlements.map((s) => element("section", {},
      element("h3", {}, withTiles(s.title)),
      element("ol", {}, ...s.lines.map((line) => element("li", {}, withTiles(line)))))));
    $("ranking-panel").hidden = !view.ranking.length;
    $("ranking").replaceChildren(...view.ranking.map((r) =>
      element("li", {}, element("b", { textContent: view.seats[r.seat].name }), ` ${points(r.points)}${r.result === null ? "" : ` (${signed(r.result)})`}`)));
  },
  events() {
    $("events").replaceChildren(...[...view.events].reverse().map((e) =>
      element("li", {}, element("button", { type: "button", title: "Correct this event", onclick: () => correct(e) },
        element("span", { className: "seq", textContent: e.seq }), withTiles(e.text),
        element("span", { className: "source", textContent: e.source })))));
  },
  actions() {
    $("actions").replaceChildren(...view.actions.map((a) =>
      element("button", { type: "button", textContent: a.label, onclick: () => press(a.name) })));
  },
  hand() {
    showHand(view, press);
  },
  dice() {
    $("dice").textContent = view.dice ? view.dice.map((pips) => `${DIE[pips - 1]} ${pips}`).join("  ") : "";
  },
  camera() {
    $("camera-panel").hidden = !view.camera;
    $("camera-text").textContent = [view.camera, ...view.unseen].join(" · ");
  },
};

// Which panels a changed field touches.
const TOUCHES = {
  seats: ["table", "scores", "settlement", "hand"], hand_end: ["hand"], honba: ["table", "head"], deposits: ["table", "head"], round: ["table", "head"], phase: ["head"], question: ["question"], notices: ["notices"],
  settlements: ["settlement"], ranking: ["settlement"], events: ["events"], actions: ["actions"], camera: ["camera"], unseen: ["camera"], dice: ["dice"], stale: ["table"],
};

function render(changed) {
  const touched = new Set(changed.flatMap((name) => TOUCHES[name] ?? (name === "number" ? [] : ["table"])));
  for (const name of touched) panels[name]();
  document.body.dataset.number = view.number;
}

function connect() {
  socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "view") {
      view = message.view;
      wait = 500;
      status(true);
      render(Object.keys(TOUCHES));
    } else if (view && message.since === view.number) {
      Object.assign(view, message.changes);
      render(Object.keys(message.changes));
    } else {
      socket.close(); // missed one: the next connection starts with the full view
    }
  };
  socket.onclose = () => {
    status(false);
    setTimeout(connect, wait);
    wait = Math.min(wait * 2, 8000);
  };
}

function status(live) {
  $("status").textContent = live ? "live" : "connection lost, trying again …";
  $("status").className = live ? "live" : "lost";
}

function refreshPicture() {
  if (!view?.camera || document.hidden) return;
  const next = new Image();
  next.onload = () => { $("picture").src = next.src; $("picture").hidden = false; $("no-picture").hidden = true; };
  next.onerror = () => { $("picture").hidden = true; $("no-picture").hidden = false; };
  next.src = `/api/frame.jpg?at=${Date.now()}`;
}

document.addEventListener("keydown", (event) => {
  if (!view?.question || document.querySelector("dialog[open]") || event.ctrlKey || event.metaKey || event.altKey) return;
  const button = $("choices").children[Number(event.key) - 1];
  if (button) button.click();
});

$("definitions").innerHTML = tileDefinitions();
connect();
offerDice();
setInterval(refreshPicture, 1000);
