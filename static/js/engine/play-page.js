// The page on which rules of the engine's second design are played, by one person for all sides or
// against the computer. The game is the part of the address after #: its plies with their throws, a
// throw not yet used, who plays, and how players ended it.

import { IllegalMove } from "../line.js";
import { Opponent } from "../opponent.js";
import { loadRules } from "../play.js";
import { STRENGTHS } from "../strengths.js";
import { Table } from "../table.js";
import { isPass } from "../typed.js";
import { failure, fill, outcomeWords, written } from "../words.js";
import { Laps } from "./laps.js";
import { EVERY, readSheet, writtenSheet } from "./sheet.js";

const data = JSON.parse(document.getElementById("play-data").textContent);
const { words, sides, clauses } = data;
const named = [
  "live", "turn", "throw", "auto", "numbers", "take-back", "new-game", "address-fault", "you", "strength", "strength-hint",
  "thought", "offer-draw", "resign", "resigning", "sow", "lap", "sow-said", "reveal",
];
const page = Object.fromEntries(named.map((name) => [name, document.getElementById(name)]));
const strengths = Object.keys(STRENGTHS);
const players = Object.keys(sides).length;
const CONTENT = 0.05; // what a player hopes for, from -1 to 1, beyond which the computer is glad of a draw
const GOING_ON = { resigned: 0, agreed: false };
const state = { you: EVERY, strength: strengths[0], ...GOING_ON };
let table;
let opponent;
let laps;

const isEnded = () => state.resigned !== 0 || state.agreed; // by the players
const isOver = () => table.last.outcome !== null || isEnded();
const isYours = (mover) => state.you === EVERY || Number(state.you) === mover;
const isTheirTurn = () => !isOver() && !isYours(table.last.mover);
// Where rules hide pieces, one sees one's own; who plays all sides, those of whoever is to move.
const viewer = ({ mover }) => {
  if (page.reveal?.checked || isOver()) return null;
  return state.you === EVERY ? mover : Number(state.you);
};
const mayMove = ({ mover }) => !(isEnded() && table.atEnd) && isYours(mover);

// -- the address

function remember(how) {
  const { throw: faces, waits } = table.last;
  const values = faces && !waits ? table.rules.valuesOf(faces) : "";
  const hash = writtenSheet({ ...state, moves: table.line.labels, throw: values });
  history[how](null, "", location.pathname + location.search + hash);
}

function recall() {
  forget();
  const { moves, throw: values, resigned, agreed, ...sheet } = readSheet(location.hash, strengths, players);
  Object.assign(state, sheet, GOING_ON);
  page.you.value = state.you;
  page.strength.value = state.strength;
  table.begin(table.rules);
  const fault = laid(moves);
  complain(fault ? fill(words.broken, { ply: fault.ply, move: written(fault.label, clauses) }) : "");
  if (!fault && values) table.takeThrow(values);
  if (!fault && !table.last.outcome) Object.assign(state, { resigned, agreed });
  table.turn(state.you === "2" && players === 2);
  answer();
}

function complain(text) {
  page["address-fault"].textContent = text;
  page["address-fault"].hidden = !text;
}

// Lays out the moves of an address: null, or what is wrong with them.
function laid(moves) {
  try {
    table.lay(moves);
    return null;
  } catch (error) {
    if (error instanceof IllegalMove) return error;
    throw error;
  }
}

// -- playing

// What follows from a move may ask for a throw, which belongs to its ply.
function play(label) {
  forget();
  complain("");
  const { ply, line, frame, rules } = table;
  arrive([...line.labels.slice(0, ply), rules.completed(frame, label)], "pushState");
  laps.run();
  answer();
}

function arrive(labels, how) {
  Object.assign(state, GOING_ON);
  table.lay(labels);
  goOn();
  remember(how);
}

// Throws the dice and plays forced moves, if the reader has chosen that.
function goOn() {
  while (page.auto.checked && table.atEnd && !isOver() && !isTheirTurn()) {
    const { waits, moves } = table.last;
    if (waits) table.throwDice();
    else if (moves.length === 1) table.lay([...table.line.labels, table.rules.completed(table.last, moves[0].label)]);
    else return;
  }
}

