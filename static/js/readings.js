// Dates and coordinates are read as they are typed, and the reading is shown back.

const PAUSE = 350;

export function readAsTyped(form, readAs) {
  const pauses = new WeakMap();
  form.addEventListener("input", ({ target }) => {
    const name = /^(date|other_dates-\d+-date)$/.test(target.name) ? "date" : /^places-\d+-point$/.test(target.name) ? "point" : null;
    if (!name) return;
    clearTimeout(pauses.get(target));
    pauses.set(target, setTimeout(() => read(form, target, name, readAs), PAUSE));
  });
}

async function read(form, field, name, readAs) {
  const text = field.value;
  const address = `${form.dataset.reading}?${new URLSearchParams({ [name]: text })}`;
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok || field.value !== text) return;
  const { reading } = await answer.json();
  const shown = field.closest("[data-date], [data-point]").querySelector("[data-reading]");
  shown.textContent = reading?.said ? `${readAs} ${reading.said}` : reading?.wrong ?? "";
  shown.classList.toggle("wrong", Boolean(reading?.wrong));
  field.dispatchEvent(new CustomEvent("read", { bubbles: true, detail: reading }));
}
