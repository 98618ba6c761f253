// The recorded games of a ruleset's page: their lines, and the rules and board of each text
// and choice of options that they were played by. It is fetched before it is asked for, until the page has
// transferred enough.

import { IllegalMove, Line } from "./line.js";
import { momentsOf } from "./moments.js";
import { loadRules } from "./play.js";
import { rulesBegunFrom } from "./setup.js";
import { Told } from "./words.js";

const ENOUGH = 250_000; // bytes, after which other options wait until a clause is chosen that needs them

const CLAUSES = '<section class="clauses"'; // begins what is the same under all options, most of the page

export class Recorded {
  // `address` is that of the ruleset's page, which knows the board and rules of each game.
  constructor(address, matches) {
    this.address = address;
    this.matches = matches;
    this.settings = new Map();
    this.lines = new Map();
  }

  // The games of a ruleset from another page than its own.
  static async open(address) {
    const recorded = new Recorded(address, []);
    const setting = await recorded.#fetched("");
    recorded.matches = setting.data.matches;
    recorded.settings.set(keyOf(setting.data), Promise.resolve(setting));
    return Object.assign(recorded, { data: setting.data });
  }

  match(slug) {
    return this.matches.find((each) => each.slug === slug);
  }

  // What a page shows of its own options: { data, rules, root }, `root` being the page itself.
  async own(data, root) {
    const setting = { data, root, rules: await loadRules(data.module, data.manifest, data) };
    this.settings.set(keyOf(data), Promise.resolve(setting));
    return setting;
  }

  // The setting that a game was played under, from the page that shows this game.
  setting(match) {
    const key = keyOf(match);
    if (!this.settings.has(key)) this.settings.set(key, this.#fetched(match.slug));
    return this.settings.get(key);
  }

  async #fetched(slug) {
    const answer = await fetch(`${this.address}?${new URLSearchParams({ match: slug })}`);
    if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status} ${answer.statusText}`);
    const [player] = (await answer.text()).split(CLAUSES, 1);
    const root = new DOMParser().parseFromString(player, "text/html");
    const fault = root.getElementById("rules-fault"); // why they cannot be run
    if (fault) throw new Told(fault.textContent);
    const data = JSON.parse(root.getElementById("ruleset-data").textContent);
    return { data, root, rules: await loadRules(data.module, data.manifest, data) };
  }

  // The setting and line of a game; a line that the reader has left is the recorded one again.
  async shown(match) {
    const setting = await this.setting(match);
    if (!this.lines.has(match.slug)) this.lines.set(match.slug, { setting, ...lineOf(rulesBegunFrom(setting.rules, match.setup), match.moves) });
    return this.ready(match);
  }

  // The same at once, or null where it has not been fetched.
  ready({ slug }) {
    const shown = this.lines.get(slug) ?? null;
    if (shown && shown.line.left !== null) shown.line.backToRecorded();
    return shown;
  }

  // A game that is not stored: found in this page, or told by its address.
  add(match) {
    this.matches.push(match);
    return match;
  }

  // The games whose moments each of the clauses is seen by first.
  async prepare(clauses) {
    const first = clauses.map((clause) => momentsOf(clause, this.matches)[0]?.match);
    for (const slug of new Set(first.filter(Boolean))) {
      const match = this.match(slug);
      if (!this.settings.has(keyOf(match)) && transferred() > ENOUGH) continue;
      await this.shown(match);
      await new Promise((resolve) => { setTimeout(resolve); });
    }
  }
}

// What has gone over the wire for this page so far.
function transferred() {
  return performance.getEntries().reduce((sum, { transferSize = 0 }) => sum + transferSize, 0);
}

function keyOf({ options, digest }) {
  return JSON.stringify([digest, ...[...options].sort()]);
}

// The moves as far as they are legal, and what was wrong with the first that is not.
function lineOf(rules, moves) {
  try {
    return { line: new Line(rules, moves), fault: null };
  } catch (error) {
    if (!(error instanceof IllegalMove)) throw error;
    return { line: new Line(rules, moves.slice(0, error.ply - 1)), fault: error };
  }
}
