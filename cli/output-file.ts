import { accessSync, constants, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { usageFailure } from './failure.ts';

/** Files that commands write: beside their place first, so that what stands there is always whole. */

/**
 * Told before anything is asked of the service, so that no answer is lost for want of a place.
 * @throws CommandFailure when nothing can be written there
 */
export function checkPlace(file: string): void {
  try {
    accessSync(path.dirname(path.resolve(file)), constants.W_OK);
    // A device, such as /dev/null, would be replaced.
    if (statSync(file, { throwIfNoEntry: false })?.isFile() !== false) return;
  } catch (cause) {
    throw notWritten(file, cause);
  }
  throw notWritten(file, new Error('it is no regular file'));
}

/**
 * @param write writes all of it to the path it is given
 * @throws CommandFailure when it cannot be written; then nothing is left
 */
export async function writeWhole<Written>(
  file: string,
  write: (part: string) => Promise<Written>,
): Promise<Written> {
  const part = `${file}.${process.pid}.part`;
  try {
    const written = await write(part);
    renameSync(part, file);
    return written;
  } catch (error) {
    rmSync(part, { force: true });
    // Of the file system's own; what else went wrong has a sentence of its own.
    throw isOfFile(error, part) ? notWritten(file, error) : error;
  }
}

function isOfFile(error: unknown, part: string): boolean {
  const { path: place, syscall } = error as NodeJS.ErrnoException;
  return place === part || syscall === 'write' || syscall === 'fsync' || syscall === 'rename';
}

function notWritten(file: string, cause: unknown) {
  return usageFailure(
    `${file} cannot be written: ${(cause as Error).message}.`,
    'Name a file in a folder that is there and yours to write to, on a disk with room.',
  );
}
