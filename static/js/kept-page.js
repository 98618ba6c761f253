// A game to be read move by move, with what is said of each ply; who keeps it writes that here.

import { showAddresses } from "./elements.js";
import { IllegalMove } from "./line.js";
import { loadRules } from "./play.js";
import { rulesBegunFrom } from "./setup.js";
import { Table } from "./table.js";
import { fill } from "./words.js";

const data = JSON.parse(document.getElementById("play-data").textContent);
const remarks = document.querySelectorAll("[data-remark]");
const writing = document.getElementById("told") !== null;
const aboutPly = document.querySelector("[name=ply]");
let table;

// Who writes sees the ply on the board only; who reads sees all, with that ply marked.
function showRemark() {
  for (const item of remarks) {
    const here = Number(item.dataset.remark) === table.ply;
    item.hidden = writing && !here;
    item.classList.toggle("here", here);
  }
  if (aboutPly) aboutPly.value = table.ply;
}

// A move in the list of remarks leads to its ply.
function listen() {
  for (const item of document.querySelectorAll("a[data-ply]")) {
    item.addEventListener("click", (event) => {
      event.preventDefault();
      table.goTo(Math.min(Number(item.dataset.ply), table.line.length));
    });
  }
  showAddresses();
}

function lay() {
  try {
    table.lay(data.moves, data.ply);
  } catch (error) {
    if (!(error instanceof IllegalMove)) throw error;
    document.getElementById("live").textContent = fill(data.words.broken, { ply: error.ply, move: error.label });
  }
}

async function start() {
  const rules = rulesBegunFrom(await loadRules(data.module, data.manifest, data), data.setup);
  table = new Table(data, rules, { mayMove: () => false, onPlay: () => {}, onShow: showRemark });
  lay();
  listen();
  document.querySelector(".play-table").dataset.ready = "true";
}

start().catch((error) => {
  document.getElementById("live").textContent = fill(data.words.failed, { reason: error.message });
  throw error;
});
