import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Comparison } from '../../bench/measure.ts';

/** The benches at a size that says nothing of speed: that each runs to its end and has both sides. */

const program = path.resolve(import.meta.dirname, '../../dist/bench.js');
const patience = 240_000;
let folder: string;
let rows: Comparison[];
let shown: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  const sizes = { companies: 1500, grown: 2000, observations: 2000, rounds: 1, seconds: 0.1 };
  const flags = Object.entries(sizes).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...flags, '--out', folder]);
  shown = stdout;
  const [file = ''] = readdirSync(folder);
  rows = JSON.parse(readFileSync(path.join(folder, file), 'utf8')).rows;
}, patience);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('npm run bench', () => {
  it.each([
    'search by id',
    'search by name',
    'search by filters',
    'page with exact count',
    'by cursor against page 1',
    'import of',
    'resolve against',
    'ledger',
    'reindex',
    'observations',
    'growth',
  ])('measures both sides of: %s', (name) => {
    const measured = rows.filter((row) => row.name.includes(name));
    expect(measured).not.toEqual([]);
    for (const row of measured) {
      expect([row.name, row.ours, row.theirs, row.ratio]).toEqual([
        row.name,
        expect.any(Number),
        expect.any(Number),
        expect.any(Number),
      ]);
      expect(Math.min(row.ours, row.theirs, row.ratio)).toBeGreaterThan(0);
      expect(shown).toContain(`| ${row.name} |`);
    }
  });
});
