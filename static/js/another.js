// “Show another” as a page sees it: asks a worker for a moment of a clause that it does not know yet.

const MILLISECONDS = 5000;

export class Another {
  constructor(script) {
    this.script = script;
    this.asked = 0;
    this.rules = null;
    this.worker = null;
  }

  // { moment, games } of the rules under their options; never, if it is asked again or told to forget.
  find(rules, clause, known) {
    if (this.rules !== rules) this.#begin(rules);
    const ask = (this.asked += 1);
    const seed = 1 + Math.floor(Math.random() * 0x7ffffffe);
    return new Promise((resolve, reject) => {
      this.worker.onerror = ({ message }) => reject(new Error(message));
      this.worker.onmessage = ({ data }) => { if (data.ask === ask && ask === this.asked) resolve(data); };
      this.worker.postMessage({ ask, clause, limits: { seed, milliseconds: MILLISECONDS, known } });
    });
  }

  forget() {
    this.asked += 1;
  }

  #begin(rules) {
    this.worker?.terminate();
    this.worker = new Worker(this.script, { type: "module" });
    this.worker.postMessage({ module: rules.module, manifest: rules.manifest });
    this.rules = rules;
  }
}
