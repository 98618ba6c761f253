// Moves discs that lie on each other apart, so that each can be read, and hit in the square round it.

const ROUNDS = 80;
const GAP = 1; // pixels between two

// `discs` are { x, y, radius, fixed } in pixels; the list of how far each goes, as { x, y }. They go no
// further than they must: from their own places they are pushed off each other until no squares overlap.
// One that is `fixed` stays.
export function apart(discs) {
  const moved = discs.map(({ x, y }) => ({ x, y }));
  const pairs = pairsOf(discs);
  for (let round = 0; round < ROUNDS; round += 1) {
    let pushed = false;
    for (const [one, other] of pairs) pushed = push(discs[one], discs[other], moved[one], moved[other], other) || pushed;
    if (!pushed) break;
  }
  return moved.map(({ x, y }, at) => ({ x: x - discs[at].x, y: y - discs[at].y }));
}

// The numbers of each two of which one at least can be pushed.
function pairsOf(discs) {
  const pairs = [];
  for (let one = 0; one < discs.length; one += 1) {
    for (let other = one + 1; other < discs.length; other += 1) {
      if (!discs[one].fixed || !discs[other].fixed) pairs.push([one, other]);
    }
  }
  return pairs;
}

// Those that lie in the very same place leave it by ways of their own.
function push(a, b, one, other, number) {
  const least = a.radius + b.radius + GAP;
  let [x, y] = [other.x - one.x, other.y - one.y];
  if (x === 0 && y === 0) [x, y] = [Math.cos(number), Math.sin(number)];
  const missing = least - Math.max(Math.abs(other.x - one.x), Math.abs(other.y - one.y));
  if (missing <= 0.01) return false;
  const share = a.fixed || b.fixed ? missing : missing / 2;
  const [right, down] = Math.abs(x) > Math.abs(y) ? [Math.sign(x) * share, 0] : [0, Math.sign(y) * share];
  shift(a, one, -right, -down);
  shift(b, other, right, down);
  return true;
}

function shift({ fixed }, at, x, y) {
  if (fixed) return;
  at.x += x;
  at.y += y;
}
