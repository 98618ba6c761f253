// A recorded game as text, a line for each ply with its throw in brackets before its move, as
// games/engine/play/record.py reads and writes it (docs/decisions/0010):
//
//     1. [3 5] c1-f1
//     2. f1-k1

import { Game, PlyError } from "./game.js";

const LINE = /^(?<number>\d{1,6})\. (?:\[(?<thrown>[^[\]]*)\] )?(?<move>\S.*)$/;
const VALUE = /^(?<value>-?\d{1,9})(?:#(?<which>[1-9]\d{0,2}))?$/;
const MOST_PLIES = 10_000;

// A record that cannot be read or replayed; `line` counts from 1.
export class RecordError extends Error {
  constructor(line, reason) {
    super(`line ${line}: ${reason}`);
    this.line = line;
  }
}

export function written(manifest, plies) {
  return plies.map((ply, n) => `${n + 1}. ${plyText(manifest, ply)}\n`).join("");
}

// The plies of a text. Throws a RecordError.
export function read(manifest, text) {
  const lines = text.split(/\r?\n/);
  if (!lines.at(-1)) lines.pop();
  if (lines.length > MOST_PLIES) throw new RecordError(MOST_PLIES + 1, "a record has 10,000 plies at most");
  return lines.map((line, n) => readLine(manifest, n + 1, line));
}

// The game, played to its last ply. Throws a RecordError for a ply that the rules refuse.
export function replay(machine, plies) {
  const game = new Game(machine);
  plies.forEach((ply, n) => {
    try {
      game.play(ply);
    } catch (error) {
      if (!(error instanceof PlyError)) throw error;
      throw new RecordError(n + 1, `${plyText(machine.manifest, ply)}: ${error.message}`);
    }
  });
  return game;
}

// A ply as people read it: its throw, if dice were thrown for it, and its move.
export function plyText({ dice }, { move, throw: faces }) {
  return faces.length ? `[${faces.map((face, n) => value(dice[n], face)).join(" ")}] ${move}` : move;
}

// The value of a face; after # which of several of that value, unless the first.
function value({ faces }, face) {
  const which = faces.slice(0, face + 1).filter((each) => each === faces[face]).length;
  return which > 1 ? `${faces[face]}#${which}` : String(faces[face]);
}

function readLine(manifest, number, line) {
  const match = LINE.exec(line);
  if (!match) throw new RecordError(number, `${JSON.stringify(line.slice(0, 80))} is no ply: write it as 1. [3 5] a1-b1`);
  const { groups } = match;
  if (Number(groups.number) !== number) throw new RecordError(number, `this is ply ${number}, not ${groups.number}`);
  return { move: groups.move, throw: readThrow(manifest, number, groups.thrown) };
}

function readThrow({ dice }, number, text) {
  if (text === undefined) return [];
  const words = text.split(" ");
  if (words.length !== dice.length) throw new RecordError(number, `[${text}] is not a throw of ${dice.length} dice`);
  return words.map((word, n) => readFace(dice[n], number, word));
}

function readFace(die, number, word) {
  const { value: named, which = "1" } = VALUE.exec(word)?.groups ?? {};
  const faces = die.faces.flatMap((each, face) => (each === Number(named) ? [face] : []));
  const face = faces[Number(which) - 1];
  if (named !== undefined && face !== undefined) return face;
  const values = die.faces.map((_, each) => value(die, each)).join(", ");
  throw new RecordError(number, `${JSON.stringify(word)} is no face of this die: it has ${values}`);
}
