// npm runs a script through a shell, and a signal sent to npm alone ends npm and the shell but not the script.
import { readFileSync } from 'node:fs';

const everyMs = 500;

/** The parent of a process; undefined where the system does not say or the process is gone. */
function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1];
  } catch {
    return undefined;
  }
}

/** When npm started this process, sends it SIGTERM once npm, or the shell between them, is gone. */
export function followNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const npm = parentOf(shell);
  const timer = setInterval(() => {
    if (process.ppid === shell && parentOf(shell) === npm) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, everyMs);
  timer.unref();
}
