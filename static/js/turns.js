// Long work in turns, between which the browser answers the reader and paints.

const LONG = 5; // milliseconds of one turn, which are four times as many on a slow phone

export const pause = () => new Promise((done) => { setTimeout(done); });

// Does something with each of a list; ends early once `wanted` says no. Whether all of it was done.
export async function inTurns(list, act, wanted) {
  let begun = performance.now();
  for (const [at, each] of list.entries()) {
    if (performance.now() - begun > LONG) {
      await pause();
      if (!wanted()) return false;
      begun = performance.now();
    }
    act(each, at);
  }
  return wanted();
}
