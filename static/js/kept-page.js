// The page of a saved or recorded game: moves, annotations and variations. Its keeper edits them here.

import { showAddresses } from "./elements.js";
import { IllegalMove } from "./line.js";
import { loadRules } from "./play.js";
import { rulesBegunFrom } from "./setup.js";
import { Table } from "./table.js";
import { failure, fill } from "./words.js";

const data = JSON.parse(document.getElementById("play-data").textContent);
const remarks = document.querySelectorAll("[data-remark]");
const writing = document.getElementById("told") !== null;
const aboutPly = document.querySelector("[name=ply]");
const beside = document.getElementById("aside");
let table;
let from = null; // the ply after which a variation lies on the board, null for the game itself

// Who writes sees the ply on the board only; who reads sees all, with that ply marked. A variation
// belongs to the ply after which it begins.
function showRemark() {
  const ply = Math.min(table.ply, from ?? Infinity);
  for (const item of remarks) {
    const here = Number(item.dataset.remark) === ply;
    item.hidden = writing && !here;
    item.classList.toggle("here", here);
  }
  if (aboutPly) aboutPly.value = ply;
  if (!beside) return;
  beside.hidden = from === null;
  const said = document.getElementById("aside-said");
  if (from !== null) said.textContent = fill(said.dataset.said, { ply: from });
}

function lay(moves, ply) {
  try {
    table.lay(moves, ply);
  } catch (error) {
    if (!(error instanceof IllegalMove)) throw error;
    document.getElementById("live").textContent = fill(data.words.broken, { ply: error.ply, move: error.label });
  }
}

// Lays moves that might have been played after a ply.
function vary(ply, moves) {
  from = ply;
  lay([...data.moves.slice(0, ply), ...moves], ply + moves.length);
}

function leave() {
  const ply = from;
  from = null;
  lay(data.moves, ply);
}

// Who writes plays other moves, from anywhere in the game or in a variation of it.
function play(label) {
  const { ply, line: { labels } } = table;
  if (labels[ply] === label) table.goTo(ply + 1);
  else {
    const begun = Math.min(from ?? ply, ply);
    vary(begun, [...labels.slice(begun, ply), label]);
  }
}

function keep() {
  const field = document.getElementById(`remark-${from}`);
  const line = `(${table.line.labels.slice(from).join("; ")})`;
  field.value = [field.value.trimEnd(), line].filter(Boolean).join("\n");
  leave();
  field.focus();
}

// A move in the list of remarks leads to its ply.
function listen() {
  for (const item of document.querySelectorAll("a[data-ply]")) {
    item.addEventListener("click", (event) => {
      event.preventDefault();
      if (from !== null) leave();
      table.goTo(Math.min(Number(item.dataset.ply), table.line.length));
    });
  }
  for (const line of document.querySelectorAll(".variation")) {
    const moves = [...line.querySelectorAll("[data-move]")];
    const labels = moves.map((item) => item.dataset.move);
    moves.forEach((item, i) => item.addEventListener("click", () => {
      vary(Number(line.dataset.from), labels.slice(0, i + 1));
      document.querySelector("svg.board").scrollIntoView({ block: "nearest" }); // on a phone it is far away
    }));
  }
  document.getElementById("leave-aside")?.addEventListener("click", leave);
  document.getElementById("keep-aside")?.addEventListener("click", keep);
  showAddresses();
}

async function start() {
  const rules = rulesBegunFrom(await loadRules(data.module, data.manifest, data), data.setup);
  table = new Table(data, rules, { mayMove: () => writing, onPlay: play, onShow: showRemark });
  lay(data.moves, data.ply);
  listen();
  document.querySelector(".play-table").dataset.ready = "true";
}

start().catch((error) => {
  document.getElementById("live").textContent = failure(error, data.words);
  throw error;
});
