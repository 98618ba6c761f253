// Names of games and regions that are here, offered while somebody types.

const PAUSE = 200;

export function suggest(form) {
  const list = Object.assign(document.createElement("datalist"), { id: "suggestions" });
  form.append(list);
  let pause = 0;
  const listFor = (field) => {
    const address = field.name === "game_name" ? form.dataset.games : /^places-\d+-region$/.test(field.name) ? form.dataset.places : null;
    if (!address) return;
    field.setAttribute("list", list.id);
    clearTimeout(pause);
    pause = setTimeout(() => fill(list, field, address), PAUSE);
  };
  form.addEventListener("input", ({ target }) => listFor(target));
  form.addEventListener("focusin", ({ target }) => { if (target.name) list.replaceChildren(); });
}

async function fill(list, field, address) {
  const wanted = new URL(address, location.href);
  wanted.searchParams.set("prefix", field.value);
  if (field.name !== "game_name") wanted.searchParams.set("type", "region");
  const answer = await fetch(wanted).catch(() => null);
  if (!answer?.ok) return;
  const { result } = await answer.json();
  list.replaceChildren(...result.map(({ name, description }) => Object.assign(document.createElement("option"), { value: name, label: description ? `${name}, ${description}` : name })));
}
