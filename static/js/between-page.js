// A game between two to four people, turn by turn. The server keeps the game and checks every move; this page
// shows it, sends what its player does, and asks every few seconds what the other has done.

import { showAddresses } from "./elements.js";
import { loadRules } from "./play.js";
import { rulesBegunFrom } from "./setup.js";
import { Table } from "./table.js";
import { failure, fill, outcomeWords } from "./words.js";

// Milliseconds between two questions: while moves follow each other, while the page is seen, and else.
const SOON = 800; // four people behind one address must not use up its requests a minute
const EVERY = 2000;
const HIDDEN = 15000;
const LIVELY = 10_000; // for so long after a move the next one is likely

const data = JSON.parse(document.getElementById("play-data").textContent);
const { words, sides } = data;
const named = [
  "turn", "offer-draw", "resign", "resigning", "accept-draw", "decline-draw", "offer-said", "offer-answers", "connection",
  "ask-back", "accept-back", "decline-back", "back-answers",
];
const page = Object.fromEntries(named.map((name) => [name, document.getElementById(name)]));
const title = document.title;
let state = data.state;
let sending = false;
let table;
let asking; // the timer of the next question
let changed = -LIVELY; // when the game last went on

const isForTwo = Object.keys(sides).length === 2;
const offers = state.you !== 0 && isForTwo; // who may offer a draw, ask to take back, or resign
const mayMove = ({ mover }, ply) => !state.over && !sending && ply === state.ply && mover === state.you;

// What is hidden by the rules is seen by whom it belongs to, and by everybody once the game is over.
const viewer = () => (state.over ? null : state.you);

// -- what the server says

// Shows how the game stands, unless that is known already. Who looks at the last move goes on with it.
function take(next) {
  if (next.version < state.version) return;
  const { atEnd, ply } = table;
  if (next.version > state.version) changed = performance.now();
  state = next;
  const same = table.line.length === state.moves.length && state.moves.every((label, i) => label === table.line.labels[i]);
  if (same) table.show(); // a man that was chosen stays so
  else table.lay(state.moves, atEnd ? state.moves.length : ply);
}

function connected(fine) {
  page.connection.textContent = fine ? "" : words.unconnected;
}

let etag = data.etag;

async function ask() {
  if (sending) return;
  try {
    const answer = await fetch(data.stateAddress, { headers: { "If-None-Match": etag }, cache: "no-store" });
    connected(answer.ok || answer.status === 304);
    if (!answer.ok || sending) return;
    etag = answer.headers.get("ETag");
    take(await answer.json());
  } catch {
    connected(false);
  }
}

function pause() {
  if (document.hidden) return HIDDEN;
  return performance.now() - changed < LIVELY ? SOON : EVERY;
}

function askAgain() {
  clearTimeout(asking);
  if (!state.over) asking = setTimeout(watch, pause());
}

async function watch() {
  await ask();
  askAgain();
}

// -- what the player does

// Sends a deed as an answer to the position that the game has here; what is refused is said.
async function send(deed, move = "") {
  if (sending) return;
  sending = true;
  table.goTo(table.ply);
  try {
    const body = new URLSearchParams({ deed, move, ply: state.ply });
    const answer = await fetch(data.actAddress, { method: "POST", body });
    const told = await answer.json();
    sending = false;
    connected(true);
    if (told.state) take(told.state);
    askAgain();
    if (told.reason) table.refuse(told.reason);
  } catch {
    sending = false;
    table.show();
    connected(false);
    table.refuse(words.unsent);
  }
}

// -- showing

function turn() {
  if (state.over) {
    if (state.ending) return state.said;
    if (!isForTwo) return fill(words.over, { outcome: outcomeWords(table.last.outcome, words, sides) });
    return state.winner ? fill(words.won, { side: sides[state.winner] }) : words.drawn;
  }
  if (sending) return words.sending;
  const side = sides[state.mover];
  return state.mover === state.you ? fill(words.yourMove, { side }) : fill(words.waiting, { side });
}

// Shows the throw that the site has made for the next move.
function layThrow() {
  if (state.throw) table?.takeThrow(state.throw.slice(1, -1));
}

const hasMoved = () => table.line.frames.slice(0, -1).some(({ mover }) => mover === state.you);

function showState() {
  layThrow();
  const yours = !state.over && state.mover === state.you;
  page.turn.textContent = turn();
  document.title = yours ? `${words.mark} ${title}` : title;
  page["offer-said"].textContent = state.over ? "" : state.said;
  if (!offers) return;
  const isAsked = !state.over && state.offer !== 0 && state.offer !== state.you;
  page["offer-answers"].hidden = !isAsked || state.back !== null;
  page["back-answers"].hidden = !isAsked || state.back === null;
  page["offer-draw"].disabled = state.over || sending || state.offer !== 0;
  page["ask-back"].disabled = page["offer-draw"].disabled || !hasMoved();
  page.resigning.hidden = state.over;
}

function listen() {
  showAddresses();
  document.addEventListener("visibilitychange", () => { if (!document.hidden && !state.over) ask(); });
  if (!offers) return;
  page["offer-draw"].addEventListener("click", () => send("offer"));
  page["ask-back"].addEventListener("click", () => send("back"));
  for (const subject of ["draw", "back"]) {
    page[`accept-${subject}`].addEventListener("click", () => send("accept"));
    page[`decline-${subject}`].addEventListener("click", () => send("decline"));
  }
  page.resign.addEventListener("click", () => send("resign"));
}

async function start() {
  const rules = rulesBegunFrom(await loadRules(data.module, data.manifest, data), data.setup);
  table = new Table(data, rules, { mayMove, onPlay: (label) => send("move", label), onShow: showState, viewer });
  table.lay(state.moves);
  table.turn(state.you === 2 && isForTwo);
  listen();
  document.querySelector(".play-table").dataset.ready = "true";
  watch();
}

start().catch((error) => {
  document.getElementById("live").textContent = failure(error, words);
  throw error;
});
