// The table of a page: the board with the moves played on it, and every way to choose the next one,
// by mouse, touch, keyboard or typing. Whoever lays it says who may move now and what becomes of it.

import { BoardView } from "./board.js";
import { meantBy } from "./choosing.js";
import { Cursor } from "./cursor.js";
import { Dragging } from "./dragging.js";
import { element } from "./elements.js";
import { familyText, pliesMeant, plyLabel, siteLabels, turnsOf, valuesOf } from "./family.js";
import { Line } from "./line.js";
import { besides, choicesOf, chosenBy, handsInWords, listed, markPly, menInWords, played, stepOf } from "./listing.js";
import { spokenOf } from "./moments.js";
import { Soon } from "./soon.js";
import { bareOf, movesMeant, readElsewhere, withThrow } from "./typed.js";
import { fill, notices, sentence, written } from "./words.js";

const NAMED = [
  "live", "notices", "choices", "moves", "legal-moves", "legal-count", "position", "ply", "letters", "said", "typed",
  "typed-fault", "cursor-said",
];

// Said by the script, so that no page without it says that something is on its way.
const live = document.getElementById("live");
live.textContent ||= live.dataset.loading;

const TAKES = new Set(["capture", "removal"]); // effects that take men
const UNSAID = { effects: [], forbidden: [], move: null };

export function isSaid({ from, to }) {
  return from < 0 && to < 0;
}

export class Table {
  // `mayMove(frame, ply)` says whether the reader may play in the position shown, `onPlay(label)`
  // gets the move chosen there, `onShow()` is called after each change of what is shown. `viewer(frame)`
  // is the player whose pieces are seen where rules hide any, 0 who watches, null who sees all.
  constructor(data, rules, { mayMove, onPlay, onShow = () => {}, viewer = () => null }) {
    Object.assign(this, { data, rules, mayMove, onPlay, onShow, viewer, ply: 0, from: null, onSite: null });
    this.page = Object.fromEntries(NAMED.map((name) => [name, document.getElementById(name)]));
    this.steps = document.querySelectorAll("[data-step]");
    this.line = new Line(rules);
    this.listed = []; // what the list of moves says of each ply
    this.legal = new Soon(() => this.#listLegal());
    this.words = new Soon(() => this.#listMen());
    const { pieces, sides, sprite, rooms, sheet, family, words } = data;
    const View = rules.View ?? BoardView;
    const chosen = (site) => this.choose(site);
    const { manifest } = rules;
    const { components } = manifest;
    this.view = new View(document.querySelector("svg.board"), {
      components, pieces, sides, sprite, rooms, sheet, manifest, family, words, onSite: chosen,
    });
    new Cursor(this.view.svg, this.view.sites, {
      onMove: (site) => this.#describe(site), onChoose: chosen, isTurned: () => this.view.turned,
    });
    new Dragging(this.view, {
      mayLift: (site) => !this.onSite && this.#open.some(({ from }) => from === site),
      onLift: (site) => this.#lift(site),
      onDrop: (site) => this.#drop(site),
    });
    this.#listen();
  }

  // Puts the game aside: nothing is shown or played until it is taken up, and whoever chooses a site
  // tells `onSite`.
  putAside(onSite) {
    Object.assign(this, { from: null, onSite });
    this.page.choices.replaceChildren();
    this.refuse("");
  }

  takeUp() {
    this.putAside(null);
  }

  // Begins anew by rules that may start from another position.
  begin(rules) {
    this.rules = rules;
    this.line = new Line(rules);
  }

  get frame() {
    return this.line.frames[this.ply];
  }

  get last() {
    return this.line.frames[this.line.length];
  }

  get atEnd() {
    return this.ply === this.line.length;
  }

  // Lays these moves out anew; throws IllegalMove at the first that is not legal, all before it lying there.
  lay(labels, ply = Infinity) {
    const known = this.line.labels.findIndex((label, i) => label !== labels[i]);
    if (known >= 0) this.#cut(known);
    try {
      this.line.extend(labels.slice(this.line.length));
    } finally {
      this.arrive(Math.min(ply, this.line.length));
    }
  }

  // Where dice were thrown, a frame has the throw that was used after it.
  #cut(ply) {
    if (this.rules.manifest.dice?.length) this.line = new Line(this.rules);
    else this.line.cut(ply);
  }

  // Shows a ply anew, the list of moves with it.
  arrive(ply) {
    Object.assign(this, { ply, from: null });
    this.page.choices.replaceChildren();
    this.page["typed-fault"].textContent = "";
    this.#listMoves();
    this.show();
  }

  goTo(ply) {
    if (this.onSite) return;
    Object.assign(this, { ply, from: null });
    this.page.choices.replaceChildren();
    this.show();
  }

  refuse(reason) {
    this.page["typed-fault"].textContent = reason;
    if (reason) this.page["typed-fault"].scrollIntoView({ block: "nearest" });
  }

  // Draws men that stand on the board, with or without a game.
  showMen(board, title) {
    this.men = board;
    if (this.pointed !== undefined) this.#describe(this.pointed);
    this.view.draw(board, title);
    this.view.light([]);
    this.view.offer([]);
    this.#fill("position", this.words);
  }

  // Fills a list at once where it can be seen, else once the board has been drawn.
  #fill(name, list) {
    if (this.page[name].closest("details")?.open ?? true) return list.now();
    this.page[name].replaceChildren();
    return list.ask();
  }

