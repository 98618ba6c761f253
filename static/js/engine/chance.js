// Numbers drawn from a seed, the same here and in games/engine/play/chance.py.

// Marsaglia's xorshift generator of 32 bits.
export class Chance {
  constructor(seed) {
    this.state = seed >>> 0;
    if (!this.state) throw new RangeError("a seed is a number from 1 to 4294967295");
  }

  // A number from 0 up to, but not, the bound.
  below(bound) {
    let x = this.state;
    x ^= x << 13;
    x ^= x >>> 17;
    x ^= x << 5;
    this.state = x >>> 0;
    return (this.state >>> 8) % bound;
  }

  // The number of the face that each die shows, by its weights.
  throw(dice) {
    return dice.map(({ weights }) => {
      let left = this.below(weights.reduce((sum, weight) => sum + weight, 0));
      return weights.findIndex((weight) => (left -= weight) < 0);
    });
  }
}
