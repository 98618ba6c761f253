// The names of a base map: placed over the whole view, the weightier ones first, never on each other, and
// never cut by the edge of what is in sight. The like names of two areas, as of a country and its islands, are
// written once; a town may be their namesake where it is farther away than they are long.

import { Boxes } from "./boxes.js";
import { riverNames } from "./rivers.js";
import { EDGE } from "./tiles.js";

const RIVERS_FROM = 3.2; // zoom
const EARLY = 0.15; // of a zoom: how much earlier a name may stand
const GREAT = 1.5; // zooms since which a town is shown: it then comes before the names of regions
const BEYOND = { x: 80, y: 30 }; // pixels beside the view within which names are placed
// How each kind of name is written; `rank` orders them.
const HANDS = {
  ocean: { colour: "name-sea", size: (zoom) => 13 + Math.min(zoom, 5) * 1.6, italic: true, capitals: true, spacing: 0.28, rank: 0 },
  country: { colour: "name-soft", size: (zoom) => 10.5 + Math.min(zoom, 6) * 0.8, capitals: true, spacing: 0.16, rank: 1, level: true },
  sea: { colour: "name-sea", size: (zoom) => 11.5 + Math.min(zoom, 6) * 0.6, italic: true, spacing: 0.08, rank: 2 },
  lake: { colour: "name-sea", size: () => 12, italic: true, spacing: 0.02, rank: 3 },
  range: { colour: "name-range", size: (zoom) => 10 + Math.min(zoom, 7) * 0.5, italic: true, capitals: true, spacing: 0.14, rank: 4 },
  island: { colour: "name-soft", size: () => 12, italic: true, spacing: 0.02, rank: 4 },
  region: { colour: "name-range", size: (zoom) => 10.5 + Math.min(zoom, 7) * 0.4, italic: true, spacing: 0.1, rank: 5 },
};
const OVER = { country: 2.2, island: 4 }; // times as wide as what it names that a name may be
const UNDER = { ocean: "sea", sea: "sea", lake: "lake" }; // what shines round the letters; else land

export class Lettering {
  // `view` is { zoom, families (of fonts), size, seen (the box in sight), taken (boxes) } in pixels.
  constructor(pen, colours, view) {
    Object.assign(this, { pen, colours, view });
    this.boxes = new Boxes(view.seen);
    for (const box of view.taken) this.boxes.take(box);
    this.written = [];
    this.cut = []; // names by the edge of what is in sight
    this.said = new Map(); // by name, where in sight it is written, and how far what it names reaches
  }

  // Writes the names of the tiles at { left, top }; the list of those for which there was room, in sight.
  write(laid) {
    const names = this.#spots(laid, "names").map((name) => ({ ...name, hand: HANDS[name.k] }));
    names.sort((a, b) => a.m - b.m || a.hand.rank - b.hand.rank);
    const places = this.#spots(laid, "places").sort((a, b) => a.m - b.m || b.p - a.p);
    const great = ({ c, m }) => c || m <= this.view.zoom - GREAT;
    for (const each of names.filter(({ hand }) => hand.rank < 2)) this.#name(each);
    for (const each of places.filter(great)) this.#place(each);
    for (const each of names.filter(({ hand }) => hand.rank >= 2)) this.#name(each);
    for (const each of places.filter((place) => !great(place))) this.#place(each);
    if (this.view.zoom > RIVERS_FROM) this.#rivers(laid);
    for (const each of this.cut) this.#name(each, true);
    return this.written;
  }

