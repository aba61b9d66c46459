import { spawnSync } from 'node:child_process';
import { appendFileSync, copyFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { StackError } from '../processes/stack-error.ts';
import type { ServerAccount } from './postgres-binaries.ts';
import { changeOwner } from './postgres-place.ts';

/** A server that runs on this machine. */
export type Primary = { readonly folder: string; readonly url: string };

/**
 * Copies the data of a running primary, for a standby that then follows it. npm's PostgreSQL has no pg_basebackup, so this
 * does the same by SQL and a copy of the folder. It is complete before it gets its name.
 * @param account owns the copy
 */
export async function copyPrimary(primary: Primary, folder: string, account: ServerAccount): Promise<void> {
  const from = realpathSync(primary.folder);
  const cluster = path.join(folder, 'data');
  const fresh = `${cluster}.new`;
  rmSync(fresh, { recursive: true, force: true });
  copyFileSync(path.join(from, 'password'), path.join(folder, 'password'));
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  try {
    await client.query("SELECT pg_backup_start('standby', fast => true)");
    const copied = spawnSync('cp', ['-Rp', path.join(from, 'data'), fresh], {
      ...account,
      cwd: folder,
      encoding: 'utf8',
    });
    if (copied.status !== 0)
      throw new StackError(`The data of the primary could not be copied: ${copied.stderr.trim()}`);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop()');
    // From the start of the copy on, the standby reads the primary's log until the copy is consistent.
    writeOwnedFile(account, path.join(fresh, 'backup_label'), rows[0]?.labelfile ?? '');
  } finally {
    await client.end();
  }
  rmSync(path.join(fresh, 'postmaster.pid'), { force: true });
  writeOwnedFile(account, path.join(fresh, 'standby.signal'), '');
  appendFileSync(path.join(fresh, 'postgresql.auto.conf'), `primary_conninfo = '${primary.url}'\n`);
  renameSync(fresh, cluster);
}

function writeOwnedFile(account: ServerAccount, file: string, text: string): void {
  writeFileSync(file, text);
  changeOwner(account, file);
}
