// The board beside a text of rules, on which the draft is played: what was played stays as far as the
// text still allows it, and each move of a man names the definition that gives it.

import { BoardView } from "./board.js";
import { meantBy } from "./choosing.js";
import { Cursor } from "./cursor.js";
import { button, element } from "./elements.js";
import { IllegalMove, Line } from "./line.js";
import { rulesFrom } from "./play.js";
import { fill, outcomeWords } from "./words.js";

const MOST_LISTED = 60;

export class DraftBoard {
  // `words` are the phrases of the page; `lineOf(name)` is the line of a definition, or undefined.
  constructor(words, lineOf) {
    Object.assign(this, { words, lineOf, labels: [], from: null, asked: 0 });
  }

  // Plays what was found of a text in the part of the page that shows its check.
  async show(part, play) {
    const asked = (this.asked += 1);
    const rules = await rulesFrom(bytesOf(play.module), play.manifest, { clauseOf: play.clauseOf });
    const svg = part.querySelector(".board-box svg.board");
    if (asked !== this.asked || !svg) return;
    Object.assign(this, { rules, sides: play.sides, from: null });
    this.box = part.querySelector(".draft-play");
    this.box.hidden = false;
    const View = rules.View ?? BoardView;
    const choose = (site) => this.#choose(site);
    this.view = new View(svg, {
      ...play, components: rules.manifest.components, manifest: rules.manifest, onSite: choose,
    });
    new Cursor(svg, this.view.sites, { onMove: () => {}, onChoose: choose });
    this.#listen();
    this.line = new Line(rules);
    for (const label of this.labels) if (!this.#replayed(label)) break;
    this.#arrive();
  }

  #part(name) {
    return this.box.querySelector(`[data-draft="${name}"]`);
  }

  #listen() {
    const on = (name, act) => this.#part(name).addEventListener("click", act);
    on("back", () => this.#replay(this.line.labels.slice(0, -1)));
    on("again", () => this.#replay([]));
    on("throw", () => {
      this.line.frames[this.line.length] = this.rules.throwFor(this.#frame);
      this.#arrive();
    });
  }

  #replayed(label) {
    try {
      this.line.extend([label]);
      return true;
    } catch (error) {
      if (error instanceof IllegalMove) return false;
      throw error;
    }
  }

  #replay(labels) {
    this.line = new Line(this.rules, labels);
    this.#arrive();
  }

  get #frame() {
    return this.line.frames[this.line.length];
  }

  get #open() {
    return this.#frame.outcome ? [] : this.#frame.moves;
  }

  #play(label) {
    this.line.extend([this.rules.completed?.(this.#frame, label) ?? label]);
    this.#arrive();
  }

  #choose(site) {
    const { moves, from } = meantBy(this.#open, this.from, site, (at) => this.view.isOnBoard(at));
    if (moves?.length === 1) return this.#play(moves[0].label);
    this.from = from ?? null;
    return this.#show(moves ?? (this.from === null ? undefined : this.#open.filter((move) => move.from === this.from)));
  }

  #arrive() {
    this.from = null;
    this.labels = [...this.line.labels];
    this.#show();
  }

  #show(moves = this.#open) {
    const frame = this.#frame;
    this.view.draw(frame.board, fill(this.words.board, { ply: this.line.length, side: this.sides[frame.mover] }));
    const { move } = frame;
    const lights = move && this.from === null ? [["from", move.from], ["to", move.to]] : [];
    if (this.from !== null) {
      lights.push(["chosen", this.from]);
      for (const { to } of moves) lights.push([frame.board[to] ? "capture" : "target", to]);
    }
    this.view.light(lights.filter(([, site]) => site >= 0));
    this.#part("throw").hidden = !frame.waits;
    this.#say(frame);
    const listed = moves.slice(0, MOST_LISTED).map((each) => this.#item(each));
    if (moves.length > MOST_LISTED) listed.push(element("li", { textContent: "…" }));
    this.#part("moves").replaceChildren(...listed);
  }

  #say(frame) {
    const { words, sides } = this;
    const outcome = outcomeWords(frame.outcome, words, sides);
    const turn = fill(this.box.dataset.turn, { side: sides[frame.mover], count: frame.moves.length });
    const parts = [frame.outcome ? fill(words.over, { outcome }) : turn];
    const effects = frame.effects.map(({ clause }) => clause);
    const shown = [...new Set([frame.move?.clause, ...effects, frame.outcome?.clause].filter(Boolean))];
    if (frame.move) parts.unshift(`${frame.move.label}:`);
    this.#part("said").replaceChildren(parts.join(" "), ...shown.flatMap((name) => [" ", this.#definition(name)]));
  }

  #item(move) {
    const item = element("li", {}, button(move.label, () => this.#play(move.label)));
    if (move.clause) item.append(" ", this.#definition(move.clause));
    return item;
  }

  // The name of a definition, which leads to its line in the text.
  #definition(name) {
    const line = this.lineOf(name);
    if (!line) return element("span", { className: "notation", textContent: name });
    const link = element("a", { className: "notation", href: "#text", textContent: name });
    link.dataset.line = line;
    return link;
  }
}

function bytesOf(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
