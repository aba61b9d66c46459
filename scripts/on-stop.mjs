/** Ctrl-C reaches a program twice, from the terminal and from npm: within so many milliseconds it is one signal. */
const sameMs = 500;

/** Calls `stop` with the first signal that asks this process to stop; a second one, later, ends it at once. */
export function onStop(stop) {
  let asked;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (asked === undefined) {
        asked = performance.now();
        stop(signal);
      } else if (performance.now() - asked > sameMs) process.exit(130);
    });
  }
}
