// Rows of places, sources, quotations and rulesets: one more is a copy of the blank one.

// Gives a function that adds a row of a kind; the buttons of the form do the same.
export function growRows(form, added) {
  const add = (kind) => {
    const rows = form.querySelector(`[data-rows="${kind}"]`);
    const row = copy(form, kind, rows);
    rows.append(row);
    added(row);
    return row;
  };
  form.addEventListener("click", (event) => {
    const kind = event.target.closest("[data-add]")?.dataset.add;
    if (!kind) return;
    event.preventDefault();
    add(kind).querySelector("input:not([type=hidden]), textarea, select").focus();
  });
  return add;
}

function copy(form, kind, rows) {
  const template = form.querySelector(`[data-template="${kind}"]`);
  const numbers = [...form.querySelectorAll(`[name^="${kind}-"][name$="-remove"]`)].map(({ name }) => Number(name.split("-")[1]));
  const next = Math.max(-1, ...numbers) + 1;
  const row = template.content.firstElementChild.cloneNode(true);
  for (const element of row.querySelectorAll("*")) {
    for (const name of ["name", "id", "for", "aria-describedby"]) {
      const value = element.getAttribute(name);
      if (value) element.setAttribute(name, value.replaceAll("-__-", `-${next}-`));
    }
  }
  const legend = row.querySelector("legend");
  legend.textContent = legend.textContent.replace("__n__", rows.children.length + 1);
  return row;
}
