// The sentence that says what a clause does at a moment, made from the page's translated phrases.

export function fill(phrase, values) {
  return phrase.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

// An error whose message is written for readers; that of any other is for the console.
export class Told extends Error {}

export function failure(error, words) {
  return error instanceof Told ? fill(words.failed, { reason: error.message }) : words.stopped;
}

// A piece with the name of its player, which is not said twice, as games/drawing/looks.py does.
export function manOf(side, name) {
  return (side ?? "").toLowerCase() === name.toLowerCase() ? name : `${side ?? ""} ${name}`.trim();
}

const DARK = ["black", "dark"];
const LIGHT = ["white", "light"];

// The number of the class that colours a player's pieces, as games/drawing/looks.py has it.
export function fillOf(owner, sides) {
  const [first, second] = [1, 2].map((number) => (sides[number] ?? "").toLowerCase());
  const swapped = DARK.includes(first) && LIGHT.includes(second) && [1, 2].includes(Number(owner));
  return swapped ? 3 - owner : owner;
}

export function outcomeWords(outcome, words, sides) {
  if (!outcome) return "";
  if (outcome.ranking?.length > 2) return fill(words.ranked, { places: places(outcome.ranking, sides) });
  return outcome.winner ? fill(words.wins, { side: sides[outcome.winner] }) : words.draw;
}

// The players by their places, those who share one together: 1. Player 2; 2. Player 1, Player 3.
function places(ranking, sides) {
  const shared = new Map();
  ranking.forEach((place, i) => shared.set(place, [...(shared.get(place) ?? []), sides[i + 1]]));
  const inOrder = [...shared].sort(([a], [b]) => a - b);
  return inOrder.map(([, names], n) => `${n + 1}. ${names.join(", ")}`).join("; ");
}

function source(clause, words) {
  const made = document.createDocumentFragment();
  made.append(` ${fill(words.status, { status: clause.statusWord })}`);
  clause.citations.forEach((citation, i) => {
    made.append(i ? "; " : ": ", citation.relation ? `${citation.relation} ` : "");
    made.append(Object.assign(document.createElement("a"), {
      href: citation.href, textContent: citation.locator ? `${citation.text}, ${citation.locator}` : citation.text,
    }));
    if (citation.confidence === null) return;
    const textContent = fill(words.confidence, { value: citation.confidence });
    made.append(" (", Object.assign(document.createElement("a"), { href: words.scale, textContent }), ")");
  });
  if (clause.citations.length === 0 && clause.reason) made.append(`: ${clause.reason}`);
  if (!made.textContent.endsWith(".")) made.append(".");
  return made;
}

// Of a clause that only says what there is not: no moment of any game can show it.
export function denial(clause, words) {
  const made = document.createDocumentFragment();
  made.append(fill(words.denied, { clause: clause.title }), source(clause, words));
  return made;
}

// What a frame tells beside its move: who is told something, and what the rules are counting.
export function notices(frame, { clauses, words, sides }) {
  const told = frame.effects.filter(({ kind, clause }) => kind === "note" && clauses[clause]).map(({ value, clause }) => (
    fill(sides[value] ? words.told : words.toldAll, { side: sides[value], clause: clauses[clause].title })
  ));
  const counted = frame.counts.filter(([name]) => words[`counted${name}`])
    .map(([name, value]) => fill(words[`counted${name}`], { value }));
  return [...told, ...counted];
}

const FROM_HAND = /\bhand\d+(?:\.(\d+))?-/gi;
const TO_HAND = /-hand\d+(\.\d+)?(?![\w.])/gi;
const IN_PLACE = /(?<![\w.-])([A-Za-z]+\d+)-\1(?![\w.-])(?:=(\w*[A-Za-z_])\d+(?!\w))?/g;

const SITE = /(?<![\w.])[a-z]\d+(?!\w)/g;
let points = {}; // what players call the sites of the page's board, by their labels

export function callSites(names) {
  points = names;
}

// A move from or to a hand, or on one site, as readers see it, as games/notation/hands.py: `@d1`.
export function dropped(label) {
  return label
    .replace(TO_HAND, (all, place = "") => `-hand${place}`)
    .replace(FROM_HAND, (all, place = "") => `${place}@`)
    .replace(IN_PLACE, (all, site, man) => (man ? `${man}@${site}` : site))
    .replace(SITE, (site) => points[site] ?? site);
}

const SPOKEN = /^(propose|vote):(.*)$/;
const CLAUSE = /\((\w+)((?: \d+)?)\)$/;

// A move as readers see it: where a clause tells it from another move, with the clause's title.
export function written(label, clauses) {
  const plain = dropped(label).replace(SPOKEN, (all, deed, what) => `${deed}: ${what.replaceAll("_", " ")}`);
  return plain.replace(CLAUSE, (all, name, number) => (clauses[name] ? ` (${clauses[name].title}${number})` : all));
}

const MOST_NAMED = 4;

function named(moves, clauses, words) {
  const labels = moves.slice(0, MOST_NAMED).map(({ label }) => written(label, clauses)).join(", ");
  return moves.length > MOST_NAMED ? fill(words.among, { count: moves.length, moves: labels }) : labels;
}

// The move just played; where the sentence names the clause that allows it, once is enough.
function moved(frame, role, clauses) {
  const label = frame.move?.label ?? "";
  return role === "allowed" ? written(label.replace(CLAUSE, ""), clauses) : written(label, clauses);
}

// What the live line says: a fragment of text and links. `before` is the frame that the move left;
// `setUp` says that the game begins from a position set up by hand.
export function sentence({ frame, before, ply, spoken, clauses, words, sides, setUp }) {
  const clause = clauses[spoken.clause] ?? null;
  const made = document.createDocumentFragment();
  const { role } = spoken;
  if (ply === 0 && role !== "forbade") {
    const opening = setUp ? words.setUp : words.start;
    made.append(fill(role === "setup" ? words.setup : opening, { side: sides[frame.mover], clause: clause?.title }));
    if (role === "setup") made.append(source(clause, words));
    return made;
  }
  const forbids = role === "forbade";
  const values = {
    number: frame.single ? ply : Math.ceil((forbids ? ply + 1 : ply) / 2),
    move: forbids ? named(spoken.moves, clauses, words) : moved(frame, role, clauses),
    side: sides[forbids ? frame.mover : before.mover],
    clause: clause?.title,
    outcome: outcomeWords(frame.outcome, words, sides),
  };
  made.append(fill(clause ? words[role] : words.played, values));
  if (clause) made.append(source(clause, words));
  if (frame.outcome && role !== "ended") made.append(` ${fill(words.over, values)}`);
  return made;
}
