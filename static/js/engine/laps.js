// Sowing seed by seed: after a move that sows, the board shows each seed as it comes to its hole, by
// itself or, for those who want no motion, one for each press of the button. Where the seeds of several
// holes are sown in a turn, another button goes to the end of each lap.

import { fill } from "../words.js";

const WHOLE = 4000; // milliseconds that a sowing takes at most
const SEED = 260; // and a seed

export class Laps {
  // `button` steps, `lap` goes to the end of a lap; `said` tells each step.
  constructor(table, { button, lap, said, words }) {
    Object.assign(this, { table, button, lap, said, words, step: 0, timer: null, finished: Promise.resolve() });
    this.isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    button.addEventListener("click", () => this.#press());
    lap.addEventListener("click", () => this.#pressLap());
  }

  get #sown() {
    return this.table.frame.sown ?? [];
  }

  // After how many seeds each lap is over: the next one starts from another hole.
  get #ends() {
    const sown = this.#sown;
    return sown.flatMap(({ from }, n) => (from === sown[n + 1]?.from ? [] : [n + 1]));
  }

  // The table shows another position, or the same anew.
  reset() {
    this.#end();
    this.step = 0;
    this.button.hidden = !this.#sown.length;
    this.button.textContent = this.words.sow;
    this.lap.hidden = this.#ends.length < 2;
    this.lap.textContent = this.words.lap;
    this.said.textContent = "";
  }

  // Sows the move shown by itself; `finished` says when that is over.
  run() {
    this.reset();
    const seeds = this.#sown.length;
    if (this.isStill || !seeds) return;
    this.finished = new Promise((resolve) => { this.resolve = resolve; });
    const pause = Math.min(SEED, WHOLE / seeds);
    const next = () => {
      if (this.step === seeds) return this.table.show(); // which ends it
      this.#show(this.step + 1);
      this.timer = setTimeout(next, pause);
      return undefined;
    };
    next();
  }

  #end() {
    clearTimeout(this.timer);
    this.timer = null;
    this.resolve?.();
    this.resolve = null;
  }

  // A seed more; after the last the position as it is.
  #press() {
    const seeds = this.#sown.length;
    if (this.timer) this.#end();
    if (this.step === seeds) return this.table.show();
    this.#show(this.step + 1);
    const { from, to, there } = this.#sown[this.step - 1];
    const [hole, start] = [to, from].map((site) => this.table.view.sites[site]?.label);
    const told = { number: this.step, seeds, hole, start, count: there + 1 };
    this.said.textContent = fill(this.words.seed, told);
    this.button.textContent = fill(this.step === seeds ? this.words.sown : this.words.nextSeed, told);
    return undefined;
  }

  // To the end of the next lap; after the last the position as it is.
  #pressLap() {
    if (this.timer) this.#end();
    const ends = this.#ends;
    const lap = ends.findIndex((end) => end > this.step);
    if (lap < 0) return this.table.show();
    this.#show(ends[lap]);
    const [first, last] = [this.#sown[ends[lap - 1] ?? 0], this.#sown[ends[lap] - 1]];
    const told = {
      lap: lap + 1, laps: ends.length, count: ends[lap] - (ends[lap - 1] ?? 0),
      start: this.table.view.sites[first.from]?.label, hole: this.table.view.sites[last.to]?.label,
    };
    this.said.textContent = fill(this.words.lapSown, told);
    this.lap.textContent = fill(lap + 1 === ends.length ? this.words.sown : this.words.nextLap, told);
    return undefined;
  }

  #show(step) {
    this.step = step;
    const { table } = this;
    const board = table.line.frames[table.ply - 1].board.slice();
    const seed = board.find(Boolean);
    const put = (site, count) => { board[site] = count > 0 ? { ...(board[site] ?? seed), count } : null; };
    for (const { from, to, left, there } of this.#sown.slice(0, step)) {
      put(from, left - 1);
      put(to, (from === to ? left - 1 : there) + 1);
    }
    const { from, to } = this.#sown[step - 1];
    table.view.draw(board);
    table.view.light([["from", from], ["to", to]]);
  }
}
