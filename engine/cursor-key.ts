import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The secret that signs cursors, kept so that a walk goes on over a restart. Set CURSOR_KEYS to rotate it. */
export function keptCursorKey(stateFolder: string): string {
  const file = path.join(stateFolder, 'cursor-key');
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
