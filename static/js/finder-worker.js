// The search for moments, away from the page: told the module once, then asked clause by clause.

import { Finder } from "./finder.js";
import { SECOND, rulesOf } from "./play.js";

let finder; // a promise of it

async function finderOf({ module, manifest }) {
  if (manifest.format !== SECOND) return new Finder(rulesOf(module, manifest).start());
  const { ModuleFinder } = await import("./engine/finder.js");
  return new ModuleFinder(module, manifest);
}

addEventListener("message", async ({ data }) => {
  if (data.module) {
    finder = finderOf(data);
    return;
  }
  const { ask, clause, limits } = data;
  postMessage({ ask, ...(await finder).find(clause, limits) });
});
