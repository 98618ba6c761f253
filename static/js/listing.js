// What tables and players of games show alike: moves to choose from, men in words, moves played, steps by key.

import { button, element, markCurrent } from "./elements.js";
import { isPass } from "./typed.js";
import { fill, manOf, written } from "./words.js";

// Legal moves as a list of buttons, with what else `named` calls them.
export function listed(moves, clauses, onPlay, named = () => "") {
  return moves.map((move) => (
    element("li", {}, ...chosenBy(move, clauses, onPlay), ...besides(named(move.label)))));
}

// The button of a move; beside that of a pass, the clause that says what it is about.
export function chosenBy(move, clauses, onPlay) {
  const made = button(written(move.label, clauses), () => onPlay(move.label));
  return [made, ...besides(isPass(move) && clauses[move.clause]?.title)];
}

// What the family calls a move or turn, beside its coordinates.
export function besides(text) {
  return text ? [element("span", { className: "family", textContent: text })] : [];
}

// Moves played, each a button that goes to the ply after it; `dress` may add to an item. They are
// numbered in pairs, or `singly` where players need not take turns. Those before `first` are left out.
export function played(labels, clauses, goTo, dress, { singly = false, first = 0 }) {
  return labels.slice(first).map((label, i) => {
    const ply = first + i + 1;
    const number = element("span", { className: "number", textContent: singly ? `${ply}.` : inPairs(ply - 1) });
    const item = element("li", {}, number, button(written(label, clauses), () => goTo(ply), { "data-ply": ply }));
    dress(item, ply);
    return item;
  });
}

function inPairs(i) {
  return i % 2 ? "" : `${i / 2 + 1}.`;
}

// Marks the button of a ply in a list of moves, and scrolls the list, never the page, to show it. That
// needs the layout of the page, and so waits until all else has been changed.
export function markPly(list, ply) {
  for (const item of list.querySelectorAll("button")) {
    const here = Number(item.dataset.ply) === ply;
    markCurrent(item, here);
    if (here) requestAnimationFrame(() => keepInSight(list, item));
  }
}

function keepInSight(list, item) {
  if (!item.isConnected) return;
  const top = item.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + item.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTop = top - list.clientHeight / 2;
  }
}

// Several moves between the same two sites, to be told apart by what a man becomes or by their clauses.
export function choicesOf(moves, { words, pieces, clauses }, onPlay) {
  return [words.choose, ...moves.map(({ label, promotion }) => (
    button(pieces[promotion]?.name ?? written(label, clauses), () => onPlay(label))
  ))];
}

// Who has which men where, for a list of terms.
export function menInWords(view, board, words) {
  return view.inWords(board).flatMap(([side, men]) => [
    element("dt", { textContent: side || words.ownerless }), element("dd", { textContent: men.join(", ") }),
  ]);
}

// What lies in hands that are not drawn, in words; "" where there is none.
export function handsInWords({ hands }, { words, sides, pieces }) {
  const men = hands.map(([{ name, owner }, count]) => `${manOf(sides[owner], pieces[name]?.name ?? name)} × ${count}`);
  return men.length ? fill(words.inHand, { men: men.join(", ") }) : "";
}

const STEPS = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" };

// The step that a key asks for, unless somebody is typing. Home and End are the page's own, but inside
// of `where`.
export function stepOf({ key, altKey, ctrlKey, metaKey, target }, where) {
  const typing = target.closest("input, select, textarea, [contenteditable]") !== null;
  const ofPage = (key === "Home" || key === "End") && target.closest(where) === null;
  return typing || ofPage || altKey || ctrlKey || metaKey ? undefined : STEPS[key];
}
