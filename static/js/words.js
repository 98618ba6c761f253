// The sentence that says what a clause does at a moment, made from the page's translated phrases.

export function fill(phrase, values) {
  return phrase.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");
}

export function outcomeWords(outcome, words, sides) {
  if (!outcome) return "";
  return outcome.winner ? fill(words.wins, { side: sides[outcome.winner] }) : words.draw;
}

function source(clause, words) {
  const made = document.createDocumentFragment();
  made.append(` ${fill(words.status, { status: clause.statusWord })}`);
  clause.citations.forEach((citation, i) => {
    made.append(i ? "; " : ": ");
    made.append(Object.assign(document.createElement("a"), {
      href: citation.href, textContent: citation.locator ? `${citation.text}, ${citation.locator}` : citation.text,
    }));
  });
  if (clause.citations.length === 0 && clause.reason) made.append(`: ${clause.reason}`);
  made.append(".");
  return made;
}

// What the live line says: a fragment of text and links.
export function sentence({ frame, ply, role, clause, words, sides }) {
  const made = document.createDocumentFragment();
  if (ply === 0 && role !== "forbade") {
    made.append(fill(words.start, { side: sides[frame.mover] }));
    return made;
  }
  const move = frame.move?.label ?? "";
  const values = { ply, move, clause: clause?.title ?? "", outcome: outcomeWords(frame.outcome, words, sides) };
  made.append(fill(clause ? words[role] : words.played, values));
  if (clause) made.append(source(clause, words));
  if (frame.outcome && role !== "ended") made.append(` ${fill(words.over, values)}`);
  return made;
}
