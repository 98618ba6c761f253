// The map: land, areas and points of the records that the page embeds. Points close together are
// gathered into one mark, which tells how many there are.

const CELL = 36; // pixels within which points are gathered
const MOST_LISTED = 12;
const REACH = { region: 120_000, country: 350_000 }; // metres drawn round a point known so roughly
const ORDER = ["certain", "probable", "disputed", ""];

function list(data, identifiers, heading) {
  const box = document.createElement("div");
  if (heading) {
    box.append(Object.assign(document.createElement("p"), { textContent: heading, className: "soft" }));
  }
  const items = document.createElement("ul");
  for (const identifier of new Set(identifiers)) {
    const { title, note, href } = data.records[identifier];
    const item = document.createElement("li");
    item.append(Object.assign(document.createElement("a"), { textContent: title, href }));
    item.append(Object.assign(document.createElement("span"), { textContent: note, className: "rest" }));
    items.append(item);
  }
  box.append(items);
  return box;
}

function drawAreas(map, data) {
  for (const area of data.areas) {
    const layer = L.geoJSON(area.shape, {
      style: { className: `area ${area.certainty}` },
      interactive: area.records.length > 0,
    }).addTo(map);
    if (area.records.length === 0) continue;
    layer.bindPopup(() => list(data, area.records, area.name));
    layer.eachLayer((part) => nameArea(part, area));
  }
}

function nameArea(part, area) {
  const element = part.getElement();
  if (!element) return;
  element.setAttribute("role", "button");
  element.setAttribute("aria-label", `${area.name}: ${area.records.length}`);
  element.setAttribute("tabindex", "0");
  element.addEventListener("keydown", (event) => {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      part.openPopup();
    }
  });
}

function gather(map, points) {
  const cells = new Map();
  for (const point of points) {
    const at = map.project([point.lat, point.lon]);
    const key = `${Math.floor(at.x / CELL)} ${Math.floor(at.y / CELL)}`;
    cells.set(key, [...(cells.get(key) ?? []), point]);
  }
  return cells.values();
}

function middle(points) {
  const mean = (name) => points.reduce((sum, point) => sum + point[name], 0) / points.length;
  return [mean("lat"), mean("lon")];
}

function surest(points) {
  return ORDER.find((certainty) => points.some((point) => point.certainty === certainty)) || "unstated";
}

function marker(map, data, points, words) {
  const identifiers = points.map((point) => point.record);
  const number = new Set(identifiers).size;
  const size = number === 1 ? 13 : 18 + Math.min(16, 3 * Math.log2(number));
  const title = number === 1 ? `${data.records[identifiers[0]].title}, ${points[0].name}` : `${number} ${words.records}`;
  const html = Object.assign(document.createElement("span"), { textContent: number === 1 ? "" : number });
  const mark = L.marker(middle(points), {
    icon: L.divIcon({ className: `spot ${surest(points)}`, html, iconSize: [size, size] }),
    title,
    alt: title,
    riseOnHover: true,
  });
  const crowded = number > MOST_LISTED && map.getZoom() < map.getMaxZoom();
  if (crowded) {
    mark.on("click", () => map.fitBounds(L.latLngBounds(points.map((p) => [p.lat, p.lon])).pad(0.2)));
  } else {
    mark.bindPopup(() => list(data, identifiers, number === 1 ? points[0].name : title));
  }
  mark.on("add", () => mark.getElement().setAttribute("aria-label", crowded ? `${title} ${words.zoomIn}` : title));
  return mark;
}

function drawPoints(map, layer, data, words) {
  layer.clearLayers();
  for (const point of map.getZoom() >= 4 ? data.points : []) {
    const radius = REACH[point.precision];
    if (!radius) continue;
    const style = { radius, className: `ring ${point.certainty}`, interactive: false };
    layer.addLayer(L.circle([point.lat, point.lon], style));
  }
  for (const points of gather(map, data.points)) layer.addLayer(marker(map, data, points, words));
}

function extent(data) {
  const bounds = L.latLngBounds(data.points.map((point) => [point.lat, point.lon]));
  for (const area of data.areas) bounds.extend(L.geoJSON(area.shape).getBounds());
  return bounds;
}

function show(element) {
  const data = JSON.parse(document.getElementById(element.dataset.source).textContent);
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const map = L.map(element, {
    attributionControl: false,
    minZoom: 0,
    maxZoom: 8,
    zoomSnap: 0,
    worldCopyJump: false,
    maxBounds: [[-85, -200], [85, 200]],
    scrollWheelZoom: false,
    fadeAnimation: !still,
    zoomAnimation: !still,
  });
  const bounds = extent(data);
  if (bounds.isValid()) map.fitBounds(bounds, { padding: [24, 24], maxZoom: data.points.length ? 3.8 : 2.6 });
  else map.setView([25, 60], 1.5);
  const marks = L.layerGroup().addTo(map);
  drawAreas(map, data);
  const words = { records: element.dataset.records, zoomIn: element.dataset.zoomIn };
  const redraw = () => drawPoints(map, marks, data, words);
  map.on("zoomend", redraw);
  map.on("focus", () => map.scrollWheelZoom.enable());
  redraw();
  drawLand(map, element.dataset.land);
}

async function drawLand(map, address) {
  const answer = await fetch(address);
  const pane = map.createPane("land");
  pane.style.zIndex = 150;
  const style = { className: "land" };
  L.geoJSON(await answer.json(), { pane: "land", interactive: false, style }).addTo(map);
}

for (const element of document.querySelectorAll(".map")) show(element);
