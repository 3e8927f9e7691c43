// The table from above as SVG: every number and tile comes from the view, nothing is worked out here but places.

import { tile, tileName } from "./tiles.js";

const W = 34, H = (W * 4) / 3; // a tile in rivers, hands and melds
const WALL_W = 24;
const RIVER = { left: -3 * W, top: 118, pitch: 45.6, columns: 6 };
const WALL_Y = 312, HAND_Y = 360, HAND_LEFT = -252, MELDS_RIGHT = 408;
const PLATE = { x: -204, y: 206, w: 152, h: 122 };
const ZONES = { river: [-110, 112, 220, 190], melds: [110, 352, 306, 62], hand: [-262, 352, 366, 62], wall: [-212, 302, 424, 44], stick: [-64, 101, 128, 17] };
const WINDS = { E: "East", S: "South", W: "West", N: "North" };

const esc = (text) => String(text).replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
export const points = (n) => n.toLocaleString("en").replace("-", "−");
export const signed = (n) => (n > 0 ? "+" : n < 0 ? "" : "±") + points(n);

// Upright at x, y (its left bottom corner) or lying: a quarter turn anticlockwise, as the called tile lies.
function lay(t, x, bottom, mark = "") {
  return t.sideways
    ? `<g transform="translate(${x} ${bottom}) rotate(-90)">${tile(t.face, W, mark)}</g>`
    : `<g transform="translate(${x} ${bottom - H})">${tile(t.face, W, mark)}</g>`;
}

function river(tiles) {
  let out = "";
  for (let row = 0; row * RIVER.columns < tiles.length; row++) {
    let x = RIVER.left;
    const bottom = RIVER.top + row * RIVER.pitch + H;
    for (const t of tiles.slice(row * RIVER.columns, (row + 1) * RIVER.columns)) {
      out += lay(t, x, bottom, t.away ? "away" : t.last ? "last" : "");
      x += t.sideways ? H : W;
    }
  }
  return out;
}

// Melds come from the right leftwards; an added tile lies on the inner side of the sideways one before it.
function melds(sets) {
  let right = MELDS_RIGHT, out = "";
  for (const set of sets) {
    let sidewaysX = right;
    for (const t of set) {
      if (t.added) {
        out += lay(t, sidewaysX, HAND_Y + H - W);
        continue;
      }
      right -= t.sideways ? H : W;
      sidewaysX = right;
      out += lay(t, right, HAND_Y + H);
    }
    right -= 7;
  }
  return out;
}

function hand(seat) {
  let out = "";
  seat.hand.forEach((t, i) => (out += lay({ ...t, sideways: false }, HAND_LEFT + i * W, HAND_Y + H)));
  const left = HAND_LEFT + seat.hand.length * W + (seat.hand.length ? 6 : 0);
  for (let i = 0; i < seat.hidden; i++) {
    out += `<g class="standing" transform="translate(${left + i * W} ${HAND_Y + 12})">
      <rect x="0.8" y="0" width="${W - 1.6}" height="24" rx="3.5" class="body"/><rect x="0.8" y="14" width="${W - 1.6}" height="10" rx="3.5" class="back"/></g>`;
  }
  return out;
}

function wall(stacks) {
  return stacks.map((s) => {
    const x = (8 - s.stack) * WALL_W - WALL_W / 2;
    const top = s.indicator || "back";
    const at = (dy, face) => `<g transform="translate(${x} ${WALL_Y + dy})">${tile(face, WALL_W)}</g>`;
    return (s.height > 1 ? at(0, "back") : "") + (s.height > 0 ? at(s.height > 1 ? -5 : 0, top) : "");
  }).join("") + deadWall(stacks.filter((s) => s.dead).map((s) => s.stack));
}

function deadWall(stacks) {
  if (!stacks.length) return "";
  const left = (8 - Math.max(...stacks)) * WALL_W - WALL_W / 2 - 3, right = (8 - Math.min(...stacks)) * WALL_W + WALL_W / 2 + 3;
  return `<rect x="${left}" y="${WALL_Y - 9}" width="${right - left}" height="46" rx="6" class="dead-wall"><title>dead wall</title></rect>`;
}

const stick = (kind, width) => `<g class="stick"><rect x="${-width / 2}" y="-4.5" width="${width}" height="9" rx="4.5"/>${
  kind === 1000 ? '<circle r="2.8" class="f-red"/>'
    : [-6, -2, 2, 6].map((x) => `<circle cx="${x}" cy="-1.7" r="1.1"/><circle cx="${x}" cy="1.7" r="1.1"/>`).join("")}</g>`;

