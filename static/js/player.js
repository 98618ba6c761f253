// A play of time: the chosen centuries move on, one step after the other, until the newest.

const PAUSE = 900; // milliseconds between a step that is shown and the next

export class Player {
  constructor(tools, brush) {
    this.brush = brush;
    this.steps = false; // while a step is taken
    this.words = tools.dataset;
    // Who wants no motion goes on step by step.
    this.still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.button = Object.assign(document.createElement("button"), { type: "button" });
    this.button.addEventListener("click", () => this.#press());
    tools.append(this.button);
    this.stop();
  }

  get playing() {
    return this.run !== null;
  }

  stop() {
    this.run = null;
    this.button.textContent = this.still ? this.words.step : this.words.play;
  }

  async #press() {
    if (this.playing) return this.stop();
    if (this.still) return this.#step();
    const mine = (this.run = Symbol("run"));
    this.button.textContent = this.words.pause;
    while (this.run === mine && (await this.#step())) {
      await new Promise((resolve) => { setTimeout(resolve, PAUSE); });
    }
    return this.run === mine && this.stop();
  }

  // Moves the chosen centuries by one; from all of them, or from the end, to the first.
  async #step() {
    const { range: [from, to], first, last, whole, svg } = this.brush;
    if (!svg) return false;
    const ended = to === last;
    const next = whole || ended ? [first, first + (whole ? 0 : to - from)] : [from + 1, to + 1];
    this.steps = true;
    try {
      await this.brush.take(next);
    } finally {
      this.steps = false;
    }
    return next[1] < last;
  }
}
