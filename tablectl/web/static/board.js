// A simulated board: what its firmware lights, and buttons to push. Nothing is worked out here.

const $ = (id) => document.getElementById(id);
const LAMPS = ["dealer", "turn", "riichi", "prompt"];
const PERIOD = 125; // milliseconds: a step of the lamps' patterns

const post = (path, body) =>
  fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

// A button is down for as long as the pointer or the key is: the board tells long pushes from short ones.
function wire(element, button) {
  const push = (down) => () => post("/api/board/push", { button, down });
  element.addEventListener("pointerdown", push(true));
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
    element.addEventListener(end, (event) => { if (event.type !== "pointerleave" || event.buttons) push(false)(); });
  }
  element.addEventListener("keydown", (event) => { if (event.key === " " && !event.repeat) push(true)(); });
  element.addEventListener("keyup", (event) => { if (event.key === " ") push(false)(); });
}

function build(board) {
  $("board-seats").replaceChildren(...board.displays.map((_, seat) => {
    const item = document.createElement("li");
    item.innerHTML = LAMPS.map((name) => `<i class="lamp" title="${name}"></i>`).join("") + '<b class="digits"></b><button type="button"></button>';
    item.lastChild.textContent = `Seat ${seat}`;
    wire(item.lastChild, seat);
    return item;
  }));
  wire($("board-middle"), board.displays.length);
  $("board-roll").addEventListener("click", () => post("/api/board/roll", {}));
  $("board-panel").hidden = false;
}

function show(board) {
  [...$("board-seats").children].forEach((item, seat) => {
    item.querySelectorAll(".lamp").forEach((lamp, place) => (lamp.style.background = board.lamps[LAMPS.length * seat + place]));
    item.querySelector(".digits").textContent = board.displays[seat];
  });
  $("board-motor").textContent = board.motor;
  $("board-roll").disabled = board.motor !== "idle";
  $("board-dice").textContent = board.dice ? `${board.dice[0]} and ${board.dice[1]}` : "";
  $("board-trouble").textContent = board.trouble;
}

async function look() {
  if (document.hidden) return true;
  const board = await fetch("/api/board").then((answer) => answer.json(), () => undefined);
  if (board === null) return false; // this table has no simulated board
  if (board) {
    if ($("board-panel").hidden) build(board);
    show(board);
  }
  return true;
}

async function follow() {
  if (await look()) setTimeout(follow, PERIOD);
}
follow();
