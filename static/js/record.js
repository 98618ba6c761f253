// The record page: a marked phrase that is chosen shows its clause on a board beside the text.

import { Another } from "./another.js";
import { BoardView } from "./board.js";
import { markCurrent } from "./elements.js";
import { momentsOf } from "./moments.js";
import { Recorded } from "./recorded.js";
import { hasBefore, isSeenBefore, sceneOf } from "./scene.js";
import { BOTH, writtenSheet } from "./sheet.js";
import { denial, failure, fill, sentence } from "./words.js";

const panel = document.getElementById("moment");
const page = {
  title: document.getElementById("moment-title"),
  said: document.getElementById("moment-said"),
  box: panel.querySelector(".board-box"),
  before: document.getElementById("moment-before"),
  another: document.getElementById("moment-another"),
  play: document.getElementById("moment-play"),
  rules: document.getElementById("moment-rules"),
  close: document.getElementById("moment-close"),
  regions: document.querySelectorAll(".picture-marks a"),
  // Regions of pictures come after the phrases, whose addresses are numbers.
  phrases: [...document.querySelectorAll("a.phrase"), ...document.querySelectorAll("a.mark-link")],
};
const NARROW = "(max-width: 899px)";
const rulesets = new Map(); // by address: the games of a ruleset, once they are asked for
const finders = new Map();
let chosen = null; // { link, recorded, clause, moment, setting, line, before }
let view;
let drawn; // the setting whose board is in the page

function gamesOf(address) {
  if (!rulesets.has(address)) {
    const asked = Recorded.open(address);
    asked.catch(() => rulesets.delete(address)); // to be tried again
    rulesets.set(address, asked);
  }
  return rulesets.get(address);
}

// The part of the address that names a phrase: which of the page's phrases it is, from 1.
const PART = "#phrase-";
const partOf = (link) => `${PART}${page.phrases.indexOf(link) + 1}`;
const named = () => page.phrases[Number(location.hash.slice(PART.length)) - 1];

function remember(part) {
  if (location.hash !== part) history.pushState(null, "", location.pathname + location.search + part);
}

// Shows what the address says: a phrase, or none.
function recall() {
  const link = location.hash.startsWith(PART) ? named() : null;
  if (link && link !== chosen?.link) choose(link).catch(fail);
  else if (!link && chosen) shut();
}

async function choose(link) {
  const { rules: address, clause } = link.dataset;
  chosen = { link, clause };
  remember(partOf(link));
  const mine = chosen;
  panel.hidden = false;
  for (const each of page.phrases) markCurrent(each, each === link);
  markRegion(link.dataset.mark);
  page.said.textContent = panel.dataset.loading;
  if (matchMedia(NARROW).matches) panel.scrollIntoView({ block: "start" });
  const recorded = await gamesOf(address);
  if (chosen !== mine) return;
  const { data } = recorded;
  page.title.textContent = data.clauses[clause].title;
  page.rules.href = `${address}?${new URLSearchParams({ clause })}`;
  Object.assign(chosen, { recorded });
  const [first] = momentsOf(clause, recorded.matches);
  await (first ? put(first) : look());
}

// The region of a picture that goes by that name is the current one; none without a name.
function markRegion(name) {
  for (const each of page.regions) markCurrent(each, Boolean(name) && each.dataset.mark === name);
}

// Puts a moment on the board, with the options that its game was played under.
async function put(moment) {
  const mine = chosen;
  const match = mine.recorded.match(moment.match);
  const { setting, line } = mine.recorded.ready(match) ?? (await mine.recorded.shown(match));
  if (chosen !== mine) return;
  Object.assign(mine, { moment, setting, line, before: isSeenBefore(moment) });
  show();
}

