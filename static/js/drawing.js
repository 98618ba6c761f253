// Drawing an area on the map: corners by click, tap, or the cross in the middle of the map, which
// the arrow keys move. Nothing else on the map answers meanwhile.

const LEAST = 3;

export class Drawing {
  // `tools` holds the buttons; `map` has the element and the Leaflet map; `done` gets the corners as
  // "lon,lat,lon,lat…".
  constructor(tools, map, done) {
    this.tools = tools;
    this.map = map;
    this.done = done;
    this.line = L.polygon([], { className: "frame", interactive: false });
    this.#button("begin")?.addEventListener("click", () => this.begin());
    this.#button("corner").addEventListener("click", () => this.#add(map.map.getCenter()));
    this.#button("finish").addEventListener("click", () => this.#finish());
    this.#button("cancel").addEventListener("click", () => this.end());
    map.map.on("click", ({ latlng }) => { if (this.on) this.#add(latlng); });
    map.element.addEventListener("keydown", (event) => this.#typed(event), true);
  }

  get on() {
    return this.map.element.classList.contains("drawing");
  }

  #button(name) {
    return this.tools.querySelector(`[data-draw="${name}"]`);
  }

  begin() {
    this.corners = [];
    this.map.element.classList.add("drawing");
    this.map.map.doubleClickZoom.disable(); // two quick clicks are two corners
    this.line.setLatLngs([]).addTo(this.map.map);
    this.#show();
    this.map.element.focus({ preventScroll: true });
  }

  #typed(event) {
    if (!this.on || event.target !== this.map.element) return;
    if (event.key === "Enter") this.#add(this.map.map.getCenter());
    else if (event.key === "Escape") this.end();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #add(corner) {
    this.corners.push(corner);
    this.line.setLatLngs(this.corners);
    this.#show();
  }

  #finish() {
    const numbers = this.corners.flatMap(({ lng, lat }) => [lng, Math.max(-90, Math.min(90, lat))]);
    this.end();
    this.done(numbers.map((degrees) => Number(degrees.toFixed(4))).join());
  }

  end() {
    this.map.element.classList.remove("drawing");
    this.map.map.doubleClickZoom.enable();
    this.line.remove();
    this.#show();
  }

  // The buttons that can be used now, and how many corners there are.
  #show() {
    for (const name of ["corner", "finish", "cancel"]) this.#button(name).hidden = !this.on;
    this.#button("begin")?.toggleAttribute("hidden", this.on);
    this.#button("finish").disabled = this.on && this.corners.length < LEAST;
    const count = this.on ? this.corners.length : 0;
    this.tools.querySelector("[role=status]").textContent = this.on ? `${this.tools.dataset.corners} ${count}` : "";
  }
}
