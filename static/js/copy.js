// A button beside each text that is there to be copied (`data-copy` of its element says its words).

const DONE = 2000; // milliseconds

for (const text of document.querySelectorAll(".cite-text")) {
  const words = text.closest("[data-copy]")?.dataset;
  if (!words || !navigator.clipboard) continue;
  const button = Object.assign(document.createElement("button"), { type: "button", className: "copy", textContent: words.copy });
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(text.textContent.trim());
    button.textContent = words.copied;
    setTimeout(() => { button.textContent = words.copy; }, DONE);
  });
  text.before(button);
}
