import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { groupByKey } from '../../indexers/loading/group-by-key.ts';
import { toExactKey } from '../../src/text/names/names.ts';
import { type SuiteLoading, suiteLoading } from '../support/loading.ts';
import { folder } from '../support/real-files.ts';
import { seed, size } from '../support/size.ts';

/**
 * The names and periods that the official files give, in several orders of loading, compared with the last history that
 * the register stated, which is read here again so that the test does not depend on the loader.
 */

const files = [
  '00_zenkoku_sample.csv.gz',
  'diff_20210714-20260821_written.csv.gz',
  'diff_20260821.csv',
] as const;
const missing = files.filter((name) => !existsSync(path.join(folder, name)));
const withFiles: typeof describe | typeof describe.skip = missing.length === 0 ? describe : describe.skip;

interface Row {
  readonly line: string;
  readonly number: string;
  readonly sequence: number;
  readonly process: string;
  readonly updated: string;
  readonly changed: string;
  readonly name: string;
}

function rowsOf(file: string): Row[] {
  const bytes = readFileSync(path.join(folder, file));
  const text = file.endsWith('.gz')
    ? gunzipSync(bytes).toString()
    : new TextDecoder('shift_jis').decode(bytes);
  const lines = text.split(/\r?\n/).filter((line) => line !== '' && isSampled(line));
  return lines.map((line) => {
    const [cells = []]: string[][] = parse(line);
    const [sequence, number = '', process = '', , updated = '', changed = '', name = ''] = cells;
    return { line, number, sequence: Number(sequence), process, updated, changed, name };
  });
}

/** One company of 200 in `npm test`; all of them in `npm run prove`. */
function isSampled(line: string): boolean {
  const number = line.slice(line.indexOf(',') + 1).slice(0, 13);
  return Number(number.slice(-5)) % size(200, 1) === 0;
}

interface Period {
  readonly name: string;
  readonly from: string | null;
  to: string | null;
}

/** The rows of the last history that was stated of a company: from the last process 01, or all if there is none. */
function lastHistory(rows: readonly Row[]): readonly Row[] {
  const start = rows.findLastIndex(({ process }) => process === '01');
  return start < 0 ? rows : rows.slice(start);
}

function periodsOf(history: readonly Row[]): Period[] {
  const periods: Period[] = [];
  for (const { name, process, changed } of history) {
    const last = periods.at(-1);
    if (last !== undefined && toExactKey(last.name) === toExactKey(name)) continue;
    if (last !== undefined) last.to = process === '11' ? changed : null;
    const isKnown = process === '11' || (process === '01' && changed > '2015-10-05');
    periods.push({ name, from: isKnown ? changed : null, to: null });
  }
  return periods;
}

const text = (rows: readonly Row[]) => rows.map(({ line }) => `${line}\n`).join('');
const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);

withFiles(
  `names in the official files${missing.length ? ` (skipped: no ${missing.join(', ')})` : ''}`,
  () => {
    let suite: SuiteLoading;
    let fullFile: Row[];
    let changes: Row[];
    let histories: Map<string, readonly Row[]>;
    beforeAll(async () => {
      suite = await suiteLoading();
      const [full, written, day] = files.map(rowsOf) as [Row[], Row[], Row[]];
      const unique = new Map([...written, ...day].map((row) => [`${row.updated} ${row.sequence}`, row]));
      changes = [...unique.values()].sort(
        (one, other) => one.updated.localeCompare(other.updated) || one.sequence - other.sequence,
      );
      const byNumber = groupByKey(changes, ({ number }) => number);
      fullFile = full.filter(({ number }, at) => byNumber.has(number) || at % 50 === 0);
      histories = new Map([...byNumber].map(([number, rows]) => [number, lastHistory(rows)]));
    }, 60_000);
    afterAll(() => suite.remove());
    beforeEach(() => suite.clear());

    const pieces = (rows: readonly Row[], length: number) =>
      Array.from({ length: Math.ceil(rows.length / length) }, (_, at) =>
        rows.slice(at * length, (at + 1) * length),
      );
    const byDays = () => pieces(changes, Math.ceil(changes.length / 12));
    const full = () => [{ kind: 'nta' as const, rows: fullFile }];
    const diffs = (some: readonly Row[][]) => some.map((rows) => ({ kind: 'nta-diff' as const, rows }));
    const orders = {
      'the full file last': () => [...diffs(byDays()), ...full()],
      'the full file first': () => [...full(), ...diffs(byDays())],
      'the newest changes first': () => [...diffs(byDays().reverse()), ...full()],
      'shuffled pieces, some of them twice': () => {
        const all = [...diffs(pieces(changes, Math.ceil(changes.length / 40))), ...full()];
        const [order = []] = fc.sample(fc.shuffledSubarray(all, { minLength: all.length }), {
          numRuns: 1,
          seed,
        });
        return [...order, ...order.slice(0, 5)];
      },
    };

    it.each(Object.entries(orders))(
      'are those of the last stated history: %s',
      async (_, loads) => {
        for (const { kind, rows } of loads()) await suite.load(kind, text(rows));
        const measured = await measure();
        if (process.env.TEST_SIZE === 'full') process.stdout.write(`${JSON.stringify(measured)}\n`);

        expect(measured.formerNames).toBeGreaterThan(0);
        expect(measured).toMatchObject({ found: measured.formerNames, false: 0, contradicting: 0 });
        expect(measured.dayRight).toBe(measured.days);
      },
      size(30_000, 600_000),
    );

    /** Former names of the histories: found and false ones; and the names on the days of each stated state. */
    async function measure() {
      const stored = await suite.rows<{ number: string; kind: string } & Period>(
        `SELECT corporate_number AS number, n.kind, name, valid_from AS from, valid_to AS to
       FROM company_names n JOIN companies USING (company_id) WHERE n.kind IN ('former', 'legal')`,
      );
      const named = stored.map((row) => ({ ...row, key: toExactKey(row.name) }));
      const byNumber = groupByKey(named, ({ number }) => number);
      const counts = { formerNames: 0, found: 0, false: 0, contradicting: 0, days: 0, dayRight: 0 };
      for (const [number, history] of histories) {
        const names = byNumber.get(number) ?? [];
        const periods = periodsOf(history);
        const former = periods.slice(0, -1);
        const isOf = (name: (typeof named)[number], period: Period) =>
          name.key === toExactKey(period.name) && name.from === period.from && name.to === period.to;
        counts.formerNames += former.length;
        counts.found += former.filter((period) =>
          names.some(({ kind, key }) => kind === 'former' && key === toExactKey(period.name)),
        ).length;
        const keys = new Set(former.map(({ name }) => toExactKey(name)));
        counts.false += names.filter(({ kind, key }) => kind === 'former' && !keys.has(key)).length;
        counts.contradicting += names.filter((name) => !periods.some((period) => isOf(name, period))).length;
        for (const [at, { name, changed }] of history.entries()) {
          const until = history[at + 1]?.changed;
          for (const day of until === undefined ? [changed] : [changed, dayBefore(until)]) {
            if (day < changed || (until !== undefined && day >= until)) continue;
            const valid = names.filter(
              ({ from, to }) => (from === null || from <= day) && (to === null || day < to),
            );
            counts.days += 1;
            if (valid.length === 1 && valid[0]?.key === toExactKey(name)) counts.dayRight += 1;
          }
        }
      }
      return counts;
    }
  },
);
