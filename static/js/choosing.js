// What a chosen site means: a man to move, where to put it, or a move that is about that site alone.
// Where the rules leave one move, its end means that move.

// `from` is the site chosen before, or null. Gives { moves } to play, one of them if there are
// several, or { from }, the site that is chosen now. A site that is not `isOnBoard` is a hand's: it
// need not be chosen first, and where a man on the board is chosen, none enters from it instead.
export function meantBy(moves, from, site, isOnBoard = () => true) {
  const enters = (move) => move.from < 0 || (from === null && !isOnBoard(move.from));
  // Moves that are about one site: pieces put there, or seeds sown from there.
  const isAt = (move) => (
    (move.to === site && enters(move)) || (move.from === site && (move.to < 0 || move.to === site)));
  if (from === null && moves.length === 1 && moves[0].to === site) return { moves };
  const targets = from === null ? [] : moves.filter((move) => move.from === from && move.to === site && from !== site);
  if (targets.length) return { moves: targets };
  const single = moves.filter(isAt);
  const own = moves.filter((move) => move.from === site && !isAt(move));
  if (single.length && (!own.length || from === site)) return { moves: single };
  return { from: own.length && from !== site ? site : null };
}
