import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process, distinguished from a later one with the same id by its start time. */
export type ProcessIdentity = { readonly pid: number; readonly started: string };

type Description = { readonly started: string; readonly command: string };

const runsOnLinux = existsSync('/proc/self/stat');

/** The start time and command line of a process, or null if there is none; a zombie does not count. */
export function describeProcess(pid: number): Description | null {
  return runsOnLinux ? fromProc(pid) : fromPs(pid);
}

function fromProc(pid: number): Description | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field is the program's name in parentheses, which may itself contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, started] = [fields[0], fields[19]];
    if (state === 'Z' || started === undefined) return null;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { started, command };
  } catch {
    return null;
  }
}

function fromPs(pid: number): Description | null {
  const ps = spawnSync('ps', ['-o', 'stat=,lstart=,command=', '-p', String(pid)], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  });
  const line = /^(\S+)\s+(\S+\s+\S+\s+\d+\s+[\d:]+\s+\d+)\s+(.*)$/.exec((ps.stdout ?? '').trim());
  const [, state = 'Z', started = '', command = ''] = line ?? [];
  return state.startsWith('Z') ? null : { started, command };
}

/** The identity of the running process with this id, or null. */
export function identifyProcess(pid: number): ProcessIdentity | null {
  const described = describeProcess(pid);
  return described === null ? null : { pid, started: described.started };
}

export function isRunning(identity: ProcessIdentity): boolean {
  return describeProcess(identity.pid)?.started === identity.started;
}

/** Reads an identity written by `JSON.stringify`; null if the text is invalid (a torn write after a crash). */
export function parseIdentity(text: string): ProcessIdentity | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('started' in value))
      return null;
    const { pid, started } = value;
    return typeof pid === 'number' && typeof started === 'string' ? { pid, started } : null;
  } catch {
    return null;
  }
}

/** Asks a process to stop, and kills it if it has not stopped after `patienceMs`. Resolves when it has ended. */
export async function stopProcess(
  identity: ProcessIdentity,
  signal: NodeJS.Signals,
  patienceMs: number,
  lastSignal: NodeJS.Signals = 'SIGKILL',
): Promise<void> {
  sendSignal(identity, signal);
  if (await goneWithin(identity, patienceMs)) return;
  sendSignal(identity, lastSignal);
  if (await goneWithin(identity, 10_000)) return;
  sendSignal(identity, 'SIGKILL');
  await goneWithin(identity, 10_000);
}

function sendSignal(identity: ProcessIdentity, signal: NodeJS.Signals): void {
  if (!isRunning(identity)) return;
  try {
    process.kill(identity.pid, signal);
  } catch {
    // It ended between the check and the signal.
  }
}

async function goneWithin(identity: ProcessIdentity, milliseconds: number): Promise<boolean> {
  const until = Date.now() + milliseconds;
  while (isRunning(identity)) {
    if (Date.now() > until) return false;
    await sleep(50);
  }
  return true;
}

/** Records a child process, so that the next start can find it if this process is killed. */
export function recordChild(file: string, pid: number): ProcessIdentity {
  // A child that has already ended has no start time; without a record, it counts as gone.
  const identity = identifyProcess(pid) ?? { pid, started: 'gone' };
  writeFileSync(file, JSON.stringify(identity));
  return identity;
}

/**
 * Stops the child that an earlier, killed start recorded in `file`, if it still runs and its command line contains `mark`
 * (its working folder): never an unrelated process with the same id.
 */
export async function stopRecordedChild(
  file: string,
  mark: string,
  signal: NodeJS.Signals,
): Promise<boolean> {
  const identity = existsSync(file) ? parseIdentity(readFileSync(file, 'utf8')) : null;
  const ours =
    identity !== null && isRunning(identity) && describeProcess(identity.pid)?.command.includes(mark);
  if (identity !== null && ours) await stopProcess(identity, signal, 20_000);
  rmSync(file, { force: true });
  return ours === true;
}
