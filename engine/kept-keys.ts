import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { closePrivateFile, privateFile } from '../src/process/private-files.ts';
import { readIfThere } from './processes/read-if-there.ts';

const keyBytes = 32;

/** The secret that signs cursors, stored so that cursors stay valid after a restart. Set CURSOR_KEYS to rotate it. */
export function ensureCursorKey(stateFolder: string): string {
  return ensureKey(path.join(stateFolder, 'cursor-key'));
}

/** The secret that encrypts secrets in the database. Without it, they are lost. Set SECRET_KEYS to rotate it. */
export function ensureSecretKey(stateFolder: string): string {
  return ensureKey(path.join(stateFolder, 'secret-key'));
}

function ensureKey(file: string): string {
  closePrivateFile(file);
  const kept = (readIfThere(file) ?? '').trim();
  // A crash during writing may have left an incomplete file.
  if (kept.length === keyBytes * 2) return kept;
  const key = randomBytes(keyBytes).toString('hex');
  writeFileSync(file, key, { mode: privateFile });
  return key;
}
