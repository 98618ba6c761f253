// The page on which a ruleset is played, against oneself or against the computer. The state of the
// game is the part of the address after #; the rules say what is legal and what each move rests on.

import { IllegalMove } from "./line.js";
import { Opponent } from "./opponent.js";
import { loadRules } from "./play.js";
import { SettingUp, faultOf } from "./setting-up.js";
import { readSetup, rulesFrom, writtenSetup } from "./setup.js";
import { BOTH, readSheet, writtenSheet } from "./sheet.js";
import { STRENGTHS } from "./strengths.js";
import { Table } from "./table.js";
import { failure, fill, written } from "./words.js";

const data = JSON.parse(document.getElementById("play-data").textContent);
const { words, sides, clauses } = data;
const named = ["live", "turn", "you", "strength", "strength-hint", "take-back", "offer-draw", "resign", "resigning", "new-game", "thought", "address-fault"];
const page = Object.fromEntries(named.map((name) => [name, document.getElementById(name)]));
const strengths = Object.keys(STRENGTHS);
const CONTENT = 0.05; // what a player hopes for, from -1 to 1, beyond which the computer is glad of a draw
const GOING_ON = { resigned: 0, agreed: false };
const state = { you: "1", strength: strengths[0], setup: "", ...GOING_ON };
let rules;
let table;
let opponent;
let settingUp;

const isEnded = () => state.resigned !== 0 || state.agreed; // by the players
const isOver = () => table.last.outcome !== null || isEnded();
const isYours = (mover) => state.you === BOTH || Number(state.you) === mover;
const isTheirTurn = () => !isOver() && !isYours(table.last.mover);
const mayMove = ({ mover }) => !(isEnded() && table.atEnd) && isYours(mover);

// -- the address

function remember(how) {
  const { labels } = table.line;
  history[how](null, "", location.pathname + location.search + writtenSheet({ ...state, moves: labels }));
}

function recall() {
  settingUp.stop();
  forget();
  const { moves, resigned, agreed, ...sheet } = readSheet(location.hash, strengths);
  Object.assign(state, sheet, GOING_ON);
  page.you.value = state.you;
  page.strength.value = state.strength;
  const unplayable = from(sheet.setup);
  const fault = laid(unplayable ? [] : moves);
  if (!fault && !table.last.outcome) Object.assign(state, { resigned, agreed });
  table.turn(state.you === "2");
  complain(unplayable || (fault ? fill(words.broken, { ply: fault.ply, move: written(fault.label, clauses) }) : ""));
  answer();
}

// What is wrong with the address stays to be read until somebody plays.
function complain(text) {
  page["address-fault"].textContent = text;
  page["address-fault"].hidden = !text;
}