  #listMen() {
    this.page.position.replaceChildren(...menInWords(this.view, this.men, this.data.words));
  }

  show() {
    const { page, frame, ply, data: { words, sides, clauses } } = this;
    this.showMen(this.#seen(frame), fill(words.board, { ply, side: sides[frame.mover] }));
    this.view.offer(this.#open.map(({ from }) => from));
    this.#light();
    const before = this.line.frames[ply - 1];
    const spoken = this.#spoken();
    const { setUp } = this.rules;
    page.live.replaceChildren(sentence({ frame, before, ply, spoken, clauses, words, sides, setUp }));
    const told = [handsInWords(frame, this.data), ...notices(frame, this.data), ...(this.rules.told?.(this.line, ply, { words, sides, fill }) ?? [])];
    page.notices.replaceChildren(...told.filter(Boolean).map((text) => element("p", { textContent: text })));
    this.view.spend?.(Boolean(frame.waits));
    this.view.hold?.(frame.territory ?? []);
    markPly(page.moves, ply);
    this.#showLegal();
    page.ply.textContent = `${ply} / ${this.line.length}`;
    for (const item of this.steps) item.setAttribute("aria-disabled", this.#destination(item.dataset.step) === ply);
    this.onShow();
  }

  #seen(frame) {
    return this.rules.seenBy?.(frame.board, this.viewer(frame)) ?? frame.board;
  }

  // The caption of the position shown: the clause that took a man elsewhere than where the move ended,
  // else what ended the game or allowed the move.
  #spoken() {
    const { frame } = this;
    if (this.#isSecret(this.ply)) return spokenOf({ ...frame, ...UNSAID }, "", "");
    const taking = frame.outcome ? undefined : frame.effects.find(({ kind, site }) => TAKES.has(kind) && site !== frame.move?.to);
    return spokenOf(frame, taking?.clause ?? "", "effect");
  }

  // Whether the clause of a ply would say which piece moved, to somebody who may not know.
  #isSecret(ply) {
    if (!this.rules.seenBy || ply === 0) return false;
    const viewer = this.viewer(this.frame);
    return viewer !== null && this.line.frames[ply - 1].mover !== viewer;
  }

  get #open() {
    return this.frame.outcome || !this.mayMove(this.frame, this.ply) ? [] : this.frame.moves;
  }

  #light() {
    const { move } = this.frame;
    const board = this.men;
    const lights = move && !isSaid(move) ? [["from", move.from], ["to", move.to]] : [];
    const { role, sites } = this.#spoken();
    if (role === "effect") lights.push(...sites.map((site) => ["effect", site]));
    if (this.from !== null) {
      lights.push(["chosen", this.from]);
      for (const { to } of this.#targets()) lights.push([board[to] ? "capture" : "target", to]);
    }
    this.view.light(lights, move && this.from === null ? [move] : []);
  }

  #listMoves() {
    const { clauses, ruleset, family } = this.data;
    const labels = this.line.labels;
    const turns = family ? turnsOf(family, this.line, siteLabels(this.rules.manifest)) : new Map();
    const clauseOf = (ply) => (this.#isSecret(ply) ? "" : this.line.frames[ply].move.clause);
    const said = labels.map((label, i) => [label, clauseOf(i + 1), turns.get(i + 1)].join());
    const first = said.findIndex((text, i) => text !== this.listed[i]);
    const same = first < 0 ? said.length : first; // so many items stay
    this.listed = said;
    for (const item of [...this.page.moves.children].slice(same)) item.remove();
    this.page.moves.append(...played(labels, clauses, (ply) => this.goTo(ply), (item, ply) => {
      const clause = clauseOf(ply);
      const href = `${ruleset}?${new URLSearchParams({ clause })}`;
      if (clauses[clause]) item.append(element("a", { href, textContent: clauses[clause].title }));
      item.append(...besides(turns.get(ply)));
    }, { singly: this.last.single, first: same }));
  }

  #listLegal() {
    const { page, frame, data: { clauses, family }, rules: { manifest } } = this;
    const names = family ? siteLabels(manifest) : [];
    const named = (label) => (family ? familyText(family, frame, label, names) : "");
    page["legal-moves"].replaceChildren(...listed(this.#open, clauses, (label) => this.onPlay(label), named));
  }

  #showLegal() {
    const { page, data: { clauses } } = this;
    const moves = this.#open;
    page["legal-count"].textContent = moves.length;
    this.#fill("legal-moves", this.legal);
    // What is said, or passed, moves nothing on the board and so has a button of its own.
    page.said.replaceChildren(...moves.filter(isSaid).flatMap((move) => chosenBy(move, clauses, (label) => this.onPlay(label))));
  }

  #destination(step) {
    const all = { first: 0, back: this.ply - 1, on: this.ply + 1, last: this.line.length };
    return Math.max(0, Math.min(this.line.length, all[step]));
  }

  // -- what the reader does

  #targets() {
    return this.#open.filter(({ from }) => from === this.from);
  }

  choose(site) {
    if (this.onSite) return this.onSite(site);
    const { moves, from } = meantBy(this.#open, this.from, site, (at) => this.view.isOnBoard(at));
    if (moves) return moves.length === 1 ? this.onPlay(moves[0].label) : this.#offer(moves);
    this.from = from;
    this.page.choices.replaceChildren();
    return this.#light();
  }

  // Throws the dice for the position shown.
  throwDice() {
    this.line.frames[this.ply] = this.rules.throwFor(this.frame);
    this.goTo(this.ply);
  }

  // The same for the last position, whatever is shown.
  throwLast() {
    this.#takeFrame(this.rules.throwFor(this.last));
  }

  // Takes a throw for the last position, given as its values.
  takeThrow(values) {
    const thrown = this.rules.thrownAs?.(this.last, values);
    if (thrown) this.#takeFrame(thrown);
  }

  #takeFrame(frame) {
    this.line.frames[this.line.length] = frame;
    if (this.atEnd) this.goTo(this.ply);
  }

  // A man was taken up, to be put down elsewhere.
  #lift(site) {
    this.from = site;
    this.page.choices.replaceChildren();
    this.#light();
  }

  #drop(site) {
    const found = this.#targets().filter(({ to }) => to === site);
    if (found.length) return this.choose(site);
    this.from = null;
    return this.#light();
  }

  // Turns the board, so that the side of the second player is below.
  turn(on) {
    this.view.turn(on);
    this.show();
  }

  // Several moves between the same two sites: the reader says which.
  #offer(moves) {
    const { choices } = this.page;
    choices.replaceChildren(...choicesOf(moves, this.data, (label) => {
      this.onPlay(label);
      this.view.svg.focus();
    }));
    choices.querySelector("button").focus();
  }

  async #enter(event) {
    event.preventDefault();
    const text = this.page.typed.value.trim();
    if (!text) return undefined;
    const { family, words } = this.data;
    const plies = family && pliesMeant(family, text);
    if (plies) return this.#enterTurn(plies);
    const moves = this.#open;
    if (moves.length === 0) {
      return this.refuse(this.frame.waits && this.mayMove(this.frame, this.ply) ? words.throwFirst : words.notYours);
    }
    const label = await this.#meant(text, moves);
    if (!label) return undefined;
    this.page.typed.value = "";
    return this.onPlay(label);
  }

  // Plays what is typed as the family writes it, ply for ply; what cannot be played stays in the field.
  #enterTurn(plies) {
    const texts = plies.map(([thrown, word]) => (thrown ? `${thrown}: ${word}` : word));
    for (const [i, [thrown, word]] of plies.entries()) {
      const { ply, data: { family, words } } = this;
      if (thrown && this.frame.waits && this.atEnd && this.mayMove(this.frame, ply)) this.takeThrow(valuesOf(thrown));
      const label = plyLabel(family, this.frame.mover, [thrown, word]);
      const meant = this.#open.find((move) => move.label === label || (!thrown && bareOf(move.label) === label));
      this.page.typed.value = texts.slice(i).join(" ");
      if (!meant) return this.refuse(this.#notLegal(texts[i]));
      this.page.typed.value = texts.slice(i + 1).join(" ");
      this.onPlay(meant.label);
      if (this.ply === ply) return undefined; // the move is on its way to somebody else
    }
    return undefined;
  }

  #notLegal(text) {
    const { data: { clauses, example, words }, frame: { moves } } = this;
    return fill(words.notLegal, { text, move: moves.length ? written(moves[0].label, clauses) : example });
  }

  // The label of the move that a text means; what is wrong with it is said.
  async #meant(text, moves) {
    const found = movesMeant(text, moves, this.data.clauses);
    if (found.length === 1) return found[0].label;
    const { ply, line, rules: { setUp: setup }, data: { read, options, words } } = this;
    const { move, reason } = await readElsewhere(read, withThrow(text, moves), { played: line.labels.slice(0, ply), options, setup });
    if (this.onSite || this.ply !== ply || this.line !== line) return null; // the reader has moved on meanwhile
    if (!move) this.refuse(reason || this.#notLegal(text));
    return move;
  }

  #describe(site) {
    this.pointed = site;
    const man = this.view.manWords(this.men, site) || this.data.words.empty;
    this.page["cursor-said"].textContent = `${this.view.nameOf(site)}: ${man}`;
  }

  // What stands under the pointer, in words; a pointer that rests says nothing, whatever the page moves under it.
  #point({ target }) {
    const at = target.closest?.("[data-site]");
    if (!at || !this.men) return;
    const site = Number(at.dataset.site);
    if (site !== this.pointed) this.#describe(site);
  }

  #onKey(event) {
    const step = stepOf(event, ".play-table");
    if (!step) return;
    event.preventDefault();
    this.goTo(this.#destination(step));
  }

  #listen() {
    for (const item of this.steps) item.addEventListener("click", () => this.goTo(this.#destination(item.dataset.step)));
    for (const [name, list] of [["legal-moves", this.legal], ["position", this.words]]) {
      this.page[name].closest("details")?.addEventListener("toggle", () => list.now());
    }
    document.getElementById("turn-board").addEventListener("click", () => this.turn(!this.view.turned));
    this.page.letters.addEventListener("change", ({ target }) => this.view.letters(target.checked));
    document.getElementById("entry").addEventListener("submit", (event) => this.#enter(event));
    document.addEventListener("keydown", (event) => this.#onKey(event));
    for (const kind of ["pointermove", "pointerdown"]) this.view.svg.addEventListener(kind, (event) => this.#point(event));
  }
}
