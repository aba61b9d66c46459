import { describe, expect, it } from '@jest/globals';
import {
  type HostileFile,
  largeTexts,
  smallTexts,
  workbooks,
} from '../../lab/bench/blocking/hostile-files.ts';
import { readFileBody } from '../../src/features/sources/parsing/read-file.ts';
import { growth } from '../support/processor-time.ts';

const seed = { now: 0, random: new Uint8Array(16) };

async function sent({ make, query }: HostileFile, size: number) {
  const bytes = await make(size);
  return { bytes, contentType: 'text/csv', query: query?.(size) ?? {}, seed };
}

const faultOf = async (file: HostileFile, size: number) => {
  const reading = await readFileBody(await sent(file, size));
  return 'fault' in reading ? reading.fault : undefined;
};

/** Shares of the permitted size at which the reading is measured. */
const measured: readonly (readonly [readonly HostileFile[], number])[] = [
  [smallTexts, 1],
  [largeTexts, 1 / 20],
  [workbooks, 1 / 1_000],
];
const cases = measured.flatMap(([files, share]) => files.map((file) => [file.kind, file, share] as const));

describe('the cost of reading a file', () => {
  it.each(cases)('grows with its size, not with the square of it: %s', async (_, file, share) => {
    const size = Math.ceil(file.size * share);
    const [short, long] = [await sent(file, Math.ceil(size / 8)), await sent(file, size)];
    // Eight times the file: sixty-four times the cost if it is quadratic.
    const ratio = await growth(
      () => readFileBody(short),
      () => readFileBody(long),
      24,
    );
    expect(ratio).toBeLessThan(24);
  });
});

describe('a file that declares more than a table needs', () => {
  const named = (kind: string) => {
    const file = [...largeTexts, ...workbooks].find((each) => each.kind === kind);
    if (!file) throw new Error(`there is no file ${kind}`);
    return file;
  };
  it.each([
    ['workbook: styles of cells', 100_001, '100,000 styles of cells'],
    ['workbook: formats of numbers', 4_097, '4,096 formats of numbers'],
    ['workbook: relations', 10_001, '10,000 relations'],
    ['workbook: types of parts', 10_001, '10,000 types of parts'],
    ['workbook: one text', 1_200_000, '1,048,576 characters'],
    ['workbook: one text in many pieces', 300_000, '1,048,576 characters'],
    ['workbook: one value in many pieces', 300_000, '1,048,576 characters'],
    ['workbook: one attribute', 1_200_000, '1,048,576 characters'],
    ['workbook: one name', 1_200_000, '1,048,576 characters'],
    ['workbook: elements within each other', 200, '100 elements within each other'],
    ['workbook: lines with a value in the last column', 733, '12,000,000 cells'],
    ['separators only', 17_000, '16,384 columns'],
    ['16,000 separators in each line', 1_001, '16,000,000 cells'],
  ])('is refused before it takes memory: %s', async (kind, size, message) => {
    const fault = await faultOf(named(kind), size);
    expect(fault).toMatchObject({ code: 'payload_too_large', message: expect.stringContaining(message) });
  });
});
