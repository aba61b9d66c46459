import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Together } from '../../bench/blocking/blocking-bench.ts';
import type { Block } from '../../bench/blocking/measuring.ts';
import type { Comparison } from '../../bench/measure.ts';
import { describeApi } from '../../src/openapi/document.ts';
import { size } from '../support/size.ts';

/** Runs the benchmarks at a size too small to measure speed: each must finish and compare both sides. */

const program = path.resolve(import.meta.dirname, '../../dist/bench.js');
const patience = 240_000;
let rows: Comparison[];
let shown: string;

interface Report {
  readonly rows: Comparison[];
  readonly blocks: Block[];
  readonly together: Together;
}

async function bench(names: readonly string[], sizes: object): Promise<{ report: Report; shown: string }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  const flags = Object.entries(sizes).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, ...names, ...flags, '--out', folder],
    { maxBuffer: 10_000_000 },
  );
  const [file = ''] = readdirSync(folder);
  const report = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
  rmSync(folder, { recursive: true, force: true });
  return { report, shown: stdout };
}

beforeAll(async () => {
  const names =
    'search count paging growth reindex ledger observations import resolve workers overload capacity'.split(
      ' ',
    );
  const sizes = { companies: 120, grown: 140, observations: 100, rows: 1_000, rounds: 1, seconds: 0.01 };
  ({
    report: { rows },
    shown,
  } = await bench(names, sizes));
}, patience);

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
    'workers against 1',
    'memory of a worker',
    'at 4 times the peak',
    'Retry-After',
    'beside 10 exports',
    'model against measured',
    '16 cores',
  ])('measures both sides of: %s', (name) => {
    const measured = rows.filter((row) => row.name.includes(name));
    expect(measured).not.toEqual([]);
    for (const row of measured) {
      for (const figure of [row.ours, row.theirs, row.ratio]) expect(figure).toBeGreaterThan(0);
      expect(shown).toContain(`| ${row.name} |`);
    }
  });
});

describe('npm run bench -- blocking together', () => {
  let report: Report;

  beforeAll(async () => {
    const sizes = { companies: 150, share: 0.002, texts: 1, each: size(1, 4) };
    report = (await bench(['blocking', 'together'], sizes)).report;
  }, patience);

  it('attacks every operation that the service has', async () => {
    const { paths } = (await describeApi()) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const operations = Object.values(paths)
      .flatMap((methods) => Object.values(methods))
      .map(({ operationId }) => operationId);
    expect([...new Set(report.blocks.map(({ operationId }) => operationId))].sort()).toEqual(
      operations.sort(),
    );
  });

  it('sends every attack and reports its outcome', () => {
    expect(report.blocks.filter(({ unsent }) => unsent !== undefined)).toEqual([]);
    for (const block of report.blocks)
      expect(block).toMatchObject({
        kind: expect.any(String),
        status: expect.any(Number),
        bytes: expect.any(Number),
        busyMs: expect.any(Number),
      });
  });

  it('reports what a service with a small heap made of all of them at once', () => {
    expect(report.together).toMatchObject({ sent: 2 * report.blocks.length, survived: true });
    expect(report.together.rssPeak).toBeGreaterThanOrEqual(report.together.rssBefore);
  });
});
