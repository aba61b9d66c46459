// Makes a fresh clone usable without another command: installs packages if the lock file has changed since
// the last install. Plain JavaScript without dependencies, because nothing is installed yet when it runs.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

const minimumNode = [20, 19];

/** Exits with one sentence if this Node is too old to run the service. */
function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major < minimumNode[0] || (major === minimumNode[0] && minor < minimumNode[1])) {
    console.error(`Node ${minimumNode.join('.')} or newer is needed; this is ${process.versions.node}.`);
    process.exit(1);
  }
}

/** Installs the locked packages unless the installed ones already match the lock file. */
export function ensurePackages() {
  requireNode();
  const lock = readFileSync(path.join(projectRoot, 'package-lock.json'));
  const wanted = createHash('sha256').update(lock).update(process.versions.modules).digest('hex');
  const stamp = path.join(projectRoot, 'node_modules', '.installed-lock');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.error('Installing packages …');
  // If the registry lacks optional packages of other platforms, `npm ci` fails. `npm install --no-save` installs the same
  // locked versions without them, and changes neither the manifest nor the lock file.
  const clean = npm(['ci']);
  const done = clean.status === 0 ? clean : npm(['install', '--no-save']);
  if (done.status !== 0) {
    console.error(`${done.stdout}${done.stderr}`);
    console.error('Installing packages failed: see the lines above. Is the package registry reachable?');
    process.exit(1);
  }
  writeFileSync(stamp, wanted);
}

function npm(args) {
  const program = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  return spawnSync(program, [...args, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: projectRoot,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) ensurePackages();
