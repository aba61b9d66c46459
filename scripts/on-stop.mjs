/** Ctrl-C reaches a program twice, from the terminal and from npm. Within this time the two count as one signal. */
const sameSignalMs = 500;

/** Calls `stop` on the first signal to stop. A later second signal exits at once. */
export function onStop(stop) {
  let signalledAt;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      if (signalledAt === undefined) {
        signalledAt = performance.now();
        stop(signal);
      } else if (performance.now() - signalledAt > sameSignalMs) process.exit(130);
    });
  }
}
