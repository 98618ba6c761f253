// What stands on the sites of a position, as games/drawing/standing.py reads it.

const SEEN = ["wholly", "what", "who"]; // the first bits of what is hidden, which a drawing shows

// A list by the number of the site: null, or { piece, count, levels, face, hidden, veil }. `levels` has
// all pieces of a stack from below, `face` is the number of a die's face and null for what is no die.
// `hidden` has a bit for each player, for each of SEEN.
export function standingOf(machine) {
  const dice = new Set(machine.manifest.dice.map(({ site }) => site));
  return machine.numbers("what").map((piece, site) => (
    piece && machine.label(piece) ? on(machine, site, piece, dice.has(site)) : null));
}

function on(machine, site, piece, isDie) {
  const here = { piece, count: 1, levels: [], face: null, hidden: [], veil: "" };
  if (isDie) return { ...here, face: machine.get("state", site) };
  const { stacks, levels } = machine.manifest;
  if (stacks) return { ...here, levels: machine.numbers("level_what", site * levels, machine.get("size", site)) };
  return { ...here, count: machine.has("count") ? machine.get("count", site) : 1, hidden: hiddenAt(machine, site) };
}

export function hides({ fields }) {
  return fields.hidden?.length > 0;
}

function hiddenAt(machine, site) {
  const { manifest } = machine;
  if (!hides(manifest)) return [];
  const total = manifest.fields.what.length;
  const ofPlayers = manifest.players.map(({ number }) => machine.get("hidden", number * total + site));
  return SEEN.map((_, kind) => ofPlayers.reduce((bits, here, i) => bits | (((here >> kind) & 1) << i), 0));
}

// What a player sees of it: 0 is who watches, and sees only what nobody is denied; null sees all.
export function seenBy(standing, viewer) {
  return viewer === null ? standing : standing.map((here) => here && seen(here, viewer));
}

function seen(here, viewer) {
  const bits = viewer ? 1 << (viewer - 1) : -1;
  const veiled = SEEN.filter((_, n) => here.hidden[n] & bits);
  if (veiled.includes("wholly")) return null;
  return veiled.length ? { ...here, veil: veiled.at(-1) } : here;
}

// The sites of all hands, as a set.
export function handSites({ containers }) {
  const hands = containers.filter(({ kind }) => kind === "hand");
  return new Set(hands.flatMap(({ first, size }) => Array.from({ length: size }, (_, n) => first + n)));
}
