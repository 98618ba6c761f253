// “Show another” as a page sees it: asks a worker for a moment of a clause that it does not know yet.

import { momentsOf } from "./moments.js";

const MILLISECONDS = 5000;

// The slug of games that only this page knows begins so.
export const HERE = "here";

// A game that is not stored, told as those that are.
export function ownMatch(number, moves, { options, digest, former }, title) {
  return { slug: `${HERE}-${number}`, title, note: "", moves, options, digest, former, moments: [] };
}

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

  // Adds a game with a moment of the clause to those recorded: { moment, games }, null where none is found.
  async lookFor(recorded, { rules, clause, data, title }) {
    const known = new Set(recorded.matches.map(({ moves }) => moves.join(" ")));
    const { moment, games } = await this.find(rules, clause, known);
    if (!moment) return { moment, games };
    const { moves, ply, role } = moment;
    const match = ownMatch(recorded.matches.length, moves, data, title);
    match.moments.push({ ply, clause, role });
    recorded.add(match);
    return { moment: momentsOf(clause, [match])[0], games };
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
