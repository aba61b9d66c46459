import { createReadStream, existsSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { makePrivateFolder, privateFile } from '../../src/process/private-files.ts';

/** One line of the file of rejected rows. */
export interface RejectedRow {
  /** Number of the record in the file, from 1. */
  readonly record: number;
  /** Line of the file on which the record ends, from 1. */
  readonly line: number;
  readonly reason: string;
  /** The record as it was read. */
  readonly text: string;
}

/** Rejected rows as JSON Lines, so that they can be corrected and loaded again. Without rejected rows there is no file. */
export class RejectedRows {
  readonly path: string;
  #count: number;

  private constructor(file: string, count: number) {
    this.path = file;
    this.#count = count;
  }

  /** Continues the file of an interrupted load. Rejected rows after `record` are dropped. */
  static async openAfter(file: string, record: number): Promise<RejectedRows> {
    makePrivateFolder(path.dirname(file));
    const kept = await readKeptLines(file, record);
    if (kept.length === 0) {
      await rm(file, { force: true });
    } else {
      await appendLines(`${file}.part`, 'w', kept);
      await rename(`${file}.part`, file);
    }
    return new RejectedRows(file, kept.length);
  }

  get count(): number {
    return this.#count;
  }

  async addRows(rows: readonly RejectedRow[]): Promise<void> {
    if (rows.length === 0) return;
    const lines = rows.map((row) => JSON.stringify(row));
    await appendLines(this.path, 'a', lines);
    this.#count += rows.length;
  }
}

async function appendLines(file: string, flag: 'a' | 'w', lines: readonly string[]): Promise<void> {
  const text = lines.map((line) => `${line}\n`);
  await writeFile(file, text, { flag, mode: privateFile });
}

async function readKeptLines(file: string, record: number): Promise<string[]> {
  const kept: string[] = [];
  if (record === 0 || !existsSync(file)) return kept;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    if (isAtMost(line, record)) kept.push(line);
  }
  return kept;
}

/** A truncated last line is not JSON; its chunk was not committed either. */
function isAtMost(line: string, record: number): boolean {
  try {
    const row: unknown = JSON.parse(line);
    return typeof row === 'object' && row !== null && 'record' in row && Number(row.record) <= record;
  } catch {
    return false;
  }
}
