// What the numbers of a position are worth to each player, learnt from random games: a linear estimate
// of how the game ends, by ridge regression (Hoerl and Kennard 1970) towards what holds in most games.
// No game is known here.

import { Features } from "./features.js";

const LONGEST = 600; // plies of a game
const STEP = 3; // plies between two looks
const TRUST = 6; // games that what holds in most games weighs as much as
const MEN = 0.5; // of all that a player has
const USUALLY = { score: 0.4, progress: 0.3, moves: 0.2, turn: 0, seeds: 0, held: 0 };
const LEAST = 0.2;
const SURE = 0.95; // what looks won is worth, where winning is worth 1

export class Worth {
  // Plays so many random games, or as many as the time allows.
  constructor(ground, { games, milliseconds }) {
    this.ground = ground;
    this.features = new Features(ground.machine);
    const until = performance.now() + milliseconds;
    const isOpen = () => performance.now() < until;
    this.looks = [];
    this.ends = [];
    for (let game = 0; game < games && (isOpen() || !game); game += 1) this.#try(isOpen);
    this.#fit();
    ground.begin();
  }

  // A game in which the rules reach a bound says nothing.
  #try(isOpen) {
    try {
      this.#play(isOpen);
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    }
  }

  #play(isOpen) {
    const { ground } = this;
    const looks = [];
    ground.begin();
    for (let ply = 0; ply < LONGEST && !ground.over && isOpen(); ply += STEP) {
      looks.push(this.features.read(ground.look()));
      ground.playOn(STEP);
    }
    if (!looks.length) looks.push(this.features.read(ground.look()));
    const end = ground.over ? ground.payoffs() : null;
    if (end) this.ends.push(end);
    for (const numbers of looks) this.looks.push({ numbers, end, weight: 1 / looks.length });
  }

  #fit() {
    const { looks, features: { list }, ground: { players } } = this;
    this.mean = list.map((_, n) => sum(looks, ({ numbers }) => numbers[n]) / looks.length);
    this.spread = list.map((_, n) => (
      Math.sqrt(sum(looks, ({ numbers }) => (numbers[n] - this.mean[n]) ** 2) / looks.length)));
    const used = list.flatMap((_, n) => (this.spread[n] > 1e-9 ? [n] : []));
    const known = looks.filter(({ end }) => end);
    const rows = known.map(({ numbers }) => used.map((n) => (numbers[n] - this.mean[n]) / this.spread[n]));
    const matrix = used.map((_, i) => used.map((_, j) => (
      sum(rows, (row, r) => known[r].weight * row[i] * row[j]) + (i === j ? TRUST : 0))));
    this.used = used;
    this.weights = Array.from({ length: players }, (_, i) => {
      const base = sum(this.ends, (end) => end[i]) / (this.ends.length + TRUST);
      // Where one side wins nearly all random games, a little more or less says much.
      const scale = Math.max(LEAST, 1 - base ** 2);
      const usual = used.map((n) => this.#usually(list[n], i + 1));
      const right = used.map((_, c) => (
        sum(rows, (row, r) => (known[r].weight * row[c] * (known[r].end[i] - base)) / scale) + TRUST * usual[c]));
      return solved(matrix, right);
    });
  }

  // What a number is usually worth to a player for each spread of it.
  #usually({ kind, owner }, player) {
    const { players } = this.ground;
    const others = owner > 0 && owner <= players ? -1 / Math.max(1, players - 1) : 0;
    const sign = owner === player ? 1 : others;
    if (kind !== "men") return sign * USUALLY[kind];
    return this.features.isRace ? 0 : sign * MEN;
  }

  // What each player may hope for where the ground stands, beside what it usually may; `count` is how
  // many moves there are.
  hopes(count) {
    const numbers = this.features.read(count);
    const { used, mean, spread } = this;
    return this.weights.map((weights, i) => {
      let value = 0;
      for (let c = 0; c < used.length; c += 1) value += (weights[c] * (numbers[used[c]] - mean[used[c]])) / spread[used[c]];
      return SURE * Math.tanh(value);
    });
  }
}

function sum(items, measure) {
  return items.reduce((all, item, n) => all + measure(item, n), 0);
}

// Solves symmetric, positive equations by Gaussian elimination.
function solved(matrix, right) {
  const rows = matrix.map((row, n) => [...row, right[n]]);
  const size = rows.length;
  for (let n = 0; n < size; n += 1) {
    for (let below = n + 1; below < size; below += 1) {
      const share = rows[below][n] / rows[n][n];
      for (let c = n; c <= size; c += 1) rows[below][c] -= share * rows[n][c];
    }
  }
  const found = new Array(size).fill(0);
  for (let n = size - 1; n >= 0; n -= 1) {
    let rest = rows[n][size];
    for (let c = n + 1; c < size; c += 1) rest -= rows[n][c] * found[c];
    found[n] = rest / rows[n][n];
  }
  return found;
}
