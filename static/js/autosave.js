// What is typed is saved into the draft after a pause. Nothing of others is written over: if somebody
// else has saved since, the words stay in the form and saving it shows both changes joined. Until
// they are saved, the browser keeps them: a person may be logged out meanwhile.

import { clock } from "./clock.js";
import { Hints } from "./hints.js";
import { TypedKeeper } from "./keep-typed.js";

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
    this.person = form.dataset.kept.split(" ")[0];
    this.keeper = new TypedKeeper(form, {
      status: document.getElementById("kept-status"),
      notice: document.getElementById("restored"),
      changed: () => this.#restored(),
      version: () => `${form.elements.number.value} ${form.elements.bring_up?.value ?? ""}`,
    });
    form.addEventListener("input", ({ target }) => { if (target.name !== "paste") this.changed(); });
    form.addEventListener("input", ({ target }) => { if (/as_given$/.test(target.name)) sayTyped(target, target.value, ""); });
    form.addEventListener("submit", (event) => this.#submitted(event));
    addEventListener("beforeunload", (event) => { if (this.dirty && !this.leaving) event.preventDefault(); });
    addEventListener("focus", () => { if (this.loggedOut) this.#later(0); });
    setInterval(() => this.#present(), PRESENT);
    if (this.dirty && !this.stopped) this.#notYet();
  }

  // A form that was sent and came back is not saved yet.
  #notYet() {
    this.#say(this.words.notYet);
    this.#later(PAUSE);
  }

  #restored() {
    const read = /^(date|other_dates-\d+-date|places-\d+-(point|outline))$/;
    for (const field of this.form.elements) if (read.test(field.name)) field.dispatchEvent(new Event("input", { bubbles: true }));
    this.changed();
  }

  changed() {
    this.dirty = true;
    this.keeper?.touch();
    if (!this.stopped) this.#later(PAUSE);
  }

  #later(pause) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { this.saving = this.#save().finally(() => { this.saving = null; }); }, pause);
  }

  async #save() {
    this.dirty = false;
    this.#say(this.words.saving);
    const token = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie)?.[1]; // another one after logging in
    if (token) this.form.elements.csrfmiddlewaretoken.value = token;
    const data = new FormData(this.form);
    data.set("autosave", "1");
    const answer = await fetch(this.form.action, { method: "POST", body: data }).catch(() => null);
    const told = await answer?.json().catch(() => null);
    this.loggedOut = Boolean(answer?.redirected) && new URL(answer.url).pathname === this.form.dataset.login;
    if (!told) this.#unanswered(answer);
    else if (answer.ok) this.#saved(told);
    else this.#refused(told);
    if (told) this.#others(told.others);
  }

  #unanswered(answer) {
    this.dirty = true;
    const closed = answer?.redirected && !this.loggedOut;
    const { loggedOut, closed: ended, failed, waiting } = this.words;
    if (this.loggedOut) this.#say(loggedOut, true);
    else if (closed) this.#say(ended, true);
    else this.#say(answer ? failed.replace("{status}", answer.status) : waiting, Boolean(answer));
    if (!this.stopped && !closed) this.#later(AGAIN);
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
    this.keeper.saved(`${this.person} ${new URL(absolute).pathname}`, this.dirty);
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

  #refused({ refused, faults, yours }) {
    this.dirty = true;
    if (refused === "outdated") {
      this.stopped = true;
      this.#say(yours ? this.words.outdatedYours : this.words.outdated, true);
    } else this.#say(`${this.words.refused} ${faults.map((each) => each.replace(/\.$/, "")).join("; ")}`, true);
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
    const { others, number, yours } = await answer.json();
    this.#others(others);
    if (number > Number(this.form.elements.number.value) && !this.saving) this.#refused({ refused: "outdated", yours });
  }

  // A save that is under way ends first: the form would else be older than what it saves. Somebody
  // who is logged out stays on the form.
  async #submitted(event) {
    clearTimeout(this.timer);
    this.leaving = true;
    if (!this.saving && !this.loggedOut) return;
    const button = event.submitter;
    event.preventDefault();
    await (this.saving ?? this.#save());
    this.saving = null;
    this.leaving = !this.loggedOut;
    if (this.loggedOut) return;
    setTimeout(() => this.form.requestSubmit(button)); // not while this submission is still under way
  }
}

// Words as given, and whether they are only what was typed.
function sayTyped(field, words, said) {
  if (field.value !== words) field.value = words;
  field.closest(".field").parentElement.querySelector("[data-typed]").textContent = said;
}
