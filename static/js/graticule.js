// Degrees and a scale, for maps so near that the outlines of land no longer say where one is.

const NEAR = 3; // the zoom from which they are drawn
const STEPS = [30, 15, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05];
const APART = 90; // pixels between two lines, at least
const [LINE, GAP] = [7, 2]; // pixels: half of a label's height, and between it and the buttons
const EDGE = 30; // pixels beside the edge where labels would be cut off, or lie on each other

// `compass` is the letters of north, south, east and west.
export function addGraticule(map, compass) {
  const pane = map.createPane("graticule");
  pane.style.zIndex = 160;
  const lines = L.layerGroup().addTo(map);
  const labels = map.createPane("graticule-labels"); // below the marks, which lie over the degrees
  labels.classList.add("graticule-labels");
  labels.setAttribute("aria-hidden", "true");
  const scale = L.control.scale({ imperial: false, position: "bottomright" });
  const draw = () => {
    const near = map.getZoom() >= NEAR;
    if (near && !scale.getContainer()?.isConnected) scale.addTo(map);
    else if (!near) scale.remove();
    lines.clearLayers();
    for (const each of near ? degreesOf(map) : []) lines.addLayer(lineAt(map, each));
    label(map, labels, compass);
  };
  map.on("moveend", draw);
  map.on("move", () => label(map, labels, compass));
  draw();
}

// The meridians and parallels in sight, as { longitude } or { latitude }.
function degreesOf(map) {
  const bounds = map.getBounds();
  const step = stepOf(map);
  const east = multiples(bounds.getWest(), bounds.getEast(), step).map((longitude) => ({ longitude }));
  const north = multiples(Math.max(-85, bounds.getSouth()), Math.min(85, bounds.getNorth()), step).map((latitude) => ({ latitude }));
  return [...east, ...north];
}

function stepOf(map) {
  const degree = (256 * 2 ** map.getZoom()) / 360; // pixels, at the equator
  return STEPS.findLast((step) => step * degree >= APART) ?? STEPS[0];
}

function multiples(least, most, step) {
  const first = Math.ceil(least / step);
  return Array.from({ length: Math.max(0, Math.floor(most / step) - first + 1) }, (_, n) => Number(((first + n) * step).toFixed(2)));
}

function lineAt(map, { longitude, latitude }) {
  const bounds = map.getBounds().pad(0.5);
  const ends = longitude === undefined
    ? [[latitude, bounds.getWest()], [latitude, bounds.getEast()]]
    : [[Math.max(-89, bounds.getSouth()), longitude], [Math.min(89, bounds.getNorth()), longitude]];
  return L.polyline(ends, { pane: "graticule", className: "graticule", interactive: false });
}

// Degrees stand at the lower edge and the left one, beside the buttons there, whatever is dragged.
function label(map, labels, compass) {
  const size = map.getSize();
  L.DomUtil.setPosition(labels, map.containerPointToLayerPoint([0, 0]));
  Object.assign(labels.style, { width: `${size.x}px`, height: `${size.y}px` });
  const buttons = map.zoomControl?.getContainer();
  const drawn = map.getZoom() >= NEAR ? degreesOf(map) : [];
  labels.replaceChildren(...drawn.flatMap((each) => {
    const east = each.longitude !== undefined;
    const at = map.latLngToContainerPoint([each.latitude ?? map.getCenter().lat, each.longitude ?? map.getCenter().lng]);
    const [place, room] = east ? [at.x, size.x] : [at.y, size.y];
    if (place < EDGE || place > room - EDGE) return [];
    const text = L.DomUtil.create("span", east ? "east" : "north");
    text.textContent = inWords(each, compass.split(" "));
    text.style[east ? "left" : "top"] = `${place}px`;
    if (!east && buttons && isBeside(buttons, place)) text.style.left = `${buttons.offsetLeft + buttons.offsetWidth + GAP}px`;
    return [text];
  }));
}

const isBeside = ({ offsetTop, offsetHeight }, place) => place > offsetTop - LINE && place < offsetTop + offsetHeight + LINE;

// The equator and the two meridians that halve the world lie on no side.
function inWords({ longitude, latitude }, [north, south, east, west]) {
  if (latitude !== undefined) return degrees(latitude, latitude < 0 ? south : north);
  const around = ((((longitude + 180) % 360) + 360) % 360) - 180;
  return degrees(Number(around.toFixed(2)), around < 0 ? west : east);
}

const degrees = (number, side) => `${Math.abs(number)}°${number % 180 ? ` ${side}` : ""}`;
