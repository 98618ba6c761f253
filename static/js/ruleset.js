// The ruleset page: clauses on one side, the board on the other, and one line that says why.

import { Another, HERE, ownMatch } from "./another.js";
import { BoardView } from "./board.js";
import { meantBy } from "./choosing.js";
import { button, element, markCurrent } from "./elements.js";
import { familyText, siteLabels, turnsOf } from "./family.js";
import { followAddress } from "./frame.js";
import { besides, choicesOf, listed, markPly, menInWords, played, stepOf } from "./listing.js";
import { momentsOf, nextMoment } from "./moments.js";
import { Recorded } from "./recorded.js";
import { OF_SETTING, page, settingParts } from "./ruleset-parts.js";
import { hasBefore, isSeenBefore, sceneOf } from "./scene.js";
import { BOTH, movesOf, writtenMoves, writtenSheet } from "./sheet.js";
import { pause } from "./turns.js";
import { denial, failure, fill, notices, sentence, written } from "./words.js";

let data = JSON.parse(document.getElementById("ruleset-data").textContent);
// Said by the script, so that no page without it says that something is on its way.
page.live.textContent ||= page.live.dataset.loading;
const LONG_MOVE = 9; // in letters; longer ones get wider columns
const EMBEDDED = document.body.classList.contains("embedded");
const READING = document.querySelector("[data-reading]") !== null;
const state = { ply: data.ply, clause: data.clause, role: data.role, before: false, from: null };
const recorded = new Recorded(data.address, data.matches);
const another = new Another(data.finder);
let rules;
let line;
let view;
let awaited = null; // the moment that is to be shown once its game is here

function frame() {
  return line.frames[state.ply];
}

// What the board shows beside the pieces; while the reader moves, where the chosen man can go.
function light(scene) {
  const lights = [...scene.lights];
  if (state.from !== null) {
    lights.push(["chosen", state.from]);
    for (const { to } of targets()) lights.push([frame().board[to] ? "capture" : "target", to]);
  }
  view.light(lights, state.from === null ? scene.arrows : []);
}

function targets() {
  return frame().moves.filter(({ from }) => from === state.from);
}

function show() {
  const scene = sceneOf(line, state);
  const { spoken } = scene;
  const before = line.frames[state.ply - 1];
  const shown = state.before ? { ply: state.ply - 1, mover: before.mover } : { ply: state.ply, mover: frame().mover };
  view.draw(scene.board, fill(data.words.board, { ply: shown.ply, side: data.sides[shown.mover] }));
  light(scene);
  const { clauses, words, sides } = data;
  const { setUp } = line.rules;
  page.live.replaceChildren(sentence({ frame: frame(), before, ply: state.ply, spoken, clauses, words, sides, setUp }));
  showNotices();
  markClause(state.clause || spoken.clause);
  repeatClause();
  markPly(page.moves, state.ply);
  showLegal();
  showPosition(scene.board);
  showSteps();
  showBefore(spoken);
  offerThrow();
  remember(spoken);
}

// Where the rules ask for a throw, the moves are known once the dice are thrown.
function offerThrow() {
  if (!frame().waits || state.before) return;
  page.choices.replaceChildren(button(fill(data.words.throwDice, { side: data.sides[frame().mover] }), () => {
    line.frames[state.ply] = rules.throwFor(frame());
    goTo(state.ply);
  }));
}

function showBefore(spoken) {
  page.before.hidden = !state.clause || !hasBefore(line, state, spoken);
  page.before.setAttribute("aria-pressed", state.before);
}

function showNotices() {
  const { words, sides } = data;
  const said = [...notices(frame(), data), ...(rules.told?.(line, state.ply, { words, sides, fill }) ?? [])];
  page.notices.replaceChildren(...said.map((text) => element("p", { textContent: text })));
}

// Where clauses stand far below the board, the chosen one is read beside it as well.
function repeatClause() {
  const text = document.querySelector(`#clause-${CSS.escape(state.clause)} .prose`);
  page.clauseSaid.hidden = !text;
  page.clauseSaid.textContent = text?.textContent.trim() ?? "";
}

