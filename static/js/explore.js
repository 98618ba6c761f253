// The Explore page: map, timeline, filters and list move together. The address says everything; each
// change fetches the page of the new address and puts its parts in place of those shown.

import { Brush } from "./brush.js";
import { Drawing } from "./drawing.js";
import { EvidenceMap } from "./evidence-map.js";
import { isWholeWorld } from "./map-box.js";
import { Player } from "./player.js";
import { asked, fetchPage, replaceParts } from "./parts.js";
import { pause } from "./turns.js";

const AT = "#map="; // then latitude, longitude and zoom, where moving the map does not search
const results = document.querySelector(".results");
const searches = document.getElementById("map-searches");
let waiting = null;
const OF_TIME = ["year_from", "year_to", "open_ends"];
let before = null; // what the address asked of time before it was played

function boxOfAddress() {
  const box = new URL(location.href).searchParams.get("bbox");
  return box ? box.split(",").map(Number) : null;
}

// Where the address says that the map is; undefined means where the records are.
function viewOfAddress() {
  const at = location.hash.startsWith(AT) ? location.hash.slice(AT.length).split(",").map(Number) : [];
  if (at.length === 3 && at.every(Number.isFinite)) return { at };
  const box = boxOfAddress();
  return box ? { box } : undefined;
}

// Shows the page of an address. `history` is "push", "replace" or "none"; `still` leaves the map
// where it is; `focus` is what to go to.
async function go(address, { history: how = "push", still = false, focus = null } = {}) {
  const target = new URL(address, location.href);
  if (how === "push" && target.href === location.href) return;
  if (how !== "none") history[`${how}State`](null, "", target);
  waiting?.abort();
  waiting = new AbortController();
  results.setAttribute("aria-busy", "true");
  const known = document.activeElement?.value;
  const page = await fetchPage(target, waiting.signal);
  if (page === null) return;
  const restoreFocus = page && replaceParts(page, known);
  if (!restoreFocus) {
    location.assign(target);
    return;
  }
  results.removeAttribute("aria-busy");
  brush.attach(document.querySelector(".timeline [data-first]"));
  restoreFocus();
  document.getElementById("said").textContent = document.getElementById("total").textContent;
  if (focus) document.querySelector(focus)?.scrollIntoView({ block: "start" });
  if (!still) map.show(viewOfAddress());
  map.drawFrame(boxOfAddress());
  map.refresh();
}

function withParams(changes) {
  const address = new URL(location.href);
  for (const [name, value] of Object.entries({ ...changes, page: null })) {
    address.searchParams.delete(name);
    if (value !== null) address.searchParams.append(name, value);
  }
  return address;
}

function mapMoved() {
  if (drawing.on) return;
  player.stop();
  const address = searches.checked ? withParams({ bbox: isWholeWorld(map.box) ? null : map.box.join() }) : new URL(location.href);
  address.hash = searches.checked ? "" : `${AT}${map.position.join()}`;
  if (searches.checked) go(address, { still: true });
  else history.replaceState(null, "", address);
}

// Played, time shows what is known to have been there, not what may have been there for ever.
function yearsChosen(from, to) {
  const changes = { year_from: from, year_to: to };
  if (!player.steps) {
    const open_ends = before ? before.open_ends : new URL(location.href).searchParams.get("open_ends");
    before = null;
    return go(withParams({ ...changes, open_ends }), { still: true });
  }
  const first = before === null; // from which Back leads to what was there before
  const { searchParams } = new URL(location.href);
  before ??= Object.fromEntries(OF_TIME.map((name) => [name, searchParams.get(name)]));
  return go(withParams({ ...changes, open_ends: "exclude" }), { still: true, history: first || !player.playing ? "push" : "replace" });
}

// All of time was played, or Escape stopped it, which is no pause: the years are again those that were chosen.
function playedTime() {
  if (!before) return undefined;
  const address = withParams(before);
  before = null;
  return go(address, { still: true, history: "replace" });
}

// The form as an address; the map keeps its place in it.
function formAddress(form) {
  const address = new URL(form.action);
  address.search = asked(form);
  if (!searches.checked) address.hash = location.hash;
  return address;
}

function listen() {
  document.addEventListener("change", ({ target }) => {
    if (target.form?.id !== "filters") return;
    player.stop();
    before = null;
    go(formAddress(target.form), { still: target.name !== "bbox" && Boolean(boxOfAddress()) });
  });
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "filters") return;
    event.preventDefault();
    go(formAddress(event.target));
  });
  document.querySelector("main").addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const address = new URL(link.getAttribute("href") ?? link.href.baseVal, location.href);
    if (address.pathname !== location.pathname || link.getAttribute("href").startsWith("#")) return;
    event.preventDefault();
    player.stop();
    before = null;
    if (!searches.checked) address.hash = location.hash;
    go(address, { focus: link.rel ? "#list" : null });
  });
  addEventListener("popstate", () => {
    player.stop();
    before = null;
    searches.checked = !location.hash.startsWith(AT);
    go(location.href, { history: "none" });
  });
  searches.addEventListener("change", mapMoved);
}

const tools = document.getElementById("time-tools");
const brush = new Brush(tools, (from, to) => yearsChosen(from, to));
const player = new Player(tools, brush, playedTime);
await pause();
const map = new EvidenceMap(document.querySelector(".map"), mapMoved);
await pause();
const drawing = new Drawing(document.getElementById("map-tools"), map, (polygon) => go(withParams({ polygon, bbox: null }), { still: true }));
searches.checked = !location.hash.startsWith(AT);
listen();
brush.attach(document.querySelector(".timeline [data-first]"));
await pause();
map.drawFrame(boxOfAddress());
map.start(viewOfAddress());
