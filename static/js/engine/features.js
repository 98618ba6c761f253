// What is counted in a position of any game: men of each kind, on the board and in hand, how far along
// the tracks they are, seeds on each hole, scores, and the moves of whoever is to move.

import { isDrawn } from "./odds.js";
import { handSites } from "./standing.js";

export class Features {
  constructor(machine) {
    this.machine = machine;
    const { manifest } = machine;
    const { offset, length } = manifest.fields.what;
    this.what = new Uint8Array(machine.view.buffer, offset, length);
    if (manifest.fields.what.type !== "u8") this.what = null;
    this.sites = length;
    this.players = manifest.players.length;
    this.counts = machine.has("count");
    this.inHand = handSites(manifest);
    this.isRace = manifest.dice.length > 0 && !isDrawn(manifest) && manifest.tracks.length > 0 && !manifest.mancala;
    this.list = []; // { kind, owner } of each feature
    const make = (kind, owner) => this.list.push({ kind, owner }) - 1;
    const each = (kind) => Array.from({ length: this.players + 1 }, (_, owner) => (owner ? make(kind, owner) : -1));
    this.scores = each("score");
    this.moves = each("moves");
    this.turns = each("turn");
    if (manifest.mancala) this.seeds = Array.from({ length }, () => make("seeds", 0));
    else this.#men(manifest, make, each);
  }

  #men(manifest, make, each) {
    const dice = new Set(manifest.dice.map(({ piece }) => piece));
    const men = [null, ...manifest.pieces].map((piece) => (piece && !dice.has(piece.number) ? piece : null));
    this.owners = men.map((piece) => (piece ? piece.owner : 0));
    this.men = men.map((piece) => (piece ? make("men", piece.owner) : -1));
    this.held = men.map((piece) => (piece ? make("held", piece.owner) : -1));
    this.progress = each("progress");
    this.far = this.progress.map((_, owner) => farAlong(manifest.tracks, owner));
  }

  // The numbers of the position that stands; `count` is how many moves there are.
  read(count) {
    const { machine } = this;
    const found = new Float64Array(this.list.length);
    for (let site = 0; site < this.sites; site += 1) {
      const piece = this.what ? this.what[site] : machine.get("what", site);
      if (!piece) continue;
      if (this.seeds) found[this.seeds[site]] = machine.get("count", site);
      else this.#stand(found, site, piece);
    }
    for (let player = 1; player <= this.players; player += 1) found[this.scores[player]] = machine.get("score", player);
    const { mover } = machine;
    if (mover > 0 && mover <= this.players) {
      found[this.moves[mover]] = Math.max(0, count);
      found[this.turns[mover]] = 1;
    }
    return found;
  }

  #stand(found, site, piece) {
    const { machine } = this;
    const { stacks, levels } = machine.manifest;
    const size = stacks ? machine.get("size", site) : 0;
    if (size > 1) {
      for (let level = 0; level < size; level += 1) this.#add(found, site, machine.get("level_what", site * levels + level), 1);
    } else {
      this.#add(found, site, piece, this.counts ? Math.max(1, machine.get("count", site)) : 1);
    }
  }

  #add(found, site, piece, number) {
    if (!(this.men[piece] >= 0)) return;
    found[this.men[piece]] += number;
    if (this.inHand.has(site)) found[this.held[piece]] += number;
    const owner = this.owners[piece];
    const far = this.far[owner]?.get(site);
    if (far) found[this.progress[owner]] += far * number;
  }
}

// How far along the tracks that a player's men may pass each site is, from 0 to 1.
function farAlong(tracks, owner) {
  const far = new Map();
  for (const track of tracks) {
    if (track.owner !== owner && track.owner !== 0) continue;
    track.sites.forEach((site, n) => far.set(site, Math.max(far.get(site) ?? 0, (n + 1) / track.sites.length)));
  }
  return far;
}
