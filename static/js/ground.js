// The module of a ruleset as a search wants it: positions are put back and moved on from without
// making labels of moves. `game` is a game of play.js that nothing else uses.

export class Ground {
  constructor({ run, manifest, memory }) {
    this.run = run;
    this.memory = memory;
    this.at = manifest.layout;
    this.components = manifest.components.map((each) => each ?? { owner: 0 });
    this.sites = manifest.board.sites;
    this.spoken = new Set(Object.keys(manifest.spoken).map(Number));
    this.bytes = new Uint8Array(memory.buffer, this.at.POSITION, this.at.POSITION_SIZE);
    this.board = new Uint8Array(memory.buffer, this.at.WHAT, manifest.board.sites.length);
  }

  get mover() {
    return this.#number("MOVER");
  }

  get over() {
    return this.#number("OVER") !== 0;
  }

  // How the game ended for player 1: 1, 0 or -1.
  get result() {
    return { 1: 1, 2: -1 }[this.#number("WINNER")] ?? 0;
  }

  #number(name) {
    return this.memory.getInt32(this.at[name], true);
  }

  position() {
    return this.bytes.slice();
  }

  restore(bytes) {
    this.bytes.set(bytes);
    this.memory.setInt32(this.at.TOP, this.at.STACK, true);
  }

  // The legal moves in the order in which the rules give them.
  moves() {
    const count = this.run.generate();
    return Array.from({ length: count }, (_, number) => {
      const address = this.at.MOVES + 8 * number;
      const [from, to] = [this.memory.getInt16(address, true), this.memory.getInt16(address + 2, true)];
      const [kind, extra] = [this.memory.getUint16(address + 4, true), this.memory.getUint16(address + 6, true)];
      return { number, from, to, kind, extra };
    });
  }

  // How many moves a player has, or would have whose turn it was.
  freedom(player) {
    const { mover } = this;
    this.#turn(player);
    const count = this.run.generate();
    this.#turn(mover);
    return count;
  }

  #turn(player) {
    this.memory.setInt32(this.at.MOVER, player, true);
    this.memory.setInt32(this.at.NEXT, (player % this.at.PLAYERS) + 1, true);
  }

  play({ from, to, kind, extra }) {
    this.run.advance(from, to, kind, extra);
  }

  // At random, to the end or for so many plies.
  playOn(plies) {
    this.run.play_on(plies);
  }

  seed(number) {
    this.run.seed(number);
  }
}
