// A game by rules of the engine's second design as the part of an address after #: who is the reader,
// how strong the computer, the moves, a throw not yet used, and how players ended the game. Where
// nothing is said of the reader, all sides are.

import { BOTH, movesOf } from "../sheet.js";

export const EVERY = BOTH; // the reader plays all sides

export function readSheet(hash, strengths, players) {
  const parts = new Map(hash.replace(/^#/, "").split("&").map((part) => part.split("=")));
  const [you, strength, resigned] = ["you", "strength", "resigned"].map((name) => parts.get(name));
  return {
    you: isPlayer(you, players) ? you : EVERY,
    strength: strengths.includes(strength) ? strength : strengths[0],
    moves: movesOf(hash),
    throw: decoded(parts.get("throw") ?? ""),
    resigned: isPlayer(resigned, players) ? Number(resigned) : 0,
    agreed: parts.get("agreed") === "1",
  };
}

export function writtenSheet({ you, strength, moves, throw: values, resigned, agreed }) {
  const parts = you === EVERY ? [] : [`you=${you}`, `strength=${strength}`];
  if (moves.length) parts.push(`moves=${moves.map(encodeURIComponent).join(",")}`);
  if (values) parts.push(`throw=${encodeURIComponent(values)}`);
  if (resigned) parts.push(`resigned=${resigned}`);
  if (agreed) parts.push("agreed=1");
  return parts.length ? `#${parts.join("&")}` : "";
}

function isPlayer(text, players) {
  return /^\d+$/.test(text ?? "") && Number(text) >= 1 && Number(text) <= players;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return ""; // a broken address
  }
}
