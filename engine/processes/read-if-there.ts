import { readFileSync } from 'node:fs';

/** The text of a file; null if it does not exist. */
export function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** What JSON a file contains; null if it does not exist, or a crash left an incomplete one. */
export function readJsonIfWhole<Content>(file: string): Content | null {
  const text = readIfThere(file);
  if (text === null) return null;
  return parseJsonIfWhole(text);
}

/** What a JSON text says; null if it is incomplete, because a crash cut off its writing. */
export function parseJsonIfWhole<Content>(text: string): Content | null {
  try {
    return JSON.parse(text) as Content;
  } catch {
    return null;
  }
}
