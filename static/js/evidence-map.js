// A map of evidence: cells that count records, the records themselves where they are few, and
// areas. What is drawn comes from the page (`#map-data`) or is asked for as the map moves.

import { apart } from "./apart.js";
import { addBaseMap, isWider } from "./base-map.js";
import { countryAt } from "./countries.js";
import { WORLD, boundsOf, boxOf, rounded, seenBox, wrapped } from "./map-box.js";
import { addControls } from "./map-controls.js";
import { addLabels } from "./map-labels.js";
import { popupSize, readPopupsByKey } from "./map-popups.js";
import { LEAST_TARGET, areaCount, chosen, counted, isRough, listOf, makeButton, marker, ring, sizeOf } from "./marks.js";
import { Polities } from "./polities.js";
import { SteadyLayers } from "./steady-layers.js";
import { inTurns, pause } from "./turns.js";

const MOST_ZOOM = 8;
const MOST_SHOWN = 3.8; // the zoom of a map that opens on what was found
const RECORD_ZOOM = 3; // of one record's: with the countries around
const CLEAR = [48, 24]; // pixels beside what was found, where the buttons are
const HINT = 1600; // milliseconds
const RINGS_FROM = 4; // the zoom from which points known roughly have a ring
const START = { at: [25, 60, 1.5] };
const MOVES = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "+", "-", "=", "_"]);
const TILE = 256; // pixels across the world at zoom 0
const REACH = [[-85.06, -300], [85.06, 300]]; // beyond which only a popup may lead, so that all of it is seen
const [COUNT_RADIUS, COUNT_REACH] = [11, 36]; // pixels of the number of an area, and how far it goes aside

const isOfCountry = ({ precision }) => precision === "country";
const moved = (disc, { x, y }) => ({ ...disc, x: disc.x + x, y: disc.y + y, aside: [x, y], fixed: true });

// Whether a number that was moved aside still says what it counts: it is near, and lies on nothing.
function isBeside(disc, { x, y }, taken) {
  const far = (other) => Math.max(Math.abs(disc.x + x - other.x), Math.abs(disc.y + y - other.y));
  return Math.hypot(x, y) < COUNT_REACH && taken.every((other) => far(other) > other.radius + disc.radius - 1);
}

export class EvidenceMap {
  // `moved` is called after the reader, not the page, has moved the map.
  constructor(element, moved = () => {}) {
    this.element = element;
    this.words = element.dataset;
    this.moved = moved;
    this.still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.map = L.map(element, {
      attributionControl: false,
      minZoom: 0,
      maxZoom: MOST_ZOOM,
      zoomSnap: 0,
      scrollWheelZoom: !this.words.wheel,
      fadeAnimation: !this.still,
      zoomAnimation: !this.still,
    });
    this.areas = new SteadyLayers(this.map);
    this.marks = new SteadyLayers(this.map);
    this.frame = L.layerGroup().addTo(this.map);
    this.outlines = new Map();
  }

  // `view` is { box: [west, south, east, north] } or { at: [lat, lon, zoom] }; without one, where
  // the records are.
  async start(view) {
    this.show(view);
    this.#listen();
    await pause();
    const ground = addBaseMap(this.map);
    await pause();
    if (this.words.polities) this.polities = new Polities(this.map, this.words.polities);
    addControls(this.map, ground, this.polities);
    addLabels(this.map);
    this.ground = ground;
    await pause();
    await this.refresh();
  }

