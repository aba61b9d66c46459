import { linkSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { identifyProcess, isRunning, type ProcessIdentity } from './processes.ts';
import { parseJsonIfWhole, readIfThere } from './read-if-there.ts';

export type FolderLock = { release(): void };

type Attempt = { readonly lock: FolderLock } | { readonly holder: ProcessIdentity };

/**
 * Takes the lock `<folder>/<name>` for this process, or returns the running process that holds it. A lock whose holder no
 * longer runs (killed, or the machine restarted) is taken over.
 */
export function tryLock(folder: string, name: string): Attempt {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, name);
  const own = `${file}.${process.pid}`;
  writeFileSync(own, JSON.stringify(identifyProcess(process.pid)));
  try {
    for (;;) {
      try {
        // Linking is atomic, so that no process reads a lock without its holder.
        linkSync(own, file);
        return { lock: { release: () => rmSync(file, { force: true }) } };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      const written = readIfThere(file);
      const holder = findRunningHolder(written);
      if (holder !== null) return { holder };
      if (written !== null) removeStale(file, written);
    }
  } finally {
    rmSync(own, { force: true });
  }
}

/** Takes the lock, and waits while another process holds it; `onWait` is called once if there is a wait. */
export async function waitForLock(folder: string, name: string, onWait: () => void): Promise<FolderLock> {
  for (let waits = 0; ; waits += 1) {
    const attempt = tryLock(folder, name);
    if ('lock' in attempt) return attempt.lock;
    if (waits === 0) onWait();
    await sleep(250);
  }
}

/** The process that holds the lock, or null. */
export function findLockHolder(folder: string, name: string): ProcessIdentity | null {
  return findRunningHolder(readIfThere(path.join(folder, name)));
}

function findRunningHolder(written: string | null): ProcessIdentity | null {
  const holder = written && parseJsonIfWhole<ProcessIdentity>(written);
  if (holder && isRunning(holder)) return holder;
  return null;
}

/** Removes a stale lock; if a newer lock has replaced it in the meantime, that one is put back. */
function removeStale(file: string, stale: string): void {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if (readIfThere(aside) === stale) rmSync(aside, { force: true });
  else renameSync(aside, file);
}
