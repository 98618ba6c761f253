// The ruleset page: clauses on one side, the board on the other, and one line that says why.

import { BoardView } from "./board.js";
import { button, element } from "./elements.js";
import { IllegalMove, Line } from "./line.js";
import { momentsOf, nextMoment, spokenOf } from "./moments.js";
import { loadRules } from "./play.js";
import { fill, notices, sentence, written } from "./words.js";

const data = JSON.parse(document.getElementById("ruleset-data").textContent);
const page = {
  live: document.getElementById("live"),
  notices: document.getElementById("notices"),
  moves: document.getElementById("moves"),
  legal: document.getElementById("legal-moves"),
  legalCount: document.getElementById("legal-count"),
  choices: document.getElementById("choices"),
  position: document.getElementById("position"),
  back: document.getElementById("back-to-recorded"),
  another: document.getElementById("another"),
  ply: document.getElementById("ply"),
  letters: document.getElementById("letters"),
  steps: document.querySelectorAll("[data-step]"),
  clauses: document.querySelectorAll("[data-clause]"),
};
const LONG_MOVE = 9; // in letters; longer ones get wider columns
const MOST_ARROWS = 12; // more would hide the board
const state = { ply: data.ply, clause: data.clause, role: data.role, from: null };
let line;
let view;

function frame() {
  return line.frames[state.ply];
}

function speaking() {
  return spokenOf(frame(), state.clause, state.role);
}

// What the board shows beside the pieces: the move just played, or the ones that a clause forbids.
function movesLit(spoken) {
  if (spoken.role === "forbade") return spoken.moves;
  return frame().move ? [frame().move] : [];
}

function lights(spoken) {
  const to = spoken.role === "forbade" ? "forbidden" : "to";
  const all = movesLit(spoken).flatMap((move) => [["from", move.from], [to, move.to]]);
  for (const site of spoken.sites) all.push(["effect", site]);
  if (state.from !== null) {
    all.push(["chosen", state.from]);
    for (const { to } of targets()) all.push([frame().board[to] ? "capture" : "target", to]);
  }
  return [...new Map(all.map((each) => [each.join(), each])).values()];
}

function light(spoken) {
  const moves = movesLit(spoken);
  const arrows = state.from === null && moves.length <= MOST_ARROWS ? moves : [];
  view.light(lights(spoken), arrows, spoken.role === "forbade");
}

function targets() {
  return frame().moves.filter(({ from }) => from === state.from);
}

function show() {
  const spoken = speaking();
  view.draw(frame().board, fill(data.words.board, { ply: state.ply, side: data.sides[frame().mover] }));
  light(spoken);
  const before = line.frames[state.ply - 1];
  const { clauses, words, sides } = data;
  const said = sentence({ frame: frame(), before, ply: state.ply, spoken, clauses, words, sides });
  page.live.replaceChildren(said);
  showNotices();
  markClause(state.clause || spoken.clause);
  markMove();
  showLegal();
  showPosition();
  showSteps();
  remember();
}

function showNotices() {
  const said = notices(frame(), data);
  page.notices.replaceChildren(...said.map((text) => element("p", { textContent: text })));
}

function markClause(name) {
  for (const item of page.clauses) {
    const here = item.dataset.clause === name;
    item.classList.toggle("chosen", here);
    item.querySelector("a.clause-title").toggleAttribute("aria-current", here);
  }
  page.another.hidden = momentsOf(state.clause, data.matches, data.match).length < 2;
}

function markMove() {
  for (const item of page.moves.querySelectorAll("button")) {
    const here = Number(item.dataset.ply) === state.ply;
    item.toggleAttribute("aria-current", here);
    if (here) keepInSight(item);
  }
}

// Scrolls the list alone, never the page.
function keepInSight(item) {
  const box = page.moves;
  const top = item.offsetTop - box.offsetTop;
  if (top < box.scrollTop || top + item.offsetHeight > box.scrollTop + box.clientHeight) {
    box.scrollTop = top - box.clientHeight / 2;
  }
}

function listMoves() {
  const start = button(data.words.beginning, () => goTo(0), { "data-ply": 0 });
  const items = line.labels.map((label, i) => {
    const item = document.createElement("li");
    if (i % 2 === 0) item.append(element("span", { textContent: `${i / 2 + 1}.`, className: "number" }));
    item.append(button(written(label, data.clauses), () => goTo(i + 1), { "data-ply": i + 1 }));
    item.classList.toggle("own", line.isOwn(i + 1));
    return item;
  });
  const first = document.createElement("li");
  first.className = "start";
  first.append(start);
  page.moves.replaceChildren(first, ...items);
  page.moves.classList.toggle("long", line.labels.some((label) => written(label, data.clauses).length > LONG_MOVE));
  page.back.hidden = line.left === null;
}

function showLegal() {
  const moves = frame().outcome ? [] : frame().moves;
  page.legalCount.textContent = moves.length;
  page.legal.replaceChildren(...moves.map((move) => {
    const item = document.createElement("li");
    item.append(button(written(move.label, data.clauses), () => play(move.label)));
    return item;
  }));
}

