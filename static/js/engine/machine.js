// Plays a compiled module in the browser and in Node: the WebAssembly that the server plays, its
// memory read by the manifest that travels with it. Knows nothing of pages, boards or any game.

const FORMAT = "ashtapada-module";
const VERSION = 1;
const READ = {
  u8: (view, at) => view.getUint8(at),
  i8: (view, at) => view.getInt8(at),
  u16: (view, at) => view.getUint16(at, true),
  i16: (view, at) => view.getInt16(at, true),
  u32: (view, at) => view.getUint32(at, true),
  i32: (view, at) => view.getInt32(at, true),
};
const WRITE = {
  u8: (view, at, value) => view.setUint8(at, value),
  i8: (view, at, value) => view.setInt8(at, value),
  u16: (view, at, value) => view.setUint16(at, value, true),
  i16: (view, at, value) => view.setInt16(at, value, true),
  u32: (view, at, value) => view.setUint32(at, value, true),
  i32: (view, at, value) => view.setInt32(at, value, true),
};

export class ManifestError extends Error {}

// A machine for the bytes of a module, or for a WebAssembly.Module. Nothing is played yet: `start`.
export async function machineOf(module, manifest) {
  checked(manifest);
  const compiled = module instanceof WebAssembly.Module ? module : await WebAssembly.compile(module);
  return new Machine(await WebAssembly.instantiate(compiled), manifest);
}

export async function loadMachine(moduleUrl, manifestUrl) {
  const [bytes, manifest] = await Promise.all([fetched(moduleUrl, "arrayBuffer"), fetched(manifestUrl, "json")]);
  return machineOf(bytes, manifest);
}

async function fetched(url, form) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status} ${answer.statusText}`);
  return answer[form]();
}

// Throws a ManifestError where a manifest is none that this reads.
export function checked({ format, version }) {
  if (format !== FORMAT) throw new ManifestError(`not a manifest: format is not ${FORMAT}`);
  if (version !== VERSION) throw new ManifestError(`version ${version} is not ${VERSION}`);
}

// One game in progress. A WebAssembly.RuntimeError says that the rules reached a bound.
export class Machine {
  constructor(instance, manifest) {
    this.run = instance.exports;
    this.manifest = manifest;
    this.view = new DataView(instance.exports.memory.buffer);
    this.labels = ["", ...manifest.pieces.map((piece) => piece.label)];
  }

  // What a piece is written as; a number that no piece has shows as such.
  label(piece) {
    return this.labels[piece] ?? `?${piece}`;
  }

  start() {
    this.run.start();
  }

  has(field) {
    return Boolean(this.manifest.fields[field]?.length);
  }

  // A number of the memory.
  get(field, index = 0) {
    const { offset, type } = this.#entry(field, index);
    return READ[type](this.view, offset + index * width(type));
  }

  set(field, value, index = 0) {
    const { offset, type } = this.#entry(field, index);
    WRITE[type](this.view, offset + index * width(type), value);
  }

  // Numbers of a field, from one index on.
  numbers(field, first = 0, count = this.#entry(field).length - first) {
    return Array.from({ length: count }, (_, n) => this.get(field, first + n));
  }

  #entry(field, index = 0) {
    const entry = this.manifest.fields[field];
    if (!entry) throw new RangeError(`there is no field ${field}`);
    if (index < 0 || index >= entry.length) throw new RangeError(`${field} has no number ${index}`);
    return entry;
  }

  // The position as bytes; set to an earlier one, the game stands there again. Beside the state
  // come the positions before it that rules look back at.
  get position() {
    const { seen } = this.manifest.fields;
    const length = this.get("seen_count") * 2 * width(seen.type);
    return { state: this.#bytes(this.manifest.state).slice(), seen: this.#bytes(seen, length).slice() };
  }

  set position({ state, seen }) {
    this.#bytes(this.manifest.state).set(state);
    this.#bytes(this.manifest.fields.seen, seen.length).set(seen);
  }

  // The bytes of the state as they are in the memory: a view that the next move changes.
  get state() {
    return this.#bytes(this.manifest.state);
  }

  #bytes({ offset, size }, length = size) {
    return new Uint8Array(this.view.buffer, offset, length);
  }

  // The throw for this ply: the number of the face of each die, or null for none yet.
  throw(faces) {
    this.set("throw_needed", 0);
    this.set("throw_ready", faces === null ? 0 : 1);
    (faces ?? []).forEach((face, die) => this.set("thrown", face, die));
  }

  // Whether the rules asked for a throw that was not supplied.
  get waitsForThrow() {
    return this.get("throw_needed") !== 0;
  }

  // All moves of the player to move, a pass where there is none else.
  legalMoves() {
    const count = this.run.generate();
    const { columns, flags } = this.manifest.moves;
    return Array.from({ length: count }, (_, number) => {
      const move = { number };
      for (const [name, field] of Object.entries(columns)) move[name] = this.get(field, number);
      return { ...move, isPass: (move.flags & flags.pass) !== 0 };
    });
  }

  // The clauses that did something in the move last played, in the order of their first act. Only
  // modules that were compiled with tracing have them; there a legal move has its `clause` as well.
  fired() {
    const numbers = new Set(this.numbers("fired", 0, this.get("fired_count")));
    return [...numbers].map((number) => this.manifest.clauses[number]);
  }

  // The seeds that were sown in the move last played, one by one: from which hole to which, and how many
  // were in both before. Only traced modules have them.
  sown() {
    if (!this.has("sown_count")) return [];
    return Array.from({ length: this.get("sown_count") }, (_, n) => ({
      from: this.get("sown_from", n), to: this.get("sown_to", n), left: this.get("sown_left", n), there: this.get("sown_there", n),
    }));
  }

  // Plays one of the moves last generated.
  play(move) {
    this.run.play(move.number);
  }

  get mover() {
    return this.get("mover");
  }

  get over() {
    return this.get("active_count") === 0;
  }
}

function width(type) {
  return Number(type.slice(1)) / 8;
}
