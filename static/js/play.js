// Plays a ruleset in the browser: runs the WebAssembly module that the server compiled from the
// ludemes and reads its memory by the addresses in the manifest. Knows nothing of pages or boards.

const PASS = "pass";

export const SECOND = "ashtapada-module"; // the format of manifests of the engine's second design

// `page` says what the module does not, such as the clauses of the ruleset and how its family is written.
export async function loadRules(moduleUrl, manifestUrl, page) {
  const [bytes, manifest] = await Promise.all([fetched(moduleUrl, "arrayBuffer"), fetched(manifestUrl, "json")]);
  return rulesFrom(bytes, manifest, page);
}

// The same from the bytes of a module with its manifest.
export async function rulesFrom(bytes, manifest, page) {
  const module = await WebAssembly.compile(bytes);
  const { rulesOf: made } = manifest.format === SECOND ? await import("./engine/rules.js") : { rulesOf };
  return { ...made(module, manifest, page), family: page?.family ?? null };
}

// The rules of a compiled module, which may be handed to a worker together with its manifest.
export function rulesOf(module, manifest) {
  return { module, manifest, start: () => new Game(new WebAssembly.Instance(module), manifest) };
}

async function fetched(url, form) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status} ${answer.statusText}`);
  return answer[form]();
}

class Game {
  constructor(instance, manifest) {
    this.run = instance.exports;
    this.manifest = manifest;
    this.at = manifest.layout;
    this.memory = new DataView(instance.exports.memory.buffer);
    this.run.reset();
    this.generate();
  }

  get board() {
    const sites = this.manifest.board.sites.length;
    return Array.from(new Uint8Array(this.memory.buffer, this.at.WHAT, sites));
  }

  // What the rules count now: the named variables that they set, where above 0. Kept one higher.
  get counts() {
    const { variables, counters } = this.manifest;
    const kept = (name) => this.memory.getInt32(this.at.VARIABLES + 4 * variables.indexOf(name), true) - 1;
    return counters.map((name) => [name, kept(name)]).filter(([, value]) => value > 0);
  }

  // What lies in hands: [component, count] for each place that holds any.
  get hands() {
    const { WHAT, SPARE, COUNTED } = this.at;
    const bytes = new Uint8Array(this.memory.buffer);
    const { board, hands, components } = this.manifest;
    return hands.flatMap((_, place) => {
      const site = board.sites.length + place;
      const man = bytes[WHAT + site];
      return man ? [[components[man], 1 + (COUNTED ? bytes[SPARE + site] : 0)]] : [];
    });
  }

  get mover() {
    return this.number("MOVER");
  }

  // The whole position as bytes: put back, it stands again, with its legal moves.
  get position() {
    return new Uint8Array(this.memory.buffer, this.at.POSITION, this.at.POSITION_SIZE).slice();
  }

  set position(bytes) {
    new Uint8Array(this.memory.buffer, this.at.POSITION, this.at.POSITION_SIZE).set(bytes);
    this.memory.setInt32(this.at.TOP, this.at.STACK, true);
    this.generate();
  }

  // Other men on the board, and another turn; all else is as at the start (Position.with_board).
  setUp(board, mover) {
    const bytes = new Uint8Array(this.memory.buffer);
    const { WHAT, LOCAL, VALUE, SPARE, COUNTED } = this.at;
    board.forEach((man, site) => {
      if (bytes[WHAT + site] === man) return;
      for (const start of [LOCAL, VALUE, ...(COUNTED ? [SPARE] : [])]) bytes[start + site] = 0;
      bytes[WHAT + site] = man;
    });
    this.memory.setInt32(this.at.MOVER, mover, true);
    this.memory.setInt32(this.at.NEXT, (mover % this.at.PLAYERS) + 1, true);
    this.generate();
  }

  get ply() {
    return this.number("PLIES");
  }

  // null while the game goes on; winner 0 is a draw, clause "" means that no end rule ended it.
  get outcome() {
    if (!this.number("OVER")) return null;
    const ending = this.manifest.endings[this.number("ENDING")];
    return { winner: this.number("WINNER"), clause: ending ? ending.clause : "" };
  }

  // Plays the legal move with that label; throws an Error for any other.
  play(label) {
    const move = this.moves.find((each) => each.label === label);
    if (!move) throw new Error(`${label} is not legal here`);
    this.run.advance(move.from, move.to, move.kind, move.extra);
    const effects = this.effects();
    this.generate();
    return { move, effects };
  }

  number(name) {
    return this.memory.getInt32(this.at[name], true);
  }

  // Moves are in the memory, and read when they are asked for: on a large board that takes the longest.
  generate() {
    this.count = this.run.generate();
    Object.assign(this, { listed: null, barred: null });
  }

  get moves() {
    this.listed ??= apart(Array.from({ length: this.count }, (_, i) => this.move(this.at.MOVES + 8 * i)));
    return this.listed;
  }

  get forbidden() {
    if (!this.barred) {
      const length = this.number("FORBIDDEN_COUNT");
      this.barred = Array.from({ length }, (_, i) => this.refused(this.at.FORBIDDEN + 12 * i));
    }
    return this.barred;
  }

  move(address) {
    const [from, to] = [this.memory.getInt16(address, true), this.memory.getInt16(address + 2, true)];
    const [kind, extra] = [this.memory.getUint16(address + 4, true), this.memory.getUint16(address + 6, true)];
    const promotes = this.manifest.promotions.includes(kind);
    const promotion = promotes ? this.manifest.components[extra].name : null;
    const clause = this.manifest.clauses[this.manifest.kinds[kind]];
    const said = this.manifest.bets.includes(kind) ? `bet ${extra}` : this.manifest.spoken[kind];
    const label = said ?? this.label(from, to, promotion);
    return { label, from, to, promotion, clause, kind, extra };
  }

  refused(address) {
    const clause = this.memory.getInt32(address + 8, true);
    return { ...this.move(address), forbiddenBy: this.manifest.clauses[clause] };
  }

  label(from, to, promotion) {
    if (from < 0 && to < 0) return PASS;
    return `${this.site(from)}-${this.site(to)}${promotion ? `=${promotion}` : ""}`;
  }

  // The sites of the hands are numbered after those of the board.
  site(number) {
    const { sites } = this.manifest.board;
    return number < sites.length ? sites[number].label : this.manifest.hands[number - sites.length];
  }

  effects() {
    const count = this.number("EVENT_COUNT");
    return Array.from({ length: count }, (_, i) => this.effect(this.at.EVENTS + 16 * i));
  }

  effect(address) {
    const [kind, site, value, clause] = [0, 4, 8, 12].map((o) => this.memory.getInt32(address + o, true));
    const named = this.manifest.components[value];
    return {
      kind: this.manifest.effects[kind],
      site,
      piece: named ? named.name : "",
      clause: this.manifest.clauses[clause],
      value,
    };
  }
}

// Moves with the same label get the clause added, and a number where that is the same too, so that
// each label means one move.
function apart(moves) {
  const alike = counts(moves.map((move) => move.label));
  if (alike.size === moves.length) return moves;
  const twin = (move) => JSON.stringify([move.label, move.clause]);
  const twins = counts(moves.map(twin));
  const met = new Map();
  return moves.map((move) => {
    const number = (met.get(twin(move)) ?? 0) + 1;
    met.set(twin(move), number);
    const ending = twins.get(twin(move)) > 1 ? ` ${number}` : "";
    return alike.get(move.label) > 1 ? { ...move, label: `${move.label}(${move.clause}${ending})` } : move;
  });
}

function counts(words) {
  const times = new Map();
  for (const word of words) times.set(word, (times.get(word) ?? 0) + 1);
  return times;
}
