// The clauses that marks and claims can choose are those of the rulesets that are linked in the form,
// and of those of its game, as it stands now.

const PAUSE = 350;
const LINKS = /^(rulesets-\d+-(ruleset|remove)|game_name)$/;

export function followLinks(form) {
  let pause = null;
  form.addEventListener("input", ({ target }) => {
    if (!LINKS.test(target.name)) return;
    clearTimeout(pause);
    pause = setTimeout(() => renew(form), PAUSE);
  });
}

async function renew(form) {
  const asked = new URLSearchParams({ game: form.elements.game_name.value });
  for (const { value } of linked(form)) asked.append("ruleset", value);
  const address = `${form.dataset.clauses}?${asked}`;
  form.dataset.clausesAsked = address;
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok || form.dataset.clausesAsked !== address) return; // asked anew meanwhile
  const { groups } = await answer.json();
  const blanks = [...form.querySelectorAll("template")].map(({ content }) => content);
  for (const part of [form, ...blanks]) {
    for (const choice of part.querySelectorAll('select[name$="-clause"]')) offer(choice, groups);
  }
}

function linked(form) {
  const choices = [...form.querySelectorAll('[data-rows="rulesets"] select[name$="-ruleset"]')];
  return choices.filter(({ value, form: { elements }, name }) => value && !elements[name.replace(/ruleset$/, "remove")].checked);
}

// What is chosen stays, whether it is offered or not.
function offer(choice, groups) {
  const { value, selectedOptions: [chosen] } = choice;
  const rulesets = groups.map(([label, rows]) => group(label, rows.map(([name, title]) => new Option(title, name))));
  const isOffered = !value || groups.some(([, rows]) => rows.some(([name]) => name === value));
  if (!isOffered) rulesets.push(chosen.parentElement.label ? group(chosen.parentElement.label, [chosen]) : chosen);
  choice.replaceChildren(choice.options[0], ...rulesets);
  choice.value = value;
}

function group(label, options) {
  const made = Object.assign(document.createElement("optgroup"), { label });
  made.append(...options);
  return made;
}
