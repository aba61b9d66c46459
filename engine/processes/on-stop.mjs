/** Ctrl-C reaches a program twice, from the terminal and from npm. Within this time the two count as one signal. */
const sameSignalMs = 500;

/**
 * Calls `stop` on the first signal to stop. A later second signal exits at once. Plain JavaScript, because scripts/ use it
 * before anything is built.
 * @param {(signal: NodeJS.Signals) => void} stop
 */
export function handleStopSignals(stop) {
  /** @type {number | undefined} */
  let signalledAt;
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, () => {
      if (signalledAt === undefined) {
        signalledAt = performance.now();
        stop(signal);
      } else if (performance.now() - signalledAt > sameSignalMs) process.exit(130);
    });
  }
}
