// Moves discs that lie on each other a little apart, so that what is written on each can be read.

const ROUNDS = 12;

// `discs` are { x, y, radius, fixed } in pixels; the list of how far each goes, as { x, y }: never
// further than its radius, and not at all where it is `fixed`.
export function apart(discs) {
  const moved = discs.map(({ x, y }) => ({ x, y }));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (let one = 0; one < discs.length; one += 1) {
      for (let other = one + 1; other < discs.length; other += 1) push(discs, moved, one, other);
    }
  }
  return moved.map(({ x, y }, at) => ({ x: x - discs[at].x, y: y - discs[at].y }));
}

function push(discs, moved, one, other) {
  const x = moved[other].x - moved[one].x;
  const y = moved[other].y - moved[one].y;
  const far = Math.hypot(x, y) || 1;
  const missing = discs[one].radius + discs[other].radius - far;
  if (missing <= 0) return;
  const way = { x: (x || 1) / far, y: y / far };
  const share = discs[one].fixed || discs[other].fixed ? missing : missing / 2;
  move(discs[one], moved[one], way, -share);
  move(discs[other], moved[other], way, share);
}

function move({ x, y, radius, fixed }, at, way, by) {
  if (fixed) return;
  const next = { x: at.x + way.x * by - x, y: at.y + way.y * by - y };
  const most = Math.min(1, radius / (Math.hypot(next.x, next.y) || 1));
  Object.assign(at, { x: x + next.x * most, y: y + next.y * most });
}
