// The computer as a page sees it: asked for a move, it answers unless told to forget the question.

export class Opponent {
  constructor(script, { module, manifest }) {
    this.asked = 0;
    this.worker = new Worker(script, { type: "module" });
    this.worker.postMessage({ module, manifest, seed: Date.now() % 1e9 });
  }

  // The search's choice in a position; never, if `forget` is called before or another is asked.
  choose(position, limits) {
    const ask = (this.asked += 1);
    return new Promise((resolve, reject) => {
      this.worker.onerror = ({ message }) => reject(new Error(message));
      this.worker.onmessage = ({ data }) => { if (data.ask === ask && ask === this.asked) resolve(data); };
      this.worker.postMessage({ ask, position, limits, since: Date.now() });
    });
  }

  forget() {
    this.asked += 1;
  }
}