function show() {
  const { moment, line, setting, before, recorded } = chosen;
  const { clauses, words, sides } = recorded.data;
  if (drawn !== setting) makeView(setting);
  const state = { ...moment, before };
  const scene = sceneOf(line, state);
  const frame = line.frames[moment.ply];
  const left = line.frames[moment.ply - 1];
  const ply = moment.ply - (before ? 1 : 0);
  view.draw(scene.board, fill(words.board, { ply, side: sides[line.frames[ply].mover] }));
  view.light(scene.lights, scene.arrows);
  const { setUp } = line.rules;
  const said = { frame, before: left, ply: moment.ply, spoken: scene.spoken, clauses, words, sides, setUp };
  page.said.replaceChildren(sentence(said));
  page.before.hidden = !hasBefore(line, moment, scene.spoken);
  page.before.setAttribute("aria-pressed", before);
  page.another.hidden = moment.role === "setup";
  const options = new URLSearchParams(setting.data.options.map((option) => ["option", option]));
  const moves = line.labels.slice(0, ply);
  page.play.hidden = setting.data.former; // only the present text is played on its page
  page.play.href = `${recorded.data.play}?${options}${writtenSheet({ you: BOTH, strength: "weak", setup: setUp, moves })}`;
}

function makeView(setting) {
  const { data, rules } = setting;
  const svg = document.importNode(setting.root.querySelector("svg.board"), true);
  page.box.replaceChildren(svg);
  const { pieces, sides, sprite, rooms, sheet } = data;
  const { View = BoardView, manifest } = rules;
  view = new View(svg, { components: manifest.components, pieces, sides, sprite, rooms, sheet, manifest, onSite() {} });
  drawn = setting;
}

// The next moment that is stored, and after the last one from random games.
async function another() {
  const { recorded, clause, moment } = chosen;
  const moments = momentsOf(clause, recorded.matches);
  const at = moments.findIndex(({ match, ply }) => match === moment?.match && ply === moment?.ply);
  await (at + 1 < moments.length && at >= 0 ? put(moments[at + 1]) : look());
}

async function look() {
  const mine = chosen;
  const { recorded, clause } = mine;
  const { data } = recorded;
  const title = data.clauses[clause].title;
  page.another.hidden = data.denied.includes(clause);
  if (page.another.hidden) return page.said.replaceChildren(denial(data.clauses[clause], data.words));
  const setting = mine.setting ?? (await recorded.setting({ ...data, slug: "" }));
  page.said.textContent = fill(data.words.looking, { clause: title });
  if (!finders.has(recorded)) finders.set(recorded, new Another(data.finder));
  const asked = { rules: setting.rules, clause, data: setting.data, title: data.words.foundHere };
  const { moment, games } = await finders.get(recorded).lookFor(recorded, asked);
  if (chosen !== mine) return;
  if (moment) await put(moment);
  else page.said.textContent = fill(data.words.unseen, { clause: title, games });
}

function shut() {
  const { link } = chosen;
  panel.hidden = true;
  link.removeAttribute("aria-current");
  markRegion();
  chosen = null;
  return link;
}

function close() {
  shut().focus();
  remember("");
}

function fail(error) {
  page.said.textContent = failure(error, panel.dataset);
  throw error;
}

for (const link of page.phrases) {
  link.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    choose(link).catch(fail);
  });
  // Whoever points at a phrase will soon want its rules.
  for (const kind of ["pointerenter", "focus"]) {
    link.addEventListener(kind, () => { gamesOf(link.dataset.rules).catch(() => {}); }, { once: true });
  }
}
// A region is another way to its line in the list below the picture.
for (const region of page.regions) {
  region.addEventListener("click", (event) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    const link = page.phrases.find((each) => each.dataset.mark === region.dataset.mark);
    if (!link) return;
    event.preventDefault();
    choose(link).catch(fail);
  });
}
page.another.addEventListener("click", () => another().catch(fail));
page.close.addEventListener("click", close);
page.before.addEventListener("click", () => {
  chosen.before = !chosen.before;
  show();
});
panel.addEventListener("keydown", ({ key }) => { if (key === "Escape") close(); });
addEventListener("popstate", recall);
recall();
