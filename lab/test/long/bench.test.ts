import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeApi } from '../../../src/openapi/document.ts';
import { size } from '../../../test/support/size.ts';
import type { Together } from '../../bench/blocking/blocking-bench.ts';
import type { Block } from '../../bench/blocking/measuring.ts';
import type { Comparison } from '../../bench/measure.ts';

/**
 * Runs the benchmarks at a size too small to measure speed: each must finish and compare both sides. Those that build
 * several indices or start services of several processes take a minute, so only `npm run prove` runs them.
 */

const program = path.resolve(import.meta.dirname, '../../dist/bench.js');
const patience = 240_000;
const large = size(0, 1) === 1;
let folder: string;
let rows: Comparison[];
let shown: string;

interface Report {
  readonly rows: Comparison[];
  readonly blocks: Block[];
  readonly together: Together;
}

/** Each run has a folder of its own. */
const folders: string[] = [];
afterAll(() => {
  for (const each of folders) rmSync(each, { recursive: true, force: true });
});

async function bench(names: readonly string[], sizes: object) {
  const folder = mkdtempSync(path.join(tmpdir(), 'bench-'));
  folders.push(folder);
  const flags = Object.entries(sizes).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [program, ...names, ...flags, '--out', folder],
    { maxBuffer: 10_000_000 },
  );
  const [file = ''] = readdirSync(folder);
  const report: Report = JSON.parse(readFileSync(path.join(folder, file), 'utf8'));
  return { report, shown: stdout, folder };
}

beforeAll(async () => {
  const names = [
    ...'search count paging ledger observations import resolve resolve-one'.split(' '),
    ...(large ? ['growth', 'reindex', 'workers', 'overload', 'capacity'] : []),
  ];
  const sizes = { companies: 120, grown: 140, observations: 100, rows: 1_000, rounds: 1, seconds: 0.01 };
  ({
    report: { rows },
    shown,
    folder,
  } = await bench(names, sizes));
}, patience);

const ofLargeRuns = [
  'reindex',
  'growth',
  'workers against 1',
  'memory of a worker',
  'at 4 times the peak',
  'Retry-After',
  'beside 10 exports',
  'model against measured',
  '16 cores',
];

describe('npm run bench', () => {
  it.each([
    'search by id',
    'search by name',
    'search by filters',
    'against its own request',
    'page with exact count',
    'by cursor against page 1',
    'import of',
    'resolve against',
    'resolve one name',
    'ledger',
    'observations',
    ...(large ? ofLargeRuns : []),
  ])('measures both sides of: %s', (name) => {
    const measured = rows.filter((row) => row.name.includes(name));
    expect(measured).not.toEqual([]);
    for (const row of measured) {
      for (const figure of [row.ours, row.theirs, row.ratio]) expect(figure).toBeGreaterThan(0);
      expect(shown).toContain(`| ${row.name} |`);
    }
  });

  it.each(['id', 'name', 'filters'])('measures the processor time of searches by %s', (kind) => {
    const of = `processor time of searches by ${kind}`;
    const [service, all] = rows.filter(({ name }) => name.startsWith(of)).map(({ ours }) => ours);
    // Only Linux counts it for other processes.
    if (process.platform === 'linux') expect(all).toBeGreaterThan(service ?? Number.NaN);
    else expect(all).toBeUndefined();
  });

  it('draws its reports', async () => {
    const plots = path.join(folder, 'plots');
    await promisify(execFile)(process.execPath, [program, '--plot', '--out', folder, '--plots', plots]);
    expect(readdirSync(plots).sort()).toEqual([
      ...(large ? ['growth.svg'] : []),
      'latency-120.svg',
      'targets-120.svg',
    ]);
    for (const { name } of rows) {
      expect(readFileSync(path.join(plots, 'targets-120.svg'), 'utf8')).toContain(name.slice(0, 80));
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
