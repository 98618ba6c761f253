// Boxes that are taken, found by a coarse grid. A box is [west, north, east, south] in pixels.

const CELL = 64;

export class Boxes {
  cells = new Map();

  free(box) {
    return keysOf(box).every((key) => (this.cells.get(key) ?? []).every((other) => !meet(box, other)));
  }

  take(box) {
    for (const key of keysOf(box)) {
      if (!this.cells.has(key)) this.cells.set(key, []);
      this.cells.get(key).push(box);
    }
  }

  // Takes all of them, or none if one of them is not free.
  claim(boxes) {
    if (!boxes.every((box) => this.free(box))) return false;
    for (const box of boxes) this.take(box);
    return true;
  }
}

const meet = (one, other) => one[0] < other[2] && one[2] > other[0] && one[1] < other[3] && one[3] > other[1];

function keysOf([west, north, east, south]) {
  const keys = [];
  for (let x = Math.floor(west / CELL); x <= east / CELL; x += 1) {
    for (let y = Math.floor(north / CELL); y <= south / CELL; y += 1) keys.push(`${x} ${y}`);
  }
  return keys;
}
