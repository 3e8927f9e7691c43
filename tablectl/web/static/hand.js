// Enters how a hand ended: who won, from whom, what it was worth, or a draw. Every payment comes from the table.

import { openKeyboard, keyboardHand } from "./keyboard.js";
import { signed } from "./table.js";
import { withTiles } from "./tiles.js";

const $ = (id) => document.getElementById(id);
const WINDS = { E: "East", S: "South", W: "West", N: "North" };
let view = null;
let press = null; // (name, value, seat) of the page
let entry = null; // what is being entered; null while the dialog is closed
let asked = 0; // the newest preview asked for: an older answer is not shown

function element(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

const button = (text, onclick, properties = {}) => element("button", { type: "button", onclick, ...properties }, ...[text].flat());
const seats = () => view.seats;
const name = (seat) => seats()[seat].name;
const wind = (seat) => element("span", { className: "wind-mark", ariaHidden: "true", textContent: seats()[seat].wind });

// The panel that always stands beside the table.
export function showHand(shown, pressed) {
  view = shown;
  press = pressed;
  $("hand-panel").hidden = !view.hand_end;
  if (!view.hand_end) return entry && close("This hand is over.");
  $("hand-winners").replaceChildren(...seats().map((s) =>
    button([wind(s.seat), element("span", { textContent: s.name })], () => begin({ kind: "win", winner: s.seat, winners: [] }), {
      className: "seat-button", ariaLabel: `${s.name}, ${WINDS[s.wind]}, won` })));
  $("hand-riichi").replaceChildren(...riichiButtons());
  $("hand-draw").onclick = () => begin(draw("exhaustive"));
  $("hand-other").onclick = () => begin({ kind: "other" });
  if (entry && entry.id !== view.hand_end.id) return close("The hand was entered on another page.");
  if (entry) refresh();
}

function riichiButtons() {
  return seats().map((s) =>
    button(["Riichi", element("small", { textContent: s.riichi ? "✓ yes" : "no", ariaHidden: "true" })], () => press("riichi", "", s.seat), {
      className: "toggle", ariaLabel: `Riichi of ${s.name}`, ariaPressed: String(Boolean(s.riichi)) }));
}

function draw(drawn) {
  return { kind: "draw", drawn, tenpai: new Set(seats().filter((s) => s.riichi && drawn === "exhaustive").map((s) => s.seat)), nagashi: new Set() };
}

function begin(fresh) {
  entry = { ...fresh, id: view.hand_end.id };
  show("", []);
  $("hand").showModal();
  step();
}

function close(why = "") {
  entry = null;
  $("hand").close();
  if (why) $("message").textContent = why;
  if (why) $("message").hidden = false;
}

// A new view while the dialog is open: riichi may have changed what is paid.
function refresh() {
  if (entry.kind === "draw" && entry.drawn === "exhaustive") for (const s of seats()) if (s.riichi) entry.tenpai.add(s.seat);
  if (entry.step === "confirm") step();
}

// Draws the step that comes next.
function step() {
  trouble("");
  if (entry.kind === "other") return show("Another end of the hand", others());
  if (entry.kind === "draw") return confirm(view.hand_end.draws.find((d) => d.name === entry.drawn)?.label ?? "Exhaustive draw");
  if (entry.kind === "chombo") return confirm(`Chombo of ${name(entry.seat)}`);
  if (entry.source === undefined) return show(`${name(entry.winner)} won`, sources());
  if (entry.winner !== null) return values();
  confirm(entry.winners.map((w) => name(w.seat)).join(" and ") + (entry.source === entry.winners[0].seat ? " by tsumo" : ` from ${name(entry.source)}`));
}

function show(title, body, accept = null) {
  entry.step = accept ? "confirm" : "choose";
  const kept = document.activeElement?.dataset?.key;
  const top = $("hand-title").textContent === title ? $("hand-body").scrollTop : 0;
  $("hand-title").textContent = title;
  $("hand-body").replaceChildren(...body);
  $("hand-switch").hidden = true;
  $("hand-accept").hidden = !accept;
  $("hand-accept").onclick = accept;
  const again = kept && $("hand-body").querySelector(`[data-key="${kept}"]`);
  (again ?? (accept ? $("hand-accept") : $("hand-body").querySelector("button")))?.focus({ preventScroll: true });
  $("hand-body").scrollTop = top;
}

// Another way to enter the same.
function offer(text, label, onclick) {
  Object.assign($("hand-switch"), { textContent: text, ariaLabel: label, onclick, hidden: false });
}

function trouble(text) {
  $("hand-trouble").textContent = text;
  $("hand-trouble").hidden = !text;
}

function sources() {
  const choose = (seat) => () => { entry.source = seat; step(); };
  const others = seats().filter((s) => s.seat !== entry.winner);
  return [element("div", { className: "choose" },
    button("Tsumo", choose(entry.winner), { className: "choice" }),
    ...others.map((s) => button([element("span", {}, "Ron from ", element("b", { textContent: s.name }))], choose(s.seat), { className: "choice" })))];
}

// The values that exist, each with its payment.
async function values() {
  const { winner, source } = entry;
  const found = await ask(`/api/hand/values?winner=${winner}&source=${source}`);
  if (!found || !entry || entry.winner !== winner || entry.source !== source) return;
  const how = source === winner ? "tsumo" : `ron from ${name(source)}`;
  const take = (value) => () => won({ seat: winner, han: value.han, fu: value.fu, yakuman: value.yakuman });
  const limits = found.filter((v) => v.name);
  const cells = found.filter((v) => !v.name);
  const hans = [...new Set(cells.map((v) => v.han))].sort((a, b) => a - b), fus = [...new Set(cells.map((v) => v.fu))];
  const cell = (han, fu) => {
    const value = cells.find((v) => v.han === han && v.fu === fu);
    return element("td", {}, ...(value ? [button(value.pays, take(value), { ariaLabel: `${han} han ${fu} fu: ${value.pays}` })] : []));
  };
  const limit = (v) => button([element("b", { textContent: v.name }), element("span", { textContent: v.pays })], take(v), { className: "limit" });
  const several = limits.filter((v) => v.yakuman > 1);
  show(`${name(winner)}: ${how}`, [
    element("table", { className: "values" }, element("caption", { textContent: "Han and fu" }),
      element("thead", {}, element("tr", {}, element("th", { scope: "col", textContent: "fu" }), ...hans.map((h) => element("th", { scope: "col", textContent: `${h} han` })))),
      element("tbody", {}, ...fus.map((f) => element("tr", {}, element("th", { scope: "row", textContent: f }), ...hans.map((h) => cell(h, f)))))),
    element("div", { className: "limits", role: "group", ariaLabel: "Limits" }, ...limits.filter((v) => v.yakuman < 2).map(limit)),
    ...(several.length ? [element("details", {}, element("summary", { textContent: "Several yakuman" }), element("div", { className: "limits" }, ...several.map(limit)))] : []),
  ]);
  offer("Tiles", "Enter the tiles instead", tiles);
}

function tiles() {
  const { winner, source } = entry;
  const inRiichi = Boolean(seats()[winner].riichi);
  const dora = view.dora.filter((face) => face !== "back");
  const keyboard = element("div", { className: "keyboard" });
  const score = async () => {
    const typed = keyboardHand();
    const how = { ...ending(), winners: [...entry.winners, { seat: winner, tiles: typed }] };
    if (await ask("/api/hand/preview", { how })) won({ seat: winner, tiles: typed });
  };
  trouble("");
  openKeyboard(keyboard, { tsumo: source === winner, riichi: inRiichi, dora });
  show(`${name(winner)}: the tiles`, [
    keyboard,
    button("Score this hand", score, { className: "choice wide" }),
  ]);
  offer("Han, fu", "Enter han and fu instead", values);
}

function won(winner) {
  entry.winners.push(winner);
  entry.winner = null;
  step();
}

// The end of the hand as the table reads it.
function ending() {
  if (entry.kind === "draw") return { end: "draw", kind: entry.drawn, tenpai: [...entry.tenpai].sort(), nagashi: [...entry.nagashi].sort() };
  if (entry.kind === "chombo") return { end: "chombo", seat: entry.seat };
  return { end: "win", source: entry.source, winners: entry.winners, riichi_tile: Boolean(entry.riichiTile) };
}

// What is paid, line by line, what may still be said about it, and the press that accepts it.
async function confirm(title) {
  const how = ending();
  const mine = ++asked;
  const paid = await ask("/api/hand/preview", { how });
  if (mine !== asked || !entry) return;
  const sum = seats().map((_, seat) => (paid ?? []).reduce((total, p) => total + p.changes[seat], 0));
  const body = [];
  if (paid) body.push(element("table", { className: "paid" }, element("caption", { textContent: "Who gets and gives" }),
    element("tbody", {}, ...seats().map((s) => element("tr", { className: sum[s.seat] > 0 ? "gets" : sum[s.seat] < 0 ? "gives" : "" },
      element("th", { scope: "row" }, wind(s.seat), s.name), element("td", { textContent: sum[s.seat] ? signed(sum[s.seat]) : "±0" }))))));
  body.push(...options());
  for (const p of paid ?? []) body.push(element("section", {}, element("h3", {}, withTiles(p.title)), element("ol", { className: "lines" }, ...p.lines.map((line) => element("li", {}, withTiles(line))))));
  show(title, body, accept);
  $("hand-accept").disabled = !paid;
}

function toggle(text, on, label, change, key) {
  const node = button([text, element("small", { textContent: on ? "✓ yes" : "no", ariaHidden: "true" })], () => { change(); step(); }, { className: "toggle", ariaLabel: label, ariaPressed: String(on) });
  node.dataset.key = key;
  return node;
}

function group(label, ...children) {
  return element("div", { className: "option", role: "group", ariaLabel: label }, element("h4", { textContent: label }), element("div", { className: children.length === 4 ? "by-seat" : "row" }, ...children));
}

const flip = (set, seat) => () => set.has(seat) ? set.delete(seat) : set.add(seat);

function options() {
  if (entry.kind === "draw") return drawOptions();
  if (entry.kind !== "win") return [];
  const out = [];
  const winners = entry.winners.map((w) => w.seat);
  const ron = !winners.includes(entry.source);
  if (ron && winners.length < 3) {
    const free = seats().filter((s) => s.seat !== entry.source && !winners.includes(s.seat));
    out.push(group("Another winner on this tile?", ...free.map((s) => button(s.name, () => { entry.winner = s.seat; step(); }, { className: "toggle" }))));
  }
  if (ron && seats()[entry.source].riichi) {
    out.push(group(`Was it the tile with which ${name(entry.source)} declared riichi?`,
      toggle("Riichi tile", Boolean(entry.riichiTile), "Won on the riichi tile: its stick goes back", () => (entry.riichiTile = !entry.riichiTile), "tile")));
  }
  for (const w of entry.winners) {
    if (!w.tiles && w.yakuman !== 1) continue;
    const others = seats().filter((s) => s.seat !== w.seat);
    const pao = group(`Liable for a yakuman of ${name(w.seat)} (pao)`, ...others.map((s) => toggle(s.name, w.liable === s.seat, `${s.name} is liable`, () => (w.liable = w.liable === s.seat ? null : s.seat), `pao${s.seat}`)));
    out.push(element("details", { open: w.liable != null }, element("summary", { textContent: "Liability" }), pao));
  }
  return [...out, riichiOption()];
}

// Sticks that were forgotten may still be laid.
function riichiOption() {
  const nodes = riichiButtons();
  nodes.forEach((node, seat) => { node.dataset.key = `riichi${seat}`; node.firstChild.textContent = name(seat); });
  return element("details", {}, element("summary", { textContent: "Riichi sticks of this hand" }), group("In riichi", ...nodes));
}

function drawOptions() {
  if (entry.drawn !== "exhaustive") return [riichiOption()];
  const chips = (set, label, key) => seats().map((s) => toggle(s.name, set.has(s.seat), `${s.name} ${label}`, flip(set, s.seat), `${key}${s.seat}`));
  const out = [group("Who was tenpai?", ...chips(entry.tenpai, "tenpai", "tenpai"))];
  if (view.hand_end.nagashi) out.push(element("details", { open: entry.nagashi.size > 0 }, element("summary", { textContent: "Nagashi mangan" }), group("Who had nagashi mangan?", ...chips(entry.nagashi, "nagashi mangan", "nagashi"))));
  return [...out, riichiOption()];
}

function others() {
  const choose = (fresh) => () => { entry = { ...fresh, id: entry.id }; step(); };
  return [
    element("div", { className: "choose", role: "group", ariaLabel: "Abortive draws" }, ...view.hand_end.draws.map((d) => button(d.label, choose(draw(d.name)), { className: "choice" }))),
    group("Chombo of", ...seats().map((s) => button(s.name, choose({ kind: "chombo", seat: s.seat }), { className: "toggle", ariaLabel: `Chombo of ${s.name}` }))),
  ];
}

// What the table answers; null with its reason on show where it refuses.
async function ask(path, body = null) {
  try {
    const answer = await fetch(path, body ? { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {});
    const told = await answer.json();
    if (answer.ok) {
      trouble("");
      return told;
    }
    trouble(typeof told.detail === "string" ? told.detail : told.detail.map((d) => `${d.loc.at(-1)}: ${d.msg}`).join("; "));
  } catch {
    trouble("The table did not answer. Try again.");
  }
  return null;
}

async function accept() {
  $("hand-accept").disabled = true;
  const { id } = entry;
  if (await ask("/api/hand", { hand: id, how: ending() })) {
    if (entry?.id === id) close();
  } else if (entry) {
    $("hand-accept").disabled = false;
  }
}

$("hand-back").onclick = () => {
  if (entry.kind === "win" && (entry.winners.length || entry.source !== undefined)) {
    if (entry.winner === null) entry.winner = entry.winners.pop().seat;
    else if (entry.winners.length) entry.winner = null;
    else delete entry.source;
    return step();
  }
  close();
};
$("hand").addEventListener("close", () => { entry = null; });
