import { chmodSync, mkdirSync, statSync } from 'node:fs';

/** Customers' data and keys on disk: only the user that the service runs as can read them. */

export const privateFile = 0o600;
const privateFolder = 0o700;
const othersBits = 0o077;

/** Makes a folder, or removes access for others from an existing one. */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: privateFolder });
  closeToOthers(folder, privateFolder);
}

/** Needed for existing files: the mode given on opening applies only to new ones. */
export function closePrivateFile(file: string): void {
  closeToOthers(file, privateFile);
}

function closeToOthers(place: string, mode: number): void {
  const found = statSync(place, { throwIfNoEntry: false });
  if (found && (found.mode & othersBits) !== 0) chmodSync(place, mode);
}
