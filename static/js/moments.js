// Which clauses show up at a frame, in which role, and on which sites.

// The list of { role, clause, sites } of one frame: what the rules themselves report.
export function rolesOf(frame) {
  const roles = [];
  if (frame.move) {
    roles.push({ role: "allowed", clause: frame.move.clause, sites: [] });
    for (const effect of frame.effects) {
      roles.push({ role: "effect", clause: effect.clause, sites: [effect.site] });
    }
  }
  if (frame.outcome) roles.push({ role: "ended", clause: frame.outcome.clause, sites: [] });
  return roles.filter(({ clause }) => clause);
}

// All recorded moments of a clause: first those of the match shown, then the others.
export function momentsOf(clause, matches, shown) {
  const here = (match) => match.moments
    .filter((moment) => moment.clause === clause)
    .map((moment) => ({ ...moment, match: match.slug }));
  const first = matches.filter(({ slug }) => slug === shown);
  return [...first, ...matches.filter(({ slug }) => slug !== shown)].flatMap(here);
}

// The moment after the one shown, round and round.
export function nextMoment(moments, { match, ply }) {
  const at = moments.findIndex((moment) => moment.match === match && moment.ply === ply);
  return moments[(at + 1) % moments.length];
}
