// How hard a player's men are pressed, between 0 and 1: where so much is won that only mate is left to
// find, few random playouts find it, so what counts is how few moves are left and how near the others
// stand. No ruleset is known here, only where the sites are drawn.

const NEAR = 2; // moves that a step nearer makes up for
const FEW = 4; // moves that are few

export function pressed(ground, player) {
  const free = ground.freedom(player) + NEAR * distance(ground, player);
  return FEW / (FEW + free);
}

// From each man of the other to the nearest of the player's, on the average, in steps of a king.
function distance({ board, components, sites }, player) {
  const standing = (owner) => [...board.keys()].filter((site) => board[site] && components[board[site]].owner === owner);
  const [own, others] = [standing(player), standing(3 - player)];
  if (!own.length || !others.length) return 0;
  const steps = (from, to) => Math.max(Math.abs(sites[from].x - sites[to].x), Math.abs(sites[from].y - sites[to].y));
  const nearest = (from) => Math.min(...own.map((to) => steps(from, to)));
  return others.reduce((sum, from) => sum + nearest(from), 0) / others.length;
}
