// What to paste to show this page on another site, and the way out of such a frame: both lead to what
// the address says, which a page that changes it has to tell here. config/embeds.py writes them first.

const ESCAPED = { "&": "&amp;", '"': "&quot;", "<": "&lt;", ">": "&gt;" };

export function followAddress() {
  const address = new URL(location.href);
  address.searchParams.delete("embed");
  const out = document.querySelector(".embedded-from a");
  if (out) out.href = address.href;
  address.searchParams.set("embed", "1");
  const src = address.href.replace(/[&"<>]/g, (letter) => ESCAPED[letter]);
  const snippet = document.querySelector("[data-frame]");
  if (snippet) snippet.textContent = snippet.textContent.replace(/src="[^"]*"/, () => `src="${src}"`);
}
