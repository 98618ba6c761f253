// The names of moves that are known by their number: { position, faces, number } is a ply by the position
// that it left, its throw, an empty list for none, and its number among the legal moves there.

// Plays a ply anew.
export function again(machine, { position, faces, number }) {
  machine.position = position;
  machine.throw(faces.length ? faces : null);
  machine.run.generate();
  machine.run.play(number);
}

// The name under which a ply leads to the position that it led to; `game` is any game of the machine.
export function nameOf(game, ply) {
  const { machine } = game;
  again(machine, ply);
  const after = machine.state.slice();
  machine.position = ply.position;
  const named = [...game.moves(ply.faces)];
  const same = ([, { number }]) => {
    again(machine, { ...ply, number });
    return machine.state.every((byte, n) => byte === after[n]);
  };
  return (named.find(([, { number }]) => number === ply.number) ?? named.find(same))[0];
}
