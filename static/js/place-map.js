// The map beside the places of the form: shows their points and areas. A click sets the point of the
// chosen place; its area is drawn corner by corner.

import { addBaseMap } from "./base-map.js";
import { Drawing } from "./drawing.js";

const pointMark = (at) => L.circleMarker(at, { radius: 7, className: "place-point", interactive: false });

export class PlaceMap {
  constructor(form, element, changed) {
    this.form = form;
    this.element = element;
    this.changed = changed;
    this.markers = new Map();
    element.closest("[hidden]").hidden = false;
    this.map = L.map(element, { attributionControl: false, minZoom: 0, maxZoom: 10, scrollWheelZoom: false, maxBounds: [[-85.06, -300], [85.06, 300]] });
    this.map.setView([25, 60], 1.5);
    addBaseMap(this.map);
    this.map.on("focus", () => this.map.scrollWheelZoom.enable());
    this.map.on("blur", () => this.map.scrollWheelZoom.disable());
    this.map.on("click", ({ latlng }) => this.#set(latlng));
    element.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.target !== element || !this.row) return;
      event.preventDefault();
      this.#set(this.map.getCenter());
    });
    this.drawing = new Drawing(document.getElementById("area-tools"), this, (corners) => this.#drawn(corners));
    form.addEventListener("read", ({ target, detail }) => this.#draw(target, detail?.at));
    for (const row of form.querySelectorAll("[data-rows=places] [data-row]")) this.attach(row);
    this.#fit();
  }

  attach(row) {
    const button = row.querySelector("[data-map-row]");
    if (!button) return;
    button.addEventListener("click", () => this.#choose(row));
    const field = row.querySelector("[name$='-point']");
    const at = /^(-?\d+\.\d+), (-?\d+\.\d+)$/.exec(field.value);
    if (at) this.#draw(field, at.slice(1).map(Number));
    row.querySelector("[data-draw-row]").addEventListener("click", () => this.#beginArea(row));
    const outline = row.querySelector("[name$='-outline']");
    outline.addEventListener("input", () => this.#outline(outline));
    this.#outline(outline);
  }

  // The row whose point a click sets; the same again, and clicks only move the map.
  #choose(row) {
    this.drawing.end();
    const same = this.row === row;
    this.#chooseNone();
    if (same) return;
    this.row = row;
    this.element.classList.add("choosing");
    row.querySelector("[data-map-row]").setAttribute("aria-pressed", "true");
    this.element.scrollIntoView({ block: "nearest" });
    this.element.focus({ preventScroll: true });
  }

  #chooseNone() {
    this.row = null;
    this.element.classList.remove("choosing");
    for (const button of this.form.querySelectorAll("[data-map-row]")) button.setAttribute("aria-pressed", "false");
  }

  #beginArea(row) {
    this.#chooseNone();
    this.areaOf = row;
    this.element.scrollIntoView({ block: "nearest" });
    this.drawing.begin();
  }

  // What was drawn becomes the text of the place's area, in degrees, closed.
  #drawn(corners) {
    const numbers = corners.split(",").map(Number);
    const ring = numbers.flatMap((lon, at) => (at % 2 ? [] : [[lon, numbers[at + 1]]]));
    const field = this.areaOf.querySelector("[name$='-outline']");
    field.value = JSON.stringify({ type: "Polygon", coordinates: [[...ring, ring[0]]] });
    field.closest("details").open = true;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
  }

  // A text that is no area is no fault here: the form says what is wrong with it.
  #outline(field) {
    this.markers.get(field)?.remove();
    this.markers.delete(field);
    try {
      const area = L.geoJSON(JSON.parse(field.value), { className: "frame", interactive: false, pointToLayer: (_feature, at) => pointMark(at) });
      if (area.getBounds().isValid()) this.markers.set(field, area.addTo(this.map));
    } catch {
      return;
    }
  }

  #set({ lat, lng }) {
    if (!this.row) return;
    const field = this.row.querySelector("[name$='-point']");
    const longitude = ((((lng + 180) % 360) + 360) % 360) - 180;
    field.value = `${lat.toFixed(6)}, ${longitude.toFixed(6)}`;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    this.#draw(field, [lat, longitude]);
    this.changed();
  }

  #draw(field, at) {
    if (!field.name.endsWith("-point")) return;
    this.markers.get(field)?.remove();
    this.markers.delete(field);
    if (!at) return;
    const marker = pointMark(at);
    this.markers.set(field, marker.addTo(this.map));
  }

  #fit() {
    const bounds = L.latLngBounds([]);
    for (const marker of this.markers.values()) bounds.extend(marker.getBounds?.() ?? marker.getLatLng());
    if (bounds.isValid()) this.map.fitBounds(bounds, { maxZoom: 4, padding: [30, 30], animate: false });
  }
}
