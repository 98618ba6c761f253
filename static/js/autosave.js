// What is typed is saved into the draft after a pause. Nothing of others is written over: if somebody
// else has saved since, the words stay in the form and saving it shows both changes joined.

import { clock } from "./clock.js";
import { Hints } from "./hints.js";

const PAUSE = 2000;
const AGAIN = 15000;
const PRESENT = 30000;

export class Autosave {
  constructor(form, status) {
    this.form = form;
    this.status = status;
    this.words = status.dataset;
    this.hints = new Hints(form, document.getElementById("missing"));
    this.stopped = "joined" in form.dataset;
    this.dirty = "changed" in form.dataset;
    form.addEventListener("input", ({ target }) => { if (target.name !== "paste") this.changed(); });
    form.addEventListener("input", ({ target }) => { if (/as_given$/.test(target.name)) sayTyped(target, target.value, ""); });
    form.addEventListener("submit", (event) => this.#submitted(event));
    addEventListener("beforeunload", (event) => { if (this.dirty && !this.leaving) event.preventDefault(); });
    setInterval(() => this.#present(), PRESENT);
  }

  changed() {
    this.dirty = true;
    if (!this.stopped) this.#later(PAUSE);
  }

  #later(pause) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { this.saving = this.#save().finally(() => { this.saving = null; }); }, pause);
  }

  async #save() {
    this.dirty = false;
    this.#say(this.words.saving);
    const data = new FormData(this.form);
    data.set("autosave", "1");
    const answer = await fetch(this.form.action, { method: "POST", body: data }).catch(() => null);
    const told = await answer?.json().catch(() => null);
    if (!told) {
      this.dirty = true;
      this.#say(this.words.waiting);
      if (!this.stopped) this.#later(AGAIN);
    } else if (answer.ok) this.#saved(told);
    else this.#refused(told);
    if (told) this.#others(told.others);
  }

  #saved({ number, address, base, asked, left, typed }) {
    this.form.elements.number.value = number;
    this.#renew(base);
    this.form.elements.base.value = JSON.stringify(base);
    const absolute = new URL(address, location.href).href;
    if (this.form.action !== absolute) {
      this.form.action = absolute;
      history.replaceState(null, "", absolute);
      this.form.dataset.present = new URL("../present/", absolute).href;
    }
    this.hints.renew(asked);
    this.#takeOver(typed);
    const said = left ? `. ${this.words.left.replace("{n}", left)}` : "";
    this.#say(`${this.words.saved} ${clock(Date.now())}${said}`);
  }

  // Words that were taken over as given go from their field when they have gone from the draft.
  #renew(base) {
    const kept = new Set(base.as_typed);
    const gone = (JSON.parse(this.form.elements.base.value || "{}").as_typed ?? []).filter((words) => !kept.has(words));
    for (const field of this.form.querySelectorAll('[name$="as_given"]')) {
      if (gone.includes(field.value)) sayTyped(field, "", "");
    }
  }

  // What was typed stands in the empty field for what the source gives, as it does in the draft.
  #takeOver(typed) {
    for (const [id, words] of Object.entries(typed)) {
      const field = document.getElementById(id);
      if (field && ["", words].includes(field.value)) sayTyped(field, words, this.words.typed);
    }
  }

  #refused({ refused, faults }) {
    this.dirty = true;
    if (refused === "outdated") {
      this.stopped = true;
      this.#say(this.words.outdated, true);
    } else this.#say(`${this.words.refused} ${faults.join(" ")}`, true);
  }

  #say(text, wrong = false) {
    this.status.textContent = text;
    this.status.classList.toggle("wrong", wrong);
  }

  #others(names) {
    const notice = document.getElementById("others");
    notice.hidden = !names?.length;
    const text = names?.length ? `${names.join(", ")} ${notice.dataset.one}` : "";
    if (notice.textContent !== text) notice.textContent = text;
  }

  async #present() {
    if (!this.form.dataset.present || document.hidden) return;
    const body = new FormData();
    body.set("csrfmiddlewaretoken", this.form.elements.csrfmiddlewaretoken.value);
    const answer = await fetch(this.form.dataset.present, { method: "POST", body }).catch(() => null);
    if (!answer?.ok) return;
    const { others, number } = await answer.json();
    this.#others(others);
    if (number > Number(this.form.elements.number.value) && !this.saving) this.#refused({ refused: "outdated" });
  }

  // A save that is under way ends first: the form would else be older than what it saves.
  async #submitted(event) {
    clearTimeout(this.timer);
    this.leaving = true;
    if (!this.saving) return;
    const button = event.submitter;
    event.preventDefault();
    await this.saving;
    this.saving = null;
    setTimeout(() => this.form.requestSubmit(button)); // not while this submission is still under way
  }
}

// Words as given, and whether they are only what was typed.
function sayTyped(field, words, said) {
  if (field.value !== words) field.value = words;
  field.closest(".field").parentElement.querySelector("[data-typed]").textContent = said;
}
