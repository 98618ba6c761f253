// Where a proposal says that its record belongs: points and areas, to look at.

import { addBaseMap } from "./base-map.js";

const element = document.getElementById("places-shown");
const places = JSON.parse(document.getElementById("located").textContent);
element.closest("[hidden]").hidden = false;
const map = L.map(element, { attributionControl: false, minZoom: 0, maxZoom: 10, scrollWheelZoom: false });
const drawn = L.geoJSON(places, {
  interactive: false,
  style: { className: "area" },
  pointToLayer: (_place, at) => L.circleMarker(at, { radius: 6, className: "area", interactive: false }),
});
map.fitBounds(drawn.getBounds(), { maxZoom: 4, padding: [30, 30], animate: false });
addBaseMap(map);
drawn.addTo(map);
