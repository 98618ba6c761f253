// What is folded at first is in the page as text, in a <noscript>: it costs little until it is opened, and
// a browser without scripts shows it all the same.

const FOLDED = ":scope > noscript";

// Makes elements of what is folded in a <details>. In a page that was fetched they are elements already.
export function unfold(details) {
  for (const folded of details.querySelectorAll(FOLDED)) {
    const inside = folded.firstElementChild ? folded.childNodes : document.createRange().createContextualFragment(folded.textContent).childNodes;
    folded.replaceWith(...inside);
  }
}

const unfoldAll = () => document.querySelectorAll("details:has(> noscript)").forEach(unfold);

// The browser's own search on the page is to find what is folded, too.
const finds = ({ key, ctrlKey, metaKey }) => key === "F3" || ((ctrlKey || metaKey) && key.toLowerCase() === "f");

addEventListener("click", ({ target }) => {
  const summary = target.closest?.("summary");
  if (summary) unfold(summary.parentElement);
}, true);
addEventListener("toggle", ({ target }) => unfold(target), true);
addEventListener("keydown", (event) => { if (finds(event)) unfoldAll(); }, true);
