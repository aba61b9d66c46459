import { closeSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { createUsageFailure } from '../failure.ts';

/** Output files: written under a temporary name first, so that a file is always complete. */

/**
 * Checked before any request is sent, so that no answer is lost because it cannot be written.
 * @throws CommandFailure if the file cannot be written
 */
export function checkPlace(file: string): void {
  // Elsewhere, it means stdin or stdout.
  if (file === '-')
    throw createUsageFailure('--out is -, which is not the name of a file.', 'Choose a name.');
  if (file === '') throw createUsageFailure('--out is empty.', 'Choose a name.');
  try {
    // Written to see it: a name can be too long, a folder missing, a disk read-only.
    const part = getPartName(file);
    closeSync(openSync(part, 'w'));
    rmSync(part);
    // A device, such as /dev/null, would be replaced.
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== false) return;
  } catch (cause) {
    throw createWriteFailure(file, cause);
  }
  throw createWriteFailure(file, new Error('it is not a regular file'));
}

/** The name under which a file is written until it is complete. */
function getPartName(file: string): string {
  return `${file}.${process.pid}.part`;
}

/** Whether both names lead to one file: also by a link, or on a disk that does not tell capital letters apart. */
export function isSameFile(one: string, other: string): boolean {
  if (path.resolve(one) === path.resolve(other)) return true;
  try {
    const [first, second] = [one, other].map((file) => statSync(file, { bigint: true }));
    return first?.ino === second?.ino && first?.dev === second?.dev;
  } catch {
    // One of them does not exist, or cannot be reached. Then reading or writing it says so.
    return false;
  }
}

/**
 * @param write writes everything to the given path
 * @throws CommandFailure if it cannot be written; then no file remains
 */
export async function writeWhole<Written>(
  file: string,
  write: (part: string) => Promise<Written>,
): Promise<Written> {
  const part = getPartName(file);
  try {
    const written = await write(part);
    renameSync(part, file);
    return written;
  } catch (error) {
    rmSync(part, { force: true });
    // Only errors of this file; other errors have their own messages.
    throw isFileError(error, part) ? createWriteFailure(file, error) : error;
  }
}

function isFileError(error: unknown, part: string): boolean {
  const { path: place, syscall } = error as NodeJS.ErrnoException;
  return place === part || syscall === 'write' || syscall === 'fsync' || syscall === 'rename';
}

function createWriteFailure(file: string, cause: unknown) {
  return createUsageFailure(
    `${file} cannot be written: ${(cause as Error).message}.`,
    'Choose a file in an existing, writable folder on a disk with free space.',
  );
}
