// Throws of dice: made at random, written by their values, and how likely each of them is.

import { Chance } from "./chance.js";

// The number of the face that each die shows, drawn from the randomness of the browser.
export function thrownFaces(dice) {
  const [seed] = crypto.getRandomValues(new Uint32Array(1));
  return new Chance(seed || 1).throw(dice);
}

// Whether the only die is one that nothing shows: numbers are drawn at random.
export function isDrawn({ dice, pieces }) {
  return dice.length > 0 && pieces[dice[0].piece - 1].name === "Draw";
}

export function valuesOf(dice, faces) {
  return faces.map((face, n) => dice[n].faces[face]);
}

// How likely these values are, in any order within each set of dice: a number from 0 to 1.
export function chanceOf(dice, faces) {
  let chance = 1;
  for (const set of new Set(dice.map((die) => die.set))) {
    const numbers = dice.flatMap((die, n) => (die.set === set ? [n] : []));
    const wanted = key(numbers.map((n) => dice[n].faces[faces[n]]));
    chance *= distribution(numbers.map((n) => dice[n])).get(wanted);
  }
  return chance;
}

function key(values) {
  return [...values].sort((a, b) => a - b).join();
}

// The chance of each lot of values, die after die.
function distribution(dice) {
  let found = new Map([["", 1]]);
  for (const { faces, weights } of dice) {
    const all = weights.reduce((sum, weight) => sum + weight, 0);
    const next = new Map();
    for (const [values, chance] of found) {
      faces.forEach((value, face) => {
        const lot = key([...values.split(",").filter(Boolean).map(Number), value]);
        next.set(lot, (next.get(lot) ?? 0) + (chance * weights[face]) / all);
      });
    }
    found = next;
  }
  return found;
}
