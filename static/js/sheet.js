// A game as the part of an address after #: who plays, how strong, the moves, and how players ended it.
// Commas stand between the moves; whatever else a move holds is written as %XX.

export const BOTH = "both";

export function readSheet(hash, strengths) {
  const parts = new Map(hash.replace(/^#/, "").split("&").map((part) => part.split("=")));
  const you = parts.get("you");
  const strength = parts.get("strength");
  return {
    you: ["1", "2", BOTH].includes(you) ? you : "1",
    strength: strengths.includes(strength) ? strength : strengths[0],
    moves: movesOf(hash),
    setup: decoded(parts.get("setup") ?? ""),
    resigned: Number(["1", "2"].find((side) => side === parts.get("resigned")) ?? 0),
    agreed: parts.get("agreed") === "1",
  };
}

// The moves alone.
export function movesOf(hash) {
  const part = hash.replace(/^#/, "").split("&").find((each) => each.startsWith("moves=")) ?? "";
  return part.slice("moves=".length).split(",").filter(Boolean).map(decoded);
}

export function writtenMoves(moves) {
  return `#moves=${moves.map(encodeURIComponent).join(",")}`;
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // cut short by whoever sent the address: no legal move, and said to be none
  }
}

export function writtenSheet({ you, strength, setup, moves, resigned, agreed }) {
  const parts = [`you=${you}`, `strength=${strength}`];
  if (setup) parts.push(`setup=${encodeURIComponent(setup).replace(/%3B/g, ";").replace(/%3A/g, ":")}`);
  if (moves.length) parts.push(`moves=${moves.map(encodeURIComponent).join(",")}`);
  if (resigned) parts.push(`resigned=${resigned}`);
  if (agreed) parts.push("agreed=1");
  return `#${parts.join("&")}`;
}