  show(view) {
    const { at, box } = view ?? this.#usual();
    Object.assign(this, { view, byReader: false, wasMoved: false });
    if (at) this.map.setView(at.slice(0, 2), at[2], { animate: false });
    else if (view) this.map.fitBounds(boundsOf(box), { animate: false });
    else this.map.fitBounds(boundsOf(box), { animate: false, padding: CLEAR, maxZoom: this.#embedded ? RECORD_ZOOM : MOST_SHOWN });
    if (isWider(this.map) && this.#ofRegion) this.#fillWith(boundsOf(box));
    else if (isWider(this.map)) this.#centreWorld();
  }

  get box() {
    return seenBox(this.map);
  }

  get position() {
    const { lat, lng } = this.map.getCenter();
    return [rounded(lat), rounded(wrapped(lng)), Number(this.map.getZoom().toFixed(2))];
  }

  // Draws the box that filters, or none.
  drawFrame(box) {
    this.frame.clearLayers();
    if (box) this.frame.addLayer(L.rectangle(boundsOf(box), { className: "frame", interactive: false }));
  }

  get #from() {
    return document.querySelector(".map-from").dataset;
  }

  get #embedded() {
    const script = document.getElementById("map-data");
    return script && JSON.parse(script.textContent);
  }

  get #ofRegion() {
    return Boolean(this.#from.outline && this.#from.bounds);
  }

  // A region is in the middle, however wide the map is: the world is no narrower than the map then.
  #fillWith(bounds) {
    this.map.setView(bounds.getCenter(), Math.log2(this.map.getSize().x / TILE) + 0.01, { animate: false });
  }

