// The arrow keys lead to the step before and the next one, as the links do.

const KEYS = { ArrowLeft: "prev", ArrowRight: "next" };

document.addEventListener("keydown", (event) => {
  const rel = KEYS[event.key];
  const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
  if (!rel || typing || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const link = document.querySelector(`.story-steps a[rel="${rel}"]`);
  if (link) location.assign(link.href);
});
