// A machine as the computer's search uses it: positions as bytes, moves by number, random plies. What
// can be done in a position is a number of moves, or WAITS where the rules ask for a throw first.

import { Chance } from "./chance.js";
import { randomPly } from "./random-play.js";

export const WAITS = -1;

export class Ground {
  constructor(machine, seed = 1) {
    this.machine = machine;
    this.players = machine.manifest.players.length;
    this.chance = new Chance(seed);
  }

  begin() {
    this.machine.throw(null);
    this.machine.start();
  }

  get position() {
    return this.machine.position;
  }

  set position(bytes) {
    this.machine.position = bytes;
  }

  get over() {
    return this.machine.over;
  }

  get mover() {
    return this.machine.mover;
  }

  // How many moves there are under a throw, an empty list for none.
  look(faces = []) {
    const { machine } = this;
    machine.throw(faces.length ? faces : null);
    const count = machine.run.generate();
    return machine.waitsForThrow ? WAITS : count;
  }

  // Plays one of the moves just looked at; false where what follows from it asks for a throw.
  play(number) {
    this.machine.run.play(number);
    return !this.machine.waitsForThrow;
  }

  // A throw; those that differ only in which of equal dice shows a face are one.
  thrown() {
    const { dice } = this.machine.manifest;
    const faces = this.chance.throw(dice);
    const alike = (n) => JSON.stringify([dice[n].set, dice[n].faces, dice[n].weights]);
    for (const kind of new Set(faces.map((_, n) => alike(n)))) {
      const numbers = faces.flatMap((_, n) => (alike(n) === kind ? [n] : []));
      const sorted = numbers.map((n) => faces[n]).sort((a, b) => a - b);
      numbers.forEach((n, i) => { faces[n] = sorted[i]; });
    }
    return faces;
  }

  // Plays that many random plies, or fewer if the game ends.
  playOn(plies) {
    for (let ply = 0; ply < plies && !this.machine.over; ply += 1) randomPly(this.machine, this.chance);
  }

  // Plays a random move under a throw that has been made.
  playUnder(faces) {
    const count = this.look(faces);
    this.play(this.chance.below(count));
  }

  // What the end of the game gives each player, from -1 for the last place to 1 for the first.
  payoffs() {
    const { machine, players } = this;
    const winner = machine.get("winner");
    if (players === 1) return [winner === 1 ? 1 : -1];
    if (winner > 0 && winner <= players && players === 2) return winner === 1 ? [1, -1] : [-1, 1];
    const places = machine.numbers("rank", 1, players).map((rank) => rank / 2);
    if (places.every(Boolean)) return places.map((place) => 1 - (2 * (place - 1)) / (players - 1));
    return places.map((_, i) => (winner > players || !winner ? 0 : winner === i + 1 ? 1 : -1));
  }
}