  // The names that belong to this zoom, with their pixels.
  #spots(laid, kind) {
    const { zoom, size } = this.view;
    return laid
      .flatMap((each) => each.tile[kind].map((name) => ({ ...name, ...pixels(each, name.x, name.y), square: each.square })))
      .filter(({ px, py, square: [west, north, east, south] }) => px >= west && px < east && py >= north && py < south)
      .filter(({ n, m, till }) => n && m <= zoom + EARLY && till >= zoom)
      .filter(({ px, py }) => px > -BEYOND.x && py > -BEYOND.y && px < size.x + BEYOND.x && py < size.y + BEYOND.y);
  }

  #inSight(x, y) {
    const [west, north, east, south] = this.view.seen;
    return x > west && x < east && y > north && y < south;
  }

  #wrote(name, x, y, reach = 0) {
    if (!this.#inSight(x, y)) return;
    this.written.push(name);
    this.said.set(name.toLowerCase(), [...this.#alike(name), { x, y, reach }]);
  }

  #alike(name) {
    return this.said.get(name.toLowerCase()) ?? [];
  }

  #isSaid(name, x, y, reach = 0) {
    const isOne = (other) => (reach && other.reach) || Math.hypot(other.x - x, other.y - y) < Math.max(reach, other.reach);
    return this.#inSight(x, y) && this.#alike(name).some(isOne);
  }

  // One that the edge would cut waits until those are written that stay in their places.
  #name(name, last = false) {
    const { k, n, s: degrees, px, py, a: tilt = 0, hand } = name;
    const long = (degrees * 256 * 2 ** this.view.zoom) / 360; // pixels of what it names
    if (this.#isSaid(n, px, py, long)) return;
    const size = hand.size(this.view.zoom);
    const { pen } = this;
    pen.font = `${hand.italic ? "italic" : ""} 400 ${size.toFixed(1)}px ${this.view.families}`;
    pen.letterSpacing = `${(size * hand.spacing).toFixed(1)}px`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    const turn = hand.level ? 0 : (tilt * Math.PI) / 180;
    const rows = rowsOf(hand.capitals ? n.toUpperCase() : n, { each: k === "ocean", one: turn !== 0 });
    const lines = rows.map((text, at) => ({ text, width: pen.measureText(text).width, down: (at - (rows.length - 1) / 2) * size * 1.15 }));
    const room = OVER[k] ? OVER[k] * long : Infinity;
    const fits = Math.max(...lines.map(({ width }) => width)) <= room;
    const boxes = lines.flatMap((line) => boxesOf(line, { px, py, turn, size }));
    const [right, down] = this.#inwards(boxes, { px, py, turn });
    const moves = right !== 0 || down !== 0;
    if (moves && !last) this.cut.push(name);
    else if (fits && this.boxes.claim(moves ? shifted(boxes, right, down) : boxes)) {
      pen.save();
      pen.translate(px + right, py + down);
      pen.rotate(turn);
      for (const { text, down: row } of lines) this.#ink(text, 0, row, hand.colour, UNDER[k] ?? "land");
      pen.restore();
      this.#wrote(n, px, py, long);
    }
    pen.letterSpacing = "0px";
  }

  // How far a level name goes inwards from the edge that would cut it; it still covers its own point.
  #inwards(boxes, { px, py, turn }) {
    return turn === 0 && this.#inSight(px, py) ? this.boxes.inwards(boxes) : [0, 0];
  }

  #ink(text, x, y, colour, halo) {
    this.#shine(text, x, y, halo);
    this.#fill(text, x, y, colour);
  }

  #fill(text, x, y, colour) {
    this.pen.fillStyle = this.colours[colour];
    this.pen.fillText(text, x, y);
  }

  #shine(text, x, y, halo) {
    const { pen } = this;
    pen.strokeStyle = this.colours[halo];
    pen.lineWidth = 2.6;
    pen.lineJoin = "round";
    pen.globalAlpha = 0.85;
    pen.strokeText(text, x, y);
    pen.globalAlpha = 1;
  }

  // A town: its dot, and its name on whichever side there is room.
  #place({ n, c: capital, m, px, py }) {
    if (this.#isSaid(n, px, py)) return;
    const { pen } = this;
    const size = Math.min(15, 11.2 + Math.max(0, this.view.zoom - m) * 0.7 + (capital ? 0.6 : 0));
    const dot = capital ? 2.6 : 1.8;
    if (!this.boxes.free(around(px, py, dot))) return;
    pen.font = `400 ${size.toFixed(1)}px ${this.view.families}`;
    pen.textBaseline = "middle";
    const long = pen.measureText(n).width;
    for (const { align, dx, dy, west } of sidesOf(dot + 3.5, size, long)) {
      const box = [px + west - 1, py + dy - size * 0.55, px + west + long + 1, py + dy + size * 0.55];
      if (!this.boxes.free(box) || !this.boxes.whole([box, around(px, py, dot + 1)])) continue;
      this.boxes.take(box);
      this.boxes.take(around(px, py, dot + 1));
      pen.textAlign = align;
      this.#ink(n, px + dx, py + dy, "name", "land");
      this.#dot(px, py, dot, capital);
      this.#wrote(n, px, py);
      return;
    }
  }

  #dot(x, y, radius, capital) {
    const { pen, colours } = this;
    pen.beginPath();
    pen.arc(x, y, radius, 0, 7);
    pen.fillStyle = capital ? colours.land : colours.name;
    pen.fill();
    pen.strokeStyle = colours.name;
    pen.lineWidth = capital ? 1.2 : 0.6;
    pen.stroke();
    if (!capital) return;
    pen.beginPath();
    pen.arc(x, y, 0.9, 0, 7);
    pen.fillStyle = colours.name;
    pen.fill();
  }

  #rivers(laid) {
    const { pen } = this;
    pen.font = `italic 400 11.5px ${this.view.families}`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    const measure = (letter) => pen.measureText(letter).width;
    const place = (each, x, y) => Object.values(pixels(each, x, y));
    for (const { name, letters } of riverNames(laid, this.view.zoom, { measure, pixels: place, boxes: this.boxes })) {
      for (const put of [this.#shine, this.#fill]) {
        for (const { letter, at, turn } of letters) {
          pen.save();
          pen.translate(...at);
          pen.rotate(turn);
          put.call(this, letter, 0, -6, put === this.#fill ? "name-sea" : "land");
          pen.restore();
        }
      }
      if (this.#inSight(...letters[letters.length >> 1].at)) this.written.push(name);
    }
  }
}

const pixels = ({ left, top, side }, x, y) => ({ px: left + (x * side) / EDGE, py: top + (y * side) / EDGE });
const around = (x, y, radius) => [x - radius, y - radius, x + radius, y + radius];

const shifted = (boxes, right, down) => boxes.map(([west, north, east, south]) => [west + right, north + down, east + right, south + down]);

// Right of a dot, left of it, above and below; `west` is where the text begins.
function sidesOf(gap, size, long) {
  return [
    { align: "left", dx: gap, dy: 0, west: gap },
    { align: "right", dx: -gap, dy: 0, west: -gap - long },
    { align: "center", dx: 0, dy: -size * 0.95, west: -long / 2 },
    { align: "center", dx: 0, dy: size * 0.95, west: -long / 2 },
  ];
}

// A long name in two rows of like length; `each` sets each word in a row of its own, `one` all in one.
function rowsOf(text, { each, one }) {
  const words = text.split(" ");
  if (each) return words;
  if (one || words.length === 1 || text.length < 12) return [text];
  const ways = words.slice(1).map((_, at) => [words.slice(0, at + 1).join(" "), words.slice(at + 1).join(" ")]);
  const longest = (rows) => Math.max(...rows.map(({ length }) => length));
  return ways.sort((a, b) => longest(a) - longest(b))[0];
}

// The boxes of a line of text: one if it is level, else a chain of squares along it.
function boxesOf({ width, down }, { px, py, turn, size }) {
  if (!turn) return [[px - width / 2 - 2, py + down - size * 0.6, px + width / 2 + 2, py + down + size * 0.6]];
  const parts = Math.max(2, Math.ceil(width / (size * 1.5)));
  return Array.from({ length: parts }, (_, at) => {
    const along = (at / (parts - 1) - 0.5) * Math.max(0, width - size);
    const [x, y] = [px + along * Math.cos(turn) - down * Math.sin(turn), py + along * Math.sin(turn) + down * Math.cos(turn)];
    return [x - size, y - size * 0.7, x + size, y + size * 0.7];
  });
}