// Begins from the position that a text sets up, "" being the usual opening: what is wrong with it, or "".
function from(text) {
  const setup = text ? readSetup(text, rules.manifest) : null;
  const fault = text && (setup ? faultOf(rules, setup, words) : words.setupUnread);
  state.setup = fault ? "" : text;
  table.begin(rulesFrom(rules, fault ? null : setup));
  return fault;
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

function play(label) {
  forget();
  complain("");
  const { ply, line } = table;
  arrive([...line.labels.slice(0, ply), label], "pushState");
  answer();
}

// What was played after these moves is gone from the line, not from the history.
function arrive(labels, how) {
  Object.assign(state, GOING_ON);
  table.lay(labels);
  remember(how);
}

async function answer() {
  if (!isTheirTurn()) return;
  page.thought.textContent = "";
  const { position, moves } = table.last;
  const started = performance.now();
  const found = await opponent.choose(position, STRENGTHS[state.strength]);
  const seconds = (performance.now() - started) / 1000;
  const { line, ply, atEnd } = table;
  const labels = [...line.labels, moves[found.number].label];
  table.lay(labels, atEnd ? labels.length : ply);
  remember("replaceState");
  const number = found.playouts.toLocaleString(document.documentElement.lang);
  page.thought.textContent = fill(words.thought, { playouts: number, seconds: seconds.toFixed(1) });
  answer();
}

// What the computer was asked, or has said of the move before.
function forget() {
  opponent.forget();
  page.thought.textContent = "";
}

function failed(error) {
  page.live.textContent = failure(error, words);
}

// The last ply at which it was the reader's turn, before the last one.
function plyToTakeBackTo() {
  const { line } = table;
  for (let ply = line.length - 1; ply >= 0; ply -= 1) {
    if (isYours(line.frames[ply].mover)) return ply;
  }
  return null;
}

function takeBack() {
  const ply = isEnded() ? table.line.length : plyToTakeBackTo();
  if (ply === null) return;
  forget();
  arrive(table.line.labels.slice(0, ply), "pushState");
  answer();
}

function resign() {
  page.resigning.open = false;
  if (isOver()) return;
  end({ resigned: state.you === BOTH ? table.last.mover : Number(state.you) });
}

function end(how) {
  forget();
  arrive(table.line.labels, "replaceState");
  Object.assign(state, how);
  table.show();
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
  if (state.you !== BOTH) {
    page.thought.textContent = words.offered;
    const { value } = await opponent.choose(table.last.position, STRENGTHS[state.strength]);
    page.thought.textContent = "";
    if (value <= CONTENT) {
      table.refuse(words.declined);
      return;
    }
  }
  end({ agreed: true });
}

function newGame() {
  forget();
  complain("");
  arrive([], "pushState");
  answer();
}

// -- showing

function turn() {
  const { outcome, mover } = table.last;
  if (state.resigned) return fill(words.resigned, { side: sides[state.resigned], other: sides[3 - state.resigned] });
  if (state.agreed) return words.agreed;
  if (outcome) return outcome.winner ? fill(words.won, { side: sides[outcome.winner] }) : words.drawn;
  if (isTheirTurn()) return fill(words.thinking, { side: sides[mover] });
  return fill(state.you === BOTH ? words.toMove : words.yourMove, { side: sides[mover] });
}

function showControls() {
  page.turn.textContent = turn();
  page["take-back"].setAttribute("aria-disabled", !isEnded() && plyToTakeBackTo() === null);
  page["offer-draw"].setAttribute("aria-disabled", isOver() || isTheirTurn());
  page.resign.setAttribute("aria-disabled", isOver());
  page.strength.disabled = state.you === BOTH;
  const { playouts, milliseconds } = STRENGTHS[state.strength];
  const bounded = Number.isFinite(playouts);
  const number = playouts.toLocaleString(document.documentElement.lang);
  const seconds = (milliseconds / 1000).toLocaleString(document.documentElement.lang);
  page["strength-hint"].hidden = state.you === BOTH;
  page["strength-hint"].textContent = fill(bounded ? words.byPlayouts : words.byTime, { playouts: number, seconds });
}

function change(name) {
  page[name].addEventListener("change", () => {
    forget();
    state[name] = page[name].value;
    complain("");
    if (name === "you" && state.you !== BOTH) table.turn(state.you === "2");
    table.goTo(table.ply);
    remember("replaceState");
    answer();
  });
}

// The form that saves the game is sent with the moves as they lie here, that which begins another one
// by link with the position that was set up.
function fillForms() {
  const saving = document.getElementById("save-game");
  saving.addEventListener("submit", () => {
    saving.elements.moves.value = table.line.labels.join("\n");
    saving.elements.ended.value = state.agreed ? "draw" : state.resigned || "";
    saving.elements.setup.value = state.setup;
  });
  const beginning = document.getElementById("begin-between");
  beginning.addEventListener("submit", () => { beginning.elements.setup.value = state.setup; });
}

function setUp() {
  settingUp = new SettingUp(document.getElementById("set-up"), table, {
    onBegin: () => {
      forget();
      page.turn.textContent = words.settingUp;
    },
    onCancel: () => {
      table.show();
      answer();
    },
    onDone: (setup) => {
      from(setup ? writtenSetup(setup, rules.manifest) : "");
      arrive([], "pushState");
      answer();
    },
  });
}

function listen() {
  setUp();
  fillForms();
  page["take-back"].addEventListener("click", takeBack);
  page["offer-draw"].addEventListener("click", offerDraw);
  page.resign.addEventListener("click", resign);
  page["new-game"].addEventListener("click", newGame);
  change("you");
  change("strength");
  addEventListener("popstate", recall);
  addEventListener("unhandledrejection", ({ reason }) => failed(reason));
}

async function start() {
  rules = await loadRules(data.module, data.manifest, data);
  opponent = new Opponent(data.worker, rules);
  table = new Table(data, rules, { mayMove, onPlay: play, onShow: () => showControls() });
  listen();
  recall();
  document.querySelector(".play-table").dataset.ready = "true";
}

start().catch((error) => {
  failed(error);
  throw error;
});
