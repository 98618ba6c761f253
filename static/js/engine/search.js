// The computer's moves under rules of the engine's second design: a Monte Carlo tree search on the
// module, with no knowledge of any game. It needs no page and runs in a worker as in Node.
//
// UCT (Kocsis and Szepesvári 2006), each player seeking the most for itself, so that any number may
// play; throws are nodes at which chance chooses. A playout goes down the tree, adds to it, plays a few
// random plies, and estimates how the game ends (`worth.js`). What is won or lost for certain is so up
// the tree (Winands, Björnsson and Saito 2008). Whoever does not stand clearly worse plays to win: a
// draw is then nearly a loss. It knows what rules hide from it: nothing is guessed.

import { Ground, WAITS } from "./ground.js";
import { Worth } from "./worth.js";

const LEARNING = { games: 60, milliseconds: 300 };
const CURIOUS = 0.5; // how much is tried that does not look best
const BEYOND = 3; // random plies that a playout goes beyond the tree
const BEHIND = -0.3; // how badly a player stands before a draw is welcome
const DRAWN = -0.6; // what a draw is worth to whoever plays to win
const CERTAIN = 1e12; // more than all visits

class Node {
  // `pending` is a move whose consequences ask for a throw, or null.
  constructor(position, faces = [], pending = null) {
    Object.assign(this, { position, faces, pending, visits: 0, totals: null, children: null, outcomes: null });
    this.sure = null; // what each player gets if nobody errs, where that is known
  }
}

export class Search {
  constructor(machine, seed = 1, learning = LEARNING) {
    this.ground = new Ground(machine, (seed >>> 0) || 1);
    this.worth = new Worth(this.ground, learning);
  }

  // The best move in `position` under a throw, as its number among the legal moves: { number, playouts,
  // value }, value being what the mover may hope for, from -1 to 1.
  choose({ position, faces = [] }, { playouts, milliseconds }) {
    const { ground } = this;
    ground.position = position;
    const count = ground.look(faces);
    const mover = ground.mover;
    this.#standing(mover, count);
    const root = new Node(position, faces);
    this.#open(root);
    const until = performance.now() + milliseconds;
    const most = Math.max(playouts, root.children.length);
    let done = 0;
    const isOpen = () => root.sure === null && root.children.length > 1 && done < most && performance.now() < until;
    while (isOpen() && this.#tried(root)) done += 1;
    const number = this.#best(root, mover);
    return { number, playouts: done, value: hope(root.children[number], mover) };
  }

  // What a draw is worth to each player.
  #standing(mover, count) {
    const { ground: { players }, worth } = this;
    this.draw = new Array(players).fill(0);
    if (players < 2 || worth.hopes(count)[mover - 1] < BEHIND) return;
    this.draw.fill(players === 2 ? -DRAWN : 0)[mover - 1] = DRAWN;
  }

  // One playout; false where the rules reached a bound.
  #tried(root) {
    try {
      this.#playout(root);
      return true;
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) return false;
      throw error;
    }
  }

  #playout(root) {
    const path = [root];
    let node = root;
    while (node.sure === null && (node.visits || node === root)) {
      if (!node.children && !node.outcomes) this.#open(node);
      if (node.sure !== null) break;
      node = node.outcomes ? this.#outcome(node) : this.#next(node);
      path.push(node);
    }
    const value = node.sure ?? this.#visit(node);
    for (const each of path.reverse()) {
      each.visits += 1;
      each.totals ??= new Float64Array(value.length);
      for (let i = 0; i < value.length; i += 1) each.totals[i] += value[i];
      if (each.children && each.sure === null) each.sure = settled(each);
    }
  }

  // Says what a node is: the end of a game, a throw, or the moves of a player.
  #open(node) {
    const { ground } = this;
    ground.position = node.position;
    if (node.pending !== null) {
      node.outcomes = new Map();
      return;
    }
    if (ground.over) {
      node.sure = this.#ended();
      return;
    }
    const count = ground.look(node.faces);
    if (count === WAITS) {
      node.outcomes = new Map();
      return;
    }
    node.mover = ground.mover;
    node.children = new Array(count).fill(null);
    node.untried = shuffled(count, ground.chance);
  }

  // A child that has not been tried, else the one that is most promising.
  #next(node) {
    if (node.untried.length) {
      const number = node.untried.pop();
      return (node.children[number] = this.#child(node, number));
    }
    return select(node);
  }

  #child(node, number) {
    const { ground } = this;
    ground.position = node.position;
    ground.look(node.faces);
    if (!ground.play(number)) return new Node(node.position, [], number);
    const child = new Node(ground.position);
    if (ground.over) child.sure = this.#ended();
    return child;
  }

  #outcome(node) {
    const { ground } = this;
    const faces = ground.thrown();
    const key = faces.join();
    let child = node.outcomes.get(key);
    if (child) return child;
    if (node.pending === null) {
      child = new Node(node.position, faces);
    } else {
      ground.position = node.position;
      ground.look(faces);
      ground.play(node.pending);
      child = new Node(ground.position);
      if (ground.over) child.sure = this.#ended();
    }
    node.outcomes.set(key, child);
    return child;
  }

  // Plays on from a new node for a little, and estimates.
  #visit({ position, faces, pending }) {
    const { ground } = this;
    ground.position = position;
    if (pending !== null) {
      ground.look(ground.thrown());
      ground.play(pending);
    } else if (faces.length) {
      ground.playUnder(faces);
    }
    ground.playOn(BEYOND);
    return ground.over ? this.#ended() : this.worth.hopes(ground.look());
  }

  #ended() {
    const payoffs = this.ground.payoffs();
    return payoffs.every((each) => each === 0) ? this.draw : payoffs;
  }

  // A sure win; else what was tried most, unless it surely loses.
  #best({ children }, mover) {
    let [most, found] = [-Infinity, 0];
    children.forEach((child, number) => {
      if (!child) return;
      const sure = child.sure?.[mover - 1] ?? 0;
      const here = child.visits + (Math.abs(sure) >= 1 ? sure * CERTAIN : 0);
      if (here > most) [most, found] = [here, number];
    });
    return found;
  }
}

function shuffled(count, chance) {
  const numbers = Array.from({ length: count }, (_, n) => n);
  for (let n = count - 1; n > 0; n -= 1) {
    const other = chance.below(n + 1);
    [numbers[n], numbers[other]] = [numbers[other], numbers[n]];
  }
  return numbers;
}

// What a player may hope for at a node.
function hope(node, player) {
  if (!node) return 0;
  if (node.sure) return node.sure[player - 1];
  return node.visits ? node.totals[player - 1] / node.visits : 0;
}

function select({ children, visits, mover }) {
  const far = CURIOUS * Math.sqrt(Math.log(visits + 1));
  let [most, found] = [-Infinity, null];
  let isOpen = false;
  for (const child of children) {
    const undecided = child.sure === null;
    if (isOpen && !undecided) continue;
    const here = hope(child, mover) + far / Math.sqrt(child.visits || 1);
    if ((undecided && !isOpen) || here > most) [most, found] = [here, child];
    isOpen ||= undecided;
  }
  return found;
}

// What a position gives where one move wins for sure, or all moves are known; else null.
function settled({ children, mover }) {
  let best = null;
  let all = true;
  for (const child of children) {
    if (!child?.sure) all = false;
    else if (!best || child.sure[mover - 1] > best[mover - 1]) best = child.sure;
  }
  return best && (all || best[mover - 1] >= 1) ? best : null;
}
