import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readReport } from '../report.ts';
import { figures } from './figures.ts';

/** Draws the images of some reports. @returns the files written */
export function drawReports(files: readonly string[], folder: string): string[] {
  const images = figures(files.map(readReport));
  mkdirSync(folder, { recursive: true });
  return [...images].map(([name, image]) => {
    const file = path.join(folder, name);
    writeFileSync(file, image);
    return file;
  });
}

/** The reports in a folder, the oldest first; none if it does not exist. */
export function reportsIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => /^bench-.*\.json$/.test(name))
    .sort()
    .map((name) => path.join(folder, name));
}
