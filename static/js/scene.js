// What the board shows of a moment: which position, which sites are lit, and which moves are drawn.
// games/scenes.py draws the same on the server.

import { spokenOf } from "./moments.js";

const MOST_ARROWS = 12; // more would hide the board: where they lead is crossed instead
const WHOLE = ["whole", 0]; // the board, where no site of it is meant

// `state` is { ply, clause, role, before }; `before` asks for the position that the move left.
// Gives { spoken, board, lights, arrows }, an arrow being { from, to, forbidden }.
export function sceneOf(line, { ply, clause, role, before }) {
  const frame = line.frames[ply];
  const spoken = spokenOf(frame, clause, role);
  const left = before && frame.move ? line.frames[ply - 1] : null;
  const moves = spoken.role === "forbade" ? [] : [frame.move].filter(Boolean);
  const forbidden = left ? forbiddenBy(left, spoken.clause) : spoken.moves;
  const lights = lightsOf(moves, forbidden, left ? [] : spoken.sites, frame.board);
  return {
    spoken,
    board: (left ?? frame).board,
    lights: lights.length || !spoken.clause ? lights : [WHOLE],
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

function lightsOf(moves, forbidden, sites, { length }) {
  const isOn = (site) => site >= 0 && site < length;
  const all = [...moves, ...forbidden].some(({ from, to }) => from < 0 && to < 0) ? [WHOLE] : [];
  for (const { from, to } of moves) all.push(["from", from], ["to", to]);
  for (const { from, to } of forbidden) {
    all.push(["from", from], ["forbidden", to]);
    if (forbidden.length > MOST_ARROWS || !isOn(from)) all.push(["crossed", to]);
  }
  for (const site of sites) all.push(["effect", site]);
  const lit = all.filter(([kind, site]) => kind === "whole" || isOn(site));
  return [...new Map(lit.map((each) => [each.join(), each])).values()];
}

function arrowsOf(moves, forbidden) {
  const barred = forbidden.length <= MOST_ARROWS ? forbidden : [];
  return [...moves, ...barred.map((move) => ({ ...move, forbidden: true }))];
}
