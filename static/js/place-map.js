// The map beside the places of the form: shows their points; a click sets the point of the chosen one.

import { addLand } from "./land.js";

export class PlaceMap {
  constructor(form, element, changed) {
    this.form = form;
    this.element = element;
    this.changed = changed;
    this.markers = new Map();
    element.closest("[hidden]").hidden = false;
    this.map = L.map(element, { attributionControl: false, minZoom: 0, maxZoom: 10, scrollWheelZoom: false, maxBounds: [[-85.06, -300], [85.06, 300]] });
    this.map.setView([25, 60], 1.5);
    addLand(this.map, form.dataset.land);
    this.map.on("focus", () => this.map.scrollWheelZoom.enable());
    this.map.on("blur", () => this.map.scrollWheelZoom.disable());
    this.map.on("click", ({ latlng }) => this.#set(latlng));
    element.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.target !== element || !this.row) return;
      event.preventDefault();
      this.#set(this.map.getCenter());
    });
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
  }

  // The row whose point a click sets; the same again, and clicks only move the map.
  #choose(row) {
    const same = this.row === row;
    for (const button of this.form.querySelectorAll("[data-map-row]")) button.setAttribute("aria-pressed", "false");
    this.row = same ? null : row;
    this.element.classList.toggle("drawing", !same);
    if (same) return;
    row.querySelector("[data-map-row]").setAttribute("aria-pressed", "true");
    this.element.scrollIntoView({ block: "nearest" });
    this.element.focus({ preventScroll: true });
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
    const marker = L.circleMarker(at, { radius: 7, className: "place-point", interactive: false });
    this.markers.set(field, marker.addTo(this.map));
  }

  #fit() {
    const points = [...this.markers.values()].map((marker) => marker.getLatLng());
    if (points.length) this.map.fitBounds(L.latLngBounds(points), { maxZoom: 4, padding: [30, 30], animate: false });
  }
}
