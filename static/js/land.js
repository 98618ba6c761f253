// What lies under a map: land, once or, where the map is narrower than the world, also its copies to
// the east and west that come into sight; degrees and a scale where it is near.

import { addGraticule } from "./graticule.js";

const WORLD = 360;

// Whether all of the world is in sight, which is drawn once then.
export const isWider = (map) => map.getBounds().getEast() - map.getBounds().getWest() >= WORLD;

export async function addLand(map, address) {
  const pane = map.createPane("land");
  pane.style.zIndex = 150;
  addGraticule(map, map.getContainer().dataset.compass);
  const answer = await fetch(address);
  const land = await answer.json();
  const drawn = new Map();
  const draw = () => {
    const bounds = map.getBounds();
    for (const shift of [-WORLD, 0, WORLD]) {
      const seen = isWider(map) ? shift === 0 : bounds.getWest() < shift + 180 && bounds.getEast() > shift - 180;
      if (!seen) drawn.get(shift)?.remove();
      else if (drawn.has(shift)) drawn.get(shift).addTo(map);
      else drawn.set(shift, copyOf(land, shift).addTo(map));
    }
  };
  draw();
  map.on("moveend", draw);
}

function copyOf(land, shift) {
  const coordsToLatLng = ([lon, lat]) => L.latLng(lat, lon + shift);
  return L.geoJSON(land, { pane: "land", interactive: false, className: "land", coordsToLatLng });
}
