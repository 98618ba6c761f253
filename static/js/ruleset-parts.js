// What the ruleset page consists of, as far as its script reads or changes it.

export const page = {
  live: document.getElementById("live"),
  clauseSaid: document.getElementById("clause-said"),
  notices: document.getElementById("notices"),
  moves: document.getElementById("moves"),
  legal: document.getElementById("legal-moves"),
  legalCount: document.getElementById("legal-count"),
  choices: document.getElementById("choices"),
  position: document.getElementById("position"),
  back: document.getElementById("back-to-recorded"),
  another: document.getElementById("another"),
  before: document.getElementById("before"),
  playOn: document.getElementById("play-on"),
  cite: document.getElementById("cite-ply"),
  gameTitle: document.getElementById("game-title"),
  gameNote: document.getElementById("game-note"),
  games: document.querySelectorAll("#games [data-match]"),
  ply: document.getElementById("ply"),
  letters: document.getElementById("letters"),
  steps: document.querySelectorAll("[data-step]"),
  clauses: document.querySelectorAll("[data-clause]"),
  toClauses: document.querySelectorAll("[data-to-clause]"), // below passages of the source
};

export const OF_SETTING = [".board-box", ".options", "#former"]; // what differs from one choice of options to another

// Those of this page as they are now, so that they can come back.
export function settingParts() {
  const parts = document.createDocumentFragment();
  parts.append(...[...document.querySelectorAll(OF_SETTING.join())].map((part) => part.cloneNode(true)));
  return parts;
}
