// Looks for moments of a clause among random games, on the ruleset's own module; knows no ruleset and
// needs no page. The server's search is games.finding, and both rank what they find alike.
//
// Moves are chosen at random, in every other game captures rather than other moves: so there are soon
// few men left. A move that the clause allows is taken where there is one.

import { Ground } from "./ground.js";

const LONGEST = 300; // plies of a game
const ENOUGH = 12; // moments to choose the clearest of
const TRIES = 4; // moves looked at to find a capture
const PATIENCE = 250; // milliseconds in which to find clearer ones than the first

// How much stands in the way of seeing a moment: the men on the board, the plies before it, and what
// else happens alike; a game that is decided by it makes up for that. As games.finding.cost.
export function cost({ men, ply, alike, decisive }) {
  return 2 * men + ply + 3 * alike - (decisive ? 40 : 0);
}

export class Finder {
  constructor(game) {
    this.game = game;
    this.ground = new Ground(game);
    this.start = this.ground.position();
    this.clauses = game.manifest.clauses;
  }

  // The clearest moment of a clause found in so many milliseconds, or in so many games where `most` is
  // given, or null: { moves, ply, role, games }, moves by their labels. `known` holds moves, joined by
  // spaces, that are not wanted again.
  find(clause, { seed, milliseconds = Infinity, most = Infinity, known = new Set() }) {
    this.number = this.clauses.indexOf(clause); // -1, which nothing has, where these rules do without it
    this.seed = seed;
    const begun = performance.now();
    let [first, games] = [null, 0];
    const found = [];
    const patience = milliseconds === Infinity ? Infinity : PATIENCE;
    const isOver = (now) => now > begun + milliseconds || (first !== null && now > first + patience);
    while (found.length < ENOUGH && games < most && !isOver(performance.now())) {
      const moment = this.#play(games % 2 === 1);
      games += 1;
      if (!moment || known.has(this.#labels(moment.moves).join(" "))) continue;
      first ??= performance.now();
      found.push(moment);
    }
    const [best] = found.sort((a, b) => cost(a) - cost(b));
    return { moment: best ? { ...best, moves: this.#labels(best.moves) } : null, games };
  }

  // A random game up to the first moment of the clause.
  #play(guided) {
    const { ground } = this;
    ground.restore(this.start);
    const moves = [];
    while (!ground.over && moves.length < LONGEST) {
      const legal = ground.moves();
      const barred = this.#forbidden();
      const men = this.#men();
      const allowed = legal.filter(({ kind }) => this.game.manifest.kinds[kind] === this.number);
      const move = allowed.length ? this.#any(allowed) : this.#chosen(legal, guided);
      ground.play(move);
      moves.push(move);
      const ply = moves.length;
      const decisive = ground.over && ground.result !== 0;
      const moment = (role, alike) => ({ moves, ply, role, men, alike, decisive: decisive && role !== "forbade" });
      if (this.#ending() === this.number) return moment("ended", 0);
      if (barred) return moment("forbade", barred - 1);
      if (allowed.length) return moment("allowed", 0);
      const effects = this.#effects();
      if (effects) return moment("effect", effects - 1);
    }
    return null;
  }

  #any(moves) {
    return moves[this.#random(moves.length)];
  }

  #chosen(moves, guided) {
    let move = this.#any(moves);
    if (!guided) return move;
    const { board, components, mover } = this.ground;
    const takes = ({ to }) => board[to] && components[board[to]].owner !== mover;
    for (let i = 1; i < TRIES && !takes(move); i += 1) move = this.#any(moves);
    return move;
  }

  #random(limit) {
    // xorshift32 (Marsaglia 2003)
    let x = this.seed | 0 || 1;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.seed = x;
    return (x >>> 0) % limit;
  }

  #word(address) {
    return this.game.memory.getInt32(address, true);
  }

  #men() {
    return this.ground.board.reduce((sum, what) => sum + (what ? 1 : 0), 0);
  }

  // How many of the moves that others would allow the clause forbids.
  #forbidden() {
    const { at } = this.ground;
    return this.#times(this.#word(at.FORBIDDEN_COUNT), at.FORBIDDEN + 8, 12);
  }

  #effects() {
    const { at } = this.ground;
    return this.#times(this.#word(at.EVENT_COUNT), at.EVENTS + 12, 16);
  }

  #times(count, address, size) {
    let times = 0;
    for (let i = 0; i < count; i += 1) times += this.#word(address + i * size) === this.number;
    return times;
  }

  #ending() {
    const { ground, game } = this;
    const ending = ground.over ? game.manifest.endings[this.#word(ground.at.ENDING)] : null;
    return ending ? this.clauses.indexOf(ending.clause) : null;
  }

  #labels(moves) {
    const { game } = this;
    game.position = this.start;
    return moves.map(({ from, to, kind, extra }) => {
      const same = (move) => move.from === from && move.to === to && move.kind === kind && move.extra === extra;
      const { label } = game.moves.find(same);
      game.play(label);
      return label;
    });
  }
}
