// A line of play: the recorded moves, or those moves up to a ply and then the reader's own.
// Positions come from the rules; a line only replays. Moves may be written as the family does.

import { pliesMeant, plyLabel } from "./family.js";

function snapshot(game, played) {
  return {
    board: Array.from(game.board),
    position: game.position,
    mover: game.mover,
    moves: game.moves,
    forbidden: game.forbidden,
    outcome: game.outcome,
    counts: game.counts,
    hands: game.hands ?? [],
    move: played?.move ?? null,
    effects: played?.effects ?? [],
    ...game.extra,
  };
}

// The clauses that make the opening, each with the sites on which it puts men: where it was set up by
// hand, that of the board alone. As Rules.placed.
function placedBy({ manifest, setUp }) {
  const placed = Object.entries(manifest.placed);
  return setUp ? placed.filter(([clause]) => clause === manifest.boardClause) : placed;
}

export class IllegalMove extends Error {
  constructor(ply, label, cause) {
    super(`move ${ply}, ${label}: ${cause.message}`);
    Object.assign(this, { ply, label });
  }
}

export class Line {
  constructor(rules, recorded = []) {
    this.rules = rules;
    this.recorded = recorded;
    this.labels = [];
    this.game = rules.start();
    this.frames = [{ ...snapshot(this.game), placed: placedBy(rules) }];
    this.stands = this.frames[0]; // the frame at which the game stands
    this.left = null; // the ply after which the reader left the recorded game
    this.extend(recorded);
  }

  get length() {
    return this.labels.length;
  }

  // Plays on from the last position, which stands again as it was.
  extend(labels) {
    if (labels.length === 0) return;
    const { game } = this;
    const last = this.frames.at(-1);
    if (this.stands !== last) game.position = last.position;
    this.stands = null; // unless all that follows is legal
    for (const text of labels) {
      const { family } = this.rules;
      const plies = family && pliesMeant(family, text);
      for (const ply of plies || [text]) this.#play(game, plies ? plyLabel(family, game.mover, ply) : ply);
    }
    this.stands = this.frames.at(-1);
  }

  // Takes back what was played after a ply.
  cut(ply) {
    this.labels.length = ply;
    this.frames.length = ply + 1;
  }

  #play(game, label) {
    let played;
    try {
      played = game.play(label);
    } catch (error) {
      throw new IllegalMove(this.labels.length + 1, label, error);
    }
    this.labels.push(played.move.label);
    this.frames.push(snapshot(game, played));
  }

  // Play `label` after `ply`; gives the ply reached. The recorded move leads on in the recorded game.
  play(ply, label) {
    if (this.labels[ply] === label) return ply + 1;
    this.left = Math.min(this.left ?? ply, ply);
    this.cut(ply);
    this.extend([label]);
    return ply + 1;
  }

  backToRecorded() {
    const ply = this.left ?? 0;
    this.cut(ply);
    this.left = null;
    this.extend(this.recorded.slice(ply));
    return ply;
  }

  isOwn(ply) {
    return this.left !== null && ply > this.left;
  }
}
