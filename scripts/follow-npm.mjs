const intervalMs = 500;

/**
 * Sends this process SIGTERM when the npm that started it has ended, or the process that STOPS_WITH names: a signal that
 * ends only npm would leave this process running. The scripts of package.json begin with `exec`, because a shell in
 * between would not pass SIGINT on.
 */
export function followNpm() {
  const leader = Number(process.env.STOPS_WITH ?? 0);
  if (process.env.npm_lifecycle_event === undefined && leader === 0) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent && (leader === 0 || isRunning(leader))) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, intervalMs);
  timer.unref();
}

function isRunning(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
