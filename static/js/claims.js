// What sentences state of clauses: each claim stands in the row of its sentence.

export function claimOf(form, addRow) {
  form.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-claim]");
    if (!button) return;
    const sentence = button.closest("[data-row]");
    const row = addRow("claims");
    const claims = sentence.querySelector("[data-claims]");
    row.querySelector("[name$='-sentence']").value = numberOf(sentence);
    row.querySelector("legend").textContent = row.querySelector("legend").textContent.replace(/\d+/, claims.children.length + 1);
    claims.append(row);
    row.querySelector("[name$='-stance']").focus();
  });
}

function numberOf(sentence) {
  return [...sentence.parentElement.children].indexOf(sentence) + 1;
}
