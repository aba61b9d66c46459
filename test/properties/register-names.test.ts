import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readRegisterRow } from '../../indexers/registers/nta/columns.ts';
import { buildNameHistory } from '../../indexers/registers/nta/name-history.ts';
import { toStatement } from '../../indexers/registers/nta/register-statements.ts';
import { registerRow } from '../indexers/registers/nta/samples.ts';
import { corporateNumber, idOf } from '../support/companies.ts';
import { type SuiteLoading, suiteLoading } from '../support/loading.ts';
import { differentialRows, fullRows, type PublishedRow, registerLife } from '../support/register-lives.ts';
import { runs, size } from '../support/size.ts';

const textOf = (rows: readonly PublishedRow[]) =>
  rows.map(({ cells, sequence }) => `${registerRow(cells, sequence)}\n`).join('');

function statementsOf(rows: readonly PublishedRow[]) {
  return rows.map(({ cells, sequence }) =>
    toStatement(readRegisterRow(registerRow(cells, sequence).replaceAll('"', '').split(','))),
  );
}

const life = registerLife(1);
const anyOrder = life.chain((one) => {
  const rows = differentialRows([one]);
  return fc.record({
    life: fc.constant(one),
    rows: fc.shuffledSubarray([...rows, ...rows], { minLength: rows.length }),
  });
});

describe('the names that follow from the statements of a corporation', () => {
  it('are its history, in any order of the statements, however often they are repeated', () => {
    fc.assert(
      fc.property(anyOrder, ({ life: { names, entries }, rows }) => {
        const all = [...rows, ...differentialRows([{ names, entries }])];
        const history = buildNameHistory(statementsOf(all));
        expect(
          history.map(({ name, validFrom, validTo }) => ({ name, valid_from: validFrom, valid_to: validTo })),
        ).toEqual(names);
      }),
      runs(50, 20_000),
    );
  });

  it('run forward and do not overlap, whichever statements are missing', () => {
    fc.assert(
      fc.property(
        life.chain((one) => fc.subarray(differentialRows([one]))),
        (rows) => {
          const history = buildNameHistory(statementsOf(rows));
          for (const [at, { validFrom, validTo }] of history.entries()) {
            const next = history[at + 1];
            if (next !== undefined) expect(validTo).toBe(next.validFrom);
            if (validFrom !== null && validTo !== null) expect(validFrom <= validTo).toBe(true);
          }
        },
      ),
      runs(50, 20_000),
    );
  });
});

describe('loaded files of the register', () => {
  let suite: SuiteLoading;
  beforeAll(async () => {
    suite = await suiteLoading();
  });
  afterAll(() => suite.remove());

  const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
  const lives = fc.tuple(...numbers.map((number) => registerLife(number)));
  /** Cuts the differential rows into pieces, adds full files of some days, repeats and shuffles the files. */
  const files = lives.chain((all) => {
    const rows = differentialRows(all);
    const days = rows.map(({ cells }) => cells.updated ?? '');
    return fc
      .record({
        cuts: fc.uniqueArray(fc.integer({ min: 1, max: rows.length }), { maxLength: 6 }),
        fulls: fc.array(fc.constantFrom(...days), { maxLength: 2 }),
        isLast: fc.boolean(),
      })
      .chain(({ cuts, fulls, isLast }) => {
        const ends = [...cuts.toSorted((one, other) => one - other), rows.length];
        const pieces = ends.map((end, at) => textOf(rows.slice(ends[at - 1] ?? 0, end)));
        const loads = [
          ...pieces.filter((text) => text !== '').map((text) => ({ kind: 'nta-diff' as const, text })),
          ...(isLast ? [...fulls, '9999-12-31'] : fulls)
            .map((day) => ({ kind: 'nta' as const, text: textOf(fullRows(all, day)) }))
            .filter(({ text }) => text !== ''),
        ];
        return fc.record({
          lives: fc.constant(all),
          loads: fc
            .shuffledSubarray(loads, { minLength: loads.length })
            .chain((order) => fc.subarray(order).map((again) => [...order, ...again])),
        });
      });
  });

  const anOrder = async () => {
    await fc.assert(
      fc.asyncProperty(files, async ({ lives: all, loads }) => {
        await suite.clear();
        for (const { kind, text } of loads) await suite.load(kind, text);
        for (const [at, { names, entries }] of all.entries()) {
          const id = idOf(numbers[at] ?? 0);
          expect(
            await suite.rows(
              `SELECT name, valid_from, valid_to FROM company_names WHERE company_id = ? AND kind IN ('former', 'legal')
               ORDER BY kind, valid_to, valid_from NULLS FIRST`,
              id,
            ),
          ).toEqual(names);
          expect(
            await suite.rows('SELECT register_updated_on FROM companies WHERE company_id = ?', id),
          ).toEqual([{ register_updated_on: entries.at(-1)?.[0]?.updated }]);
        }
        const stated = await suite.rows(
          'SELECT DISTINCT corporate_number FROM register_statements ORDER BY corporate_number',
        );
        const repeated = numbers.filter((_, at) => (all[at]?.entries.flat().length ?? 0) > 1);
        expect(stated.map(({ corporate_number }) => corporate_number)).toEqual(
          repeated.map((number) => corporateNumber(number)).toSorted(),
        );
        const renamed = () =>
          suite.rows(`SELECT count(*) FROM company_changes WHERE fields && '{legal_name,former_name}'`);
        const before = await renamed();
        for (const { kind, text } of loads) {
          // A file that came before its companies can still add observations of them.
          await suite.load(kind, text);
          expect(await suite.load(kind, text)).toMatchObject({ added: 0, changed: 0, rejected: 0 });
        }
        expect(await renamed()).toEqual(before);
      }),
      // Each case takes seconds, and a smaller one many of them.
      { ...runs(2, 30), endOnFailure: true },
    );
  };
  it(
    'give the names and periods of the history in any order, in pieces, and again',
    anOrder,
    size(60_000, 900_000),
  );
});