function plate(seat, scale) {
  const turns = { 0: [1, 0, 0, 1], 1: [0, 1, -1, 0], 2: [-1, 0, 0, -1], 3: [0, -1, 1, 0] }[seat.seat];
  const out = scale > 1 ? 1.16 : 1; // larger plates stand further out
  const cx = out * (turns[0] * PLATE.x + turns[1] * PLATE.y), cy = out * (turns[2] * PLATE.x + turns[3] * PLATE.y);
  const riichi = seat.riichi ? `<g transform="translate(0 44)"><rect x="-66" y="-11" width="132" height="22" rx="11" class="riichi"/>
    <text y="5" text-anchor="middle" class="riichi-text">RIICHI${seat.riichi === "declared" ? " declared" : ""}</text></g>` : "";
  const change = !seat.riichi && seat.change ? `<text y="49" text-anchor="middle" class="change">${signed(seat.change)}</text>` : "";
  return `<g class="plate ${seat.turn ? "turn" : ""}" data-seat="${seat.seat}" transform="translate(${cx} ${cy}) scale(${scale})">
    <rect x="${-PLATE.w / 2}" y="${-PLATE.h / 2}" width="${PLATE.w}" height="${PLATE.h}" rx="14" class="plate-body"/>
    <g transform="translate(-50 -31)"><rect x="-17" y="-19" width="34" height="38" rx="6" class="wind ${seat.dealer ? "dealer" : ""}"/>
      <text y="9" text-anchor="middle" class="wind-text">${seat.wind}</text></g>
    <text x="-25" y="-34" class="name">${esc(short(seat.name))}</text>
    <text x="-25" y="-16" class="role">${seat.turn ? "to act" : seat.dealer ? "dealer" : WINDS[seat.wind] ?? ""}</text>
    <text y="22" text-anchor="middle" class="points">${points(seat.points)}</text>${riichi}${change}
    ${seat.turn ? `<path d="M-8 ${-PLATE.h / 2 - 3}H8L0 ${-PLATE.h / 2 + 9}Z" class="turn-mark"/>` : ""}</g>`;
}

const short = (name) => (name.length > 10 ? name.slice(0, 9) + "…" : name);

function centre(view) {
  const dora = view.dora.map((face, i) => `<g transform="translate(${(i - view.dora.length / 2) * 35 + 1} 4)">${tile(face, 33)}</g>`).join("");
  const ura = view.ura.map((face, i) => `<g transform="translate(${(i - view.ura.length / 2) * 24 + 1} 64)">${tile(face, 22)}</g>`).join("");
  return `<rect x="-100" y="-100" width="200" height="200" rx="18" class="centre"/>
    <text y="-58" text-anchor="middle" class="round">${esc(view.round)}</text>
    <g transform="translate(-66 -34)">${stick(100, 44)}<text x="27" y="6" class="count">× ${view.honba}</text><title>honba</title></g>
    <g transform="translate(32 -34)">${stick(1000, 44)}<text x="27" y="6" class="count">× ${view.deposits}</text><title>riichi sticks on the table</title></g>
    <text y="-6" text-anchor="middle" class="label">${!view.dora.length ? "" : view.dora.length > 1 ? "dora indicators" : "dora indicator"}</text>${dora}
    ${ura ? `<text y="60" text-anchor="middle" class="label">ura dora</text>${ura}` : view.tiles_left === null ? "" : `<text y="84" text-anchor="middle" class="left"><tspan class="left-number">${view.tiles_left}</tspan> tiles left</text>`}`;
}

function side(view, seat) {
  const stale = view.stale.filter((zone) => zone.startsWith(`${seat.seat} `));
  const riichi = seat.riichi === "accepted" ? `<g transform="translate(0 110)">${stick(1000, 104)}</g>` : "";
  const veil = stale.map((zone) => ZONES[zone.slice(2)]).map(([x, y, w, h]) =>
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="10" class="veil"/>`).join("");
  return `<g transform="rotate(${-90 * seat.seat})" class="seat" data-seat="${seat.seat}">
    <g class="wall">${wall(view.walls.filter((s) => s.seat === seat.seat))}</g>${riichi}
    <g class="river">${river(seat.river)}</g><g class="hand">${hand(seat)}</g><g class="melds">${melds(seat.melds)}</g>${veil}</g>`;
}

const list = (tiles) => tiles.map((t) => tileName(t.face) + (t.away ? " (called away)" : t.sideways ? " (sideways)" : "")).join(", ") || "empty";

// One paragraph a seat, for screen readers.
export function describe(view) {
  return view.seats.map((s) => `${s.name}, ${WINDS[s.wind] ?? s.wind}, ${points(s.points)} points${s.riichi ? ", riichi" : ""}.
    River: ${list(s.river)}.${s.melds.map((m) => ` Meld: ${list([...m].reverse())}.`).join("")}`);
}

// Whether the hand's play is seen; else points are all there is to show.
export const isFollowed = (view) => view.dora.length > 0;

export function drawTable(view) {
  return `<svg viewBox="-432 -432 864 864" role="img" aria-label="The table: ${esc(view.round)}">
    <rect x="-430" y="-430" width="860" height="860" rx="34" class="frame"/><rect x="-418" y="-418" width="836" height="836" rx="24" class="felt"/>
    ${centre(view)}${view.seats.map((s) => side(view, s)).join("")}${view.seats.map((s) => plate(s, isFollowed(view) ? 1 : 1.8)).join("")}</svg>`;
}
