import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/**
 * The processes of this machine, on Linux and macOS. Plain JavaScript, because scripts/guard.mjs uses it before anything
 * is built.
 *
 * @typedef {object} Process
 * @property {number} pid
 * @property {number} parent
 * @property {string} started its start time, which distinguishes it from a later process with the same id
 */

export const hasProc = existsSync('/proc/self/stat');

/** Every process except zombies. @returns {Process[]} */
export function listProcesses() {
  if (!hasProc) return parseProcesses(['-ax']);
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.flatMap((pid) => findProcess(Number(pid)) ?? []);
}

/**
 * @param {number} pid
 * @returns {Process | undefined} undefined if there is none; a zombie does not count
 */
export function findProcess(pid) {
  if (!hasProc) return parseProcesses(['-p', String(pid)])[0];
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name in parentheses, which may itself contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, parent, started] = [fields[0], Number(fields[1]), fields[19] ?? ''];
    if (state === 'Z') return undefined;
    return { pid, parent, started };
  } catch {
    return undefined;
  }
}

/** @param {string[]} which */
function parseProcesses(which) {
  return runPs([...which, '-o', 'pid=,ppid=,stat=,lstart=']).flatMap((line) => {
    const [, pid, parent, state = 'Z', started = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.+)$/.exec(line) ?? [];
    if (state.startsWith('Z')) return [];
    return [{ pid: Number(pid), parent: Number(parent), started }];
  });
}

/** The command line of a process; empty if there is none. @param {number} pid */
export function readCommandLine(pid) {
  if (!hasProc) return runPs(['-o', 'command=', '-p', String(pid)])[0] ?? '';
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

/** @param {string[]} args */
function runPs(args) {
  const env = { ...process.env, LC_ALL: 'C' };
  return (spawnSync('ps', args, { encoding: 'utf8', env }).stdout ?? '').split('\n');
}
