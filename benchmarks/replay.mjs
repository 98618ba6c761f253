// Replays traces (TRACES/NAME.jsonl.gz) on exported modules (MODULES/NAME.wasm, NAME.json) in Node,
// with the code that pages play with. Prints a line of JSON for each game.
//
//     node --experimental-default-type=module benchmarks/replay.mjs MODULES TRACES NAME …

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { machineOf } from "../static/js/engine/machine.js";
import { replayed } from "../static/js/engine/traces.js";

const [modules, traces, ...names] = process.argv.slice(2);

for (const name of names) {
  const manifest = JSON.parse(readFileSync(join(modules, `${name}.json`), "utf8"));
  const machine = await machineOf(readFileSync(join(modules, `${name}.wasm`)), manifest);
  const text = gunzipSync(readFileSync(join(traces, `${name}.jsonl.gz`))).toString("utf8");
  const lines = text.trimEnd().split("\n").map((line) => JSON.parse(line));
  console.log(JSON.stringify({ name, ...outcome(machine, lines) }));
}

function outcome(machine, lines) {
  try {
    return replayed(machine, lines);
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    return { plies: 0, difference: { trial: 0, ply: 0, what: `stopped: ${error.message}` } };
  }
}
