// Pieces and dice as elements of SVG: [name, attributes, children]. games/drawing/figures.py makes the
// same ones. A sheet is { looks, dice, mancala, sprite }, a place { number, name, x, y, room }.

// Seeds in rows, so that as many as there usually are can be counted at a glance.
const ROWS = [
  [], [1], [2], [1, 2], [2, 2], [2, 1, 2], [3, 3], [2, 3, 2], [3, 2, 3], [3, 3, 3], [3, 4, 3], [4, 3, 4], [4, 4, 4],
];
const FEW_SEEDS = 6; // more have their number beside them
const MOST_LEVELS = 6; // of a stack that are drawn; the number beside it counts all
const CORNERS = [[-1, -1], [1, -1], [-1, 1], [1, 1]];
const PIPS = {
  1: [[0, 0]],
  2: [[-1, -1], [1, 1]],
  3: [[-1, -1], [0, 0], [1, 1]],
  4: CORNERS,
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]],
  6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]],
};
const LONG = 4; // faces of a die that is longer than wide

function element(name, attributes, ...children) {
  const rounded = Object.entries(attributes).map(([key, value]) => (
    [key, typeof value === "number" ? Math.floor(value * 100 + 0.5) / 100 : value]));
  return [name, Object.fromEntries(rounded), children];
}

// What stands on a place, with its text alternative.
export function figure(sheet, place, standing) {
  if (standing.face !== null) return die(sheet.dice[place.number], place, standing.face);
  const look = sheet.looks[standing.piece];
  const title = element("title", {}, `${titleOf(sheet, standing)}, ${place.name}`);
  if (standing.veil) {
    const side = standing.veil === "who" ? "none" : look.side;
    const mark = standing.veil === "what" ? look.mark : "";
    return element("g", { class: `piece-at side-${side} veiled`, "data-site": place.number }, title, ...veiled(place, mark));
  }
  return element("g", { class: `piece-at side-${look.side}`, "data-site": place.number }, title, ...body(sheet, place, standing, look));
}

function body(sheet, place, { count, levels }, look) {
  if (sheet.mancala) return seeds(place, count);
  if (levels.length > 1) return stack(sheet, place, levels);
  return [...man(sheet, look, place.x, place.y, place.room), ...(count > 1 ? number(place, count) : [])];
}

// What stands there in words: the parts of a stack from above, equal neighbours counted.
export function titleOf({ looks, mancala, veils }, { piece, count, levels, veil }) {
  if (veil) return veils[veil === "what" ? Number(looks[piece].side) || 0 : 0];
  if (levels.length < 2) return times(looks[piece].title, mancala ? count : Math.max(count, 1));
  const parts = [];
  for (const each of [...levels].reverse()) {
    const { title } = looks[each];
    if (parts.at(-1)?.title === title) parts.at(-1).count += 1;
    else parts.push({ title, count: 1 });
  }
  return parts.map((part) => times(part.title, part.count)).join(" / ");
}

function times(title, count) {
  return count === 1 ? title : `${title} × ${count}`;
}

// A piece face down: all look alike, but for their owner.
function veiled({ x, y, room }, mark) {
  const half = room / 2;
  return [
    element("circle", { class: "stone", cx: x, cy: y, r: half * 0.84 }),
    element("circle", { class: "stone back", cx: x, cy: y, r: half * 0.62 }),
    text("stone-letter", x, y, half, "?"),
    ...badge(mark, x + half * 0.7, y + half * 0.7, room),
  ];
}

// A piece: its symbol, which the page may show as letters, or a disc; its owner's number.
function man({ sprite }, { symbol, letter, mark }, x, y, size) {
  const half = size / 2;
  const badges = badge(mark, x + half * 0.7, y + half * 0.7, size);
  if (symbol) {
    return [
      element("use", { class: "piece", href: `${sprite}#${symbol}`, x: x - half, y: y - half, width: size, height: size }),
      element("circle", { class: "piece-disc", cx: x, cy: y, r: half * 0.84 }),
      text("piece-letter", x, y, size * 0.5, letter),
      ...badges,
    ];
  }
  const inside = letter || mark;
  return [
    element("circle", { class: "stone", cx: x, cy: y, r: half * 0.84 }),
    ...(inside ? [text("stone-letter", x, y, size * (inside.length === 1 ? 0.5 : 0.4), inside)] : []),
    ...(letter ? badges : []),
  ];
}

