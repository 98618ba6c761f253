// A play of time: the chosen centuries move on to where the next records start, until the newest.

const WHOLE = 28_000; // milliseconds in which all of it is played
const LONGEST = 1200, SHORTEST = 100; // milliseconds between a step that is shown and the next

const shortly = (milliseconds) => new Promise((resolve) => { setTimeout(resolve, milliseconds); });

export class Player {
  // `ended` is called when all was played, or Escape has stopped it.
  constructor(tools, brush, ended) {
    this.brush = brush;
    this.ended = ended;
    this.steps = false; // while a step is taken
    this.words = tools.dataset;
    // Who wants no motion goes on step by step.
    this.still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.button = Object.assign(document.createElement("button"), { type: "button" });
    this.button.addEventListener("click", () => this.#press());
    tools.append(this.button);
    document.addEventListener("keydown", ({ key }) => { if (key === "Escape" && this.playing) this.#end(); });
    this.stop();
  }

  get playing() {
    return this.run !== null;
  }

  stop() {
    this.run = null;
    this.#show();
  }

  #end() {
    this.stop();
    this.ended();
  }

  // The button says what it does; marks of the map fade in while time is played.
  #show() {
    this.button.textContent = this.playing ? this.words.pause : this.still ? this.words.step : this.words.play;
    this.button.closest(".results").classList.toggle("playing", this.playing);
  }

  async #press() {
    if (this.playing) return this.stop();
    this.width = this.brush.whole ? 0 : this.brush.range[1] - this.brush.range[0];
    if (this.still) return this.#step(1);
    const mine = (this.run = Symbol("run"));
    this.#show();
    const end = performance.now() + WHOLE;
    let took = 0;
    do {
      const begun = performance.now();
      // Where pages come slowly, several starts share a step.
      const starts = Math.ceil((this.#left.length * (took + SHORTEST)) / Math.max(1, end - begun));
      const more = await this.#step(Math.max(1, starts));
      if (!more) await shortly(LONGEST);
      if (!more || this.run !== mine) break;
      took = performance.now() - begun;
      const each = (end - performance.now()) / this.#left.length - took;
      await shortly(Math.min(LONGEST, Math.max(SHORTEST, each)));
    } while (this.run === mine);
    if (this.run === mine) this.#end();
    return undefined;
  }

  // The centuries at which it will still rest.
  get #left() {
    const { range: [, to], starts, whole } = this.brush;
    return whole ? starts : starts.filter((century) => century > to);
  }

  // Moves the chosen centuries on until they end where records start, which may have begun in one of
  // so many centuries; from all of them, or from the end, to the first. Whether there is more to play.
  async #step(count) {
    const { first, starts, svg } = this.brush;
    if (!svg) return false;
    const left = this.#left.length ? this.#left.slice(0, count) : [Math.max(starts[0], first + this.width)];
    const to = left.at(-1);
    this.steps = true;
    try {
      await this.brush.take([Math.max(first, Math.min(left[0], to - this.width)), to]);
    } finally {
      this.steps = false;
    }
    return to < starts.at(-1);
  }
}