function showPosition() {
  page.position.replaceChildren(...view.inWords(frame().board).flatMap(([side, men]) => [
    element("dt", { textContent: side }),
    element("dd", { textContent: men.join(", ") }),
  ]));
}

function showSteps() {
  page.ply.textContent = `${state.ply} / ${line.length}`;
  for (const item of page.steps) {
    const target = destination(item.dataset.step);
    item.setAttribute("aria-disabled", target === state.ply);
  }
}

function destination(step) {
  const all = { first: 0, back: state.ply - 1, on: state.ply + 1, last: line.length };
  return Math.max(0, Math.min(line.length, all[step]));
}

function goTo(ply, clause = "", role = "") {
  Object.assign(state, { ply, clause, role, from: null });
  page.choices.replaceChildren();
  show();
}

function remember() {
  const params = new URLSearchParams();
  if (data.match) params.set("match", data.match);
  params.set("ply", line.left === null ? state.ply : Math.min(state.ply, line.left));
  if (state.clause) params.set("clause", state.clause);
  if (state.role) params.set("role", state.role);
  for (const option of data.options) params.append("option", option);
  history.replaceState(null, "", `?${params}`);
}

function play(label) {
  const ply = line.play(state.ply, label);
  listMoves();
  goTo(ply);
}

function chooseSite(site) {
  const found = targets().filter(({ to }) => to === site);
  if (state.from !== null && found.length === 1) return play(found[0].label);
  if (state.from !== null && found.length > 1) return offer(found);
  const own = frame().moves.some(({ from }) => from === site) && !frame().outcome;
  state.from = own && state.from !== site ? site : null;
  page.choices.replaceChildren();
  return light(speaking());
}

// Several moves between the same two sites: the reader says which.
function offer(moves) {
  page.choices.replaceChildren(
    data.words.choose,
    ...moves.map((move) => {
      const text = data.pieces[move.promotion]?.name ?? written(move.label, data.clauses);
      return button(text, () => play(move.label));
    }),
  );
  page.choices.querySelector("button").focus();
}

function chooseClause(name) {
  const moments = momentsOf(name, data.matches, data.match);
  if (moments.length === 0) {
    state.clause = name;
    markClause(name);
    page.live.textContent = fill(data.words.unseen, { clause: data.clauses[name].title });
    return;
  }
  const shownHere = state.clause === name && line.left === null;
  const moment = shownHere ? nextMoment(moments, { match: data.match, ply: state.ply }) : moments[0];
  if (moment.match !== data.match) return leaveFor(moment);
  if (line.left !== null) {
    line.backToRecorded();
    listMoves();
  }
  goTo(moment.ply, name, moment.role);
  if (isNarrow()) page.live.scrollIntoView({ block: "start" });
}

function isNarrow() {
  return matchMedia("(max-width: 899px)").matches;
}

// Whoever comes by the address of a clause sees the clause and the board at once.
function arrive() {
  const item = document.getElementById(`clause-${state.clause}`);
  if (item) (isNarrow() ? page.live : item).scrollIntoView({ block: isNarrow() ? "start" : "center" });
}

// A moment of another recorded game, which may be played under other options: the server knows which.
function leaveFor({ match, ply, clause, role }) {
  location.search = new URLSearchParams({ match, ply, clause, role });
}

function isTyping(target) {
  return target.closest("input, select, textarea, [contenteditable]") !== null;
}

function onKey(event) {
  const step = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target)) return;
  const inPlayer = event.target.closest(".player") !== null;
  if ((event.key === "Home" || event.key === "End") && !inPlayer) return;
  event.preventDefault();
  goTo(destination(step));
}

function listen() {
  for (const item of page.clauses) {
    item.querySelector("a.clause-title").addEventListener("click", (event) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      chooseClause(item.dataset.clause);
    });
  }
  for (const item of page.steps) item.addEventListener("click", () => goTo(destination(item.dataset.step)));
  page.back.addEventListener("click", () => {
    const ply = line.backToRecorded();
    listMoves();
    goTo(ply);
  });
  page.another.addEventListener("click", () => chooseClause(state.clause));
  page.letters.addEventListener("change", () => view.letters(page.letters.checked));
  document.addEventListener("keydown", onKey);
}

async function start() {
  const rules = await loadRules(data.module, data.manifest);
  view = new BoardView(document.querySelector("svg.board"), {
    components: rules.manifest.components,
    pieces: data.pieces,
    sides: data.sides,
    sprite: data.sprite,
    rooms: data.rooms,
    onSite: chooseSite,
  });
  line = new Line(rules, []);
  let fault = null;
  try {
    line = new Line(rules, data.moves);
  } catch (error) {
    if (!(error instanceof IllegalMove)) throw error;
    fault = error;
  }
  state.ply = Math.min(state.ply, line.length);
  listMoves();
  listen();
  show();
  arrive();
  if (fault) page.live.textContent = fill(data.words.broken, { ply: fault.ply, move: written(fault.label, data.clauses) });
  document.querySelector(".player").dataset.ready = "true";
}

start().catch((error) => {
  page.live.textContent = fill(data.words.failed, { reason: error.message });
  throw error;
});