function text(name, x, y, size, said) {
  return element("text", { class: name, x, y: y + size * 0.36, "font-size": size }, said);
}

function badge(said, x, y, size) {
  if (!said) return [];
  return [element("circle", { class: "badge", cx: x, cy: y, r: size * 0.19 }), text("badge-text", x, y, size * 0.28, said)];
}

// How many there are, at the upper right of the room.
function number({ x, y, room }, count) {
  const off = room * 0.36;
  return badge(String(count), x + off, y - off, room * 1.1);
}

// Seeds in rows; the number beside them where they are many, alone where they are too many.
function seeds({ x, y, room }, count) {
  if (count >= ROWS.length) return [text("seed-number", x, y, room * 0.5, String(count))];
  const rows = ROWS[count];
  const step = room * 0.2;
  const rise = count > FEW_SEEDS ? room * 0.1 : 0;
  const drawn = rows.flatMap((row, line) => Array.from({ length: row }, (_, n) => element("circle", {
    class: "seed", cx: x + (n - (row - 1) / 2) * step, cy: y - rise + (line - (rows.length - 1) / 2) * step, r: room * 0.085,
  })));
  return count > FEW_SEEDS ? [...drawn, text("seed-count", x, y + room * 0.33, room * 0.28, String(count))] : drawn;
}

// A pile seen a little from the side: each part's rim shows below the next, and the height.
function stack(sheet, place, levels) {
  const shown = levels.slice(-MOST_LEVELS);
  const size = place.room * 0.8;
  const rise = place.room * Math.min(0.13, 0.36 / shown.length);
  const base = place.y + (rise * (shown.length - 1)) / 2 + place.room * 0.04;
  const drawn = shown.map((piece, level) => {
    const look = sheet.looks[piece];
    const y = base - rise * level;
    const isTop = level === shown.length - 1;
    const part = isTop ? man(sheet, look, place.x, y, size) : [element("circle", { class: "stone", cx: place.x, cy: y, r: size * 0.42 })];
    return element("g", { class: `level side-${look.side}` }, ...part);
  });
  return [...drawn, ...number(place, levels.length)];
}

// A die with the value of its face: sticks have two faces, long dice four.
function die(faces, place, face) {
  const { x, y, room } = place;
  const value = faces[face] ?? 0;
  const blank = faces.length === 2 && value === Math.min(...faces);
  const [wide, high] = shape(faces.length);
  const [width, height] = [room * wide, room * high];
  return element(
    "g", { class: blank ? "die blank" : "die", "data-site": place.number }, element("title", {}, `${place.name}: ${value}`),
    element("rect", {
      class: "die-body", x: x - width / 2, y: y - height / 2, width, height,
      rx: Math.min(width, height) * (wide < 0.5 ? 0.45 : 0.16),
    }),
    ...faceOf(faces, place, value),
  );
}

function shape(faces) {
  if (faces === 2) return [0.34, 0.92];
  return faces === LONG ? [0.54, 0.9] : [0.8, 0.8];
}

function faceOf(faces, { x, y, room }, value) {
  if (faces.length === 2) {
    const isBare = value === 0 && Math.min(...faces) === 0;
    return isBare ? [] : [text("die-number", x, y, room * 0.3, String(value))];
  }
  if (!PIPS[value]) return [text("die-number", x, y, room * 0.5, String(value))];
  const [across, down] = [room * (faces.length === LONG ? 0.13 : 0.2), room * 0.2];
  return PIPS[value].map(([px, py]) => element("circle", { class: "pip", cx: x + px * across, cy: y + py * down, r: room * 0.075 }));
}
