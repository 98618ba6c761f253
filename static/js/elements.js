// Small elements of a page, made in one line: of HTML, and of SVG (`drawn`).

export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

export function drawn(name, attributes = {}, children = []) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export function button(text, onClick, attributes = {}) {
  const made = element("button", { type: "button", textContent: text });
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.addEventListener("click", onClick);
  return made;
}

// Fields that show an address to be copied: the whole of it, and all of it at once.
export function showAddresses() {
  for (const input of document.querySelectorAll(".address")) {
    input.value = new URL(input.value, location.href).href;
    input.addEventListener("focus", () => input.select());
  }
}

// Says of an element whether it is the current one of several. The attribute needs a word: empty it means no.
export function markCurrent(item, isCurrent) {
  if (isCurrent) item.setAttribute("aria-current", "true");
  else item.removeAttribute("aria-current");
}
