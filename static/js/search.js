// The computer's moves: a Monte Carlo tree search on the ruleset's own module, with no knowledge of
// any ruleset. It needs no page and runs in a worker as in Node.
//
// UCT (Kocsis and Szepesvári 2006): each playout goes down the tree, adds to it, and plays a few plies
// on at random; where the game is not over by then, the men on the board are compared. Moves that end
// the game are seen when a position is added, and what is won or lost for certain is so up the tree
// (Winands, Björnsson and Saito 2008). Whoever stands no worse than even plays to win: a draw is then
// hardly better than a loss, so that the search looks for ways around it while there are any.

import { Ground } from "./ground.js";
import { standing, worths } from "./worth.js";

// What a move may cost, in playouts and in milliseconds.
export const STRENGTHS = {
  weak: { playouts: 60, milliseconds: 300 },
  middle: { playouts: 1000, milliseconds: 500 },
  strong: { playouts: Infinity, milliseconds: 900 },
};
const CURIOUS = 0.5; // how much is tried that does not look best
const BEYOND = 4; // plies that a playout goes beyond the tree
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
    this.seed = seed;
  }

  // The best move in `position`, as its number among the legal moves: { number, playouts, value },
  // value being what the mover may hope for, from -1 to 1.
  choose(position, { playouts, milliseconds }) {
    const { ground } = this;
    ground.restore(position);
    ground.seed((this.seed += 1));
    // What a draw is worth to player 1.
    this.draw = this.#isBehind() ? 0 : -DECIDED * sign(ground.mover);
    const root = new Node(null, ground.mover, 0);
    root.position = position;
    this.#expand(root);
    const until = performance.now() + milliseconds;
    let done = 0;
    const isOpen = () => root.sure === null && root.children.length > 1 && done < playouts;
    while (isOpen() && performance.now() < until) {
      this.#playout(root);
      done += 1;
    }
    const best = chosen(root);
    return { number: best.move.number, playouts: done, value: hope(best, root.mover) };
  }

  #playout(root) {
    const path = [root];
    let node = root;
    while (node.children && node.sure === null) path.push((node = select(node)));
    const value = node.sure ?? this.#visit(node, path.at(-2));
    for (const each of path.reverse()) {
      each.visits += 1;
      each.value += value;
      if (each.children && each.sure === null) each.sure = settled(each);
    }
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
    return this.#value();
  }

  #value() {
    return this.ground.over ? this.#ended() : standing(this.ground, this.worth);
  }

  #ended() {
    return this.ground.result || this.draw;
  }

  #isBehind() {
    return sign(this.ground.mover) * standing(this.ground, this.worth) < 0;
  }

  #expand(node) {
    const { ground } = this;
    ground.restore(node.position);
    const children = ground.moves().map((move) => this.#child(node, move));
    // What is only said leads nowhere, unless it ends the game or must be said.
    const played = children.filter(({ move, sure }) => sure !== null || !ground.spoken.has(move.kind));
    node.children = played.length ? played : children;
    node.sure = settled(node);
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
  return best(node.children.filter((child) => !isDecided(child)), bound);
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
