import { readFileSync } from 'node:fs';
import { allProcesses, commandOf, hasProc } from '../../engine/process-table.mjs';

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10;

/** A process and everything that it started. @throws where there is no /proc */
export function processesFrom(root: number): number[] {
  if (!hasProc) throw new Error('This benchmark reads /proc, which only Linux has.');
  const all = allProcesses();
  const found = [root];
  for (const pid of found)
    found.push(...all.filter(({ parent }) => parent === pid).map((each: { pid: number }) => each.pid));
  return found;
}

/** The processes that this one started whose command contains the text. @throws when there are none */
export function startedHere(text: string): number[] {
  const found = processesFrom(process.pid).filter((pid) => commandOf(pid).includes(text));
  if (found.length === 0)
    throw new Error(`This benchmark needs the stores that it starts itself: no process of ${text}.`);
  return found;
}

/** Processor time of processes and of children of theirs that have ended, in milliseconds. */
export function processorMs(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const stat = read(`/proc/${pid}/stat`);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return sum + fields.slice(11, 15).reduce((ticks, field) => ticks + Number(field), 0) * tickMs;
  }, 0);
}

/** Memory that is resident, in bytes. */
export function residentBytes(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const [, kilobytes = 0] = /^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`)) ?? [];
    return sum + Number(kilobytes) * 1024;
  }, 0);
}

/** Empty for a process that has just ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
