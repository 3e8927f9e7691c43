// Tile faces drawn as strokes and dots in a 60 x 80 box. No font is needed for the characters.

const NUMERALS = [
  "M14 52H86",
  "M26 30H74M12 74H88",
  "M20 22H80M28 50H72M12 80H88",
  "M16 20H84V84H16ZM40 20C40 44 36 52 26 60M60 20V48Q60 56 68 56H82",
  "M20 18H80M46 18L36 84M24 48H70V84M10 84H90",
  "M50 8V28M12 36H88M38 50L18 88M62 50L84 88",
  "M10 50L90 36M46 12V72Q46 84 58 84H82Q88 84 88 70",
  "M38 20C37 48 28 70 12 88M58 14C62 44 72 70 90 88",
  "M14 36H66V74Q66 86 78 86H82Q90 86 90 72M40 10C40 48 36 70 12 88",
];
const WAN =
  "M10 16H90M34 6V26M66 6V26M28 34H72V60H28ZM28 47H72M50 34V82M14 68V94M14 70H86V86Q86 93 76 93M32 86L62 80M58 74L68 88";
const HONOURS = [
  "M12 20H88M50 6V96M26 34H74V64H26ZM26 49H74M48 64L14 92M52 64L86 92",
  "M14 18H86M50 4V32M18 34V94M18 34H82V86Q82 94 72 94M38 42L43 52M62 42L57 52M33 58H67M30 72H70M50 58V90",
  "M10 16H90M18 36H82V90H18ZM41 16V44Q41 58 28 64M59 16V54Q59 62 74 62",
  "M36 10V88M12 38H36M10 80L36 70M62 10V76Q62 86 72 86H82Q90 86 90 72M86 28L62 44",
  "",
  "M16 14H42C38 28 28 40 10 48M18 27L28 34M58 8C62 26 74 38 92 46M78 8L68 18M90 20L76 29" +
    "M18 56H42V68H20V80H44Q44 94 32 94M60 54V62Q60 68 52 72M60 54H76V62Q76 68 86 68M54 76H82C78 86 66 93 52 96M60 80C68 90 78 95 92 96",
  "M16 28H84V64H16ZM50 6V98",
];
const HONOUR_MARKS = ["E", "S", "W", "N", "", "", ""];
const HONOUR_INKS = ["ink", "ink", "ink", "ink", "blue", "green", "red"];
const HONOUR_NAMES = ["east", "south", "west", "north", "white dragon", "green dragon", "red dragon"];
const SUIT_NAMES = { m: "characters", p: "circles", s: "bamboo" };

// Centres in a 44 x 52 field.
const DOTS = {
  1: [[22, 26]],
  2: [[22, 12], [22, 40]],
  3: [[9, 9], [22, 26], [35, 43]],
  4: [[11, 12], [33, 12], [11, 40], [33, 40]],
  5: [[10, 10], [34, 10], [22, 26], [10, 42], [34, 42]],
  6: [[12, 9], [32, 9], [12, 27], [32, 27], [12, 43], [32, 43]],
  7: [[8, 6], [22, 11], [36, 16], [12, 30], [32, 30], [12, 45], [32, 45]],
  8: [[12, 6], [32, 6], [12, 19.5], [32, 19.5], [12, 33], [32, 33], [12, 46.5], [32, 46.5]],
  9: [[8, 9], [22, 9], [36, 9], [8, 26], [22, 26], [36, 26], [8, 43], [22, 43], [36, 43]],
};
const DOT_INKS = {
  3: ["blue", "red", "green"], 5: ["blue", "green", "red", "green", "blue"],
  6: ["green", "green", "red", "red", "red", "red"], 7: ["green", "green", "green", "red", "red", "red", "red"],
  9: ["blue", "blue", "blue", "red", "red", "red", "green", "green", "green"],
};
// Bars as [x, y, length, ink].
const bars = (places, length, inks) => places.map(([x, y], i) => [x, y, length, inks?.[i] ?? "green"]);
const STICKS = {
  2: bars([[22, 13], [22, 40]], 21, ["blue", "green"]),
  3: bars([[22, 13], [11, 40], [33, 40]], 21, ["blue", "green", "green"]),
  4: bars([[11, 13], [33, 13], [11, 40], [33, 40]], 21, ["blue", "green", "green", "blue"]),
  5: bars([[9, 13], [35, 13], [22, 26], [9, 40], [35, 40]], 21, ["green", "blue", "red", "blue", "green"]),
  6: bars([[8, 13], [22, 13], [36, 13], [8, 40], [22, 40], [36, 40]], 21, ["green", "green", "green", "blue", "blue", "blue"]),
  7: bars([[22, 8], [8, 26], [22, 26], [36, 26], [8, 44], [22, 44], [36, 44]], 14, ["red", "green", "blue", "green", "green", "blue", "green"]),
  9: bars([[8, 8], [22, 8], [36, 8], [8, 26], [22, 26], [36, 26], [8, 44], [22, 44], [36, 44]], 14,
    ["green", "red", "blue", "green", "red", "blue", "green", "red", "blue"]),
};

