// The search for moments, away from the page: told the module once, then asked clause by clause.

import { Finder } from "./finder.js";
import { rulesOf } from "./play.js";

let finder;

addEventListener("message", ({ data }) => {
  if (data.module) {
    finder = new Finder(rulesOf(data.module, data.manifest).start());
    return;
  }
  const { ask, clause, limits } = data;
  postMessage({ ask, ...finder.find(clause, limits) });
});