// The computer throws and moves, as long as it is its turn.
async function answer() {
  if (!isTheirTurn()) return;
  opponent ??= new Opponent(data.worker, table.rules);
  if (table.last.waits) table.throwLast();
  const frame = table.last;
  const started = performance.now();
  const limits = STRENGTHS[state.strength];
  const found = await opponent.choose({ position: frame.position, faces: frame.throw ?? [] }, limits);
  await laps.finished;
  if (found.ask !== opponent.asked) return; // something else was done meanwhile
  const { line, ply, atEnd } = table;
  const labels = [...line.labels, table.rules.completed(frame, found.label)];
  table.lay(labels, atEnd ? labels.length : ply);
  goOn();
  remember("replaceState");
  if (table.atEnd) laps.run();
  page.thought.textContent = thought(found, (performance.now() - started) / 1000);
  answer();
}

// A move that is the only one takes no thought.
function thought({ playouts }, seconds) {
  if (!playouts) return "";
  const number = playouts.toLocaleString(document.documentElement.lang);
  return fill(words.thought, { playouts: number, seconds: seconds.toFixed(1) });
}

// What the computer was asked, or has said of the move before.
function forget() {
  opponent?.forget();
  page.thought.textContent = "";
}

function throwDice() {
  if (page.throw.getAttribute("aria-disabled") === "true") return;
  complain("");
  if (!table.atEnd) table.lay(table.line.labels.slice(0, table.ply));
  Object.assign(state, GOING_ON);
  table.throwDice();
  goOn();
  remember("pushState");
  table.view.svg.focus();
  answer();
}

// The last ply before the last one at which it was the reader's turn.
function plyToTakeBackTo() {
  const { line } = table;
  for (let ply = line.length - 1; ply >= 0; ply -= 1) {
    if (isYours(line.frames[ply].mover)) return ply;
  }
  return null;
}

const isThrown = () => Boolean(table.last.throw) && !table.last.waits;

// Takes back the end that players agreed on, a throw, or the reader's last move.
function takeBack() {
  const { labels } = table.line;
  const ply = isEnded() || (isThrown() && !isTheirTurn()) ? labels.length : plyToTakeBackTo();
  if (ply === null) return;
  forget();
  Object.assign(state, GOING_ON);
  if (table.rules.manifest.dice.length) table.begin(table.rules); // without the throw that lies there
  table.lay(labels.slice(0, ply));
  remember("pushState");
  answer();
}

function newGame() {
  forget();
  complain("");
  table.begin(table.rules);
  arrive([], "pushState");
  answer();
}

// -- ending by the players

function resign() {
  page.resigning.open = false;
  if (isOver()) return;
  end({ resigned: state.you === EVERY ? table.last.mover : Number(state.you) });
}

function end(how) {
  forget();
  Object.assign(state, how);
  table.arrive(table.line.length);
  remember("pushState");
}

// The computer thinks about it as about a move; whoever moves meanwhile has withdrawn the offer.
async function offerDraw() {
  table.refuse(""); // so that the same answer is heard again
  if (isOver()) return;
  if (isTheirTurn()) {
    table.refuse(words.offerLater);
    return;
  }
  const { length } = table.line;
  if (state.you === EVERY || (await isAccepted())) end({ agreed: true });
  else if (table.line.length === length) table.refuse(words.declined);
}

// Asked before a throw, the computer judges by one that may fall.
async function isAccepted() {
  opponent ??= new Opponent(data.worker, table.rules);
  const { last, rules } = table;
  const faces = (last.waits ? rules.throwFor(last).throw : last.throw) ?? [];
  page.thought.textContent = words.offered;
  const { value } = await opponent.choose({ position: last.position, faces }, STRENGTHS[state.strength]);
  page.thought.textContent = "";
  return value > CONTENT;
}

// -- showing

function turn() {
  const { outcome, mover, waits, moves } = table.frame;
  const side = sides[mover];
  if (table.atEnd && state.resigned) return fill(words.resigned, { side: sides[state.resigned], other: sides[3 - state.resigned] });
  if (table.atEnd && state.agreed) return words.agreed;
  if (outcome) return fill(words.over, { outcome: outcomeWords(outcome, words, sides) });
  if (!isYours(mover)) return fill(words.thinking, { side });
  if (waits) return fill(words.toThrow, { side });
  if (moves.length === 1) return onlyMove(moves[0], side);
  return fill(state.you === EVERY ? words.toMove : words.yourMove, { side }) + begun(moves);
}

