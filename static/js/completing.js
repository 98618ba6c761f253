// The list of what fits at the caret of the editor of rules, and beside it what the form there means.

import { contextOf, offers, referenceOf } from "./completion.js";
import { element } from "./elements.js";

// `boxAt` says where a character of the text stands on the screen.
export async function completing(area, list, reference, boxAt) {
  const answer = await fetch(area.dataset.language).catch(() => null);
  if (!answer?.ok) return;
  const { forms } = await answer.json();
  let shown = [], active = -1, start = 0, caret = 0, frame = 0;

  const close = () => {
    shown = [];
    active = -1;
    list.hidden = true;
    area.removeAttribute("aria-activedescendant");
  };
  const select = (number) => {
    active = (number + shown.length) % shown.length;
    [...list.children].forEach((each, n) => each.setAttribute("aria-selected", String(n === active)));
    area.setAttribute("aria-activedescendant", `offer-${active}`);
    const { offsetTop, offsetHeight } = list.children[active];
    list.scrollTop = Math.min(Math.max(list.scrollTop, offsetTop + offsetHeight - list.clientHeight), offsetTop);
  };
  // Below the word that is being written, or above it where there is more room; on the screen, not under its keyboard.
  const place = () => {
    if (list.hidden) return;
    const word = boxAt(start), box = list.parentElement.getBoundingClientRect(), { height, width } = list.getBoundingClientRect();
    const bottom = visualViewport.offsetTop + visualViewport.height;
    const below = word.bottom + height <= bottom || word.top < bottom / 2;
    list.style.left = `${Math.max(0, Math.min(word.left - box.left, box.width - width))}px`;
    list.style.top = `${(below ? word.bottom : word.top - height) - box.top}px`;
  };
  const seen = () => {
    const { top, bottom } = list.getBoundingClientRect();
    return bottom > 0 && top < visualViewport.offsetTop + visualViewport.height;
  };
  const accept = (number) => {
    area.setRangeText(shown[number].insert, start, area.selectionStart, "end");
    close();
    area.dispatchEvent(new Event("input", { bubbles: true }));
    close();
    area.focus();
  };
  const open = (asked) => {
    const context = area.selectionStart === area.selectionEnd ? contextOf(area.value, area.selectionStart) : null;
    shown = context && (asked || context.prefix) ? offers(forms, context) : [];
    if (!shown.length) return close();
    ({ start } = context);
    caret = area.selectionStart;
    active = -1;
    area.removeAttribute("aria-activedescendant");
    list.replaceChildren(...shown.map(({ insert, meaning }, n) => {
      const option = element("li", { id: `offer-${n}` });
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", "false");
      option.append(element("code", { textContent: insert }), ` ${meaning}`);
      return option;
    }));
    list.hidden = false;
    list.scrollTop = 0;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(place); // once the text is painted anew
  };
  const explain = () => {
    const found = referenceOf(forms, contextOf(area.value, area.selectionStart));
    reference.replaceChildren(...found.flatMap(({ pattern, meaning }) => [
      element("dt", {}, element("code", { textContent: pattern })), element("dd", { textContent: meaning }),
    ]));
  };

  area.addEventListener("keydown", (event) => {
    if (event.key === " " && event.ctrlKey) open(true);
    else if (!shown.length) return;
    else if (!seen()) return close(); // the keys are the text's
    else if (event.key === "ArrowDown") select(active + 1);
    else if (event.key === "ArrowUp") select(active < 0 ? -1 : active - 1);
    else if (event.key === "Enter" && active >= 0) accept(active);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
  });
  area.addEventListener("input", () => open(false));
  area.addEventListener("blur", close);
  list.addEventListener("pointerdown", (event) => {
    event.preventDefault(); // the caret stays in the text
    const option = event.target.closest("li");
    if (option) accept([...list.children].indexOf(option));
  });
  document.addEventListener("selectionchange", () => {
    if (document.activeElement !== area) return;
    explain();
    if (area.selectionStart !== caret) close();
  });
  addEventListener("resize", place);
  document.querySelector("#offers-hint").hidden = false;
}
