// The page on which a ruleset is played, against oneself or against the computer. The state of the
// game is the part of the address after #; the rules say what is legal and what each move rests on.

import { BoardView } from "./board.js";
import { Cursor } from "./cursor.js";
import { button, element } from "./elements.js";
import { IllegalMove, Line } from "./line.js";
import { spokenOf } from "./moments.js";
import { Opponent } from "./opponent.js";
import { loadRules } from "./play.js";
import { STRENGTHS } from "./search.js";
import { BOTH, readSheet, writtenSheet } from "./sheet.js";
import { movesMeant, readElsewhere } from "./typed.js";
import { fill, notices, sentence, written } from "./words.js";

const data = JSON.parse(document.getElementById("play-data").textContent);
const { words, sides, clauses } = data;
const named = [
  "live", "turn", "notices", "choices", "moves", "legal-moves", "legal-count", "position", "ply", "letters", "said", "typed",
  "typed-fault", "you", "strength", "strength-hint", "take-back", "resign", "new-game", "cursor-said", "thought",
];
const page = Object.fromEntries(named.map((name) => [name, document.getElementById(name)]));
const steps = document.querySelectorAll("[data-step]");
const table = document.querySelector(".play-table");
const strengths = Object.keys(STRENGTHS);
const state = { you: "1", strength: strengths[0], resigned: 0, ply: 0, from: null };
let rules;
let line;
let view;
let opponent;

const frame = () => line.frames[state.ply];
const last = () => line.frames[line.length];
const isOver = () => last().outcome !== null || state.resigned !== 0;
const isYours = (mover) => state.you === BOTH || Number(state.you) === mover;
const isTheirTurn = () => !isOver() && !isYours(last().mover);

// The moves that the reader may play in the position shown.
function open() {
  const { outcome, mover, moves } = frame();
  const resigned = state.resigned && state.ply === line.length;
  return outcome || resigned || !isYours(mover) ? [] : moves;
}

function isSaid({ from, to }) {
  return from < 0 && to < 0;
}

// -- the address

function remember(how) {
  const sheet = { you: state.you, strength: state.strength, moves: line.labels, resigned: state.resigned };
  history[how](null, "", location.pathname + location.search + writtenSheet(sheet));
}

function recall() {
  opponent.forget();
  const { moves, ...sheet } = readSheet(location.hash, strengths);
  line = new Line(rules);
  let fault = null;
  try {
    line.extend(moves);
  } catch (error) {
    if (!(error instanceof IllegalMove)) throw error;
    fault = error;
  }
  Object.assign(state, sheet, { from: null, ply: line.length, resigned: fault || last().outcome ? 0 : sheet.resigned });
  page.you.value = state.you;
  page.strength.value = state.strength;
  listMoves();
  show();
  if (fault) page.live.textContent = fill(words.broken, { ply: fault.ply, move: written(fault.label, clauses) });
  answer();
}

// -- playing

function play(label) {
  opponent.forget();
  const ply = line.play(state.ply, label);
  if (ply < line.length) cut(ply);
  arrive(ply, "pushState");
  answer();
}

// Goes back to a ply for good; what was played after it is gone from the line, not from the history.
function cut(ply) {
  const labels = line.labels.slice(0, ply);
  line = new Line(rules, labels);
}

function arrive(ply, how) {
  Object.assign(state, { ply, from: null, resigned: 0 });
  page.choices.replaceChildren();
  page["typed-fault"].textContent = "";
  listMoves();
  show();
  remember(how);
}

async function answer() {
  if (!isTheirTurn()) return;
  page.thought.textContent = "";
  const { position, moves } = last();
  const started = performance.now();
  const found = await opponent.choose(position, STRENGTHS[state.strength]);
  const seconds = (performance.now() - started) / 1000;
  const seen = state.ply === line.length;
  line.extend([moves[found.number].label]);
  state.from = null;
  if (seen) state.ply = line.length;
  listMoves();
  show();
  remember("replaceState");
  const number = found.playouts.toLocaleString(document.documentElement.lang);
  page.thought.textContent = fill(words.thought, { playouts: number, seconds: seconds.toFixed(1) });
  answer();
}

function failed(error) {
  page.live.textContent = fill(words.failed, { reason: error.message });
}

// The last ply at which it was the reader's turn, before the last one.
function plyToTakeBackTo() {
  for (let ply = line.length - 1; ply >= 0; ply -= 1) {
    if (isYours(line.frames[ply].mover)) return ply;
  }
  return null;
}

