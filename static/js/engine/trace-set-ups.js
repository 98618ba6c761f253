// The board of a trace whose set-up was drawn, as games/engine/play/trace_set_ups.py has it: the trace says
// where the pieces stand, and no number.

const TOP = ["what", "state", "value"];

// Puts the pieces where they stand on the board of a trace, and gives the words that agree with it.
// `ours` are the words of the board by some number. They are given where it has other pieces or
// other numbers of them; states and values may be drawn, too.
export function takeOver(machine, theirs, ours) {
  if (kinds(theirs) !== kinds(ours)) return ours;
  for (const word of ours.filter((each) => !theirs.includes(each))) write(machine, Number.parseInt(word, 10), "");
  for (const word of theirs.filter((each) => !ours.includes(each))) {
    write(machine, Number.parseInt(word, 10), heldIn(word));
  }
  return theirs;
}

function kinds(words) {
  return words
    .flatMap((word) => heldIn(word).split("/"))
    .map((piece) => piece.replaceAll(/,[sv]\d+/g, ""))
    .sort()
    .join(" ");
}

function heldIn(word) {
  return word.slice(word.indexOf(":") + 1);
}

// Writes what one site holds, from the lowest piece to the top.
function write(machine, site, held) {
  const pieces = held ? held.split("/").map((piece) => numbers(machine, piece)) : [];
  const top = pieces.at(-1) ?? [0, 0, 0, 0];
  set(machine, "count", site, top[3]);
  if (site < machine.manifest.containers[0].size) set(machine, "start_what", site, top[0]);
  for (const [n, name] of TOP.entries()) set(machine, name, site, top[n]);
  const { stacks, levels } = machine.manifest;
  if (!stacks) return;
  set(machine, "size", site, pieces.length);
  for (const [level, piece] of pieces.entries()) {
    for (const [n, name] of TOP.entries()) set(machine, `level_${name}`, site * levels + level, piece[n]);
  }
}

function set(machine, field, index, number) {
  if (machine.has(field)) machine.set(field, number, index);
}

// The number of a piece as traces write it, its state and value, and how many there are.
function numbers(machine, piece) {
  const [label, ...parts] = piece.split(",");
  const found = Object.fromEntries(parts.map((part) => [part[0], Number(part.slice(1))]));
  return [machine.labels.indexOf(label), found.s ?? 0, found.v ?? 0, found.n ?? 1];
}