const stroke = (d, x, y, size, ink, width) =>
  `<path d="${d}" transform="translate(${x} ${y}) scale(${size / 100})" fill="none" stroke-width="${(width * 100) / size}"
    stroke-linecap="round" stroke-linejoin="round" class="s-${ink}"/>`;

function circles(number, red) {
  if (number === 1) {
    const petals = Array.from({ length: 8 }, (_, i) => {
      const a = (i * Math.PI) / 4;
      return `<circle cx="${22 + 11.5 * Math.cos(a)}" cy="${26 + 11.5 * Math.sin(a)}" r="2.6" class="f-green"/>`;
    }).join("");
    return `<circle cx="22" cy="26" r="18.5" fill="none" stroke-width="3.4" class="s-blue"/>${petals}<circle cx="22" cy="26" r="5.6" class="f-red"/>`;
  }
  const radius = number <= 5 ? (number === 2 ? 10 : 8.4) : number === 8 ? 6 : number === 7 ? 6.6 : 7;
  return DOTS[number].map(([x, y], i) => {
    const ink = red ? "red" : DOT_INKS[number]?.[i] ?? "blue";
    return `<circle cx="${x}" cy="${y}" r="${radius - 1.4}" fill="none" stroke-width="2.8" class="s-${ink}"/>
      <circle cx="${x}" cy="${y}" r="${radius * 0.3}" class="f-${ink}"/>`;
  }).join("");
}

function bamboo(number, red) {
  if (number === 1) {
    return `<path d="M22 50C16 40 13 30 16 20C18 12 24 8 30 8C34 8 36 11 36 14L42 17L36 19C36 30 31 42 22 50Z" class="f-green"/>
      <path d="M18 24C10 20 6 12 5 5C13 7 20 12 24 20Z" class="f-red"/><path d="M20 32C11 31 5 25 2 18C11 18 19 22 24 28Z" class="f-blue"/>
      <circle cx="31" cy="13.5" r="1.9" class="f-paper"/><path d="M22 50L15 53M22 50L28 53" stroke-width="2.4" class="s-red"/>`;
  }
  if (number === 8) {
    const m = (y, flip, ink) => `<path d="${flip ? `M7 ${y}V${y + 20}L22 ${y + 6}L37 ${y + 20}V${y}` : `M7 ${y + 20}V${y}L22 ${y + 14}L37 ${y}V${y + 20}`}"
      fill="none" stroke-width="4.4" stroke-linejoin="round" stroke-linecap="round" class="s-${ink}"/>`;
    return m(3, false, "green") + m(29, true, "blue");
  }
  return STICKS[number].map(([x, y, length, own]) => {
    const ink = red ? "red" : own;
    const half = length / 2;
    return `<rect x="${x - 3.2}" y="${y - half}" width="6.4" height="${length}" rx="3.2" class="f-${ink}"/>
      <path d="M${x - 4} ${y}H${x + 4}" stroke-width="1.8" class="s-paper"/>`;
  }).join("");
}

