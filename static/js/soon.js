// Work that nobody waits for: done once the page has shown what was asked for, the last of several alone.

const [wait, leave] = window.requestIdleCallback
  ? [(task) => requestIdleCallback(task, { timeout: 500 }), cancelIdleCallback]
  : [(task) => setTimeout(task, 50), clearTimeout];

export class Soon {
  constructor(task) {
    Object.assign(this, { task, asked: null });
  }

  ask() {
    this.#forget();
    this.asked = wait(() => this.now());
  }

  // At once, in place of what was asked for.
  now() {
    this.#forget();
    this.task();
  }

  #forget() {
    if (this.asked !== null) leave(this.asked);
    this.asked = null;
  }
}
