// What a typed text means: by coordinates here (e2-e4, E2E4, e2 e4, e7-e8=Merze, d4 or @d4 for what
// happens on one site), by short and full algebraic notation on the server, which knows them.

import { dropped, written } from "./words.js";

function plain(text) {
  return text.toLowerCase().replace(/[\s–—-]+/g, "").replaceAll("x", "");
}

const THROWN = /^\[[^\]]*\] /;

// A label without its throw.
export function bareOf(label) {
  return label.replace(THROWN, "");
}

export function isPass({ label }) {
  return bareOf(label) === "pass";
}

// `clauses` have the titles by which readers tell moves apart: b1-b2 (Order).
export function movesMeant(text, moves, clauses = {}) {
  const wanted = plain(text);
  if (!wanted) return [];
  const exact = moves.filter(({ label }) => [label, bareOf(label), written(label, clauses)].some((each) => plain(each) === wanted));
  if (exact.length) return exact;
  const onSite = wanted.replace(/^@/, "");
  return moves.filter(({ label }) => {
    const ways = [bareOf(label), dropped(bareOf(label))].map((each) => plain(each.replace(/[=(].*$/, "")));
    return ways.includes(wanted) || ways[1].split("@").at(-1) === onSite;
  });
}

// A typed text with the throw that was made for these moves, unless it names a throw itself.
export function withThrow(text, moves) {
  const [thrown = ""] = THROWN.exec(moves[0]?.label ?? "") ?? [];
  return text.startsWith("[") ? text : thrown + text;
}

// What the server makes of it: { move } or { reason }, the reason empty if it cannot be asked.
export async function readElsewhere(address, text, { played, options, setup = "" }) {
  const body = new URLSearchParams({ text, setup, played: played.join("\n") });
  for (const option of options) body.append("option", option);
  try {
    const answer = await fetch(address, { method: "POST", body });
    return await answer.json();
  } catch {
    return { reason: "" };
  }
}
