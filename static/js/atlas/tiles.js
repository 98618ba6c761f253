// The tiles of the base map: asked for once each, and read into what the canvas draws.

import { decode } from "./mvt.js";

export const EDGE = 4096; // the units of a tile
const MOST = 240; // tiles held in memory

export class Tiles {
  // `address` is that of the folder of tiles; `changed` is called when one has come.
  constructor(address, changed) {
    this.address = address;
    this.changed = changed;
    this.held = new Map();
  }

  // A tile that is there, or undefined; asks for it. Columns repeat around the world.
  get({ z, x, y }) {
    const key = keyOf(z, x, y);
    if (!this.held.has(key)) this.#ask(key);
    return this.held.get(key)?.tile;
  }

  // The finest tile that is there and holds this one, while this one is on its way.
  above({ z, x, y }) {
    for (let up = 1; up <= z; up += 1) {
      const tile = this.held.get(keyOf(z - up, x >> up, y >> up))?.tile;
      if (tile) return { tile, up };
    }
    return null;
  }

  get waiting() {
    return [...this.held.values()].some(({ tile }) => !tile);
  }

  async #ask(key) {
    const entry = { tile: null };
    this.held.set(key, entry);
    if (this.held.size > MOST) this.held.delete(this.held.keys().next().value);
    try {
      const answer = await fetch(`${this.address}${key}.pbf`);
      if (!answer.ok) throw new Error(answer.statusText);
      const [z, x] = key.split("/").map(Number);
      entry.tile = answer.status === 204 ? {} : read(await answer.arrayBuffer(), z, x);
      this.changed();
    } catch (error) {
      this.held.delete(key);
      this.changed(error);
    }
  }
}

function keyOf(z, x, y) {
  const columns = 2 ** z;
  return `${z}/${((x % columns) + columns) % columns}/${y}`;
}

function read(buffer, z, x) {
  const { land = [], lakes = [], rivers = [], borders = [], labels = [], places = [] } = decode(buffer);
  return {
    land: pathOf(land),
    coast: coastOf(land, z, x),
    lakes: pathOf(lakes),
    rivers: [0, 1, 2].map((width) => pathOf(rivers.filter(({ properties }) => properties.r === width))),
    borders: [0, 1].map((doubt) => pathOf(borders.filter(({ properties }) => properties.d === doubt))),
    names: pointsOf(labels),
    places: pointsOf(places),
    streams: rivers.filter(({ properties }) => properties.n),
  };
}

// Points in the tile itself; those beside it are in its neighbour as well.
function pointsOf(features) {
  return features
    .map(({ lines: [[x, y]], properties: { x: till = 99, ...rest } }) => ({ ...rest, till, x, y }))
    .filter(({ x, y }) => x >= 0 && y >= 0 && x < EDGE && y < EDGE);
}

function pathOf(features) {
  const path = new Path2D();
  for (const line of features.flatMap(({ lines }) => lines)) {
    path.moveTo(line[0], line[1]);
    for (let at = 2; at < line.length; at += 2) path.lineTo(line[at], line[at + 1]);
    if (line.closed) path.closePath();
  }
  return path;
}

// The coast without the edges along which Natural Earth cuts the world at 180°.
function coastOf(features, z, x) {
  const path = new Path2D();
  const cut = (across) => (x === 0 && across <= 0) || (x === 2 ** z - 1 && across >= EDGE);
  for (const line of features.flatMap(({ lines }) => lines)) {
    const whole = line.closed ? [...line, line[0], line[1]] : line;
    path.moveTo(whole[0], whole[1]);
    for (let at = 2; at < whole.length; at += 2) {
      if (cut(whole[at]) && cut(whole[at - 2])) path.moveTo(whole[at], whole[at + 1]);
      else path.lineTo(whole[at], whole[at + 1]);
    }
  }
  return path;
}
