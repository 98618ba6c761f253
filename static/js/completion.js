// What fits where somebody writes in a text of rules, by the forms of the language:
// { keyword, word, pattern, meaning, names }.

import { pieces } from "./ludemes.js";

const MOST = 12;
const WRITTEN = ["keyword", "word", "name"];

// The form around an offset with what is being written in it, or null within notes and strings.
export function contextOf(text, offset) {
  const before = pieces(text.slice(0, offset));
  const last = before.at(-1);
  if (!last || last.kind === "comment" || (last.kind === "string" && !/^".*[^\\]"$|^""$/s.test(last.text))) return null;
  const prefix = WRITTEN.includes(last.kind) ? before.pop().text : "";
  const open = [];
  for (const { kind, text: words } of before) {
    if ("({".includes(words)) open.push({ bracket: words, keyword: "", word: "", count: 0 });
    else if (")}".includes(words)) open.pop();
    else if (open.length && kind !== "blank" && kind !== "comment") enter(open.at(-1), kind, words);
  }
  const form = open.findLast(({ bracket }) => bracket === "(") ?? { keyword: "", word: "", count: 0 };
  const inside = open.at(-1)?.bracket === "(";
  return { prefix, start: offset - prefix.length, head: inside && !form.keyword, ...form };
}

function enter(form, kind, words) {
  if (!form.keyword && !form.count) form.keyword = words;
  else if (form.count === 1 && kind === "word") form.word = words;
  form.count += 1;
}

// What may be written there: [{ insert, pattern, meaning }], the shortest first.
export function offers(forms, context) {
  if (!context) return [];
  const { prefix, head, keyword, word, count } = context;
  const found = new Map();
  const add = (insert, { pattern, meaning }) => {
    if (insert.startsWith(prefix) && insert !== prefix && !found.has(insert)) found.set(insert, { insert, pattern, meaning });
  };
  for (const form of forms) {
    if (head) add(form.word ? `${form.keyword} ${form.word}` : form.keyword, form);
    else if (form.keyword === keyword) {
      if (count === 1 && form.word) add(form.word, form);
      if (!form.word || form.word === word) form.names.forEach((name) => add(`${name}:`, form));
    }
  }
  return [...found.values()].sort((a, b) => a.insert.length - b.insert.length || a.insert.localeCompare(b.insert)).slice(0, MOST);
}

// The forms of the ludeme around the caret: those of its first word, or else all of its keyword.
export function referenceOf(forms, context) {
  if (!context?.keyword) return [];
  const alike = forms.filter(({ keyword }) => keyword === context.keyword);
  const written = context.word || (context.count === 1 ? context.prefix : "");
  const chosen = alike.filter(({ word }) => word === written);
  return (chosen.length ? chosen : alike).slice(0, MOST);
}
