import { chmodSync, mkdirSync, statSync } from 'node:fs';

/** Customers' data and keys on disk: for the account that the service runs as, and for nobody else. */

export const privateFile = 0o600;
const privateFolder = 0o700;
const othersBits = 0o077;

/** Makes a folder, and closes it to others where an earlier version or a copy left it open. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: privateFolder });
  closeToOthers(folder, privateFolder);
}

/** A mode that is given when a file is opened holds for new files alone. */
export function closePrivateFile(file: string): void {
  closeToOthers(file, privateFile);
}

function closeToOthers(place: string, mode: number): void {
  const found = statSync(place, { throwIfNoEntry: false });
  if (found && (found.mode & othersBits) !== 0) chmodSync(place, mode);
}
