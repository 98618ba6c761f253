// Fetching a page and putting its parts, elements with `data-part`, in place of those shown.

import { unfold } from "./unfold.js";

// What a form asks for, without what is empty.
export function asked(form) {
  const params = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (value.trim()) params.append(name, value.trim());
  return params;
}

// The page at an address; null if another was asked for meanwhile, undefined if it could not be had.
export async function fetchPage(address, signal) {
  try {
    const answer = await fetch(address, { signal, headers: { Accept: "text/html" } });
    if (!answer.ok) return undefined;
    const text = await answer.text();
    return new DOMParser().parseFromString(text, "text/html");
  } catch (error) {
    return error.name === "AbortError" ? null : undefined;
  }
}

// How to find an element again in the next page.
function keyOf(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  if (element.name) return `[name="${CSS.escape(element.name)}"][value="${CSS.escape(element.value)}"]`;
  const href = element.getAttribute("href");
  return href ? `[href="${CSS.escape(href)}"]` : null;
}

const TEXT = "input:not([type]), input[type=text], input[type=search]";

// What somebody has typed in a field since it said `known`, or null.
function typedSince(known, field) {
  if (!field?.matches(TEXT) || field.value === known) return null;
  return { text: field.value, from: field.selectionStart, to: field.selectionEnd };
}

// A field that is taken from the page while somebody types says that it was changed: not yet.
function hush(event) {
  event.stopImmediatePropagation();
}

// Puts the parts of another page in place and gives a function that goes back to what had the
// focus; null, changing nothing, if the page lacks one. `known` is what the field with the focus
// said when the page was asked for: what was typed since stays.
export function replaceParts(page, known) {
  const parts = [...document.querySelectorAll("[data-part]")];
  const others = parts.map(({ dataset }) => page.querySelector(`[data-part="${dataset.part}"]`));
  if (others.some((other) => other === null)) return null;
  const active = document.activeElement;
  const key = parts.some((part) => part.contains(active)) ? keyOf(active) : null;
  const typed = key && typedSince(known, active);
  addEventListener("change", hush, true);
  parts.forEach((part, at) => replace(part, others[at]));
  removeEventListener("change", hush, true);
  document.title = page.title;
  const twins = page.querySelectorAll('link[rel="alternate"]');
  document.querySelectorAll('link[rel="alternate"]').forEach((link, at) => { if (twins[at]) link.href = twins[at].href; });
  return () => {
    const again = key && document.querySelector(key);
    if (!again) return;
    if (typed) again.value = typed.text;
    again.focus({ preventScroll: true });
    if (typed) again.setSelectionRange(typed.from, typed.to);
  };
}

// Lists that the reader has opened or closed stay so.
function replace(part, other) {
  for (const { id, open } of part.querySelectorAll("details[id]")) {
    const same = other.querySelector(`details#${CSS.escape(id)}`);
    if (!same) continue;
    same.open = open;
    if (open) unfold(same);
  }
  part.replaceWith(document.adoptNode(other));
}
