// The example of the front page: another one takes its place without the page being loaded again.

import { fetchPage, replaceParts } from "./parts.js";

document.querySelector("main").addEventListener("click", async (event) => {
  const link = event.target.closest("#another");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  const page = await fetchPage(link.href);
  const restoreFocus = page && replaceParts(page);
  if (!restoreFocus) {
    location.assign(link.href);
    return;
  }
  history.replaceState(null, "", link.href);
  restoreFocus();
});
