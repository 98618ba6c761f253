// Looks for moments of a clause among random games of a module, as ../finder.js does for those of the
// first design, and ranks them alike. A move that the clause allows is taken where there is one.

import { cost } from "../finder.js";
import { Chance } from "./chance.js";
import { Game } from "./game.js";
import { Machine } from "./machine.js";
import { again, nameOf } from "./naming.js";
import { plyText } from "./record.js";

const LONGEST = 300; // plies of a game
const ENOUGH = 12; // moments to choose the clearest of
const PATIENCE = 250; // milliseconds in which to find clearer ones than the first
const ENDS = "end"; // how the forms of end rules begin

export class ModuleFinder {
  constructor(module, manifest) {
    this.manifest = manifest;
    this.machine = new Machine(new WebAssembly.Instance(module), manifest);
  }

  // As Finder.find.
  find(clause, { seed, milliseconds = Infinity, most = Infinity, known = new Set() }) {
    this.clause = clause;
    this.chance = new Chance(seed || 1);
    const begun = performance.now();
    const isOver = (now) => now > begun + milliseconds || (first !== null && milliseconds < Infinity && now > first + PATIENCE);
    let [first, games] = [null, 0];
    const found = [];
    while (found.length < ENOUGH && games < most && !isOver(performance.now())) {
      const moment = this.#play();
      games += 1;
      if (!moment || known.has(this.#labels(moment.moves).join(" "))) continue;
      first ??= performance.now();
      found.push(moment);
    }
    const [best] = found.sort((a, b) => cost(a) - cost(b));
    return { moment: best ? { ...best, moves: this.#labels(best.moves) } : null, games };
  }

  // A random game up to the first moment of the clause; a ply is { position, faces, number }.
  #play() {
    const { machine } = this;
    machine.throw(null);
    machine.start();
    const moves = [];
    while (!machine.over && moves.length < LONGEST) {
      const { allowed, made, ...ply } = this.#ply();
      moves.push(ply);
      const role = this.#role(allowed, made);
      if (role) return { moves, ply: moves.length, role, men: this.#men(), alike: 0, decisive: this.#isDecisive() };
    }
    return null;
  }

  // Plays a ply: what it was, whether the clause allowed it, and the number of the clause that made it.
  #ply() {
    const { machine } = this;
    const position = machine.position;
    machine.throw(null);
    let count = machine.run.generate();
    let faces = [];
    if (machine.waitsForThrow) {
      faces = this.chance.throw(this.manifest.dice);
      machine.throw(faces);
      count = machine.run.generate();
    }
    const number = this.#chosen(count);
    const made = this.#clauseOf(number);
    machine.run.play(number);
    if (!machine.waitsForThrow || faces.length) return { position, faces, number, made, allowed: this.#named(made) === this.clause };
    machine.position = position;
    faces = this.chance.throw(this.manifest.dice);
    again(machine, { position, faces, number });
    return { position, faces, number, made, allowed: this.#named(made) === this.clause };
  }

  #chosen(count) {
    const allowed = [];
    for (let n = 0; n < count; n += 1) if (this.#named(this.#clauseOf(n)) === this.clause) allowed.push(n);
    return allowed.length ? allowed[this.chance.below(allowed.length)] : this.chance.below(count);
  }

  #clauseOf(number) {
    return this.machine.get(this.manifest.moves.columns.clause, number);
  }

  #named(number) {
    return this.manifest.clauseOf[number] ?? "";
  }

  #role(allowed, made) {
    const fired = this.machine.fired().filter(({ number }) => number !== made && this.#named(number));
    const ends = fired.filter(({ form }) => form.startsWith(ENDS));
    if (this.machine.over && ends.length && this.#named(ends[0].number) === this.clause) return "ended";
    if (allowed) return "allowed";
    const acts = fired.filter(({ form }) => !form.startsWith(ENDS));
    return acts.some(({ number }) => this.#named(number) === this.clause) ? "effect" : "";
  }

  #men() {
    return this.machine.numbers("what").filter(Boolean).length;
  }

  #isDecisive() {
    const winner = this.machine.get("winner"); // one more than there are players: all win
    return this.machine.over && winner > 0 && winner <= this.machine.manifest.players.length;
  }

  #labels(plies) {
    const game = new Game(this.machine);
    return plies.map((ply) => plyText(this.manifest, { move: nameOf(game, ply), throw: ply.faces }));
  }
}
