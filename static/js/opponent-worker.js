// The computer's search, away from the page: told the module once, then asked position by position.

import { rulesOf } from "./play.js";
import { Search } from "./search.js";
import { within } from "./strengths.js";

let search;

addEventListener("message", ({ data }) => {
  if (data.module) {
    search = new Search(rulesOf(data.module, data.manifest).start(), data.seed);
    return;
  }
  const { ask, position, limits, since } = data;
  postMessage({ ask, ...search.choose(position, within(limits, Date.now() - since)) });
});
