// The page on which rules of the engine's second design are played, by one person for all sides. The
// game is the part of the address after #: its plies with their throws, and a throw not yet used.

import { IllegalMove } from "../line.js";
import { loadRules } from "../play.js";
import { movesOf } from "../sheet.js";
import { Table } from "../table.js";
import { fill, outcomeWords, written } from "../words.js";

const data = JSON.parse(document.getElementById("play-data").textContent);
const { words, sides, clauses } = data;
const named = ["live", "turn", "throw", "auto", "numbers", "take-back", "new-game", "address-fault"];
const page = Object.fromEntries(named.map((name) => [name, document.getElementById(name)]));
let table;

// -- the address

function partOf(name) {
  const part = location.hash.replace(/^#/, "").split("&").find((each) => each.startsWith(`${name}=`)) ?? "";
  try {
    return decodeURIComponent(part.slice(name.length + 1));
  } catch {
    return ""; // a broken address
  }
}

function remember(how) {
  const { labels } = table.line;
  const { throw: faces, waits } = table.last;
  const parts = [];
  if (labels.length) parts.push(`moves=${labels.map(encodeURIComponent).join(",")}`);
  if (faces && !waits) parts.push(`throw=${encodeURIComponent(table.rules.valuesOf(faces))}`);
  const hash = parts.length ? `#${parts.join("&")}` : "";
  history[how](null, "", location.pathname + location.search + hash);
}

function recall() {
  table.begin(table.rules);
  const fault = laid(movesOf(location.hash));
  complain(fault ? fill(words.broken, { ply: fault.ply, move: written(fault.label, clauses) }) : "");
  const values = partOf("throw");
  if (!fault && values) table.takeThrow(values);
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
  complain("");
  const { ply, line, frame, rules } = table;
  table.lay([...line.labels.slice(0, ply), rules.completed(frame, label)]);
  goOn();
  remember("pushState");
}

// Throws the dice and plays forced moves, if the reader has chosen that.
function goOn() {
  while (page.auto.checked && table.atEnd && !table.last.outcome) {
    const { waits, moves } = table.last;
    if (waits) table.throwDice();
    else if (moves.length === 1) table.lay([...table.line.labels, table.rules.completed(table.last, moves[0].label)]);
    else return;
  }
}

function throwDice() {
  if (page.throw.getAttribute("aria-disabled") === "true") return;
  complain("");
  if (!table.atEnd) table.lay(table.line.labels.slice(0, table.ply));
  table.throwDice();
  goOn();
  remember("pushState");
  table.view.svg.focus();
}

function takeBack() {
  const { line } = table;
  const { throw: faces, waits } = table.last;
  if (faces && !waits) table.lay([...line.labels]);
  else if (!line.length) return;
  else table.lay(line.labels.slice(0, -1));
  remember("pushState");
}

function newGame() {
  complain("");
  table.begin(table.rules);
  table.lay([]);
  goOn();
  remember("pushState");
}

// -- showing

function turn() {
  const { outcome, mover, waits, moves } = table.frame;
  const side = sides[mover];
  if (outcome) return fill(words.over, { outcome: outcomeWords(outcome, words, sides) });
  if (waits) return fill(words.toThrow, { side });
  return fill(moves.length === 1 ? words.oneMove : words.toMove, { side, move: moves[0]?.label });
}

function showControls() {
  const { waits, outcome, throw: faces } = table.frame;
  page.turn.textContent = turn();
  page.throw.hidden = !table.rules.manifest.dice.length;
  page.throw.setAttribute("aria-disabled", !waits || Boolean(outcome));
  page["take-back"].setAttribute("aria-disabled", !table.line.length && !faces);
}

function fillForms() {
  const saving = document.getElementById("save-game");
  saving?.addEventListener("submit", () => {
    saving.elements.moves.value = table.line.labels.join("\n");
    saving.elements.ended.value = "";
    saving.elements.setup.value = "";
  });
}

function listen() {
  fillForms();
  page.throw.addEventListener("click", throwDice);
  page["take-back"].addEventListener("click", takeBack);
  page["new-game"].addEventListener("click", newGame);
  page.numbers.addEventListener("change", () => table.view.number(page.numbers.checked));
  page.auto.addEventListener("change", () => {
    goOn();
    remember("pushState");
  });
  addEventListener("popstate", recall);
}

async function start() {
  const rules = await loadRules(data.module, data.manifest, data);
  table = new Table(data, rules, { mayMove: () => true, onPlay: play, onShow: showControls });
  listen();
  recall();
  document.querySelector(".play-table").dataset.ready = "true";
}

start().catch((error) => {
  page.live.textContent = fill(words.failed, { reason: error.message });
  throw error;
});
