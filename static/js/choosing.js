// What a chosen site means: a man to move, where to put it, or a move that is about that site alone.

// `from` is the site chosen before, or null. Gives { moves } to play, one of them if there are
// several, or { from }, the site that is chosen now. A site that is not `isDrawn` is a hand's, and
// cannot be chosen first.
export function meantBy(moves, from, site, isDrawn = () => true) {
  // Moves that are about one site: pieces put there, or seeds sown from there.
  const isAt = (move) => (
    (move.to === site && (move.from < 0 || !isDrawn(move.from))) || (move.from === site && (move.to < 0 || move.to === site)));
  const targets = from === null ? [] : moves.filter((move) => move.from === from && move.to === site && from !== site);
  if (targets.length) return { moves: targets };
  const single = moves.filter(isAt);
  const own = moves.filter((move) => move.from === site && !isAt(move));
  if (single.length && (!own.length || from === site)) return { moves: single };
  return { from: own.length && from !== site ? site : null };
}
