// Random play with throws, and a checksum of every position on the way, as
// games/engine/play/random_play.py has it.

import { Chance } from "./chance.js";

// Plays that many plies; when a game ends another begins.
export function playAtRandom(machine, seed, plies) {
  const chance = new Chance(seed);
  const result = { games: 0, plies, throws: 0, checksum: 0 };
  begin(machine);
  for (let ply = 0; ply < plies; ply++) {
    if (machine.over) {
      result.games++;
      begin(machine);
    }
    const thrown = randomPly(machine, chance);
    if (thrown) result.throws++;
    result.checksum = crc32(machine.state, crc32(thrown ?? [], result.checksum));
  }
  return result;
}

function begin(machine) {
  machine.throw(null);
  machine.start();
}

// Plays a random move; the throw that the rules asked for, as faces, or null.
export function randomPly(machine, chance) {
  machine.throw(null);
  const count = machine.run.generate();
  if (machine.waitsForThrow) return withThrow(machine, chance, null);
  const before = machine.position;
  const chosen = chance.below(count);
  machine.run.play(chosen);
  if (!machine.waitsForThrow) return null;
  // The throw comes after the move: what follows from the move needs it.
  machine.position = before;
  return withThrow(machine, chance, chosen);
}

function withThrow(machine, chance, chosen) {
  const thrown = chance.throw(machine.manifest.dice);
  machine.throw(thrown);
  const count = machine.run.generate();
  machine.run.play(chosen ?? chance.below(count));
  return thrown;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

// CRC-32 of bytes, going on from that of those before them.
function crc32(bytes, before) {
  let crc = ~before;
  for (const byte of bytes) crc = TABLE[(crc ^ byte) & 255] ^ (crc >>> 8);
  return ~crc >>> 0;
}