function markClause(name) {
  for (const item of page.clauses) {
    const here = item.dataset.clause === name;
    item.classList.toggle("chosen", here);
    markCurrent(item.querySelector("a.clause-title"), here);
  }
  for (const link of page.toClauses) markCurrent(link, link.dataset.toClause === name);
  showPassage(name);
  page.another.hidden = !canShowAnother(state.clause);
}

// The first passage that bears on a clause is in view, where passages scroll beside the board.
function showPassage(name) {
  const row = [...page.toClauses].find((link) => link.dataset.toClause === name)?.closest(".passage-row");
  const column = row?.closest(".passages");
  if (!column || column.scrollHeight <= column.clientHeight) return;
  const { top, bottom } = row.getBoundingClientRect();
  const box = column.getBoundingClientRect();
  if (top < box.top || bottom > box.bottom) column.scrollTop += top - box.top;
}

// Random games may show any clause once more, but for how the board is set up.
function canShowAnother(name) {
  const moments = momentsOf(name, recorded.matches);
  return Boolean(name) && !data.denied.includes(name) && (moments.length > 1 || !moments.some(({ role }) => role === "setup"));
}

function listMoves() {
  const start = button(data.words.beginning, () => goTo(0), { "data-ply": 0 });
  const turns = data.family ? turnsOf(data.family, line, siteLabels(rules.manifest)) : new Map();
  const items = played(line.labels, data.clauses, (ply) => goTo(ply), (item, ply) => {
    item.classList.toggle("own", line.isOwn(ply));
    item.append(...besides(turns.get(ply)));
  }, { singly: line.frames[0].single });
  page.moves.replaceChildren(element("li", { className: "start" }, start), ...items);
  page.moves.classList.toggle("long", turns.size > 0 || line.labels.some((label) => written(label, data.clauses).length > LONG_MOVE));
  page.back.hidden = line.left === null;
}

// Long lists are made only while they can be seen: a moment is to be lit at once.
function isUnfolded(list) {
  return list.closest("details").open;
}

function showLegal() {
  const moves = frame().outcome ? [] : frame().moves;
  page.legalCount.textContent = moves.length;
  if (!isUnfolded(page.legal)) return;
  const names = siteLabels(rules.manifest);
  const named = (label) => (data.family ? familyText(data.family, frame(), label, names) : "");
  page.legal.replaceChildren(...listed(moves, data.clauses, play, named));
}

function showPosition(board) {
  if (!isUnfolded(page.position)) return;
  page.position.replaceChildren(...menInWords(view, board, data.words));
}

function showSteps() {
  page.ply.textContent = `${state.ply} / ${line.length}`;
  for (const item of page.steps) {
    const target = destination(item.dataset.step);
    item.setAttribute("aria-disabled", target === state.ply && !state.before);
  }
}

// From the position before a move, on is the move itself.
function destination(step) {
  const on = state.ply + (state.before ? 0 : 1);
  const all = { first: 0, back: state.ply - 1, on, last: line.length };
  return Math.max(0, Math.min(line.length, all[step]));
}

function goTo(ply, clause = "", role = "", before = false) {
  awaited = null;
  Object.assign(state, { ply, clause, role, before: before && ply > 0, from: null });
  page.choices.replaceChildren();
  show();
}

// A ply of a recorded game has a page of its own; what was played on this page has none.
function offerPage(isHere, spoken) {
  const isRecorded = line.left === null || state.ply <= line.left;
  const { clause, role } = spoken;
  const moment = isRecorded && clause && clause === state.clause ? `?${new URLSearchParams({ clause, role })}` : "";
  page.cite.hidden = !data.match || isHere;
  page.cite.firstElementChild.href = `games/${data.match}/${isRecorded ? state.ply : line.left}/${moment}`;
}

