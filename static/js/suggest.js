// Names of what is stored already, offered in the fields that name their kind (`data-suggest`).

const PAUSE = 200;

export function suggest(form) {
  const list = Object.assign(document.createElement("datalist"), { id: "suggestions" });
  form.append(list);
  let pause = 0;
  form.addEventListener("input", ({ target }) => {
    if (!target.dataset.suggest) return;
    place(target, list);
    target.setAttribute("list", list.id);
    clearTimeout(pause);
    pause = setTimeout(() => fill(list, target, form.dataset.names), PAUSE);
  });
  form.addEventListener("focusin", ({ target }) => { if (target.name) list.replaceChildren(); });
}

async function fill(list, field, address) {
  const wanted = new URL(address.replace("KIND", field.dataset.suggest), location.href);
  wanted.searchParams.set("q", field.value);
  const answer = await fetch(wanted).catch(() => null);
  if (!answer?.ok) return;
  const { names } = await answer.json();
  list.replaceChildren(...names.map(({ name, about, point }) => {
    const option = Object.assign(document.createElement("option"), { value: name, label: about ? `${name}, ${about}` : name });
    option.dataset.point = point;
    return option;
  }));
}

// The coordinates of a town that was chosen, where the row has none.
function place(field, list) {
  const point = [...list.options].find(({ value }) => value === field.value)?.dataset.point;
  const row = point ? field.closest("[data-row]") : null;
  const into = row?.querySelector("[name$='-point']");
  if (!into || into.value) return;
  into.value = point;
  const precision = row.querySelector("[name$='-precision']");
  precision.value ||= "town";
  into.dispatchEvent(new Event("input", { bubbles: true }));
}
