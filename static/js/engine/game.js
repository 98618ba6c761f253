// A game played by the names of moves, with the throws that its rules ask for, as
// games/engine/play/game.py plays it.

import { boardWords } from "./words.js";

const MOST_NAMED = 8;

// A ply that the rules do not allow; nothing was played.
export class PlyError extends Error {}

// The rules ask for a throw that was not given.
export class ThrowNeeded extends PlyError {
  constructor() {
    super("the rules ask for a throw");
  }
}

// A game from the opening on; `machine` reads the position. A ply is { move, throw }: the name of the
// move, and the number of the face of each die, an empty list where no dice were thrown for it.
export class Game {
  constructor(machine) {
    this.machine = machine;
    this.plies = [];
    this.names = new Map(machine.manifest.sites.map(({ number, name }) => [number, name]));
    machine.throw(null);
    machine.start();
  }

  // Whether the moves can only be listed with a throw.
  waitsForThrow() {
    this.machine.throw(null);
    this.machine.run.generate();
    return this.machine.waitsForThrow;
  }

  // The legal moves by name. Throws a PlyError where the rules ask for a throw.
  moves(faces = []) {
    const thrown = faces.length ? faces : null;
    this.machine.throw(thrown);
    const moves = this.machine.legalMoves();
    if (this.machine.waitsForThrow) throw new ThrowNeeded();
    const found = this.#named(moves);
    this.machine.throw(thrown);
    this.machine.run.generate();
    return found;
  }

  // Plays a ply; the move that it is.
  play(ply) {
    if (this.machine.over) throw new PlyError("the game is over");
    const before = this.machine.position;
    let move;
    try {
      move = this.#play(ply);
    } catch (error) {
      this.machine.position = before;
      throw error;
    }
    this.plies.push(ply);
    return move;
  }

  #play(ply) {
    const before = this.machine.position;
    if (!this.waitsForThrow()) {
      const move = this.#choose({ move: ply.move, throw: [] });
      if (!this.machine.waitsForThrow) {
        if (ply.throw.length) throw new PlyError("the rules ask for no throw");
        return move;
      }
    }
    this.#check(ply.throw);
    this.machine.position = before;
    return this.#choose(ply);
  }

  #choose(ply) {
    const found = this.moves(ply.throw);
    const move = found.get(ply.move);
    if (move) {
      this.machine.play(move);
      return move;
    }
    const names = [...found.keys()].slice(0, MOST_NAMED).join(", ");
    const more = found.size > MOST_NAMED ? ` and ${found.size - MOST_NAMED} more` : "";
    throw new PlyError(`${ply.move} is not legal; legal are ${names}${more}`);
  }

  #check(faces) {
    const { dice } = this.machine.manifest;
    if (!faces.length) throw new ThrowNeeded();
    if (faces.length !== dice.length) {
      throw new PlyError(`${faces.length} dice were thrown, there are ${dice.length}`);
    }
    const wrong = faces.find((face, n) => !(face in dice[n].faces));
    if (wrong !== undefined) throw new PlyError(`a die has no face ${wrong}`);
  }

  // Each move by its name; those that lead to the same position are one.
  #named(moves) {
    const alike = new Map();
    for (const move of moves) {
      const name = this.name(move);
      if (alike.has(name)) alike.get(name).push(move);
      else alike.set(name, [move]);
    }
    return new Map(
      [...alike].flatMap(([name, those]) => (those.length === 1 ? [[name, those[0]]] : this.#apart(name, those))),
    );
  }

  #apart(name, moves) {
    const before = this.machine.position;
    const results = new Map();
    for (const move of moves) {
      this.machine.run.generate();
      this.machine.play(move);
      const result = this.#result();
      if (!results.has(result)) results.set(result, move);
      this.machine.position = before;
    }
    if (results.size === 1) return [[name, moves[0]]];
    return [...results.keys()].sort().map((result, n) => [`${name} (${n + 1})`, results.get(result)]);
  }

  // What a position is to people, in words that no compiler changes. The words are divided by a
  // character that sorts before all others, so that lists of words sort as in Python.
  #result() {
    const { machine } = this;
    const turn = [machine.mover, machine.get("winner"), Number(machine.over)];
    const scores = machine.numbers("score", 1, machine.manifest.players.length);
    return [...boardWords(machine), ...turn, ...scores].join("\u0000");
  }

  // A move by the names of its sites, and the piece that is placed or chosen.
  name(move) {
    if (move.isPass) return "pass";
    const { none } = this.machine.manifest.moves;
    const sites = [move.from, move.to].map((site) => (site === none ? "" : this.names.get(site)));
    return sites.join("-") + (move.label ? `=${this.machine.label(move.label)}` : "");
  }
}
