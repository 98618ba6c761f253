// Rules of the engine's second design as pages play those of the first (play.js): games by labels,
// a label being a ply with its throw, `[3 5] c1-f1`, as docs/decisions/0010 writes it.

import { Game, PlyError, ThrowNeeded } from "./game.js";
import { Machine, checked } from "./machine.js";
import { chanceOf, isDrawn, thrownFaces, valuesOf } from "./odds.js";
import { plyText, read } from "./record.js";
import { hides, seenBy, standingOf } from "./standing.js";
import { offBoard } from "./totals.js";
import { ModuleView } from "./view.js";

const ENDS = "end"; // how the forms of end rules begin

// `clauseOf` has the clause of the ruleset by the number of each clause of the manifest.
export function rulesOf(module, manifest, { clauseOf = [] } = {}) {
  checked(manifest);
  const machine = new Machine(new WebAssembly.Instance(module), manifest);
  const core = { machine, manifest, clauseOf };
  return {
    module,
    manifest: { ...manifest, placed: {}, clauseOf },
    View: ModuleView,
    start: () => new Play(core),
    throwFor: (frame) => thrown(core, frame, thrownFaces(manifest.dice)),
    // The frame with a throw that is written as its values, or null where it is none of these dice.
    thrownAs: (frame, values) => {
      const faces = facesOf(manifest, values);
      return faces && frame.waits ? thrown(core, frame, faces) : null;
    },
    completed: (frame, label) => completed(core, frame, label),
    valuesOf: (faces) => throwText(manifest, faces),
    told: (line, ply, page) => told(manifest, line, ply, page),
    seenBy: hides(manifest) ? seenBy : null,
  };
}

// The same frame after a throw, with the moves that it allows.
function thrown(core, frame, faces) {
  const play = new Play(core);
  play.position = frame.position;
  const board = frame.board.slice();
  core.manifest.dice.forEach(({ site, piece }, n) => {
    board[site] = { piece, count: 1, levels: [], face: faces[n], hidden: [], veil: "" };
  });
  return { ...frame, board, waits: false, throw: faces, moves: play.movesWith(faces) };
}

// A throw as it stands in the label of a ply, without brackets.
function throwText(manifest, faces) {
  return plyText(manifest, { move: "", throw: faces }).slice(1, -2);
}

// The faces of values such as "3 5", or null.
function facesOf(manifest, values) {
  try {
    return read(manifest, `1. [${values}] pass`)[0].throw;
  } catch {
    return null;
  }
}

// The label of a move with the throw that its consequences ask for, if any.
function completed(core, frame, label) {
  if (!core.manifest.dice.length) return label;
  const play = new Play(core);
  play.position = frame.position;
  try {
    play.play(label);
    return label;
  } catch (error) {
    if (!(error instanceof ThrowNeeded)) throw error;
    return plyText(core.manifest, { move: label, throw: thrownFaces(core.manifest.dice) });
  }
}

// To hundredths, or of what is rarer, to two figures.
const PERCENT = { style: "percent", maximumFractionDigits: 2, maximumSignificantDigits: 2, roundingPriority: "morePrecision" };

// The notices of a position: the throw and its chance, scores, pieces that have left the board.
function told({ dice, pieces }, line, ply, { words, sides, fill }) {
  const frame = line.frames[ply];
  const faces = frame.throw ?? frame.thrown;
  const parts = [];
  if (faces.length) {
    const percent = chanceOf(dice, faces).toLocaleString(words.language, PERCENT);
    const mover = frame.throw ? frame.mover : line.frames[ply - 1].mover;
    const thrown = valuesOf(dice, faces);
    parts.push(fill(isDrawn({ dice, pieces }) ? words.drew : throwIn(dice, words), {
      side: sides[mover], values: thrown.join(" "), chance: percent, count: thrown.filter(Boolean).length, dice: dice.length,
    }));
  }
  if (frame.scores.some(Boolean)) parts.push(fill(words.scores, { scores: listed(frame.scores, sides) }));
  if (frame.territory?.some(Boolean)) {
    const held = frame.scores.map((_, n) => frame.territory.filter((owner) => owner === n + 1).length);
    parts.push(fill(words.territory, { counts: listed(held, sides) }));
  }
  const off = offBoard(line, ply, pieces, frame.scores.length);
  if (off.some(Boolean)) parts.push(fill(words.offBoard, { men: menOf(off, { words, sides, fill }) }));
  return parts;
}

// What the chance of a throw is said to be that of: of sticks and shells that fall on one of two sides, how many
// lie with the marked one up; of dice of one kind, their values in any order.
function throwIn(dice, words) {
  if (dice.length === 1 || new Set(dice.map(({ set }) => set)).size > 1) return words.threw;
  const isTwoSided = dice.every((die) => die.faces.every((value) => value === 0 || value === 1));
  return isTwoSided ? words.threwUp : words.threwAnyOrder;
}

