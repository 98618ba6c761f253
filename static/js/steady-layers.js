// Layers of a map that change in one frame: those that are wanted again stay as they are, and the others go once
// the new ones are there, which are made in turns and not seen before.

import { inTurns } from "./turns.js";

const COMING = "map-coming";

export class SteadyLayers {
  constructor(map) {
    this.group = L.layerGroup().addTo(map);
    this.shown = new Map();
  }

  get(key) {
    return this.shown.get(key);
  }

  // Shows these and no others: `entries` are { key, make }, of which `make` gives a layer. What has the same key
  // looks the same. False, and nothing has changed, if `wanted` says no before all are made.
  async show(entries, wanted) {
    const next = new Map();
    const made = [];
    const add = ({ key, make }) => {
      next.set(key, next.get(key) ?? this.shown.get(key) ?? this.#hidden(make(), made));
    };
    const whole = await inTurns(entries, add, wanted);
    const gone = whole ? [...this.shown].filter(([key]) => !next.has(key)).map(([, layer]) => layer) : made;
    for (const layer of gone) this.group.removeLayer(layer);
    if (!whole) return false;
    for (const layer of made) mark(layer, false);
    this.shown = next;
    return true;
  }

  #hidden(layer, made) {
    made.push(layer);
    this.group.addLayer(layer);
    mark(layer, true);
    return layer;
  }
}

function mark(layer, coming) {
  if (layer.eachLayer) layer.eachLayer((each) => mark(each, coming));
  else layer.getElement()?.classList.toggle(COMING, coming);
}
