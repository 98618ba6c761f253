// Marking words: what is selected in one of the texts becomes a row of the marked phrases.

const BEFORE = 60; // characters that tell the words from the same ones elsewhere
const FIELDS = { rules: "rules", content: "content" };

export function markSelected(form, button, addRow) {
  let last = null;
  form.addEventListener("focusout", ({ target }) => { if (textOf(form, target)) last = target; });
  button.addEventListener("click", () => {
    const isNone = !last?.isConnected || !last.value.slice(last.selectionStart, last.selectionEnd).trim();
    button.nextElementSibling.textContent = isNone ? button.dataset.none : "";
    if (isNone) return;
    const [start, end] = trimmed(last.value, last.selectionStart, last.selectionEnd);
    const row = addRow("phrases");
    const set = (name, value) => { row.querySelector(`[name$="-${name}"]`).value = value; };
    set("words", last.value.slice(start, end));
    set("start", start);
    set("before", last.value.slice(Math.max(0, start - BEFORE), start));
    const text = textOf(form, last);
    const choice = row.querySelector("[name$='-text']");
    if (![...choice.options].some(({ value }) => value === text)) choice.add(new Option(text, text));
    set("text", text);
    row.querySelector("[name$='-clause']").focus();
  });
}

// The name that the form has for the text of a field, or nothing for any other field.
function textOf(form, field) {
  if (FIELDS[field.name]) return FIELDS[field.name];
  if (!/^quotations-\d+-text$/.test(field.name ?? "")) return null;
  const rows = [...form.querySelectorAll("[data-rows=quotations] [data-row]")];
  return `quotation-${rows.indexOf(field.closest("[data-row]")) + 1}`;
}

function trimmed(text, start, end) {
  while (start < end && /\s/.test(text[start])) start += 1;
  while (end > start && /\s/.test(text[end - 1])) end -= 1;
  return [start, end];
}
