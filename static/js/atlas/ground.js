// The ground of a map in one view, from vector tiles; names go over the whole of it (lettering.js).

import { Lettering } from "./lettering.js";
import { EDGE } from "./tiles.js";

const FAR = 2.5; // the zoom below which lines are thinner
// The lines of water along the coast: pixels, and how strong.
const BANDS = { far: [[7, 0.2], [3.5, 0.3]], near: [[18, 0.14], [11, 0.18], [5, 0.26]] };
const RIVERS = [1.1, 0.85, 0.6];
const BORDERS = [[5, 2.5, 1, 2.5], [1.5, 3]]; // dashes: agreed, disputed

export class Ground {
  // `view` says which tiles lie where, at which zoom, in which colours (canvas.js).
  constructor(pen, tiles, view) {
    Object.assign(this, { pen, tiles, view });
    this.laid = view.all.map((key) => this.#place(key));
  }

  get whole() {
    return this.laid.every(({ up }) => up === 0);
  }

  // Where a tile lies, and its square; meanwhile a coarser one that is there, `up` levels above.
  #place(key) {
    const { side, from } = this.view;
    const [left, top] = [key.x * side - from.x, key.y * side - from.y];
    const square = [left, top, left + side, top + side];
    const tile = this.tiles.get(key);
    if (tile) return { tile, left, top, side, square, up: 0 };
    const coarser = this.tiles.above(key);
    if (!coarser) return { square };
    const times = 2 ** coarser.up;
    const away = (number) => (((number % times) + times) % times) * side;
    return { ...coarser, left: left - away(key.x), top: top - away(key.y), side: side * times, square };
  }

  // Draws the tiles that are there.
  draw() {
    const { pen, view } = this;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.fillStyle = view.colours.sea;
    pen.fillRect(0, 0, view.width, view.height);
    for (const each of this.laid) this.#lay(each);
  }

  // Writes names over them with another pen, in these families of fonts; those that are written.
  letter(pen, families) {
    const { ratio, colours, zoom, room } = this.view;
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    return new Lettering(pen, colours, { zoom, families, ...room }).write(this.laid.filter(({ tile }) => tile?.land));
  }

  // One tile, or part of one, in its square.
  #lay({ tile, left, top, side, square }) {
    if (!tile?.land) return;
    const { pen, view: { ratio } } = this;
    pen.save();
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.beginPath(); // whole pixels, so that neighbours meet
    const [x0, y0, x1, y1] = square.map((each) => Math.round(each * ratio));
    pen.rect(x0, y0, x1 - x0, y1 - y0);
    pen.clip();
    const scale = (side * ratio) / EDGE;
    pen.setTransform(scale, 0, 0, scale, left * ratio, top * ratio);
    this.#drawTile(tile, ratio / scale);
    pen.restore();
  }

  // `px` is one pixel of the page in units of the tile.
  #drawTile(tile, px) {
    const { pen, view: { colours, zoom, borders } } = this;
    const far = zoom < FAR;
    pen.lineJoin = "round";
    for (const [width, strength] of far ? BANDS.far : BANDS.near) this.#stroke(tile.coast, colours.bands, width * px, strength);
    pen.fillStyle = colours.land;
    pen.fill(tile.land, "evenodd");
    tile.rivers.forEach((path, rank) => {
      this.#stroke(path, colours.river, (RIVERS[rank] + Math.max(0, zoom - 4) * 0.12) * px, zoom < 3 ? 0.6 : 0.9);
    });
    pen.fillStyle = colours.lake;
    pen.fill(tile.lakes, "evenodd");
    this.#stroke(tile.lakes, colours.river, 0.7 * px);
    if (borders) this.#drawBorders(tile, px, far);
    this.#stroke(tile.coast, colours.coast, (far ? 0.6 : 0.9) * px);
  }

  #drawBorders(tile, px, far) {
    tile.borders.forEach((path, doubt) => {
      this.pen.setLineDash(BORDERS[doubt].map((length) => length * px));
      this.#stroke(path, this.view.colours.border, (far ? 0.6 : 0.9) * px, far ? 0.5 : 0.7);
    });
    this.pen.setLineDash([]);
  }

  #stroke(path, colour, width, strength = 1) {
    this.pen.globalAlpha = strength;
    this.pen.strokeStyle = colour;
    this.pen.lineWidth = width;
    this.pen.stroke(path);
    this.pen.globalAlpha = 1;
  }
}
