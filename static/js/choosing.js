// What a chosen site means: a man to move, where to put it, or a move that is about that site alone.

// Moves that are about one site: pieces put there, or seeds sown from there.
function isAt({ from, to }, site) {
  return (from < 0 && to === site) || (from === site && (to < 0 || to === site));
}

// `from` is the site chosen before, or null. Gives { moves } to play, one of them if there are
// several, or { from }, the site that is chosen now.
export function meantBy(moves, from, site) {
  const targets = from === null ? [] : moves.filter((move) => move.from === from && move.to === site && from !== site);
  if (targets.length) return { moves: targets };
  const single = moves.filter((move) => isAt(move, site));
  const own = moves.filter((move) => move.from === site && !isAt(move, site));
  if (single.length && (!own.length || from === site)) return { moves: single };
  return { from: own.length && from !== site ? site : null };
}