function takeBack() {
  if (state.resigned) {
    arrive(line.length, "pushState");
    answer();
    return;
  }
  const ply = plyToTakeBackTo();
  if (ply === null) return;
  opponent.forget();
  cut(ply);
  arrive(ply, "pushState");
  answer();
}

function resign() {
  if (isOver()) return;
  opponent.forget();
  arrive(line.length, "replaceState");
  state.resigned = state.you === BOTH ? last().mover : Number(state.you);
  show();
  remember("pushState");
}

function newGame() {
  opponent.forget();
  line = new Line(rules);
  arrive(0, "pushState");
  answer();
}

// -- showing

function show() {
  view.draw(frame().board, fill(words.board, { ply: state.ply, side: sides[frame().mover] }));
  light();
  const before = line.frames[state.ply - 1];
  const spoken = spokenOf(frame(), "", "");
  page.live.replaceChildren(sentence({ frame: frame(), before, ply: state.ply, spoken, clauses, words, sides }));
  page.notices.replaceChildren(...notices(frame(), data).map((text) => element("p", { textContent: text })));
  page.turn.textContent = turn();
  markMove();
  showLegal();
  showPosition();
  showControls();
}

function turn() {
  if (state.resigned) return fill(words.resigned, { side: sides[state.resigned], other: sides[3 - state.resigned] });
  if (last().outcome) return last().outcome.winner ? fill(words.won, { side: sides[last().outcome.winner] }) : words.drawn;
  if (isTheirTurn()) return fill(words.thinking, { side: sides[last().mover] });
  return fill(state.you === BOTH ? words.toMove : words.yourMove, { side: sides[last().mover] });
}

function light() {
  const { move, board } = frame();
  const lights = move && !isSaid(move) ? [["from", move.from], ["to", move.to]] : [];
  if (state.from !== null) {
    lights.push(["chosen", state.from]);
    for (const { to } of targets()) lights.push([board[to] ? "capture" : "target", to]);
  }
  view.light(lights, move && state.from === null ? [move] : []);
}

function listMoves() {
  page.moves.replaceChildren(...line.labels.map((label, i) => {
    const ply = i + 1;
    const clause = line.frames[ply].move.clause;
    const item = element("li", {}, element("span", { className: "number", textContent: i % 2 ? "" : `${i / 2 + 1}.` }));
    item.append(button(written(label, clauses), () => goTo(ply), { "data-ply": ply, class: `of-${1 + (i % 2)}` }));
    if (clauses[clause]) {
      const href = `${data.ruleset}?${new URLSearchParams({ clause })}`;
      item.append(element("a", { href, textContent: clauses[clause].title }));
    }
    return item;
  }));
}

function markMove() {
  for (const item of page.moves.querySelectorAll("button")) {
    const here = Number(item.dataset.ply) === state.ply;
    item.toggleAttribute("aria-current", here);
    if (here) page.moves.scrollTop = item.offsetTop - page.moves.offsetTop - page.moves.clientHeight / 2;
  }
}

function showLegal() {
  const moves = open();
  page["legal-count"].textContent = moves.length;
  page["legal-moves"].replaceChildren(...moves.map(({ label }) => (
    element("li", {}, button(written(label, clauses), () => play(label)))
  )));
  // What is said, or passed, moves nothing on the board and so has a button of its own.
  page.said.replaceChildren(...moves.filter(isSaid).map(({ label }) => button(written(label, clauses), () => play(label))));
}

function showPosition() {
  page.position.replaceChildren(...view.inWords(frame().board).flatMap(([side, men]) => [
    element("dt", { textContent: side }), element("dd", { textContent: men.join(", ") }),
  ]));
}

function showControls() {
  page.ply.textContent = `${state.ply} / ${line.length}`;
  for (const item of steps) item.setAttribute("aria-disabled", destination(item.dataset.step) === state.ply);
  page["take-back"].setAttribute("aria-disabled", !state.resigned && plyToTakeBackTo() === null);
  page.resign.setAttribute("aria-disabled", isOver());
  page.strength.disabled = state.you === BOTH;
  const { playouts, milliseconds } = STRENGTHS[state.strength];
  const bounded = Number.isFinite(playouts);
  const number = playouts.toLocaleString(document.documentElement.lang);
  const seconds = (milliseconds / 1000).toLocaleString(document.documentElement.lang);
  page["strength-hint"].hidden = state.you === BOTH;
  page["strength-hint"].textContent = fill(bounded ? words.byPlayouts : words.byTime, { playouts: number, seconds });
}

