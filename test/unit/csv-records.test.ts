import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readCsv } from '../../indexers/loading/files/read-csv.ts';
import { maxRecordLength, openSource } from '../../indexers/loading/files/source-file.ts';
import { size } from '../support/size.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'records-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function linesOf(text: string): Promise<number> {
  const file = path.join(folder, 'x.csv');
  writeFileSync(file, text);
  let lines = 0;
  for await (const _ of readCsv(await openSource(file))) lines += 1;
  return lines;
}

describe('a record of a CSV file', () => {
  const long = ','.repeat(3 * maxRecordLength);
  it.each([
    ['of separators', `a,b\n${long}\n`],
    ['of separators and one cell of several lines', `a,b\n${`${long.slice(0, 500_000)}"\n"`.repeat(8)}\n`],
  ])('%s that does not end is refused', async (_, text) => {
    await expect(linesOf(text)).rejects.toThrow('has more than 1 MiB');
  });

  // So many that taking each from the front of a list would take minutes.
  const broken = size(2_000, 300_000);
  it.each([
    ['of empty lines', `a,b\n${'\n'.repeat(3 * maxRecordLength)}1,2\n`, 2],
    ['of long records', `a,b\n${`${'z'.repeat(900_000)},y\n`.repeat(4)}`, 5],
    ['of records that are not CSV', `a,b\n${'x"y,z\n'.repeat(broken)}`, broken + 1],
  ])('ends in a long file %s', async (_, text, lines) => {
    expect(await linesOf(text)).toBe(lines);
  });
});
