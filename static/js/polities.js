// The polities of the year that a search ends with, as a layer that the reader can hide. What is drawn
// follows the timeline; without years nothing is drawn.

const KEY = "map-polities"; // what this browser remembers
const OFF = "off";

export class Polities {
  constructor(map, address) {
    this.address = address;
    this.layer = L.layerGroup().addTo(map);
    this.map = map;
    try { this.shown = localStorage.getItem(KEY) !== OFF; } catch { this.shown = true; }
  }

  toggle() {
    this.shown = !this.shown;
    try { localStorage.setItem(KEY, this.shown ? "on" : OFF); } catch { /* it is not remembered */ }
    this.show(this.year);
    return this.shown;
  }

  // `year` is "" where none is chosen.
  async show(year) {
    const asked = (this.year = year);
    if (!this.shown || year === "") {
      this.#clear();
      return;
    }
    if (asked === this.drawn) return;
    const answer = await fetch(`${this.address}?${new URLSearchParams({ year })}`).catch(() => null);
    if (!answer?.ok || asked !== this.year || !this.shown) return;
    const found = await answer.json();
    if (asked !== this.year || !this.shown) return;
    this.layer.clearLayers();
    this.drawn = asked;
    L.geoJSON(found, { className: "polity", interactive: false }).eachLayer((each) => {
      const label = each.feature.properties.name;
      this.layer.addLayer(each.bindTooltip(label, { permanent: true, direction: "center", className: "polity-name" }));
    });
    this.map.fire("furnished");
  }

  #clear() {
    if (!this.drawn) return;
    this.layer.clearLayers();
    this.drawn = null;
    this.map.fire("furnished");
  }
}
