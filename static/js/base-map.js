// What lies under a map: the atlas; degrees and a scale where it is near; in words what is in sight.

import { AtlasCanvas } from "./atlas/canvas.js";
import { addGraticule } from "./graticule.js";

const WORLD = 360;
const MOST_NAMES = 12; // that are said of a view

// Whether all of the world is in sight, which is drawn once then.
export const isWider = (map) => map.getBounds().getEast() - map.getBounds().getWest() >= WORLD;

// The element of the map says where its tiles are (data-tiles), and the script that draws them (data-atlas).
export function addBaseMap(map) {
  const element = map.getContainer();
  map.createPane("land").style.zIndex = 150;
  addGraticule(map, element.dataset.compass);
  const atlas = new AtlasCanvas({ script: element.dataset.atlas, tiles: element.dataset.tiles }, isWider);
  const inWords = wordsBeside(element);
  atlas.on("drawn", ({ names }) => {
    element.dataset.ground = names.length; // what is drawn will stay
    inWords.textContent = names.length ? `${element.dataset.inSight} ${names.slice(0, MOST_NAMES).join(", ")}.` : "";
  });
  const changes = () => { delete element.dataset.ground; };
  map.on("movestart", changes);
  atlas.on("asked", changes);
  atlas.addTo(map);
  if (element.dataset.raster) L.tileLayer(element.dataset.raster, { pane: "land", maxZoom: 19, zIndex: 1 }).addTo(map);
  return atlas;
}

// The text that stands for the canvas, for those who do not see it.
function wordsBeside(element) {
  const text = L.DomUtil.create("p", "visually-hidden map-words");
  text.id = `${element.id || "map"}-words`;
  element.after(text);
  element.setAttribute("aria-describedby", text.id);
  return text;
}
