// How strong the computer may play: what a move may cost, in playouts and in milliseconds.

export const STRENGTHS = {
  weak: { playouts: 60, milliseconds: 300 },
  middle: { playouts: 1000, milliseconds: 500 },
  strong: { playouts: Infinity, milliseconds: 900 },
};
const ANSWERED = 900; // milliseconds after which there is to be an answer, whatever came before
const LEAST = 100; // but as long is thought at least

// What a move may still cost that was asked for so many milliseconds ago: a search that has just been
// made has learnt its game meanwhile.
export function within({ playouts, milliseconds }, ago) {
  return { playouts, milliseconds: Math.min(milliseconds, Math.max(LEAST, ANSWERED - ago)) };
}
