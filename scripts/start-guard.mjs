import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from './bootstrap.mjs';
import { followNpm } from './follow-npm.mjs';

/**
 * From now on, however this process ends, guard.mjs removes within seconds the processes it started, its temporary files,
 * and the state that a stack of this purpose must not keep. A test run passes the id that is in the names of its databases
 * and indices.
 */
export function startGuard(purpose, run = '') {
  followNpm();
  // The guard also recognises the descendants of this process by it.
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
