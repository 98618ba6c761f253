// Small elements of a page, made in one line.

export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

export function button(text, onClick, attributes = {}) {
  const made = element("button", { type: "button", textContent: text });
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.addEventListener("click", onClick);
  return made;
}