function remember(spoken) {
  const params = new URLSearchParams();
  const isHere = data.match.startsWith(HERE);
  if (data.match && !isHere) params.set("match", data.match);
  if (isHere && data.former) params.set("digest", data.digest);
  params.set("ply", line.left === null ? state.ply : Math.min(state.ply, line.left));
  if (state.clause) params.set("clause", state.clause);
  if (state.role) params.set("role", state.role);
  if (state.clause && isSeenBefore(state) !== state.before) params.set("view", state.before ? "before" : "after");
  for (const option of data.options) params.append("option", option);
  if (READING) params.set("reading", "1");
  if (EMBEDDED) params.set("embed", "1");
  history.replaceState(null, "", `?${params}${isHere ? writtenMoves(recorded.match(data.match).moves) : ""}`);
  followAddress();
  offerPage(isHere, spoken);
  const options = new URLSearchParams(data.options.map((option) => ["option", option]));
  const moves = line.labels.slice(0, state.ply - (state.before ? 1 : 0));
  page.playOn.hidden = data.former; // only the present text is played on its page
  page.playOn.href = `${data.play}?${options}${writtenSheet({ you: BOTH, strength: "weak", setup: line.rules.setUp, moves })}`;
}

function play(label) {
  const from = state.ply - (state.before ? 1 : 0);
  const ply = line.play(from, rules.completed?.(line.frames[from], label) ?? label);
  listMoves();
  goTo(ply);
}

function chooseSite(site) {
  if (state.before) goTo(state.ply - 1, state.clause);
  const { moves, from } = meantBy(frame().outcome ? [] : frame().moves, state.from, site, (at) => view.isOnBoard(at));
  if (moves) return moves.length === 1 ? play(moves[0].label) : offer(moves);
  state.from = from;
  page.choices.replaceChildren();
  return light(sceneOf(line, state));
}

// Several moves between the same two sites: the reader says which.
function offer(moves) {
  page.choices.replaceChildren(...choicesOf(moves, data, play));
  page.choices.querySelector("button").focus();
}

async function chooseClause(name) {
  another.forget();
  const moments = momentsOf(name, recorded.matches);
  if (moments.length === 0) return lookForAnother(name);
  const isShown = state.clause === name && line.left === null;
  const moment = isShown ? nextMoment(moments, { match: data.match, ply: state.ply }) : moments[0];
  return showMoment(moment);
}

async function showMoment(moment) {
  awaited = moment;
  const match = recorded.match(moment.match);
  const shown = recorded.ready(match) ?? (await recorded.shown(match));
  if (awaited !== moment) return; // the reader has gone on meanwhile
  if (match.slug !== data.match || shown.line !== line) showMatch(match, shown);
  else listMoves();
  goTo(moment.ply, moment.clause, moment.role, moment.before ?? isSeenBefore(moment));
  if (isNarrow()) page.live.scrollIntoView({ block: "start" });
}

// “Show another”: the next that is stored, and once all have been shown one from random games.
function showAnother() {
  const moments = momentsOf(state.clause, recorded.matches);
  const at = moments.findIndex(({ match, ply }) => match === data.match && ply === state.ply);
  if (at + 1 < moments.length) return showMoment(moments[at + 1]);
  return lookForAnother(state.clause);
}

function showDenial(clause) {
  goTo(state.ply, clause);
  view.light([], []);
  page.live.replaceChildren(denial(data.clauses[clause], data.words));
}

async function lookForAnother(clause) {
  if (data.denied.includes(clause)) return showDenial(clause);
  const { title } = data.clauses[clause];
  Object.assign(state, { clause, role: "" });
  markClause(clause);
  page.live.textContent = fill(data.words.looking, { clause: title });
  const asked = { rules, clause, data, title: data.words.foundHere };
  const { moment, games } = await another.lookFor(recorded, asked);
  if (moment) await showMoment(moment);
  else page.live.textContent = fill(data.words.unseen, { clause: title, games });
}

// Puts another recorded game on the board, with the options that it was played under.
function showMatch(match, shown) {
  if (shown.setting.rules !== rules) takeSetting(shown.setting);
  line = shown.line;
  data.match = match.slug;
  page.gameTitle.textContent = match.title;
  page.gameTitle.hidden = !match.title;
  if (match.title) page.gameNote.textContent = match.note;
  for (const item of page.games) markCurrent(item, item.dataset.match === match.slug);
  listMoves();
}

