// What pieces are worth, found by trying the rules: how many moves one of a kind has on the average,
// in positions that random play meets. No ruleset is known here.

const GAMES = 40;
const STEP = 5; // plies between two looks: odd, so that both players are looked at
const LOOKS = 8;
const LEAST = 1; // what is on the board but never moves is worth this
const STEEP = 2.5; // how fast being ahead in men becomes as good as won
const ALMOST = 0.9; // what being far ahead is worth, where winning is worth 1

// The worth of each component by its number, from 0 for none; what both players call by one name is
// worth the same to both. `ground` is at the start of a game.
export function worths(ground) {
  const start = ground.position();
  const moves = new Float64Array(ground.components.length);
  const seen = new Float64Array(ground.components.length);
  for (let game = 0; game < GAMES; game += 1) {
    ground.restore(start);
    ground.seed(game + 1);
    for (let look = 0; look < LOOKS && !ground.over; look += 1) {
      tally(ground, moves, seen);
      ground.playOn(STEP);
    }
  }
  ground.restore(start);
  return Float64Array.from(ground.components, ({ name }) => {
    const alike = ground.components.flatMap((each, number) => (name && each.name === name ? [number] : []));
    const sum = (counts) => alike.reduce((all, number) => all + counts[number], 0);
    return alike.length && LEAST + sum(moves) / (sum(seen) || 1);
  });
}

function tally(ground, moves, seen) {
  const { board, mover, components } = ground;
  for (const what of board) if (what && components[what].owner === mover) seen[what] += 1;
  for (const { from } of ground.moves()) if (board[from]) moves[board[from]] += 1;
}

// How the men stand for player 1, between -1 and 1.
export function standing(ground, worth) {
  const [ahead, all] = compared(ground, worth);
  return all ? ALMOST * Math.tanh((STEEP * ahead) / all) : 0;
}

// The same for choosing a move: whoever is far ahead has something to lose yet, for mate needs men.
// `half` is what a player's men are worth at the start.
export function prospect(ground, worth, half) {
  const [ahead, all] = compared(ground, worth);
  return all ? (ALMOST * (Math.tanh((STEEP * ahead) / all) + Math.tanh(ahead / (half || all)))) / 2 : 0;
}

// By how much player 1 is ahead, and what all men are worth.
export function compared(ground, worth) {
  const sums = [0, 0, 0];
  for (const what of ground.board) if (what) sums[ground.components[what].owner] += worth[what];
  return [sums[1] - sums[2], sums[1] + sums[2]];
}
