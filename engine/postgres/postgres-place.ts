import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, existsSync, lstatSync, mkdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { StackError } from '../processes/stack-error.ts';
import {
  canRunAs,
  copyPostgres,
  ensureServerAccount,
  prepareInstalledPostgres,
  type ServerAccount,
} from './postgres-binaries.ts';

/** Where a server has its data and its programs, and as whom it runs. */
export type Place = { readonly folder: string; readonly native: string; readonly account: ServerAccount };

/** Removes a server's folder and its data elsewhere. The server must have stopped. */
export function removePostgres(folder: string): void {
  if (!existsSync(folder)) return;
  const real = realpathSync(folder);
  rmSync(folder, { recursive: true, force: true });
  rmSync(real, { recursive: true, force: true });
}

/**
 * The place for data and programs. If we are root, the server runs as another account, which must have access to both. If
 * the project is in a private folder, such as root's home, both go to the system's folder for such state, with a link in
 * the project.
 */
export function choosePlace(folder: string): Place {
  const account = ensureServerAccount();
  const native = prepareInstalledPostgres();
  const buildPlace = (at: string) => ({ folder: at, native: ensureReachable(native, account), account });
  mkdirSync(path.dirname(folder), { recursive: true });
  if (isLink(folder)) return buildPlace(realpathSync(folder));
  mkdirSync(folder, { recursive: true });
  changeOwner(account, folder);
  if (canUse(account, folder)) return buildPlace(folder);
  const elsewhere = path.join(
    getSharedFolder(),
    createHash('sha256').update(folder).digest('hex').slice(0, 12),
  );
  mkdirSync(elsewhere, { recursive: true, mode: 0o755 });
  changeOwner(account, elsewhere);
  rmSync(folder, { recursive: true, force: true });
  symlinkSync(elsewhere, folder);
  return buildPlace(elsewhere);
}

function ensureReachable(native: string, account: ServerAccount): string {
  if (canRunAs(account, native)) return native;
  const copy = copyPostgres(native, getSharedFolder());
  if (canRunAs(account, copy)) return copy;
  throw new StackError(
    'The embedded PostgreSQL does not run on this system. Set DATABASE_URL to a PostgreSQL 18.',
  );
}

function getSharedFolder(): string {
  const base = existsSync('/var/lib') ? '/var/lib' : os.tmpdir();
  return path.join(base, 'company-data-service');
}

function isLink(folder: string): boolean {
  return lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true && existsSync(folder);
}

export function changeOwner(account: ServerAccount, file: string): void {
  if (account.uid !== undefined && account.gid !== undefined) chownSync(file, account.uid, account.gid);
}

function canUse(account: ServerAccount, folder: string): boolean {
  const test = 'test -x "$1" && test -r "$1" && test -w "$1"';
  return spawnSync('/bin/sh', ['-c', test, 'sh', folder], { ...account, cwd: '/' }).status === 0;
}
