// The computer's moves: a Monte Carlo tree search on the ruleset's own module, with no knowledge of
// any ruleset. It needs no page and runs in a worker as in Node.
//
// UCT (Kocsis and Szepesvári 2006): each playout goes down the tree, adds to it, and plays on at random:
// a few plies, after which the men on the board are compared, and some more to see whether the game
// ends. Where nothing but mate is left to find these are many, a draw by chance tells nothing, and the
// other's men are to be driven together (`press.js`). Moves that end the game are seen when a position
// is added, and what is won or lost for certain is so up the tree (Winands, Björnsson and Saito 2008).
// Whoever does not stand clearly worse plays to win: a draw is then hardly better than a loss, so that
// the search looks for ways around it, and keeps the other's men from where draws begin (`danger.js`).
// Where the other can have one for certain, it looks for moves after which that is one reply among many.

import { danger, dangers } from "./danger.js";
import { Ground } from "./ground.js";
import { pressed } from "./press.js";
import { compared, prospect, standing, worths } from "./worth.js";

export { STRENGTHS, within } from "./strengths.js";

const CURIOUS = 0.5; // how much is tried that does not look best
const BEYOND = 4; // plies that a playout goes beyond the tree before men are compared
const FURTHER = 16; // plies after these in which the game may end
const TO_THE_END = 100; // as many, where so much is won that only mate is left to find
const CLEAR = 0.7; // how the men stand then
const PRESS = 0.4; // how much it counts then that the other is pressed
const BEHIND = 0.3; // how badly the men stand before a draw is welcome
const DECIDED = 0.99; // what this much is worth counts as won or lost
const CERTAIN = 1e12; // more than all visits

class Node {
  constructor(move, mover, guess) {
    // `value` sums what the playouts gave for player 1; `guess` counts as the first of them.
    Object.assign(this, { move, mover, value: guess, visits: 1, position: null, children: null });
    this.sure = null; // how the game ends for player 1 if nobody errs, where that is known
  }
}

export class Search {
  constructor(game, seed = 1) {
    this.ground = new Ground(game);
    this.worth = worths(this.ground);
    this.half = compared(this.ground, this.worth)[1] / 2;
    this.dangers = dangers(this.ground);
    this.seed = seed;
  }

  // The best move in `position`, as its number among the legal moves: { number, playouts, value },
  // value being what the mover may hope for, from -1 to 1.
  choose(position, { playouts, milliseconds }) {
    const { ground } = this;
    ground.restore(position);
    ground.seed((this.seed += 1));
    this.state = this.seed;
    const { mover } = ground;
    // What a draw is worth to player 1, and who may overlook one.
    const stand = sign(mover) * standing(ground, this.worth);
    this.draw = stand < -BEHIND ? 0 : -DECIDED * sign(mover);
    this.isClear = stand > CLEAR;
    this.other = 3 - mover;
    this.careless = null;
    const until = performance.now() + milliseconds;
    let done = 0;
    const grown = () => {
      const root = this.#root(mover, position);
      const isOpen = () => root.sure === null && root.children.length > 1 && done < playouts;
      for (; isOpen() && performance.now() < until; done += 1) this.#playout(root);
      return root;
    };
    let root = grown();
    if (this.draw && root.sure === this.draw) {
      this.careless = this.other;
      root = grown();
    }
    const best = chosen(root);
    return { number: best.move.number, playouts: done, value: hope(best, mover) };
  }

  #root(mover, position) {
    const root = new Node(null, mover, 0);
    root.position = position;
    this.#expand(root);
    return root;
  }

  #playout(root) {
    const path = [root];
    let node = root;
    while (node.children && node.sure === null) path.push((node = this.#next(node)));
    const value = node.sure ?? this.#visit(node, path.at(-2));
    for (const each of path.reverse()) {
      each.visits += 1;
      each.value += value;
      if (each.children && each.sure === null) each.sure = this.#settled(each);
    }
  }

  // Who is careless takes a draw as often as chance would, and else the move that looks best.
  #next(node) {
    const drawn = node.mover === this.careless ? node.children.filter(({ sure }) => sure === this.draw) : [];
    return this.#random() * node.children.length < drawn.length ? drawn[0] : select(node);
  }

  #settled(node) {
    if (node.mover !== this.careless) return settled(node);
    if (node.children.every(({ sure }) => sure === this.draw)) return this.draw;
    return node.children.some(({ sure }) => sure === sign(node.mover)) ? sign(node.mover) : null;
  }

  // At least 0, below 1 (Numerical Recipes' quick generator).
  #random() {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return this.state / 2 ** 32;
  }

  // What a playout from a leaf gives; one that has been visited before grows.
  #visit(node, parent) {
    const { ground } = this;
    if (node.position) {
      this.#expand(node);
      ground.restore(node.position);
    } else {
      ground.restore(parent.position);
      ground.play(node.move);
      node.position = ground.position();
    }
    ground.playOn(BEYOND);
    const soon = this.#value();
    if (ground.over) return soon;
    ground.playOn(this.isClear ? TO_THE_END : FURTHER);
    if (this.isClear) return ground.result || soon;
    return ground.over ? this.#ended() : soon;
  }

  #value() {
    if (this.ground.over) return this.#ended();
    const value = this.#hoped();
    const likely = this.draw && this.dangers ? danger(this.ground, this.dangers, this.other) : 0;
    return value + likely * (this.draw - value);
  }

  #hoped() {
    const value = prospect(this.ground, this.worth, this.half);
    if (!this.isClear) return value;
    return value - PRESS * (value + sign(this.other) * pressed(this.ground, this.other));
  }

  #ended() {
    return this.ground.result || this.draw;
  }

  #expand(node) {
    const { ground } = this;
    ground.restore(node.position);
    const children = ground.moves().map((move) => this.#child(node, move));
    // What is only said leads nowhere, unless it ends the game or must be said.
    const played = children.filter(({ move, sure }) => sure !== null || !ground.spoken.has(move.kind));
    node.children = played.length ? played : children;
    node.sure = this.#settled(node);
  }

  #child({ position }, move) {
    const { ground } = this;
    ground.restore(position);
    ground.play(move);
    const child = new Node(move, ground.mover, this.#value());
    if (ground.over) child.sure = this.#ended();
    return child;
  }
}

function sign(mover) {
  return mover === 1 ? 1 : -1;
}

// What the player may hope for at a node.
function hope(node, mover) {
  return sign(mover) * (node.sure ?? node.value / node.visits);
}

function select(node) {
  const far = CURIOUS * Math.sqrt(Math.log(node.visits));
  const bound = (child) => hope(child, node.mover) + far / Math.sqrt(child.visits);
  const open = node.children.filter((child) => !isDecided(child));
  return best(open.length ? open : node.children, bound);
}

function isDecided({ sure }) {
  return sure !== null && Math.abs(sure) >= DECIDED;
}

function best(nodes, measure) {
  let [most, found] = [-Infinity, null];
  for (const node of nodes) {
    const here = measure(node);
    if (here > most) [most, found] = [here, node];
  }
  return found;
}

// How a position ends, where one move is as good as won or all moves are known.
function settled({ children, mover }) {
  const most = Math.max(...children.map(({ sure }) => (sure === null ? -1 : sign(mover) * sure)));
  const isKnown = most >= DECIDED || children.every(({ sure }) => sure !== null);
  return isKnown ? sign(mover) * most : null;
}

// A sure win; else what was tried most, unless it surely loses.
function chosen({ children, mover }) {
  return best(children, (child) => (isDecided(child) ? sign(mover) * child.sure * CERTAIN : 0) + child.visits);
}