function listed(numbers, sides) {
  return numbers.map((number, i) => `${sides[i + 1]} ${String(number).replace("-", "−")}`).join(", ");
}

// Whose men they are: 1 of Black’s, 2 of White’s.
function menOf(numbers, { words, sides, fill }) {
  const told = numbers.map((count, i) => count && fill(words.menOf, { count, side: sides[i + 1] }));
  return told.filter(Boolean).join(", ");
}

class Play {
  constructor(core) {
    Object.assign(this, core);
    this.game = new Game(this.machine);
    this.forbidden = [];
    this.counts = [];
    this.#arrive([], "");
  }

  // Reads what the machine holds, which is shared and may hold another position later.
  #arrive(thrown, ended) {
    const { machine, manifest } = this;
    this.content = machine.position;
    this.board = standingOf(machine);
    this.mover = machine.mover;
    const players = manifest.players.length;
    this.outcome = machine.over ? outcomeOf(machine, players, ended) : null;
    const waits = !machine.over && this.game.waitsForThrow();
    this.extra = { single: true, waits, thrown, scores: machine.numbers("score", 1, players) };
    machine.position = this.content;
    this.listed = this.outcome || waits ? [] : null;
  }

  // Listed when they are asked for: on a large board that takes longer than all else.
  get moves() {
    this.listed ??= this.movesWith([]);
    return this.listed;
  }

  movesWith(faces) {
    this.machine.position = this.content;
    const moves = [...this.game.moves(faces)].map(([name, move]) => this.#move({ move: name, throw: faces }, move));
    this.machine.position = this.content;
    return moves;
  }

  #move(ply, { from, to, isPass, clause }) {
    const { none } = this.manifest.moves;
    const [start, end] = [from, to].map((site) => (isPass || site === none ? -1 : site));
    return { label: plyText(this.manifest, ply), from: start, to: end, promotion: null, clause: this.clauseOf[clause] ?? "", number: clause };
  }

  get position() {
    return this.content;
  }

  set position(content) {
    this.machine.position = content;
    this.#arrive([], "");
  }

  // Plays a ply by its label; throws a PlyError for one that the rules do not allow.
  play(label) {
    const { machine, game, content, board } = this;
    const [said] = read(this.manifest, `1. ${label}`);
    machine.position = content;
    const counts = machine.has("territory");
    if (counts) machine.numbers("territory").forEach((_, site) => machine.set("territory", 0, site));
    const [ply, played] = this.#played(said);
    const territory = counts && machine.over ? machine.numbers("territory") : [];
    const [fired, sown] = [machine.has("fired") ? machine.fired() : [], machine.sown()];
    const move = this.#move(ply, played);
    const others = fired.filter(({ number }) => number !== move.number);
    const names = (forms) => [...new Set(forms.map(({ number }) => this.clauseOf[number]).filter(Boolean))];
    const [ended] = names(others.filter(({ form }) => form.startsWith(ENDS)));
    this.#arrive(ply.throw, ended ?? "");
    Object.assign(this.extra, { sown, territory });
    const acted = names(others.filter(({ form }) => !form.startsWith(ENDS)));
    return { move, effects: this.#effects(acted, board, move) };
  }

  // A ply as the rules write it, and its move: older games and links have no capital letters (games.play.second).
  #played(said) {
    const { game, machine, content } = this;
    try {
      return [said, game.play(said)];
    } catch (error) {
      if (!(error instanceof PlyError) || error instanceof ThrowNeeded || machine.over) throw error;
      const alike = [...game.moves(said.throw).keys()].filter((name) => name.toLowerCase() === said.move.toLowerCase());
      machine.position = content;
      if (alike.length !== 1) throw error;
      const ply = { ...said, move: alike[0] };
      return [ply, game.play(ply)];
    }
  }

  // Where one clause alone had an effect, it is seen on the sites that changed (games.play.second).
  #effects(names, before, { from, to }) {
    const sites = names.length === 1 ? this.#changed(before).filter((site) => site !== from && site !== to) : [];
    return names.flatMap((clause) => (
      sites.length ? sites.map((site) => effect("change", site, clause)) : [effect("effect", -1, clause)]));
  }

  #changed(before) {
    const { first, size } = this.manifest.containers[0];
    const numbers = Array.from({ length: size }, (_, n) => first + n);
    return numbers.filter((site) => JSON.stringify(before[site]) !== JSON.stringify(this.board[site]));
  }
}

function effect(kind, site, clause) {
  return { kind, site, piece: "", clause, value: 0 };
}

// `winner` is 0 where nobody has won alone; `ranking` has each player's place.
function outcomeOf(machine, players, clause) {
  const winner = machine.get("winner");
  const alone = winner <= players ? winner : 0;
  const ranks = machine.numbers("rank", 1, players).map((rank) => rank / 2);
  return { winner: alone, clause, ranking: ranks.some(Boolean) ? ranks : [] };
}