  #usual() {
    return this.#from.bounds ? { box: this.#from.bounds.split(",").map(Number) } : START;
  }

  #listen() {
    const byReader = () => { this.byReader = true; };
    this.map.on("dragstart boxzoomstart dblclick", byReader);
    if (this.words.wheel) this.#zoomOnceClicked();
    readPopupsByKey(this.map);
    this.map.on("autopanstart", () => { this.byPopup = true; });
    this.element.addEventListener("wheel", () => this.#wheeled(), { passive: true });
    this.element.addEventListener("touchmove", ({ touches }) => { if (touches.length > 1) byReader(); }, { passive: true });
    this.element.addEventListener("click", ({ target }) => { if (target.closest(".leaflet-control-zoom")) byReader(); }, true);
    this.element.addEventListener("keydown", ({ key, target }) => { if (target === this.element && MOVES.has(key)) byReader(); }, true);
    this.map.on("popupopen", () => { this.popup = true; });
    this.map.on("popupclose", () => { this.popup = false; this.#stayInReach(); });
    this.map.on("resize", () => { this.#resized(); });
    this.map.on("moveend", () => { this.#stayInReach(); this.#moveEnded(); });
  }

  // On a page to be read, the wheel scrolls it until the map was clicked.
  #zoomOnceClicked() {
    this.map.on("focus", () => {
      this.map.scrollWheelZoom.enable();
      if (this.hint) this.hint.hidden = true;
    });
    this.map.on("blur", () => this.map.scrollWheelZoom.disable());
  }

  #wheeled() {
    this.byReader = this.map.scrollWheelZoom.enabled();
    if (this.byReader) return;
    this.hint ??= this.element.appendChild(Object.assign(document.createElement("p"), { className: "map-hint", textContent: this.words.wheel }));
    this.hint.hidden = false;
    clearTimeout(this.hinting);
    this.hinting = setTimeout(() => { this.hint.hidden = true; }, HINT);
  }

  // Until the reader has moved it, a map of another size shows the same; after that, the world at least whole.
  #resized() {
    if (this.popup || this.byReader) return;
    if (!this.wasMoved) this.show(this.view);
    else if (isWider(this.map)) this.#centreWorld();
  }

  #centreWorld() {
    this.map.setView([this.map.getCenter().lat, 0], this.map.getZoom(), { animate: false });
  }

  #stayInReach() {
    if (!this.popup) this.map.panInsideBounds(REACH, { animate: false });
  }

  #moveEnded() {
    if (this.byPopup) {
      this.byPopup = false;
      return;
    }
    this.wasMoved ||= this.byReader;
    clearTimeout(this.pause);
    this.pause = setTimeout(() => {
      if (this.byReader) this.moved();
      this.byReader = false;
      this.refresh();
    }, 150);
  }

  // Draws what the page says now; asks for it unless what is drawn reaches beyond the map's edges.
  async refresh() {
    if (!this.ground) return undefined; // it is done at the end of the start
    this.polities?.show(this.#from.year ?? "");
    const data = this.#embedded;
    const asking = this.waiting;
    asking?.abort(); // else what is no longer wanted would be drawn over what is
    this.waiting = null;
    if (data) {
      this.asked = null;
      return this.#draw(data);
    }
    const zoom = Math.max(0, Math.floor(this.map.getZoom()));
    const bounds = this.map.getBounds();
    const asked = `${this.#from.cells} ${zoom}`;
    if (asked === this.asked && this.covered.contains(bounds)) return asking && this.#draw(this.answer);
    this.waiting = new AbortController();
    delete this.element.dataset.drawn;
    try {
      const covered = bounds.pad(0.3);
      const answer = await this.#ask(zoom, boxOf(covered), this.waiting.signal);
      Object.assign(this, { asked, covered, answer, waiting: null });
      return await this.#draw(answer);
    } catch (error) {
      if (error.name !== "AbortError") this.#fail();
      return undefined;
    }
  }

  async #ask(zoom, box, signal) {
    const address = new URL(this.#from.cells, location.href);
    address.searchParams.set("zoom", zoom);
    address.searchParams.set("within", box.join());
    const answer = await fetch(address, { signal });
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.json();
  }

  #fail() {
    const text = Object.assign(document.createElement("p"), { className: "map-failed", textContent: this.words.failed });
    this.element.append(text);
  }

  // Whether the focus is on what may be drawn anew; the buttons of the map stay.
  #holdsFocusOfMarks() {
    const { activeElement } = document;
    return this.element.contains(activeElement) && activeElement !== this.element && !activeElement.closest(".leaflet-control");
  }

  async #draw(data) {
    const mine = (this.drawn = Symbol("drawn"));
    delete this.element.dataset.drawn; // until the areas are there as well
    this.element.querySelector(".map-failed")?.remove();
    const discs = data.cells.map((cell) => this.#discOf(cell));
    const aside = apart(discs);
    const taken = discs.map((disc, at) => moved(disc, aside[at]));
    const wanted = () => mine === this.drawn;
    await pause();
    if (!wanted()) return;
    const rings = this.#rough(data);
    const marks = data.cells.map((cell, at) => this.#cellEntry(cell, data, aside[at]));
    if (!await this.#show(this.marks, [...rings.filter(({ point }) => !isOfCountry(point)), ...marks], wanted)) return;
    this.ground.avoid(taken);
    const [shapes, countries] = await Promise.all([this.#shapes(data, wanted), this.#countries(rings)]);
    if (!wanted()) return;
    const areas = shapes.flatMap(([area, outline]) => this.#areaEntries(area, outline, { data, taken }));
    if (!await this.#show(this.areas, [...this.#polygonEntries(), ...countries, ...areas], wanted)) return;
    this.ground.avoid(taken);
    if (!this.waiting) this.element.dataset.drawn = data.count;
  }

  // The focus goes to the map where that which has it goes.
  async #show(layers, entries, wanted) {
    const held = this.#holdsFocusOfMarks();
    const whole = await layers.show(entries, wanted);
    if (whole && held && !this.element.contains(document.activeElement)) this.element.focus({ preventScroll: true });
    return whole;
  }

  // Where a mark lies: its place on the earth, and its pixels.
  #discOf(cell) {
    const place = [cell.lat, cell.lon + this.#shiftOf(cell)];
    const { x, y } = this.map.latLngToLayerPoint(place);
    return { place, x, y, radius: Math.max(sizeOf(cell), LEAST_TARGET) / 2 };
  }

  #shiftOf(cell) {
    return isWider(this.map) ? 0 : WORLD * Math.round((this.map.getCenter().lng - cell.lon) / WORLD);
  }

  #cellEntry(cell, data, aside) {
    const shift = this.#shiftOf(cell);
    const deeper = cell.points === null && this.map.getZoom() < MOST_ZOOM;
    const make = () => {
      const mark = marker(cell, shift, data, this.words, { deeper, aside });
      if (deeper) chosen(mark, () => this.#zoomTo(mark.getLatLng()));
      else mark.bindPopup(() => listOf(data.records, cell, this.words, this.#listAddress(cell.bbox)), popupSize(this.map));
      return mark;
    };
    return { key: JSON.stringify([cell, shift, deeper, aside]), make };
  }

  // Rings round the points that are known roughly, once for each place.
  #rough(data) {
    if (this.map.getZoom() < RINGS_FROM) return [];
    const found = data.cells.flatMap((cell) => (cell.points ?? []).map((point) => ({ point, shift: this.#shiftOf(cell) })));
    return found.filter(({ point }) => isRough(point)).map(({ point, shift }) => {
      const { lat, lon, precision, certainty } = point;
      return { key: JSON.stringify([lat, lon + shift, precision, certainty]), make: () => ring(point, shift), point, shift };
    });
  }

  // The country takes the place of the ring, where there is an outline of it.
  #countries(rings) {
    return Promise.all(rings.filter(({ point }) => isOfCountry(point)).map(async ({ key, make, point, shift }) => {
      const shape = await countryAt(this.words.countries, point);
      if (!shape) return { key, make };
      const coordsToLatLng = ([lon, lat]) => L.latLng(lat, lon + shift);
      return { key, make: () => L.geoJSON(shape, { className: `outline ring ${point.certainty}`, interactive: false, coordsToLatLng }) };
    }));
  }

  #zoomTo(place) {
    this.byReader = true;
    this.map.setView(place, Math.min(MOST_ZOOM, this.map.getZoom() + 2));
  }

  // The list of the records in a box, by the filters of the page.
  #listAddress(box) {
    const address = new URL(this.words.list, location.href);
    address.search = new URL(this.#from.cells, location.href).search;
    if (box) address.searchParams.set("bbox", box.join());
    return address;
  }

  // The area that the search asks for, as "lon,lat,lon,lat…".
  #polygonEntries() {
    const key = this.#from.polygon;
    if (!key) return [];
    const numbers = key.split(",").map(Number);
    const corners = numbers.flatMap((lon, at) => (at % 2 ? [] : [[numbers[at + 1], lon]]));
    return [{ key, make: () => L.polygon(corners, { className: "frame", interactive: false }) }];
  }

  // What is no longer wanted is not asked for, and none of it drawn.
  async #shapes(data, wanted) {
    const areas = [...data.areas];
    const alone = this.#from.outline;
    if (alone && !areas.some(({ region }) => region === alone)) areas.push({ region: alone, count: 0 });
    if (!await inTurns(areas, ({ region }) => { this.#outline(region); }, wanted)) return [];
    const shapes = await Promise.all(areas.map(({ region }) => this.#outline(region)));
    return areas.map((area, at) => [area, shapes[at]]).filter(([, outline]) => outline);
  }

  // Each outline is asked for once; with its middle.
  #outline(region) {
    if (!this.outlines.has(region)) {
      const address = `${this.words.regions}${encodeURIComponent(region)}/?format=geojson`;
      const found = fetch(address).then((answer) => (answer.ok ? answer.json() : null), () => null);
      this.outlines.set(region, found.then((feature) => feature && { shape: feature.geometry, middle: L.geoJSON(feature).getBounds().getCenter() }));
    }
    return this.outlines.get(region);
  }

  // An area, and beside the marks and the other numbers that of its records, where there is room for it.
  #areaEntries(area, { shape, middle }, { data, taken }) {
    const key = JSON.stringify(area);
    const said = `${area.name}: ${counted(area.count, this.words)}`;
    const entry = { key, make: () => this.#areaLayer(area, shape, { data, said, middle }) };
    if (area.count < 2) return [entry];
    const disc = { place: middle, ...this.map.latLngToLayerPoint(middle), radius: COUNT_RADIUS };
    const aside = apart([...taken, disc]).at(-1);
    if (!isBeside(disc, aside, taken)) return [entry];
    taken.push(moved(disc, aside));
    const open = () => this.areas.get(key).openPopup(middle);
    return [entry, { key: JSON.stringify([key, aside]), make: () => areaCount(middle, area.count, { said, aside, open }) }];
  }

  #areaLayer(area, shape, { data, said, middle }) {
    const layer = L.geoJSON(shape, { className: `area ${area.certainty ?? ""}`, interactive: area.count > 0 });
    if (area.count === 0) return layer;
    const address = () => {
      const list = this.#listAddress();
      list.searchParams.set("region", area.region);
      return list;
    };
    layer.bindPopup(() => listOf(data.records, area, this.words, address()), popupSize(this.map));
    layer.eachLayer((part) => part.on("add", () => makeButton(part, said, () => layer.openPopup(middle))));
    return layer;
  }
}
