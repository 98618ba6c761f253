// The computer's search under rules of the engine's second design, away from the page: told the module
// once, then asked for a move in { position, faces }; its answer is a label.

import { within } from "../strengths.js";
import { Game } from "./game.js";
import { Machine } from "./machine.js";
import { nameOf } from "./naming.js";
import { plyText } from "./record.js";
import { Search } from "./search.js";

let machine;
let search;

function labelOf({ position, faces }, number) {
  const move = nameOf(new Game(machine), { position, faces, number });
  return plyText(machine.manifest, { move, throw: faces });
}

addEventListener("message", ({ data }) => {
  if (data.module) {
    machine = new Machine(new WebAssembly.Instance(data.module), data.manifest);
    search = new Search(machine, data.seed);
    return;
  }
  const { ask, position: asked, limits, since } = data;
  const { number, playouts, value } = search.choose(asked, within(limits, Date.now() - since));
  postMessage({ ask, label: labelOf(asked, number), playouts, value });
});
