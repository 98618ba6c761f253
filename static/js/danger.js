// Where a man stands when a game is soon drawn, found by trying the rules: a shah beside a citadel, say.
// No ruleset is known here.

const GAMES = 600; // played at random
const LONGEST = 240; // plies of one
const STEP = 3; // plies between two looks
const SOON = 8; // looks before the end of a drawn game
const DOUBT = 30; // looks at a space that count for nothing, since few say little
const MOST = 0.9; // likelier than this is not believed

// How much likelier a game is soon drawn where a man stands than with as many men elsewhere: by
// component and site, from 0 where chance may explain it; null where it always may. `ground` is at the
// start of a game.
export function dangers(ground) {
  const { components, board } = ground;
  const kinds = components.map(({ name }) => components.findIndex((each) => each.name === name));
  const looks = looksOf(ground);
  const usual = shares(looks, board.length);
  const counts = () => components.map(() => new Float64Array(board.length));
  const [seen, beyond] = [counts(), counts()];
  for (const look of looks) {
    look.board.forEach((what, site) => {
      if (!what) return;
      seen[kinds[what]][site] += 1;
      beyond[kinds[what]][site] += look.isSoon - usual[look.men];
    });
  }
  const table = kinds.map((kind) =>
    beyond[kind].map((more, site) => {
      const number = seen[kind][site] + DOUBT;
      return Math.max(0, more / number - 1 / Math.sqrt(number));
    }),
  );
  return table.some((sites) => sites.some(Boolean)) ? table : null;
}

// How much likelier a draw is as the men of a player stand, by the table of dangers.
export function danger(ground, table, player) {
  let safe = 1;
  ground.board.forEach((what, site) => {
    if (what && ground.components[what].owner === player) safe *= 1 - table[what][site];
  });
  return Math.min(MOST, 1 - safe);
}

// What random games look like every few plies, and whether they were drawn soon after.
function looksOf(ground) {
  const start = ground.position();
  const found = [];
  for (let game = 1; game <= GAMES; game += 1) {
    ground.restore(start);
    ground.seed(game);
    const looks = [];
    for (let ply = 0; ply < LONGEST && !ground.over; ply += STEP) {
      const board = ground.board.slice();
      looks.push({ board, men: board.reduce((men, what) => men + (what > 0), 0), isSoon: 0 });
      ground.playOn(STEP);
    }
    if (ground.over && ground.result === 0) for (const look of looks.slice(-SOON)) look.isSoon = 1;
    found.push(...looks);
  }
  ground.restore(start);
  return found;
}

// The share of looks with so many men that a draw follows soon.
function shares(looks, most) {
  const [all, drawn] = [new Float64Array(most + 1), new Float64Array(most + 1)];
  for (const { men, isSoon } of looks) {
    all[men] += 1;
    drawn[men] += isSoon;
  }
  return drawn.map((number, men) => number / (all[men] || 1));
}