function onlyMove(move, side) {
  const clause = data.clauses[move.clause]?.title;
  if (table.ply === 0 && table.rules.manifest.fields.to_arrange) return words.setsUp;
  if (isPass(move)) return fill(clause ? words.onlyPassBy : words.onlyPass, { side, clause });
  return fill(words.oneMove, { side, move: written(move.label, data.clauses) });
}

// What is to be done now, where all moves but passes are of one clause and the last move was of another.
function begun(moves) {
  const isMove = (move) => move && move.from >= 0;
  const [clause, ...others] = new Set(moves.filter(isMove).map((move) => move.clause));
  const last = table.line.frames.slice(0, table.ply + 1).findLast(({ move }) => isMove(move));
  if (!clause || others.length || !last || last.move.clause === clause) return "";
  return ` ${fill(words.now, { clause: data.clauses[clause].title })}${onOwnMen(moves)}`;
}

// How to choose, where every move but a pass is about one of the mover's own men where it stands.
function onOwnMen(moves) {
  const { board, mover } = table.frame;
  const { pieces } = table.rules.manifest;
  const onBoard = moves.filter((move) => !isPass(move));
  const isOwn = ({ from, to }) => from === to && board[from] && pieces[board[from].piece - 1].owner === mover;
  if (!onBoard.every(isOwn)) return "";
  return ` ${onBoard.length < moves.length ? words.ownManOrPass : words.ownMan}`;
}

function showControls() {
  laps?.reset();
  const { waits, outcome, mover } = table.frame;
  page.turn.textContent = turn();
  page.throw.hidden = !table.rules.manifest.dice.length;
  page.throw.setAttribute("aria-disabled", !waits || Boolean(outcome) || !isYours(mover) || (isEnded() && table.atEnd));
  page["take-back"].setAttribute("aria-disabled", !isEnded() && !isThrown() && plyToTakeBackTo() === null);
  page["offer-draw"]?.setAttribute("aria-disabled", isOver() || isTheirTurn());
  page.resign?.setAttribute("aria-disabled", isOver());
  showStrength();
}

function showStrength() {
  const { playouts, milliseconds } = STRENGTHS[state.strength];
  const { lang } = document.documentElement;
  const told = { playouts: playouts.toLocaleString(lang), seconds: (milliseconds / 1000).toLocaleString(lang) };
  page.strength.disabled = state.you === EVERY;
  page["strength-hint"].hidden = state.you === EVERY;
  page["strength-hint"].textContent = fill(Number.isFinite(playouts) ? words.byPlayouts : words.byTime, told);
}

function fillForms() {
  const saving = document.getElementById("save-game");
  saving?.addEventListener("submit", () => {
    saving.elements.moves.value = table.line.labels.join("\n");
    saving.elements.ended.value = state.agreed ? "draw" : state.resigned || "";
    saving.elements.setup.value = "";
  });
}

function change(name) {
  page[name].addEventListener("change", () => {
    forget();
    state[name] = page[name].value;
    complain("");
    if (name === "you" && state.you !== EVERY && players === 2) table.turn(state.you === "2");
    table.goTo(table.ply);
    remember("replaceState");
    answer();
  });
}

function listen() {
  fillForms();
  page.throw.addEventListener("click", throwDice);
  page["take-back"].addEventListener("click", takeBack);
  page["offer-draw"]?.addEventListener("click", offerDraw);
  page.resign?.addEventListener("click", resign);
  page["new-game"].addEventListener("click", newGame);
  page.numbers.addEventListener("change", () => table.view.number(page.numbers.checked, data.family));
  page.reveal?.addEventListener("change", () => table.arrive(table.ply));
  page.auto.addEventListener("change", () => {
    goOn();
    remember("pushState");
    answer();
  });
  change("you");
  change("strength");
  addEventListener("popstate", recall);
  addEventListener("unhandledrejection", ({ reason }) => failed(reason));
}

function failed(error) {
  page.live.textContent = failure(error, words);
}

async function start() {
  const rules = await loadRules(data.module, data.manifest, data);
  table = new Table(data, rules, { mayMove, viewer, onPlay: play, onShow: () => showControls() });
  laps = new Laps(table, { button: page.sow, lap: page.lap, said: page["sow-said"], words });
  listen();
  recall();
  document.querySelector(".play-table").dataset.ready = "true";
}

start().catch((error) => {
  failed(error);
  throw error;
});