function destination(step) {
  const all = { first: 0, back: state.ply - 1, on: state.ply + 1, last: line.length };
  return Math.max(0, Math.min(line.length, all[step]));
}

function goTo(ply) {
  Object.assign(state, { ply, from: null });
  page.choices.replaceChildren();
  show();
}

// -- what the reader does

function targets() {
  return open().filter(({ from }) => from === state.from);
}

function chooseSite(site) {
  const found = targets().filter(({ to }) => to === site);
  if (state.from !== null && found.length === 1) return play(found[0].label);
  if (state.from !== null && found.length > 1) return offer(found);
  const placed = open().filter(({ from, to }) => from < 0 && to === site);
  if (placed.length) return placed.length === 1 ? play(placed[0].label) : offer(placed);
  const own = open().some(({ from }) => from === site);
  state.from = own && state.from !== site ? site : null;
  page.choices.replaceChildren();
  return light();
}

// Several moves between the same two sites: the reader says which.
function offer(moves) {
  page.choices.replaceChildren(words.choose, ...moves.map(({ label, promotion }) => (
    button(data.pieces[promotion]?.name ?? written(label, clauses), () => {
      play(label);
      view.svg.focus();
    })
  )));
  page.choices.querySelector("button").focus();
}

async function enter(event) {
  event.preventDefault();
  const text = page.typed.value.trim();
  if (!text) return;
  const moves = open();
  if (moves.length === 0) {
    refuse(words.notYours);
    return;
  }
  const label = await meant(text, moves);
  if (!label) return;
  page.typed.value = "";
  play(label);
}

// The label of the move that a text means; what is wrong with it is said.
async function meant(text, moves) {
  const found = movesMeant(text, moves);
  if (found.length === 1) return found[0].label;
  const [asked, game] = [state.ply, line];
  const { move, reason } = await readElsewhere(data.read, text, { played: line.labels.slice(0, asked), options: data.options });
  if (state.ply !== asked || line !== game) return null; // the reader has moved on meanwhile
  if (!move) refuse(reason || fill(words.notLegal, { text }));
  return move;
}

function refuse(reason) {
  page["typed-fault"].textContent = reason;
}

function describe(site) {
  const component = rules.manifest.components[frame().board[site]];
  const man = component ? `${sides[component.owner] ?? ""} ${data.pieces[component.name]?.name ?? component.name}` : words.empty;
  page["cursor-said"].textContent = `${view.sites[site].label}: ${man}`;
}

function onKey(event) {
  const step = { ArrowLeft: "back", ArrowRight: "on" }[event.key];
  const typing = event.target.closest("input, select, textarea") !== null;
  if (!step || event.altKey || event.ctrlKey || event.metaKey || typing) return;
  event.preventDefault();
  goTo(destination(step));
}

function change(name) {
  page[name].addEventListener("change", () => {
    opponent.forget();
    state[name] = page[name].value;
    show();
    remember("replaceState");
    answer();
  });
}

function listen() {
  for (const item of steps) item.addEventListener("click", () => goTo(destination(item.dataset.step)));
  page["take-back"].addEventListener("click", takeBack);
  page.resign.addEventListener("click", resign);
  page["new-game"].addEventListener("click", newGame);
  page.letters.addEventListener("change", () => view.letters(page.letters.checked));
  document.getElementById("entry").addEventListener("submit", enter);
  change("you");
  change("strength");
  document.addEventListener("keydown", onKey);
  addEventListener("popstate", recall);
  addEventListener("unhandledrejection", ({ reason }) => failed(reason));
}

async function start() {
  rules = await loadRules(data.module, data.manifest);
  opponent = new Opponent(data.worker, rules);
  const { pieces, sprite, rooms } = data;
  const svg = document.querySelector("svg.board");
  view = new BoardView(svg, { components: rules.manifest.components, pieces, sides, sprite, rooms, onSite: chooseSite });
  new Cursor(svg, view.sites, { onMove: describe, onChoose: chooseSite });
  listen();
  recall();
  table.dataset.ready = "true";
}

start().catch((error) => {
  failed(error);
  throw error;
});
