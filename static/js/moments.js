// Which clauses show up at a frame, in which role, and on which sites.

const SEEN = new Set(["capture", "removal", "promotion", "change"]); // effects that change what is on the board

// The list of { role, clause, sites, moves } of one frame: what the rules themselves report. A move
// is forbidden where it could have been played next. games.play.showing says the same on the server.
export function rolesOf(frame) {
  const roles = [];
  if (frame.outcome) roles.push({ role: "ended", clause: frame.outcome.clause });
  if (frame.move) roles.push({ role: "allowed", clause: frame.move.clause });
  for (const clause of new Set(frame.effects.map((effect) => effect.clause))) {
    const own = frame.effects.filter((effect) => effect.clause === clause && SEEN.has(effect.kind));
    roles.push({ role: "effect", clause, sites: own.map(({ site }) => site) });
  }
  for (const clause of new Set(frame.forbidden.map(({ forbiddenBy }) => forbiddenBy))) {
    const moves = frame.forbidden.filter(({ forbiddenBy }) => forbiddenBy === clause);
    roles.push({ role: "forbade", clause, moves });
  }
  for (const [clause, sites] of frame.placed ?? []) roles.push({ role: "setup", clause, sites });
  return roles.filter(({ clause }) => clause).map((role) => ({ sites: [], moves: [], ...role }));
}

// What to speak about: the chosen clause if it shows up here (in the role asked for, if it has it),
// else what ended the game, else what allowed the move.
export function spokenOf(frame, clause, role) {
  const roles = rolesOf(frame);
  const wanted = roles.filter((each) => each.clause === clause);
  const plain = roles.find((each) => each.role === "ended" || each.role === "allowed");
  return wanted.find((each) => each.role === role) ?? wanted[0] ?? plain ?? { role: "played", clause: "", sites: [], moves: [] };
}

// The ply at which a moment is seen: a forbidden move is one that could not be played there.
export function seenAt({ ply, role }) {
  return role === "forbade" && ply ? ply - 1 : ply;
}

// All recorded moments of a clause, the clearest first: those of the games in their order, where it is
// not known, and those by a former text of the rules last. A moment before the first move is about how the board is set up.
export function momentsOf(clause, matches) {
  const all = matches.flatMap(({ slug, former, moments }) => moments
    .filter((moment) => moment.clause === clause)
    .map((moment) => ({ ...moment, ply: seenAt(moment), role: moment.ply ? moment.role : "setup", match: slug, former })));
  return all.sort((a, b) => Number(a.former) - Number(b.former) || (a.cost ?? Infinity) - (b.cost ?? Infinity) || 0);
}

// The moment after the one shown, round and round.
export function nextMoment(moments, { match, ply }) {
  const at = moments.findIndex((moment) => moment.match === match && moment.ply === ply);
  return moments[(at + 1) % moments.length];
}
