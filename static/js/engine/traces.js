// Replays traces of published games and says where a module differs, as games/engine/play/traces.py
// does: the multiset of legal moves, the board, the scores, the next player and the end, each ply.

import { takeOver } from "./trace-set-ups.js";
import { boardWords, moveWord } from "./words.js";

const MOST_THROWS = 1500;
const MOST_PATHS = 256;

// Replays all games of a trace, given as its lines: how many plies agree, and the first difference
// as { trial, ply, what }, null where there is none.
export function replayed(machine, lines) {
  let plies = 0;
  for (const [trial, [start, ...rest]] of gamesOf(lines).entries()) {
    machine.throw(null);
    machine.start();
    const words = wordsOf(start.start);
    const what = compare("start", words, arranged(machine, words));
    if (what) return { plies, difference: { trial, ply: 0, what } };
    let paths = [null];
    for (const line of rest) {
      const found = along(machine, line, paths);
      if (found.what) return { plies, difference: { trial, ply: line.ply ?? -1, what: found.what } };
      paths = found.paths;
      plies += "end" in line ? 0 : 1;
    }
  }
  return { plies, difference: null };
}

// The words of the board at the start; of a set-up that is drawn, as the trace has it.
function arranged(machine, words) {
  if (!machine.has("to_arrange")) return listedWords(machine);
  const fixed = listedWords(machine);
  machine.throw([0]);
  machine.play(machine.legalMoves()[0]);
  const ours = listedWords(machine);
  return fixed.every((word) => words.includes(word)) ? takeOver(machine, words, ours) : ours;
}

function gamesOf(lines) {
  const games = [];
  for (const line of lines) {
    if ("start" in line) games.push([]);
    games.at(-1)?.push(line);
  }
  return games;
}

// Plays a line from each position that the trace may stand at: those after it, or what differs.
// Moves that are written alike may lead to positions that look alike. null is the position of the
// machine itself, where there is only one.
function along(machine, line, paths) {
  let first = null;
  const following = new Map();
  for (const path of paths) {
    if (path) machine.position = path;
    const { what, found } = played(machine, line, paths.length === 1);
    first ??= what;
    for (const each of found) following.set(each && `${each.state} ${each.seen}`, each);
  }
  return following.size ? { paths: [...following.values()].slice(0, MOST_PATHS) } : { what: first };
}

function played(machine, line, alone) {
  const off = (what) => ({ what, found: [] });
  if ("end" in line) {
    const what = ended(machine, line);
    return what ? off(what) : { what, found: [null] };
  }
  if (machine.mover !== line.mover) return off(`player ${line.mover} moves, here ${machine.mover}`);
  const { what, moves } = legal(machine, line);
  if (what) return off(what);
  if (!alone || moves.length > 1 || mayDraw(machine, line)) return playedEach(machine, line, moves);
  machine.play(moves[0]);
  const differs = after(machine, line);
  return differs ? off(differs) : { what: null, found: [null] };
}

// Whether the rules may ask for a throw that traces do not tell: a number drawn at random.
function mayDraw(machine, line) {
  return machine.manifest.dice.length > 0 && !line.dice;
}

// Plays each of some moves that are written alike: the positions that agree with the trace.
function playedEach(machine, line, moves) {
  const thrownNow = machine.get("throw_ready") ? machine.numbers("thrown") : null;
  const before = machine.position;
  const found = new Map();
  let first = null;
  const waiting = moves.map((move) => [move, thrownNow]);
  for (let number = 0; number < waiting.length; number += 1) {
    const [move, faces] = waiting[number];
    if (number) {
      machine.position = before;
      machine.throw(faces);
      machine.legalMoves();
    }
    machine.play(move);
    if (machine.waitsForThrow && !faces) {
      for (const each of allThrows(machine)) waiting.push([move, each]);
      continue;
    }
    const what = after(machine, line);
    if (what) first ??= what;
    else {
      const { position } = machine;
      found.set(`${position.state} ${position.seen}`, position);
    }
  }
  return { what: found.size ? null : first, found: [...found.values()] };
}

