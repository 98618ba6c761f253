// Replays traces of published games and says where a module differs, as games/engine/play/traces.py
// does: the multiset of legal moves, the board, the scores, the next player and the end, each ply.

import { boardWords, moveWord } from "./words.js";

// Replays all games of a trace, given as its lines: how many plies agree, and the first difference
// as { trial, ply, what }, null where there is none.
export function replayed(machine, lines) {
  let plies = 0;
  for (const [trial, [start, ...rest]] of gamesOf(lines).entries()) {
    machine.throw(null);
    machine.start();
    const what = compare("start", wordsOf(start.start), listedWords(machine));
    if (what) return { plies, difference: { trial, ply: 0, what } };
    for (const line of rest) {
      const found = "end" in line ? ended(machine, line) : ply(machine, line);
      if (found) return { plies, difference: { trial, ply: line.ply ?? -1, what: found } };
      plies += "end" in line ? 0 : 1;
    }
  }
  return { plies, difference: null };
}

function gamesOf(lines) {
  const games = [];
  for (const line of lines) {
    if ("start" in line) games.push([]);
    games.at(-1)?.push(line);
  }
  return games;
}

function ply(machine, line) {
  if (machine.mover !== line.mover) return `player ${line.mover} moves, here ${machine.mover}`;
  machine.throw(thrown(machine, line));
  const moves = machine.legalMoves();
  const words = moves.map((move) => moveWord(machine, move));
  return (
    compare("moves", line.legal, words) ??
    played(machine, line, moves.filter((_, n) => words[n] === line.played)) ??
    after(machine, line)
  );
}

// Plays the move; of several that are written alike the one that leads to the board.
function played(machine, line, moves) {
  const before = machine.position;
  for (const move of moves) {
    machine.play(move);
    const what = compare(`board after ${line.played}`, wordsOf(line.board), listedWords(machine));
    if (!what || move === moves.at(-1)) return what;
    machine.position = before;
    machine.legalMoves();
  }
  return null;
}

function after(machine, line) {
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
