// The names along rivers, letter by letter where a river is long and calm enough.

const AGAIN = 420; // pixels between two names of one river
const USUAL = 6; // the zoom from which a river is named
const EARLY = 0.5;
const PARTS = [0.5, 0.3, 0.7]; // where on a line a name is tried
const SLACK = 1.3; // times the length of its name that a line has at least
const BEND = 0.45; // radians from one letter to the next, at most
const CURVE = 1.2; // and from the first to the last

// The names for which there is room, as { name, letters: [{ letter, at, turn }] }; takes their boxes.
export function* riverNames(laid, zoom, { measure, pixels, boxes }) {
  const done = new Map();
  for (const each of laid) {
    for (const { properties: { n: name, l: from = USUAL }, lines } of each.tile.streams) {
      if (from > zoom + EARLY) continue;
      const widths = [...name].map((letter) => ({ letter, width: measure(letter) + 1.2 }));
      for (const line of lines) {
        const letters = alongLine(pointsOf(line, each, pixels), widths);
        const middle = letters?.[letters.length >> 1].at;
        const near = ([x, y]) => Math.hypot(x - middle[0], y - middle[1]) < AGAIN;
        if (!letters || (done.get(name) ?? []).some(near)) continue;
        if (!boxes.claim(letters.map(({ at: [x, y] }) => [x - 4, y - 12, x + 4, y + 1]))) continue;
        done.set(name, [...(done.get(name) ?? []), middle]);
        yield { name, letters };
      }
    }
  }
}

function pointsOf(line, each, pixels) {
  const points = [];
  for (let at = 0; at < line.length; at += 2) points.push(pixels(each, line[at], line[at + 1]));
  return points;
}

// Where each letter stands on a line, or null if the line is too short or turns too sharply.
function alongLine(points, widths) {
  const needed = widths.reduce((sum, { width }) => sum + width, 0);
  const lengths = [0];
  points.slice(1).forEach(([x, y], at) => lengths.push(lengths[at] + Math.hypot(x - points[at][0], y - points[at][1])));
  const total = lengths.at(-1);
  if (total < needed * SLACK) return null;
  const spot = spotsOn(points, lengths);
  for (const part of PARTS) {
    const start = total * part - needed / 2;
    if (start < 0 || start + needed > total) continue;
    const letters = set(widths, spot, { start, needed, total });
    if (isCalm(letters)) return letters;
  }
  return null;
}

// The point so many pixels along a line.
function spotsOn(points, lengths) {
  return (far) => {
    const at = Math.max(1, lengths.findIndex((length) => length >= far));
    const share = (far - lengths[at - 1]) / (lengths[at] - lengths[at - 1] || 1);
    return [0, 1].map((axis) => points[at - 1][axis] + (points[at][axis] - points[at - 1][axis]) * share);
  };
}

// Letters from west to east, whichever way the river runs.
function set(widths, spot, { start, needed, total }) {
  const back = spot(start)[0] > spot(start + needed)[0];
  let done = 0;
  return widths.map(({ letter, width }) => {
    const middle = back ? start + needed - done - width / 2 : start + done + width / 2;
    const ends = [spot(Math.max(0, middle - 7)), spot(Math.min(total, middle + 7))];
    const [from, to] = back ? ends.reverse() : ends;
    done += width;
    return { letter, at: spot(middle), turn: Math.atan2(to[1] - from[1], to[0] - from[0]) };
  });
}

function isCalm(letters) {
  const steps = letters.slice(1).map(({ turn }, at) => Math.abs(turn - letters[at].turn));
  return steps.every((step) => step < BEND) && Math.abs(letters[0].turn - letters.at(-1).turn) < CURVE;
}
