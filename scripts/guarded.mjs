import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from './bootstrap.mjs';
import { followNpm } from './follow-npm.mjs';

/**
 * However this process ends from now on, in seconds nothing is left of what it started, of its temporary files, and of
 * the state that a stack of this purpose must not keep: see guard.mjs. A run of the tests says by which id it names its
 * databases and indices.
 */
export function guarded(purpose, run = '') {
  followNpm();
  // Also tells what this process starts, and what that starts, from other processes.
  process.env.TMPDIR = mkdtempSync(path.join(os.tmpdir(), `company-data-${purpose}-`));
  const program = path.join(projectRoot, 'scripts', 'guard.mjs');
  const guard = spawn(process.execPath, [program, String(process.pid), purpose, run], {
    cwd: projectRoot,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.unref();
  guard.stdin.unref();
  guard.stdin.on('error', () => undefined);
}