function face(name) {
  const suit = name[1];
  const red = name[0] === "0";
  const number = red ? 5 : Number(name[0]);
  if (suit === "z") {
    const i = number - 1;
    if (i === 4) return `<rect x="11" y="13" width="38" height="54" rx="5" fill="none" stroke-width="3.6" class="s-blue"/>
      <rect x="16.5" y="18.5" width="27" height="43" rx="3" fill="none" stroke-width="1.4" class="s-blue"/>`;
    const mark = HONOUR_MARKS[i];
    const glyph = stroke(HONOURS[i], mark ? 9 : 7, mark ? 28 : 16, mark ? 44 : 48, HONOUR_INKS[i], 4.6);
    return (mark ? `<text x="6.5" y="20" class="index f-ink">${mark}</text>` : "") + glyph;
  }
  const ink = red ? "red" : "ink";
  const index = `<text x="6.5" y="20" class="index f-${ink}">${number}</text>`;
  const dot = red ? `<path d="M48 5.5l2.2 4.7 5.1.6-3.8 3.5 1 5.1-4.5-2.5-4.5 2.5 1-5.1-3.8-3.5 5.1-.6z" class="f-red"/>` : "";
  if (suit === "m") return index + dot + stroke(NUMERALS[number - 1], 19, 20, 25, ink, 3.5) + stroke(WAN, 15, 46, 31, "red", 2.7);
  const field = suit === "p" ? circles(number, red) : bamboo(number, red);
  return `${index}${dot}<g transform="translate(8 24)">${field}</g>`;
}

// All 37 faces, the red five after the plain one.
export const FACES = [..."mps"].flatMap((suit) => [..."1234506789"].map((n) => n + suit)).concat([..."1234567"].map((n) => n + "z"));

// What a face is called, for screen readers.
export function tileName(name) {
  if (name === "back") return "face down";
  if (name === "unknown") return "unknown tile";
  if (name[1] === "z") return HONOUR_NAMES[name[0] - 1];
  return (name[0] === "0" ? "red 5" : name[0]) + " of " + SUIT_NAMES[name[1]];
}

// A text with every tile name in it (5m, 123p0s) drawn as small tiles.
export function withTiles(text) {
  const span = document.createElement("span");
  let at = 0;
  for (const found of text.matchAll(/(?<![\w.,])(?:[0-9]{1,14}[mps]|[1-7]{1,14}z)+(?![\w.,]\w)/g)) {
    span.append(text.slice(at, found.index));
    const names = [...found[0].matchAll(/(\d+)([mpsz])/g)].flatMap(([, digits, suit]) => [...digits].map((n) => n + suit));
    const row = document.createElement("span");
    row.className = "tiles";
    row.innerHTML = names.map((name) => `<svg viewBox="0 0 60 82" role="img" aria-label="${tileName(name)}">${tile(name, 60)}</svg>`).join("");
    span.append(row);
    at = found.index + found[0].length;
  }
  span.append(text.slice(at));
  return span;
}

// What `tile` refers to; once a document.
export function tileDefinitions() {
  const faces = FACES.map((name) => `<g id="face-${name}">${face(name)}</g>`).join("");
  return `<defs>${faces}
    <g id="face-unknown"><text x="30" y="54" text-anchor="middle" class="unknown">?</text></g>
    <g id="face-back"><rect x="9" y="10" width="42" height="59" rx="4" class="hatch"/></g></defs>`;
}

// A tile with its top left corner at 0, 0; `width` by width * 4 / 3.
export function tile(name, width, mark = "") {
  return `<g class="tile ${mark}" transform="scale(${width / 60})"><title>${tileName(name)}</title>
    <rect x="1" y="4" width="58" height="77" rx="7" class="side"/><rect x="1" y="1" width="58" height="77" rx="7" class="${name === "back" ? "back" : "body"}"/>
    <use href="#face-${name}"/></g>`;
}
