// How many pieces of each side have left the board and its hands: captured, or borne off.

// For each player, the most pieces there have been so far, less those that are left.
export function offBoard(line, ply, pieces, players) {
  const now = totals(line.frames[ply].board, pieces, players);
  const most = now.map(() => 0);
  for (const { board } of line.frames.slice(0, ply + 1)) {
    totals(board, pieces, players).forEach((total, n) => { most[n] = Math.max(most[n], total); });
  }
  return most.map((total, n) => total - now[n]);
}

const counted = new WeakMap(); // by board, which no longer changes

function totals(board, pieces, players) {
  if (!counted.has(board)) counted.set(board, count(board, pieces, players));
  return counted.get(board);
}

function count(board, pieces, players) {
  const found = Array.from({ length: players }, () => 0);
  for (const here of board) {
    if (!here) continue;
    const standing = here.levels.length ? here.levels : Array.from({ length: here.count }, () => here.piece);
    for (const piece of standing) {
      const { owner } = pieces[piece - 1];
      if (owner > 0 && owner <= players) found[owner - 1] += 1;
    }
  }
  return found;
}
