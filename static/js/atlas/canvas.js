// The ground of a map as one canvas, drawn at the very zoom from vector tiles; colours are the page's
// custom properties, names go over the whole view (lettering.js).

import { Lettering } from "./lettering.js";
import { DEEPEST, EDGE, SIDE, Tiles } from "./tiles.js";

const COLOURS = ["sea", "land", "coast", "bands", "lake", "river", "border", "name", "name-soft", "name-sea", "name-range"];
const SHARPEST = 3; // pixels of the canvas for one of the page, at most
const TOGETHER = 250; // milliseconds for tiles to come
const FAR = 2.5; // the zoom below which lines are thinner
// The lines of water along the coast: pixels, and how strong.
const BANDS = { far: [[7, 0.2], [3.5, 0.3]], near: [[18, 0.14], [11, 0.18], [5, 0.26]] };
const RIVERS = [1.1, 0.85, 0.6];
const BORDERS = [[5, 2.5, 1, 2.5], [1.5, 3]]; // dashes: agreed, disputed

export const AtlasCanvas = L.Renderer.extend({
  options: { padding: 0.15, pane: "land", borders: true },

  // `wider(map)` says whether all of the world is in sight, which is drawn once then.
  initialize(address, wider, options) {
    L.Renderer.prototype.initialize.call(this, options);
    this.wider = wider;
    this.marks = [];
    this.tiles = new Tiles(address, (error) => (error ? this.fire("failed") : this._arrived()));
  },

  onAdd(map) {
    this.anew = () => { this.colours = null; this._soon(); };
    this.theme = matchMedia("(prefers-color-scheme: dark)");
    this.theme.addEventListener("change", this.anew);
    this.chosen = new MutationObserver(this.anew);
    this.chosen.observe(document.documentElement, { attributes: true, attributeFilter: ["class", "data-theme"] });
    document.fonts.addEventListener("loadingdone", this.anew);
    L.Renderer.prototype.onAdd.call(this, map);
    map.on("move", this._moved, this);
  },

  onRemove() {
    clearTimeout(this.writing);
    this.theme.removeEventListener("change", this.anew);
    this.chosen.disconnect();
    document.fonts.removeEventListener("loadingdone", this.anew);
    this._map.off("move", this._moved, this);
    L.Renderer.prototype.onRemove.call(this);
  },

  showBorders(shown) {
    this.options.borders = shown;
    this._soon();
  },

  // Names leave room for marks, which are { x, y, radius } in pixels of Leaflet's layers.
  avoid(marks) {
    this.marks = marks;
    this._soon();
  },

  _initContainer() {
    this._container = L.DomUtil.create("canvas", "land");
    this._container.setAttribute("aria-hidden", "true");
    this.pen = this._container.getContext("2d", { alpha: false });
  },

  _destroyContainer() {
    this._container.remove();
    delete this._container;
  },

  _updatePaths() {},
  _onZoomEnd() {},

  // A drag beyond what is drawn draws on.
  _moved() {
    const at = this._map.containerPointToLayerPoint([0, 0]);
    const seen = L.bounds(at, at.add(this._map.getSize()));
    if (this._bounds && !this._map._animatingZoom && !this._bounds.contains(seen)) this._update();
  },

  _update() {
    if (this._map._animatingZoom && this._bounds) return;
    L.Renderer.prototype._update.call(this);
    const size = this._bounds.getSize();
    this.ratio = Math.min(SHARPEST, window.devicePixelRatio);
    L.DomUtil.setPosition(this._container, this._bounds.min);
    const [width, height] = [size.x * this.ratio, size.y * this.ratio].map(Math.round);
    if (this._container.width !== width) this._container.width = width;
    if (this._container.height !== height) this._container.height = height;
    this._container.style.width = `${size.x}px`;
    this._container.style.height = `${size.y}px`;
    this._draw();
  },

  // The tiles under the canvas, with their sides and where the canvas begins in pixels of the world.
  _under() {
    const zoom = this._map.getZoom();
    const z = Math.max(0, Math.min(DEEPEST, Math.round(zoom - 1)));
    const side = SIDE * 2 ** (zoom - 1 - z);
    const from = this._bounds.min.add(this._map.getPixelOrigin());
    const to = this._bounds.max.add(this._map.getPixelOrigin());
    const once = this.wider(this._map);
    const within = (each, count) => Math.max(0, Math.min(count, each));
    const [west, east] = [Math.floor(from.x / side), Math.ceil(to.x / side)].map((x) => (once ? within(x, 2 ** z) : x));
    const [north, south] = [Math.floor(from.y / side), Math.ceil(to.y / side)].map((y) => within(y, 2 ** z));
    const all = [];
    for (let x = west; x < east; x += 1) for (let y = north; y < south; y += 1) all.push({ z, x, y });
    return { all, side, from, zoom };
  },

  // Tiles that come one after the other are drawn together.
  _arrived() {
    if (!this.tiles.waiting) return this._soon();
    this.later ??= setTimeout(() => { this.later = null; this._soon(); }, TOGETHER);
    return undefined;
  },

  _soon() {
    clearTimeout(this.later);
    this.later = null;
    if (this.frame || !this._map) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      if (this._map && !this._map._animatingZoom) this._draw();
    });
  },

  _draw() {
    this.colours ??= this._coloursNow();
    const { pen, ratio, colours } = this;
    const { all, side, from, zoom } = this._under();
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.fillStyle = colours.sea;
    pen.fillRect(0, 0, this._container.width, this._container.height);
    const laid = all.map((key) => ({ key, left: key.x * side - from.x, top: key.y * side - from.y, tile: this.tiles.get(key) }));
    for (const each of laid) this._lay(each, side, zoom);
    const whole = laid.every(({ tile }) => tile);
    const write = () => {
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      const written = new Lettering(pen, colours, { zoom, side, ...this._room() }).write(laid.filter(({ tile }) => tile?.land));
      if (whole) this.fire("drawn", { names: written });
    };
    clearTimeout(this.writing);
    if (this.lettered) write();
    else if (whole) this.writing = setTimeout(() => { this.lettered = true; write(); }); // a task of its own, once
  },

  // The size of the canvas, the part of it that is in sight, and where marks lie on it.
  _room() {
    const { min } = this._bounds;
    const corner = this._map.containerPointToLayerPoint([0, 0]).subtract(min);
    const { x, y } = this._map.getSize();
    const taken = this.marks.map((mark) => [mark.x - mark.radius - min.x, mark.y - mark.radius - min.y, mark.x + mark.radius - min.x, mark.y + mark.radius - min.y]);
    return { size: this._bounds.getSize(), seen: [corner.x, corner.y, corner.x + x, corner.y + y], taken };
  },

  _coloursNow() {
    // As an element has them: a property alone does not say which of its two colours is shown.
    const shown = L.DomUtil.create("span", "", this._map.getContainer());
    const style = getComputedStyle(shown);
    const found = COLOURS.map((name) => {
      shown.style.color = `var(--map-${name})`;
      return [name, style.color];
    });
    shown.remove();
    return Object.fromEntries(found);
  },

  // One tile in its square, or meanwhile the part of a coarser one that is there.
  _lay({ key, left, top, tile }, side, zoom) {
    const { pen, ratio } = this;
    const coarser = tile ? null : this.tiles.above(key);
    const drawn = tile ?? coarser?.tile;
    if (!drawn?.land) return;
    const up = 2 ** (coarser?.up ?? 0);
    const away = (number) => (((number % up) + up) % up) * side;
    pen.save();
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.beginPath(); // whole pixels, so that neighbours meet
    const [x0, y0, x1, y1] = [left, top, left + side, top + side].map((each) => Math.round(each * ratio));
    pen.rect(x0, y0, x1 - x0, y1 - y0);
    pen.clip();
    const scale = (side * up * ratio) / EDGE;
    pen.setTransform(scale, 0, 0, scale, (left - away(key.x)) * ratio, (top - away(key.y)) * ratio);
    this._drawTile(drawn, ratio / scale, zoom);
    pen.restore();
  },

  // `px` is one pixel of the page in units of the tile.
  _drawTile(tile, px, zoom) {
    const { pen, colours } = this;
    const far = zoom < FAR;
    pen.lineJoin = "round";
    for (const [width, strength] of far ? BANDS.far : BANDS.near) this._stroke(tile.coast, colours.bands, width * px, strength);
    pen.fillStyle = colours.land;
    pen.fill(tile.land, "evenodd");
    tile.rivers.forEach((path, rank) => {
      this._stroke(path, colours.river, (RIVERS[rank] + Math.max(0, zoom - 4) * 0.12) * px, zoom < 3 ? 0.6 : 0.9);
    });
    pen.fillStyle = colours.lake;
    pen.fill(tile.lakes, "evenodd");
    this._stroke(tile.lakes, colours.river, 0.7 * px);
    if (this.options.borders) this._drawBorders(tile, px, far);
    this._stroke(tile.coast, colours.coast, (far ? 0.6 : 0.9) * px);
  },

  _drawBorders(tile, px, far) {
    tile.borders.forEach((path, doubt) => {
      this.pen.setLineDash(BORDERS[doubt].map((length) => length * px));
      this._stroke(path, this.colours.border, (far ? 0.6 : 0.9) * px, far ? 0.5 : 0.7);
    });
    this.pen.setLineDash([]);
  },

  _stroke(path, colour, width, strength = 1) {
    this.pen.globalAlpha = strength;
    this.pen.strokeStyle = colour;
    this.pen.lineWidth = width;
    this.pen.stroke(path);
    this.pen.globalAlpha = 1;
  },
});
