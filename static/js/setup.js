// A position set up by hand as text, `2;e1:King1;e8:King2`: who moves, then what stands where. The
// server reads and writes the same (games/play/setups.py).

export function writtenSetup({ board, mover }, { board: { sites }, components }) {
  const men = board.flatMap((man, site) => (
    man ? [`${sites[site].label}:${components[man].name}${components[man].owner}`] : []
  ));
  return [mover, ...men].join(";");
}

// The position that a text says, or null where it names a site, a man or a side that there is not.
export function readSetup(text, { board: { sites }, components }) {
  const [mover, ...men] = text.split(";");
  const board = sites.map(() => 0);
  for (const each of men) {
    const [label, man] = each.split(":");
    const site = sites.findIndex((one) => one.label === label);
    const number = components.findIndex((one) => one && `${one.name}${one.owner}` === man);
    if (site < 0 || number < 1 || board[site]) return null;
    board[site] = number;
  }
  return ["1", "2"].includes(mover) ? { board, mover: Number(mover) } : null;
}

// The same rules, played from a position that was set up; `setUp` is its text.
export function rulesFrom(rules, setup) {
  if (!setup) return rules;
  const start = () => {
    const game = rules.start();
    game.setUp(setup.board, setup.mover);
    return game;
  };
  return { ...rules, start, setUp: writtenSetup(setup, rules.manifest) };
}

// The same from the text of a stored game: where these rules cannot read it, from the usual opening.
export function rulesBegunFrom(rules, text) {
  return rulesFrom(rules, text ? readSetup(text, rules.manifest) : null);
}
