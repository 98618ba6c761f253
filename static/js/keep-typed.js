// Keeps what is typed into a form in this browser, so that a reload or a crash loses none of it.
//
// An entry is made after each change and goes once the server says that it has saved it: the page
// shown after saving has the entry's key in its address (`?kept=KEY`).

import { clock } from "./clock.js";

const PREFIX = "ashtapada-typed:";
const OLDER = "/older";
const PAUSE = 400;
const SKIPPED = new Set(["csrfmiddlewaretoken", "do", "kept", "option"]);
const BEGUN = ["number", "base", "seen", "bring_up"]; // which content the typing began from

export class TypedKeeper {
  // `status` is an element with the words for what happens in its dataset; `notice` is shown where
  // something was kept by an earlier visit; `changed` is called after the form's fields were set.
  // `version` gives what tells the stored content from others, if not all that was served does.
  constructor(form, { status, notice, changed, version }) {
    Object.assign(this, { form, status, notice, changed, version });
    this.place = PREFIX + form.dataset.kept;
    this.served = this.#typed();
    this.key = Math.random().toString(36).slice(2);
    this.base = this.#version(); // what was stored when the typing began
    if ("unsaved" in form.dataset) this.#goOn(this.#read());
    else this.#meet(this.#read());
    for (const kind of ["input", "change"]) form.addEventListener(kind, () => this.#later());
    addEventListener("pagehide", () => this.#now());
    form.addEventListener("submit", () => this.#submitted());
  }

  #version() {
    return this.version?.() ?? JSON.stringify(this.served);
  }

  // The form's fields were changed by a script.
  touch() {
    this.#later();
  }

  // The server has saved the form without leaving the page, and calls it so; what was typed
  // meanwhile is still kept.
  saved(name, dirty) {
    localStorage.removeItem(this.place);
    this.place = PREFIX + name;
    this.base = this.#version();
    clearTimeout(this.pause);
    this.waiting = false;
    if (dirty) this.#keep();
  }

  #typed() {
    return [...new FormData(this.form)].filter(([name, value]) => !SKIPPED.has(name) && typeof value === "string");
  }

  #read(suffix = "") {
    try {
      return JSON.parse(localStorage.getItem(this.place + suffix));
    } catch {
      return null;
    }
  }

  #write(suffix, value) {
    try {
      localStorage.setItem(this.place + suffix, JSON.stringify(value));
      this.full = false;
    } catch {
      this.full = true;
    }
  }

  // Whether leaving the page loses nothing.
  get keeps() {
    this.#now();
    return !this.full;
  }

  #later() {
    clearTimeout(this.pause);
    this.waiting = true;
    this.pause = setTimeout(() => this.#now(), PAUSE);
  }

  #now() {
    clearTimeout(this.pause);
    if (this.waiting) this.#keep();
  }

  #keep() {
    this.waiting = false;
    const entry = { key: this.key, at: Date.now(), typed: this.#typed(), served: this.base };
    this.#write("", entry);
    const { kept, full } = this.status.dataset;
    this.#say(this.full ? full : kept.replace("{time}", clock(entry.at)));
  }

  // The form came back from the server with what was typed: rows were added, or it was not saved.
  #goOn(entry) {
    if (entry) Object.assign(this, { key: entry.key, base: this.version ? this.base : entry.served });
    this.#keep();
  }

  // What an earlier visit has left: put back at once, unless something else was saved since. Such an
  // entry waits apart until somebody takes it or discards it.
  #meet(entry) {
    const older = this.#read(OLDER) ?? [];
    if (entry && !same(entry.typed, this.served)) {
      if (entry.served === this.base) return this.#restore(entry);
      older.push(entry);
      this.#write(OLDER, older);
      localStorage.removeItem(this.place);
    }
    if (older.length) this.#offer(older);
  }

  #restore(entry) {
    this.key = entry.key;
    this.#fill(entry.typed);
    this.#show(this.notice.dataset.restored, entry, { discard: () => {
      this.#fill(this.served);
      localStorage.removeItem(this.place);
    } });
  }

  #offer(older) {
    const entry = older.at(-1);
    const drop = () => this.#write(OLDER, older.slice(0, -1));
    this.#show(this.notice.dataset.older, entry, { discard: drop, restore: () => {
      this.key = entry.key;
      this.#fill(entry.typed, BEGUN);
      this.#keep();
      drop();
    } });
  }

  #show(words, entry, actions) {
    this.notice.querySelector("span").textContent = words.replace("{time}", clock(entry.at));
    for (const button of this.notice.querySelectorAll("[data-typed]")) {
      const act = actions[button.dataset.typed];
      button.hidden = !act;
      button.onclick = () => { this.notice.hidden = true; act(); };
    }
    this.notice.hidden = false;
  }

  // Rows that this page lacks are drawn by the server, from the same fields.
  #fill(typed, begun = []) {
    const names = new Set([...this.form.elements].map(({ name }) => name));
    if (typed.some(([name]) => !names.has(name))) this.#send(typed);
    const values = Map.groupBy(typed, ([name]) => name);
    for (const field of this.form.elements) {
      if (!field.name || ["submit", "fieldset"].includes(field.type) || SKIPPED.has(field.name)) continue;
      if (BEGUN.includes(field.name) && !begun.includes(field.name)) continue;
      const given = (values.get(field.name) ?? []).map(([, value]) => value);
      if (field.type === "checkbox" || field.type === "radio") field.checked = given.includes(field.value);
      else if (given.length) field.value = given.length > 1 ? given[sameNamed(this.form, field)] ?? given[0] : given[0];
    }
    this.changed();
  }

  #send(typed) {
    const hidden = document.createElement("form");
    hidden.method = "post";
    hidden.hidden = true;
    const token = new FormData(this.form).get("csrfmiddlewaretoken");
    const again = this.form.dataset.again ? [["deed", this.form.dataset.again]] : [];
    for (const [name, value] of [["csrfmiddlewaretoken", token], ...again, ...typed]) {
      const field = document.createElement("textarea");
      Object.assign(field, { name, value });
      hidden.append(field);
    }
    document.body.append(hidden);
    hidden.submit();
  }

  #submitted() {
    this.#now();
    let field = this.form.elements.namedItem("kept");
    if (!field) {
      field = Object.assign(document.createElement("input"), { type: "hidden", name: "kept" });
      this.form.append(field);
    }
    field.value = this.key;
  }

  #say(text) {
    if (this.status.textContent !== text) this.status.textContent = text;
  }
}

function same(typed, other) {
  return JSON.stringify(typed) === JSON.stringify(other);
}

function sameNamed(form, field) {
  return [...form.elements].filter(({ name }) => name === field.name).indexOf(field);
}

// On the page that is shown after saving: the entry that was saved goes.
export function forgetSaved() {
  const key = new URLSearchParams(location.search).get("kept");
  if (!key) return;
  for (const place of Object.keys(localStorage).filter((name) => name.startsWith(PREFIX))) {
    if (!place.endsWith(OLDER) && JSON.parse(localStorage.getItem(place))?.key === key) localStorage.removeItem(place);
  }
  const address = new URL(location.href);
  address.searchParams.delete("kept");
  history.replaceState(null, "", address);
}
