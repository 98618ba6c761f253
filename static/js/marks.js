// The marks of a map: cells with their counts, single records, areas, and what they say when asked.

export const LEAST_TARGET = 24; // pixels across which a mark can be hit
const MOST = 32; // pixels: a cell is never narrower, so that all marks have room beside each other
const REACH = { region: 120_000, country: 350_000 }; // metres drawn round a point known so roughly
const COUNT = [28, 20]; // pixels that the number of an area takes up at most
const UNITS = [[1e9, "B"], [1e6, "M"], [1e3, "K"]];

// 1234 as "1,234", and as "1.2K". Intl.NumberFormat takes longer to make than all marks of a map.
const whole = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, ",");
function short(count) {
  const [unit, sign] = UNITS.find(([size]) => count >= size * 0.99995) ?? [];
  if (unit) return `${Math.round((count / unit) * 10) / 10}${sign}`;
  return String(count);
}

const make = (name, properties, ...children) => {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
};

export const counted = (count, words) => `${whole(count)} ${count === 1 ? words.record : words.records}`;

// What a mark says: the records of a cell or an area, or the way to them where they are too many.
export function listOf(records, { name, count, points, records: listed }, words, address) {
  const identifiers = new Set(points ? points.map(({ record }) => record) : listed ?? []);
  const places = new Set((points ?? []).map((point) => point.name).filter(Boolean));
  const heading = name ?? (places.size === 1 ? [...places][0] : "");
  const box = make("div", {});
  if (heading) box.append(make("p", { className: "soft", textContent: heading }));
  if (identifiers.size === 0) {
    const text = `${words.all}: ${counted(count, words)}`;
    box.append(make("p", {}, make("a", { href: address, textContent: text })));
    return box;
  }
  const items = [...identifiers].map((identifier) => {
    const { title, note, href } = records[identifier];
    return make("li", {}, make("a", { textContent: title, href }), make("span", { textContent: note, className: "rest" }));
  });
  box.append(make("ul", {}, ...items));
  return box;
}

const aloneIn = ({ count, points }) => (count === 1 && points?.length ? points[0] : null);
export const isRough = (point) => Boolean(point) && point.precision in REACH;

// How wide the mark of a cell is, in pixels.
export function sizeOf(cell) {
  if (cell.count === 1) return isRough(aloneIn(cell)) ? 20 : 14;
  return 20 + Math.min(MOST - 20, 1.6 * Math.log2(cell.count));
}

// A cell, or the one record in it; `deeper` says that choosing it zooms in, `aside` how far the mark
// makes room for others, as { x, y } in pixels.
export function marker(cell, shift, data, words, { deeper, aside }) {
  const alone = aloneIn(cell);
  const size = sizeOf(cell);
  const said = alone
    ? [data.records[alone.record].title, alone.name].filter(Boolean).join(", ")
    : counted(cell.count, deeper ? { record: words.zoomInOne, records: words.zoomIn } : words);
  const html = make("span", { textContent: cell.count === 1 ? "" : short(cell.count) });
  html.style.inlineSize = html.style.blockSize = `${size}px`;
  const target = Math.max(size, LEAST_TARGET);
  const known = alone ? alone.certainty || "unstated" : "several";
  const by = cell.points?.length && cell.points.every(({ record }) => data.records[record].by);
  const look = [known, isRough(alone) && "rough", by && "by"].filter(Boolean).join(" ");
  const mark = L.marker([cell.lat, cell.lon + shift], {
    icon: L.divIcon({ className: `spot ${look}`, html, iconSize: [target, target], iconAnchor: [target / 2 - aside.x, target / 2 - aside.y] }),
    riseOnHover: true,
  });
  mark.on("add", () => mark.getElement().setAttribute("aria-label", said));
  return mark;
}

// The ring round a point that is known only to its region or country.
export function ring(point, shift) {
  return L.circle([point.lat, point.lon + shift], { radius: REACH[point.precision], className: `ring ${point.certainty}`, interactive: false });
}

// The number of an area's records, which are reached from the keyboard by the area itself.
export function areaCount(place, count, { said = "", aside = { x: 0, y: 0 }, open } = {}) {
  const html = make("span", { textContent: short(count), ariaHidden: "true" });
  const [x, y] = COUNT;
  const icon = L.divIcon({ className: "area-count", html, iconSize: COUNT, iconAnchor: [x / 2 - aside.x, y / 2 - aside.y] });
  const mark = L.marker(place, { icon, keyboard: false });
  mark.on("add", () => Object.assign(mark.getElement(), { ariaLabel: said, ariaHidden: "true" }));
  mark.on("click", () => open());
  return mark;
}

// Does something when a mark is chosen, by a click or by Enter.
export function chosen(mark, act) {
  mark.on("click", act);
  mark.on("keypress", ({ originalEvent }) => { if (originalEvent.key === "Enter") act(); });
}

// Lets the outline of an area be chosen from the keyboard.
export function makeButton(part, said, act) {
  const element = part.getElement?.();
  if (!element) return;
  element.setAttribute("role", "button");
  element.setAttribute("aria-label", said);
  element.setAttribute("tabindex", "0");
  element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    act();
  });
}
