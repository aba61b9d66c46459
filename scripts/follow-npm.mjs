const everyMs = 500;

/**
 * Sends this process SIGTERM once npm is gone that started it, or the process that STOPS_WITH names: a signal that ends
 * npm alone would leave this running. A shell between the two would keep SIGINT to itself: the scripts of package.json
 * begin with `exec`.
 */
export function followNpm() {
  const above = Number(process.env.STOPS_WITH ?? 0);
  if (process.env.npm_lifecycle_event === undefined && above === 0) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent && (above === 0 || runs(above))) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, everyMs);
  timer.unref();
}

function runs(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
