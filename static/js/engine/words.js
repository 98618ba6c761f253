// Moves and boards in the words of traces, as games/engine/play/traces.py writes them:
// `from-to=Piece`; `site:Piece,sSTATE,nCOUNT,vVALUE`, a stack as `site:Bottom/…/Top`.

export function moveWord(machine, move) {
  if (move.isPass) return "pass";
  const sites = `${move.from}-${move.to}`;
  return move.label ? `${sites}=${machine.label(move.label)}` : sites;
}

// The pieces, a word for each site that holds any; what has no label is part of another piece.
export function boardWords(machine) {
  const word = machine.manifest.stacks ? stackWord : siteWord;
  const pieces = machine.numbers("what");
  return pieces.flatMap((piece, site) =>
    piece && machine.label(piece) ? [`${site}:${word(machine, piece, site)}`] : []);
}

function siteWord(machine, piece, site) {
  const count = machine.has("count") ? machine.get("count", site) : 0;
  return (
    machine.label(piece) + part("s", machine.get("state", site)) +
    part("n", count > 1 ? count : 0) + part("v", machine.get("value", site))
  );
}

// Dice lie beside the stacks, one by one.
function stackWord(machine, piece, site) {
  const size = machine.get("size", site);
  if (!size) return machine.label(piece) + part("s", machine.get("state", site));
  const bottom = site * machine.manifest.levels;
  const levels = Array.from({ length: size }, (_, level) => levelWord(machine, bottom + level));
  // As published, a single piece of nobody has a count, of none.
  const alone = size === 1 && machine.manifest.pieces[piece - 1]?.owner === 0;
  return levels.join("/") + (alone ? ",n0" : "");
}

function levelWord(machine, at) {
  const [piece, state, value] = ["what", "state", "value"].map((name) => machine.get(`level_${name}`, at));
  return machine.label(piece) + part("s", state) + part("v", value);
}

function part(letter, number) {
  return number ? `,${letter}${number}` : "";
}
