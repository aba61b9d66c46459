import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { getExportFile, getTableFile, type Manifest } from './manifest.ts';
import { measureContent } from './measured-copy.ts';

/**
 * Compares every file of a backup with its manifest.
 * @returns a sentence about each file that is missing or differs
 */
export async function checkFiles(
  folder: string,
  manifest: Manifest,
  onBytes: (bytes: number) => void,
): Promise<string[]> {
  const expected = [
    ...manifest.tables.map((table) => ({ file: getTableFile(folder, table), ...table })),
    ...manifest.exports.map((each) => ({ file: getExportFile(folder, each), ...each })),
  ];
  const faults: string[] = [];
  for (const { file, bytes, sha256 } of expected) {
    const status = await stat(file).catch(() => null);
    if (!status?.isFile()) faults.push(`${file} is missing.`);
    else if (status.size !== bytes)
      faults.push(`${file} is damaged: it has ${status.size} bytes instead of ${bytes}.`);
    else if ((await measureContent(createReadStream(file))).sha256 !== sha256)
      faults.push(`${file} is damaged: its SHA-256 differs.`);
    onBytes(bytes);
  }
  return faults;
}
