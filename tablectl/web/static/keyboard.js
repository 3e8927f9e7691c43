// A keyboard of tiles: taps become a hand as `tablectl score` reads it. The rules judge it, not this page.

import { FACES, tile, tileName } from "./tiles.js";

const MODES = { hand: "Hand", chi: "Chi", pon: "Pon", kan: "Open kan", closed: "Closed kan", dora: "Dora", ura: "Ura" };
const indicators = (mode) => (mode === "dora" || mode === "ura" ? `${MODES[mode]} indicator` : MODES[mode]);
const TICKS = {
  riichi: "Riichi", double_riichi: "Double riichi", ippatsu: "Ippatsu", rinshan: "Rinshan", chankan: "Chankan",
  haitei: "Haitei", houtei: "Houtei", first_turn: "First turn",
};
const SUITS = "mpsz";
let box = null;
let typed = null; // { mode, hand, run, melds, dora, ura, ticks }

function element(tag, properties = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
}

const rank = (name) => SUITS.indexOf(name[1]) * 20 + (name[0] === "0" ? 5.5 : Number(name[0]));
const sorted = (names) => [...names].sort((a, b) => rank(a) - rank(b));
const word = (names) => names.map((n) => n[0]).join("") + names[0][1];

// Draws the keyboard into an empty box; `riichi`: the seat's stick lies; `dora`: indicators that lie turned.
export function openKeyboard(into, { tsumo, riichi, dora }) {
  box = into;
  typed = { mode: "hand", tsumo, hand: [], run: [], melds: [], dora: [...dora], ura: [], ticks: new Set(riichi ? ["riichi"] : []) };
  draw();
}

// The hand typed so far, for the table to read.
export function keyboardHand() {
  const concealed = sorted(typed.hand.slice(0, -1)), won = typed.hand.slice(-1);
  const text = [...concealed, ...typed.melds.map((m) => (m.closed ? `[${word(m.tiles)}]` : `(${word(m.tiles)})`)), ...won.map((n) => `+${n}`)].join(" ");
  return { text, dora: typed.dora.join(""), ura: typed.ura.join(""), ticks: [...typed.ticks] };
}

// Four of a kind; one of the fives is the red one where it was tapped.
const copies = (name, count) => (name[0] === "0" ? [name, ...Array(count - 1).fill(`5${name[1]}`)] : Array(count).fill(name));

function tap(name) {
  const { mode } = typed;
  if (mode === "hand") typed.hand.push(name);
  else if (mode === "dora" || mode === "ura") typed[mode].push(name);
  else if (mode === "chi") {
    typed.run.push(name);
    if (typed.run.length === 3) addMeld(sorted(typed.run), false);
  } else addMeld(copies(name, mode === "pon" ? 3 : 4), mode === "closed");
  draw(`[data-face="${name}"]`);
}

function addMeld(tiles, closed) {
  typed.melds.push({ tiles, closed });
  typed.run = [];
  typed.mode = "hand";
}

const svg = (name) => `<svg viewBox="0 0 60 82" aria-hidden="true">${tile(name, 60)}</svg>`;

function tapped(names, label, remove) {
  const row = element("span", { className: "tapped", role: "group", ariaLabel: label });
  names.forEach((name, place) => {
    const node = element("button", { type: "button", ariaLabel: `${tileName(name)}: take it out`, onclick: () => { remove(place); draw(); } });
    node.innerHTML = svg(name);
    row.append(node);
  });
  return row;
}

function draw(focus = null) {
  const last = typed.hand.length - 1;
  const shown = [
    element("p", { className: "hint", textContent: typed.mode === "chi" ? "Tap the three tiles of the run." : "Tap the tiles of the hand; the last one is the tile it won on. Tap a tile here to take it out." }),
    element("div", { className: "typed" },
      tapped(typed.hand.slice(0, last < 0 ? 0 : last), "In the hand", (place) => typed.hand.splice(place, 1)),
      ...typed.melds.map((m, place) => tapped(m.tiles, m.closed ? "Closed kan" : "Meld", () => typed.melds.splice(place, 1))),
      ...(typed.run.length ? [tapped(typed.run, "Run so far", (place) => typed.run.splice(place, 1))] : []),
      ...(last < 0 ? [] : [element("span", { className: "plus", textContent: "+" }), tapped(typed.hand.slice(last), "Won on", () => typed.hand.pop())])),
    ...["dora", "ura"].filter((kind) => typed[kind].length).map((kind) =>
      element("div", { className: "typed small" }, element("span", { textContent: indicators(kind) }), tapped(typed[kind], indicators(kind), (place) => typed[kind].splice(place, 1)))),
    element("div", { className: "row", role: "group", ariaLabel: "What the next tile is" }, ...Object.entries(MODES).map(([mode, text]) => {
      const node = element("button", { type: "button", textContent: text, ariaLabel: indicators(mode), className: "mode", ariaPressed: String(typed.mode === mode) });
      node.onclick = () => { Object.assign(typed, { mode, run: [] }); draw(`[data-mode="${mode}"]`); };
      node.dataset.mode = mode;
      return node;
    })),
    element("div", { className: "keys", role: "group", ariaLabel: "Tiles" }, ...FACES.map((name) => {
      const node = element("button", { type: "button", ariaLabel: tileName(name), onclick: () => tap(name) });
      node.dataset.face = name;
      node.innerHTML = svg(name);
      return node;
    })),
    element("div", { className: "ticks", role: "group", ariaLabel: "What came with it" }, ...Object.entries(TICKS)
      .filter(([tick]) => !(typed.tsumo ? ["houtei", "chankan"] : ["haitei", "rinshan"]).includes(tick))
      .map(([tick, text]) => {
        const input = element("input", { type: "checkbox", checked: typed.ticks.has(tick) });
        input.onchange = () => (input.checked ? typed.ticks.add(tick) : typed.ticks.delete(tick));
        return element("label", {}, input, text);
      })),
  ];
  box.replaceChildren(...shown);
  (focus && box.querySelector(focus))?.focus();
}
