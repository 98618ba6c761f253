// What stands on the sites of a position, as games/drawing/standing.py reads it.

// A list by the number of the site: null, or { piece, count, levels, face }. `levels` has all pieces
// of a stack from below, `face` is the number of a die's face and null for what is no die.
export function standingOf(machine) {
  const dice = new Set(machine.manifest.dice.map(({ site }) => site));
  return machine.numbers("what").map((piece, site) => (
    piece && machine.label(piece) ? on(machine, site, piece, dice.has(site)) : null));
}

function on(machine, site, piece, isDie) {
  const here = { piece, count: 1, levels: [], face: null };
  if (isDie) return { ...here, face: machine.get("state", site) };
  const { stacks, levels } = machine.manifest;
  if (stacks) return { ...here, levels: machine.numbers("level_what", site * levels, machine.get("size", site)) };
  return machine.has("count") ? { ...here, count: machine.get("count", site) } : here;
}