function takeSetting({ data: theirs, rules: other, root }) {
  rules = other;
  const { options, digest, former, pieces, rooms, sheet, module, manifest } = theirs;
  data = { ...data, options, digest, former, pieces, rooms, sheet, module, manifest };
  for (const part of OF_SETTING) {
    const [mine, other] = [document, root].map((each) => each.querySelector(part));
    mine?.replaceChildren(...(other ? document.importNode(other, true).childNodes : []));
  }
  makeView();
}

function makeView() {
  view = new (rules.View ?? BoardView)(document.querySelector("svg.board"), {
    components: rules.manifest.components,
    pieces: data.pieces,
    sides: data.sides,
    sprite: data.sprite,
    rooms: data.rooms,
    sheet: data.sheet,
    manifest: rules.manifest,
    onSite: chooseSite,
  });
  view.letters(page.letters.checked);
}

function isNarrow() {
  return matchMedia("(max-width: 899px)").matches;
}

// Whoever comes by the address of a clause sees the clause and the board at once.
function arrive() {
  const item = document.getElementById(`clause-${state.clause}`);
  if (item) (isNarrow() ? page.live : item).scrollIntoView({ block: isNarrow() ? "start" : "center" });
}

function onKey(event) {
  const step = stepOf(event, ".player");
  if (!step) return;
  event.preventDefault();
  goTo(destination(step));
}

function listen() {
  page.legal.closest("details").addEventListener("toggle", showLegal);
  page.position.closest("details").addEventListener("toggle", () => showPosition(sceneOf(line, state).board));
  for (const item of page.clauses) {
    item.querySelector("a.clause-title").addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      chooseClause(item.dataset.clause).catch(fail);
    });
  }
  for (const link of page.toClauses) {
    link.addEventListener("click", (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      const name = link.dataset.toClause;
      chooseClause(name).catch(fail);
      document.getElementById(`clause-${name}`).scrollIntoView({ block: "nearest" });
    });
  }
  for (const item of page.steps) item.addEventListener("click", () => goTo(destination(item.dataset.step)));
  page.back.addEventListener("click", () => {
    const ply = line.backToRecorded();
    listMoves();
    goTo(ply);
  });
  page.another.addEventListener("click", () => showAnother().catch(fail));
  page.before.addEventListener("click", () => goTo(state.ply, state.clause, state.role, !state.before));
  page.letters.addEventListener("change", () => view.letters(page.letters.checked));
  document.addEventListener("keydown", onKey);
}

// The game that the address tells of: a recorded one, or moves that only this page knows.
function opened() {
  const { foundHere } = data.words;
  const moves = movesOf(location.hash);
  if (moves.length) return recorded.add(ownMatch(0, moves, data, foundHere));
  const unrecorded = { ...ownMatch(0, data.moves, data, ""), slug: "" };
  return recorded.match(data.match) ?? unrecorded;
}

async function start() {
  const own = await recorded.own(data, settingParts());
  rules = own.rules;
  makeView();
  await pause();
  const match = opened();
  const shown = await recorded.shown({ ...match, options: data.options, digest: data.digest });
  await pause();
  showMatch(match, shown);
  listen();
  const asked = new URLSearchParams(location.search).get("view");
  const before = asked ? asked === "before" : Boolean(state.clause) && isSeenBefore(state);
  goTo(Math.min(state.ply, line.length), state.clause, state.role, before);
  if (data.denied.includes(state.clause)) showDenial(state.clause);
  arrive();
  const { fault } = shown;
  if (fault) page.live.textContent = fill(data.words.broken, { ply: fault.ply, move: written(fault.label, data.clauses) });
  const player = document.querySelector(".player");
  player.dataset.ready = "true";
  await recorded.prepare(Object.keys(data.clauses));
  player.dataset.complete = "true";
}

function fail(error) {
  page.live.textContent = failure(error, data.words);
  throw error;
}

start().catch(fail);
