// What a draft still lacks: a hint at its field, and a line in the list beside the form. What is said
// of a field goes as soon as that changes; the next save says what is still lacking, or wrong.

// What a box settles is said at another field.
const SETTLES = { unidentified: "id_game_name", undated: "id_date", unlocated: "id_places-", unjudged: "id_judged_by" };

export class Hints {
  constructor(form, list) {
    this.form = form;
    this.list = list;
    form.addEventListener("input", ({ target }) => this.#changed(target));
  }

  renew(asked) {
    document.getElementById("refusal")?.remove(); // what was sent before has been saved since
    for (const about of this.form.querySelectorAll(".field:not(:has(#id_paste))")) this.#mended(about);
    this.list.querySelector("ul").innerHTML = asked; // made and escaped by the server's template
    this.list.hidden = !this.list.querySelector("li");
    for (const { hash } of this.list.querySelectorAll("a")) this.#make(hash.slice(1));
    for (const hint of this.form.querySelectorAll(".asked")) {
      const still = this.list.querySelectorAll(`a[href="#${hint.dataset.of}"] ~ span`);
      show(hint, [...still].map(({ textContent }) => textContent).join(" "));
    }
  }

  // Room for a hint at a field that has none yet.
  #make(id) {
    const field = document.getElementById(id);
    if (!field?.closest(".field") || this.form.querySelector(`.asked[data-of="${id}"]`)) return;
    const hint = document.createElement("p");
    hint.className = "hint asked";
    hint.dataset.of = id;
    const strong = document.createElement("strong");
    strong.textContent = `${this.list.querySelector("h2").textContent}:`;
    hint.append(strong, " ", document.createElement("span"));
    field.closest(".field").append(hint);
    field.setAttribute("aria-describedby", `${field.getAttribute("aria-describedby") ?? ""} ${id}_asked`.trim());
  }

  #changed(field) {
    if (field.closest(".field")) this.#mended(field.closest(".field"));
    const settled = SETTLES[field.name];
    for (const hint of this.form.querySelectorAll(".asked:not([hidden])")) {
      const { of } = hint.dataset;
      if (of === field.id || hint.closest("[data-row], .boxes")?.contains(field) || (settled && of.startsWith(settled))) {
        show(hint, "");
        for (const link of this.list.querySelectorAll(`a[href="#${of}"]`)) link.closest("li").hidden = true;
      }
    }
    this.list.hidden = !this.list.querySelector("li:not([hidden])");
  }

  // What was refused, too, was said of something else.
  #mended(about) {
    about.querySelector(":scope > .errorlist")?.remove();
    about.querySelector(":scope > [aria-invalid]")?.removeAttribute("aria-invalid");
  }
}

function show(hint, said) {
  hint.querySelector("span").textContent = said;
  hint.hidden = said === "";
  hint.id = hint.hidden ? "" : `${hint.dataset.of}_asked`; // else its field is still described by it
}
