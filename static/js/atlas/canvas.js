// The ground of a map as one canvas drawn at the very zoom, which a worker draws (atlas-worker.js) so that the
// page never waits for it; colours are the page's custom properties. The event "asked" says that what is shown
// will change, "drawn" that it will stay until "asked" comes again.

const FAMILY = "Atlas Serif";
const COLOURS = ["sea", "land", "coast", "bands", "lake", "river", "border", "name", "name-soft", "name-sea", "name-range"];
const DEEPEST = 5; // of the tiles
const SIDE = 512; // pixels of a tile at its own zoom
const FURNITURE = ".leaflet-control, .graticule-labels span, .polity-name"; // under which no name is written
const BESIDE = 2; // pixels round it
const SHARPEST = 3; // pixels of the canvas for one of the page, at most

export const AtlasCanvas = L.Renderer.extend({
  options: { padding: 0.15, pane: "land", borders: true },

  // `wider(map)` says whether all of the world is in sight, which is drawn once then.
  initialize({ script, tiles }, wider, options) {
    L.Renderer.prototype.initialize.call(this, options);
    this.wider = wider;
    this.marks = [];
    this.asked = null;
    this.worker = new Worker(script, { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this._show(data));
    this.worker.postMessage({ tiles: new URL(tiles, location.href).href, fonts: fontsOf(FAMILY) });
  },

  onAdd(map) {
    this.anew = () => this._recolour();
    this.theme = matchMedia("(prefers-color-scheme: dark)");
    this.theme.addEventListener("change", this.anew);
    this.chosen = new MutationObserver(this.anew);
    this.chosen.observe(document.documentElement, { attributes: true, attributeFilter: ["class", "data-theme"] });
    L.Renderer.prototype.onAdd.call(this, map);
    map.on("move", this._moved, this);
    map.on("furnished", this._soon, this);
  },

  onRemove() {
    this.worker.terminate();
    this.theme.removeEventListener("change", this.anew);
    this.chosen.disconnect();
    this._map.off({ move: this._moved, furnished: this._soon }, this);
    L.Renderer.prototype.onRemove.call(this);
  },

  showBorders(shown) {
    this.options.borders = shown;
    this._soon();
  },

  // Names leave room for marks, which are { place, aside, radius }: on the earth, and in pixels from there.
  avoid(marks) {
    const same = isSame(marks, this.marks);
    this.marks = [...marks];
    if (!same) this._soon();
  },

  // With the very frame in which the page changes its colours, what is shown is turned round, light for dark,
  // until it is drawn in the others.
  _recolour() {
    const colours = this._coloursNow();
    if (isSame(colours, this.colours)) return;
    this.colours = colours;
    this._turn();
    this._soon();
  },

  _turn() {
    this._container.classList.toggle("turned", Boolean(this.shownIn) && !isSame(this.shownIn, this.colours));
  },

  _initContainer() {
    this._container = L.DomUtil.create("canvas", "land");
    this._container.setAttribute("aria-hidden", "true");
    this.pen = this._container.getContext("bitmaprenderer");
  },

  _destroyContainer() {
    this._container.remove();
    delete this._container;
  },

  _updatePaths() {},
  _onZoomEnd() {},

  _reset() {
    this._update();
    this._updateTransform(this._map.getCenter(), this._map.getZoom());
  },

  // What is shown stays over its place on the earth until the next is drawn.
  _updateTransform(center, zoom) {
    if (this._bounds) L.Renderer.prototype._updateTransform.call(this, center, zoom);
  },

  // A drag beyond what is drawn draws on.
  _moved() {
    const at = this._map.containerPointToLayerPoint([0, 0]);
    const seen = L.bounds(at, at.add(this._map.getSize()));
    if (this.asked && !this._map._animatingZoom && !this.asked.bounds.contains(seen)) this._update();
  },

  // Another ground is asked for with the next frame: what is shown till then does not stay.
  _soon() {
    this.fire("asked");
    if (this.frame || !this._map) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      if (this._map) this._update();
    });
  },

  // Asks for the ground of what is in sight and a little beside.
  _update() {
    const map = this._map;
    if (map._animatingZoom && this.asked) return;
    const [size, zoom, origin] = [map.getSize(), map.getZoom(), map.getPixelOrigin()];
    if (!size.x || !size.y) return; // out of sight, as on paper
    const min = map.containerPointToLayerPoint(size.multiplyBy(-this.options.padding)).round();
    const bounds = L.bounds(min, min.add(size.multiplyBy(1 + this.options.padding * 2)).round());
    const [ratio, { x, y }] = [Math.min(SHARPEST, window.devicePixelRatio), bounds.getSize()];
    this.colours ??= this._coloursNow();
    this.fire("asked");
    this.asked = { number: (this.asked?.number ?? 0) + 1, bounds, origin, center: map.getCenter(), zoom, colours: this.colours };
    this.worker.postMessage({
      number: this.asked.number,
      colours: this.colours,
      borders: this.options.borders,
      zoom,
      ratio,
      width: Math.round(x * ratio),
      height: Math.round(y * ratio),
      room: this._room(bounds),
      ...this._under(bounds, origin, zoom),
    });
  },

  _show({ number, names, whole, bitmap }) {
    if (!this._map || this._map._animatingZoom || number !== this.asked.number) {
      bitmap.close();
      return;
    }
    const { bounds, origin, center, zoom, colours } = this.asked;
    Object.assign(this, { _bounds: bounds, _center: center, _zoom: zoom, shownIn: colours });
    const { x, y } = bounds.getSize();
    const { width, height } = bitmap;
    Object.assign(this._container, { width, height });
    Object.assign(this._container.style, { width: `${x}px`, height: `${y}px` });
    if (this._map.getPixelOrigin().equals(origin)) L.DomUtil.setPosition(this._container, bounds.min);
    else this._updateTransform(this._map.getCenter(), this._map.getZoom());
    this.pen.transferFromImageBitmap(bitmap);
    this._turn();
    if (whole && !this.frame) this.fire("drawn", { names });
  },

  // The tiles under the canvas, with their sides and where the canvas begins in pixels of the world.
  _under(bounds, origin, zoom) {
    const z = Math.max(0, Math.min(DEEPEST, Math.round(zoom - 1)));
    const side = SIDE * 2 ** (zoom - 1 - z);
    const from = bounds.min.add(origin);
    const to = bounds.max.add(origin);
    const once = this.wider(this._map);
    const within = (each, count) => Math.max(0, Math.min(count, each));
    const [west, east] = [Math.floor(from.x / side), Math.ceil(to.x / side)].map((x) => (once ? within(x, 2 ** z) : x));
    const [north, south] = [Math.floor(from.y / side), Math.ceil(to.y / side)].map((y) => within(y, 2 ** z));
    const all = [];
    for (let x = west; x < east; x += 1) for (let y = north; y < south; y += 1) all.push({ z, x, y });
    return { all, side, from: { x: from.x, y: from.y } };
  },

  // The size of the canvas, the part of it that is in sight, and where marks and furniture lie on it.
  _room({ min, max }) {
    const corner = this._map.containerPointToLayerPoint([0, 0]).subtract(min);
    const { x, y } = this._map.getSize();
    const taken = [...this.marks.map((mark) => this._boxOf(mark, min)), ...this._furniture(corner)];
    return { size: { x: max.x - min.x, y: max.y - min.y }, seen: [corner.x, corner.y, corner.x + x, corner.y + y], taken };
  },

  _boxOf({ place, aside, radius }, min) {
    const { x, y } = this._map.latLngToLayerPoint(place).subtract(min).add(aside);
    return [x - radius, y - radius, x + radius, y + radius];
  },

  _furniture(corner) {
    const element = this._map.getContainer();
    const frame = element.getBoundingClientRect();
    const [x, y] = [corner.x - frame.left - element.clientLeft, corner.y - frame.top - element.clientTop];
    return [...element.querySelectorAll(FURNITURE)].map((each) => {
      const { left, top, right, bottom } = each.getBoundingClientRect();
      return [left + x - BESIDE, top + y - BESIDE, right + x + BESIDE, bottom + y + BESIDE];
    });
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
});

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// The faces of a family that the page's style sheets have, for a worker, which has no style sheets. They stand
// together in one of the last; the many rules of the others are not made into objects.
function fontsOf(family) {
  for (const sheet of [...document.styleSheets].reverse()) {
    const faces = facesIn(sheet, family);
    if (faces.length) return faces;
  }
  return [];
}

function facesIn(sheet, family) {
  const faces = [];
  for (const rule of sheet.cssRules) {
    const said = (name) => rule.style.getPropertyValue(name);
    if (rule instanceof CSSFontFaceRule && said("font-family").replaceAll('"', "") === family) {
      const source = said("src").replace(/url\("(.*?)"\)/, (_, address) => `url("${new URL(address, sheet.href).href}")`);
      faces.push({ source, weight: said("font-weight"), style: said("font-style") || "normal", unicodeRange: said("unicode-range") });
    } else if (faces.length) break;
  }
  return faces;
}
