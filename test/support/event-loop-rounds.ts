/** Counts the rounds of the event loop, in each of which other requests have their turn, until `end`. */
export function countRounds() {
  let rounds = 0;
  let hasEnded = false;
  const next = () => {
    rounds += 1;
    if (!hasEnded) setImmediate(next);
  };
  setImmediate(next);
  return {
    soFar: () => rounds,
    end() {
      hasEnded = true;
    },
  };
}
