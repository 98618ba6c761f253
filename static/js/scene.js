// What the board shows of a moment: which position, which sites are lit, and which moves are drawn.

import { spokenOf } from "./moments.js";

const MOST_ARROWS = 12; // more would hide the board

// `state` is { ply, clause, role, before }; `before` asks for the position that the move left.
// Gives { spoken, board, lights, arrows }, an arrow being { from, to, forbidden }.
export function sceneOf(line, { ply, clause, role, before }) {
  const frame = line.frames[ply];
  const spoken = spokenOf(frame, clause, role);
  const left = before && frame.move ? line.frames[ply - 1] : null;
  const moves = spoken.role === "forbade" ? [] : [frame.move].filter(Boolean);
  const forbidden = left ? forbiddenBy(left, spoken.clause) : spoken.moves;
  return {
    spoken,
    board: (left ?? frame).board,
    lights: lightsOf(moves, forbidden, left ? [] : spoken.sites),
    arrows: arrowsOf(moves, forbidden),
  };
}

// Whether there is a position before the moment that shows it as well.
export function hasBefore(line, { ply }, spoken) {
  return Boolean(line.frames[ply].move) && ["allowed", "effect", "ended"].includes(spoken.role);
}

// A move that a clause allows is seen best on the position that it left.
export function isSeenBefore({ role, ply }) {
  return role === "allowed" && ply > 0;
}

function forbiddenBy(frame, clause) {
  return frame.forbidden.filter((move) => move.forbiddenBy === clause);
}

function lightsOf(moves, forbidden, sites) {
  const all = moves.flatMap(({ from, to }) => (from < 0 && to < 0 ? [["said", 0]] : [["from", from], ["to", to]]));
  for (const { from, to } of forbidden) all.push(["from", from], ["forbidden", to]);
  for (const site of sites) all.push(["effect", site]);
  return [...new Map(all.map((each) => [each.join(), each])).values()];
}

function arrowsOf(moves, forbidden) {
  const barred = forbidden.length <= MOST_ARROWS ? forbidden : [];
  return [...moves, ...barred.map((move) => ({ ...move, forbidden: true }))];
}