// Where the legal moves differ, and those that are written as the one played. A throw that the move
// itself replaced is written nowhere, nor is what was drawn while moves were listed: then it is the
// one with these moves.
function legal(machine, line) {
  const faces = thrown(machine, line);
  const first = movesAfter(machine, line, faces);
  if (!first.what || (!faces && !machine.waitsForThrow)) return first;
  for (const other of allThrows(machine)) {
    const found = movesAfter(machine, line, other);
    if (!found.what) return found;
  }
  return first;
}

function movesAfter(machine, line, faces) {
  machine.throw(faces);
  const moves = machine.legalMoves();
  const words = moves.map((move) => moveWord(machine, move));
  const what = compare("moves", line.legal, words);
  return { what, moves: moves.filter((_, n) => words[n] === line.played) };
}

// Every throw of the dice, where there are few enough to try.
function allThrows({ manifest }) {
  const counts = manifest.dice.map(({ faces }) => faces.length);
  if (counts.reduce((product, count) => product * count, 1) > MOST_THROWS) return [];
  return counts.reduce(
    (throws, count) => throws.flatMap((faces) => Array.from({ length: count }, (_, face) => [...faces, face])),
    [[]],
  );
}

// Where the position after a ply differs from that of the trace.
function after(machine, line) {
  const board = compare(`board after ${line.played}`, wordsOf(line.board), listedWords(machine));
  if (board) return board;
  const scores = machine.numbers("score", 1, machine.manifest.players.length);
  if (line.scores && String(scores) !== String(line.scores)) return `scores ${line.scores}, here ${scores}`;
  if (machine.over || machine.mover === line.next) return null;
  return `player ${line.next} is next, here ${machine.mover}`;
}

// The number of the face that each die shows. It lies on the board after the move; where nothing
// was done with the throw, the faces in force tell it.
function thrown({ manifest }, line) {
  if (!line.dice) return null;
  const lying = new Map(wordsOf(line.board).map((word) => word.split(":")));
  const force = line.dice.flat();
  return manifest.dice.map(({ site, faces }, die) => {
    const face = stateIn(lying.get(String(site)) ?? "");
    return [0, faces[face]].includes(force[die]) ? face : faces.indexOf(force[die]);
  });
}

// The words of those sites that a trace lists: as many numbers as there are sites in all. Where a
// board takes more numbers than it has sites, the last hands and dice lie beyond those.
function listedWords(machine) {
  const listed = machine.manifest.containers.reduce((sum, { size }) => sum + size, 0);
  return boardWords(machine).filter((word) => Number.parseInt(word, 10) < listed);
}

// An empty board has no words.
function wordsOf(text) {
  return text.split(" ").filter(Boolean);
}

function stateIn(word) {
  const state = word.split(",").slice(1).find((each) => each.startsWith("s"));
  return state ? Number(state.slice(1)) : 0;
}

function ended(machine, { end, winner }) {
  if (machine.over !== end) return `the game is ${end ? "over" : "not over"}, here it is not so`;
  const ours = machine.get("winner");
  return end && ours !== winner ? `winner ${winner}, here ${ours}` : null;
}

function compare(name, theirs, ours) {
  const [missing, extra] = [without(theirs, ours), without(ours, theirs)];
  const parts = [
    ...(missing.length ? [`missing ${missing.slice(0, 8).join(" ")}`] : []),
    ...(extra.length ? [`too many ${extra.slice(0, 8).join(" ")}`] : []),
  ];
  return parts.length ? `${name}: ${parts.join("; ")}` : null;
}

// The words of a list that another has fewer of, in order.
function without(words, others) {
  const left = new Map();
  for (const word of others) left.set(word, (left.get(word) ?? 0) + 1);
  const more = words.filter((word) => {
    const count = left.get(word) ?? 0;
    left.set(word, count - 1);
    return count <= 0;
  });
  return more.sort();
}
