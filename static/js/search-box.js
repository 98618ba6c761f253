// Suggestions while somebody types in a search box: an editable combobox with a list, as in the ARIA
// Authoring Practices. Enter opens what the arrow keys have selected, and else searches for the text.

import { element } from "./elements.js";

const PAUSE = 120; // milliseconds after the last letter
const LEAST = 2; // letters

for (const form of document.querySelectorAll("form[data-suggest]")) suggest(form);

function suggest(form) {
  const input = form.elements.q;
  const list = element("ul", { id: `${input.id}-list`, className: "suggestions", hidden: true });
  const said = element("p", { className: "visually-hidden" });
  const known = new Map();
  let shown = [], active = -1, pause = 0;

  set(list, { role: "listbox", "aria-label": form.dataset.label });
  set(said, { role: "status" });
  set(input, { role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": list.id });
  form.append(list, said);

  const close = () => {
    [shown, active] = [[], -1];
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
    said.textContent = "";
  };
  const select = (number) => {
    active = number < -1 ? shown.length - 1 : number >= shown.length ? -1 : number;
    [...list.children].forEach((option, n) => option.setAttribute("aria-selected", String(n === active)));
    if (active < 0) return input.removeAttribute("aria-activedescendant");
    input.setAttribute("aria-activedescendant", list.children[active].id);
    list.children[active].scrollIntoView({ block: "nearest" });
  };
  const open = (found) => {
    close();
    if (!found.length) return;
    shown = found;
    list.replaceChildren(...found.map((each, n) => option(each, `${list.id}-${n}`)));
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    said.textContent = `${found.length} ${form.dataset.found}`;
  };
  const ask = async () => {
    const text = input.value.trim();
    if (text.length < LEAST) return close();
    if (!known.has(text)) known.set(text, await found(form.dataset.suggest, input.value.trimStart()));
    if (input.value.trim() === text && document.activeElement === input) open(known.get(text));
  };

  input.addEventListener("input", () => {
    clearTimeout(pause);
    pause = setTimeout(ask, PAUSE);
  });
  input.addEventListener("blur", close);
  input.addEventListener("keydown", (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey) return;
    if (event.key === "ArrowDown") shown.length ? select(active + 1) : ask();
    else if (!shown.length) return;
    else if (event.key === "ArrowUp") select(active - 1);
    else if (event.key === "Escape") close();
    else if (event.key === "Enter" && active >= 0) location.assign(shown[active].page);
    else return;
    event.preventDefault();
  });
  list.addEventListener("pointerdown", (event) => event.preventDefault()); // the caret stays in the text
  list.addEventListener("click", ({ target }) => {
    const at = [...list.children].indexOf(target.closest("li"));
    if (at >= 0) location.assign(shown[at].page);
  });
  form.addEventListener("submit", () => clearTimeout(pause));
}

async function found(address, text) {
  const answer = await fetch(`${address}?${new URLSearchParams({ q: text.slice(0, 200) })}`).catch(() => null);
  return answer?.ok ? (await answer.json()).suggestions : [];
}

function option({ name, about, label }, id) {
  const made = element("li", { id },
    element("span", { className: "name", textContent: name }),
    element("span", { className: "kind", textContent: about ? `${label} · ${about}` : label }));
  set(made, { role: "option", "aria-selected": "false" });
  return made;
}

function set(made, attributes) {
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
}
