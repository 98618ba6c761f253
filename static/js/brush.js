// Choosing centuries on the timeline: by dragging over them, or by two handles from the keyboard.

import { drawn } from "./elements.js";

const CLICK = 4; // pixels within which a press is a click, which follows the link of its century
const PAUSE = 400; // milliseconds after the last key before the centuries are taken
const STEPS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -5, PageUp: 5 };

export class Brush {
  // `tools` shows the chosen years, and its dataset has the words `from`, `to` and `bce`.
  // `changed(yearFrom, yearTo)` is called with each choice; null stands for an open end.
  constructor(tools, changed) {
    this.words = tools.dataset;
    this.changed = changed;
    this.said = tools.appendChild(document.createElement("span"));
  }

  // Takes hold of the timeline that the page shows now.
  attach(svg) {
    const chosen = this.pause ? this.range : null; // by keys pressed while this one was on its way
    this.#rest(false);
    this.svg = svg;
    if (!svg) return;
    const { first, left, step, bars, from, to, base, starts } = svg.dataset;
    Object.assign(this, { first: Number(first), left: Number(left), step: Number(step), base: Number(base) });
    this.last = this.first + Number(bars) - 1;
    this.starts = starts.split(" ").map(Number);
    this.range = chosen ? chosen.map((century) => this.#within(century)) : [Number(from), Number(to)];
    this.band = svg.querySelector(".band") ?? svg.insertBefore(drawn("rect", { class: "band", y: 0, height: base }), svg.firstChild);
    this.handles = ["from", "to"].map((end, at) => this.#handle(end, at));
    this.#draw();
    this.#rest(Boolean(chosen));
    svg.addEventListener("pointerdown", (event) => this.#press(event));
    svg.addEventListener("dragstart", (event) => event.preventDefault());
  }

  get whole() {
    return this.range[0] === this.first && this.range[1] === this.last;
  }

  take(range) {
    this.#rest(false);
    this.range = range;
    this.#draw();
    const [from, to] = range;
    const open = [from === this.first, to === this.last];
    return this.changed(open[0] ? null : from * 100 + 1, open[1] ? null : to * 100 + 100);
  }

  #handle(end, at) {
    const handle = drawn("svg", { class: "handle", id: `handle-${end}`, overflow: "visible", role: "slider", tabindex: 0, "aria-label": this.words[end] });
    handle.append(
      drawn("rect", { class: "grip", x: -14, y: 0, width: 28, height: this.base }),
      drawn("line", { y1: 0, y2: this.base }),
      drawn("rect", { class: "knob", x: -5, y: this.base / 2 - 13, width: 10, height: 26, rx: 3 }),
    );
    handle.addEventListener("keydown", (event) => this.#key(event, at));
    this.svg.append(handle);
    return handle;
  }

  #draw() {
    const [from, to] = this.range;
    const x = (century) => this.left + (century - this.first) * this.step;
    this.band.setAttribute("x", `${x(from)}%`);
    this.band.setAttribute("width", `${x(to + 1) - x(from)}%`);
    this.band.classList.toggle("whole", this.whole);
    const years = [this.#year(from * 100 + 1), this.#year(to * 100 + 100)];
    this.#say(this.handles[0], x(from), from, this.first, to, years[0]);
    this.#say(this.handles[1], x(to + 1), to, from, this.last, years[1]);
    this.said.textContent = this.whole ? "" : years.join(" – ");
  }

  #year(year) {
    return year > 0 ? String(year) : `${1 - year} ${this.words.bce}`;
  }

  #say(handle, x, century, least, most, year) {
    handle.setAttribute("x", `${x}%`);
    handle.setAttribute("aria-valuemin", least);
    handle.setAttribute("aria-valuemax", most);
    handle.setAttribute("aria-valuenow", century);
    handle.setAttribute("aria-valuetext", year);
  }

  #key(event, at) {
    const step = STEPS[event.key];
    const ends = { Home: this.first, End: this.last };
    if (step === undefined && !(event.key in ends)) return;
    event.preventDefault();
    this.#move(at, step === undefined ? ends[event.key] : this.range[at] + step);
    this.#rest(true);
  }

  // Takes the centuries after a pause, or no more.
  #rest(taking) {
    clearTimeout(this.pause);
    this.pause = taking ? setTimeout(() => this.take(this.range), PAUSE) : 0;
  }

  #within(century) {
    return Math.max(this.first, Math.min(this.last, century));
  }

  // Moves one end, at most up to the other.
  #move(at, century) {
    const [from, to] = this.range;
    const [least, most] = at === 0 ? [this.first, to] : [from, this.last];
    this.range[at] = Math.max(least, Math.min(most, century));
    this.#draw();
  }

  #centuryAt(clientX) {
    const { left, width } = this.svg.getBoundingClientRect();
    const percent = (100 * (clientX - left)) / width;
    return this.#within(this.first + Math.floor((percent - this.left) / this.step));
  }

  #press(event) {
    if (event.button !== 0) return;
    const at = this.handles.indexOf(event.target.closest(".handle"));
    const start = this.#centuryAt(event.clientX);
    const before = [...this.range];
    let dragged = false;
    const move = ({ clientX }) => {
      if (!dragged && Math.abs(clientX - event.clientX) < CLICK) return;
      dragged = true;
      const here = this.#centuryAt(clientX);
      if (at >= 0) this.#move(at, here);
      else this.#select([Math.min(start, here), Math.max(start, here)]);
    };
    const end = ({ type }) => {
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", end);
      removeEventListener("pointercancel", end);
      if (!dragged) return;
      if (type === "pointercancel") return this.#select(before);
      this.#swallowClick();
      this.take(this.range);
    };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
    addEventListener("pointercancel", end);
  }

  #select(range) {
    this.range = range;
    this.#draw();
  }

  // The click that ends a drag is none.
  #swallowClick() {
    const swallow = (event) => {
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener("click", swallow, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", swallow, { capture: true }));
  }
}
