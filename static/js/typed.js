// The legal moves that a typed text may mean, by coordinates: e2-e4, E2E4, e2 e4, e7-e8=Merze.

function plain(text) {
  return text.toLowerCase().replace(/[\s–—-]+/g, "").replaceAll("x", "");
}

export function movesMeant(text, moves) {
  const wanted = plain(text);
  if (!wanted) return [];
  const exact = moves.filter(({ label }) => plain(label) === wanted);
  if (exact.length) return exact;
  return moves.filter(({ label }) => plain(label.replace(/[=(].*$/, "")) === wanted);
}
