// Boxes that are taken, found by a coarse grid. A box is [west, north, east, south] in pixels.

const CELL = 64;

export class Boxes {
  cells = new Map();

  // Through the edge of `frame` nothing goes.
  constructor(frame) {
    this.frame = frame;
  }

  free(box) {
    return keysOf(box).every((key) => (this.cells.get(key) ?? []).every((other) => !meet(box, other)));
  }

  take(box) {
    for (const key of keysOf(box)) {
      if (!this.cells.has(key)) this.cells.set(key, []);
      this.cells.get(key).push(box);
    }
  }

  // Whether what these boxes hold together is within the frame, or without.
  whole(boxes) {
    return this.inwards(boxes).every((way) => way === 0) || !meet(hull(boxes), this.frame);
  }

  // How far right and down such boxes go to be within the frame; where they are larger, it goes on cutting them.
  inwards(boxes) {
    const all = hull(boxes);
    return [0, 1].map((axis) => Math.max(0, this.frame[axis] - all[axis]) - Math.max(0, all[axis + 2] - this.frame[axis + 2]));
  }

  // Takes all of them, or none if one of them is not free, or the frame cuts them.
  claim(boxes) {
    if (!boxes.every((box) => this.free(box)) || !this.whole(boxes)) return false;
    for (const box of boxes) this.take(box);
    return true;
  }
}

const hull = (boxes) => [0, 1, 2, 3].map((at) => Math[at < 2 ? "min" : "max"](...boxes.map((box) => box[at])));
const meet = (one, other) => one[0] < other[2] && one[2] > other[0] && one[1] < other[3] && one[3] > other[1];

function keysOf([west, north, east, south]) {
  const keys = [];
  for (let x = Math.floor(west / CELL); x <= east / CELL; x += 1) {
    for (let y = Math.floor(north / CELL); y <= south / CELL; y += 1) keys.push(`${x} ${y}`);
  }
  return keys;
}
