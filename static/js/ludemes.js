// A text of rules cut into coloured pieces, as games/ludemes/reader.py cuts it into tokens.

const TOKEN = /(?<comment>\/\/[^\n]*)|(?<string>"(?:[^"\\]|\\.)*"?)|(?<bracket>[(){}])|(?<name>[A-Za-z]\w*:)|(?<number>-?\d+(?:\.\.-?\d+|\.\d+)?(?![\w.]))|(?<hole>#\d+|~)|(?<option><[A-Za-z]\w*:\w+>)|(?<word>[\w.]+)|(?<operator><=|>=|!=|[<>=+\-*/%^])|(?<blank>\s+)|(?<stray>.)/gs;

const KINDS = [...TOKEN.source.matchAll(/\(\?<(\w+)>/g)].map(([, name]) => name); // in the order of the groups

// [{ kind, text, start }], which joined are the whole text. A word behind "(" is a keyword, a
// string behind (define is the name of a clause.
export function pieces(text) {
  const found = [];
  let before = "", two = "";
  for (const match of text.matchAll(TOKEN)) {
    let kind = KINDS[match.indexOf(match[0], 1) - 1];
    if (kind === "word" && before === "(") kind = "keyword";
    if (kind === "string" && before === "define" && two === "(") kind = "clause";
    found.push({ kind, text: match[0], start: match.index });
    if (kind !== "blank" && kind !== "comment") [two, before] = [before, match[0]];
  }
  return found;
}

// The same cut again where a wrong stretch begins or ends: [{ kind, text, wrong }].
export function marked(text, stretches) {
  const edges = [...new Set(stretches.flatMap(({ start, end }) => [start, end]))].sort((a, b) => a - b);
  const found = [];
  for (const piece of pieces(text)) {
    const end = piece.start + piece.text.length;
    let at = piece.start;
    for (const edge of [...edges.filter((each) => each > at && each < end), end]) {
      const wrong = stretches.some((each) => each.start <= at && at < each.end);
      found.push({ kind: piece.kind, text: text.slice(at, edge), wrong });
      at = edge;
    }
  }
  return found;
}

// The offset of a line and column, both from 1; columns count characters, as Python does.
export function offsetOf(text, line, column) {
  let start = 0;
  for (let each = 1; each < line; each += 1) start = text.indexOf("\n", start) + 1;
  return start + [...text.slice(start).split("\n", 1)[0]].slice(0, column - 1).join("").length;
}

// Line and column of an offset.
export function placeOf(text, offset) {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length, column: [...lines.at(-1)].length + 1 };
}

// Stretches of an older text where they are in a newer one; those that were changed are left out.
export function moved(stretches, old, now) {
  let first = 0;
  while (first < old.length && first < now.length && old[first] === now[first]) first += 1;
  let last = 0;
  while (last < Math.min(old.length, now.length) - first && old.at(-1 - last) === now.at(-1 - last)) last += 1;
  const by = now.length - old.length;
  return stretches.flatMap((each) => {
    if (each.end <= first) return [each];
    return each.start >= old.length - last ? [{ ...each, start: each.start + by, end: each.end + by }] : [];
  });
}
