import { rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProcess, readCommandLine } from './process-table.mjs';
import { readJsonIfWhole } from './read-if-there.ts';

/** A process, distinguished from a later one with the same id by its start time. */
export type ProcessIdentity = { readonly pid: number; readonly started: string };

/** The identity of the running process with this id, or null. */
export function identifyProcess(pid: number): ProcessIdentity | null {
  const running = findProcess(pid);
  if (running) return { pid, started: running.started };
  return null;
}

export function isRunning(identity: ProcessIdentity): boolean {
  return findProcess(identity.pid)?.started === identity.started;
}

/** Asks a process to stop, and kills it if it has not stopped after `timeoutMs`. Resolves when it has ended. */
export async function stopProcess(
  identity: ProcessIdentity,
  signal: NodeJS.Signals,
  timeoutMs: number,
  lastSignal: NodeJS.Signals = 'SIGKILL',
): Promise<void> {
  const steps = [
    [signal, timeoutMs],
    [lastSignal, 10_000],
    ['SIGKILL', 10_000],
  ] as const;
  for (const [each, milliseconds] of steps) {
    sendSignal(identity, each);
    if (await waitForExit(identity, milliseconds)) return;
  }
}

function sendSignal(identity: ProcessIdentity, signal: NodeJS.Signals): void {
  if (!isRunning(identity)) return;
  try {
    process.kill(identity.pid, signal);
  } catch {
    // It ended between the check and the signal.
  }
}

async function waitForExit(identity: ProcessIdentity, milliseconds: number): Promise<boolean> {
  const until = performance.now() + milliseconds;
  while (isRunning(identity)) {
    if (performance.now() > until) return false;
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
  const identity = readJsonIfWhole<ProcessIdentity>(file);
  const ours = identity !== null && isRunning(identity) && readCommandLine(identity.pid).includes(mark);
  if (ours) await stopProcess(identity, signal, 20_000);
  rmSync(file, { force: true });
  return ours;
}
