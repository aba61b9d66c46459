import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { buildFilerNames } from '../../indexers/loading/joining/build-filer-names.ts';
import { isSameName } from '../../indexers/loading/joining/known-companies.ts';
import { readRegisterRow } from '../../indexers/registers/nta/columns.ts';
import { buildNameHistory } from '../../indexers/registers/nta/name-history.ts';
import { toStatement } from '../../indexers/registers/nta/register-statements.ts';
import { edinetFile } from '../indexers/registers/edinet/samples.ts';
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

/** Names of companies, each with the days on which filings or the list state it. */
const filerPool = [
  '甲株式会社',
  '甲　株式会社',
  '乙株式会社',
  '丙ＡＢＣ株式会社',
  '丙abc株式会社',
  '株式会社丁',
];
const dayOf = (days: number) => new Date(Date.UTC(2022, 0, 1 + days)).toISOString().slice(0, 10);
const filerStatement = fc.record({ name: fc.constantFrom(...filerPool), day: fc.nat(400).map(dayOf) });

describe('the names that follow from the filings of a company', () => {
  const others = { names: [], renamedOn: undefined };
  const toRow = ({ name, day }: { name: string; day: string }) => ({
    company_id: idOf(1),
    name,
    listed: false,
    stated_from: day,
    stated_on: day,
  });

  it('are valid on the days on which they are stated, run forward, and the newest is the legal name', () => {
    fc.assert(
      fc.property(fc.array(filerStatement, { minLength: 1 }), (statements) => {
        const names = buildFilerNames(statements.map(toRow), others);
        for (const { name, day } of statements) {
          const stated = names.find((one) => isSameName(one.name, name));
          expect((stated?.valid_from ?? '') <= day && day < (stated?.valid_to ?? '9999')).toBe(true);
          expect((stated?.filed_from ?? '9999') <= day && day <= (stated?.stated_on ?? '')).toBe(true);
        }
        const last = statements
          .map(({ day }) => day)
          .sort()
          .at(-1);
        const legal = names.filter(({ kind }) => kind === 'legal');
        expect(legal.map(({ stated_on, valid_to }) => [stated_on, valid_to])).toEqual([[last, undefined]]);
      }),
      runs(100, 20_000),
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

  const filer = fc.record({
    filings: fc.array(filerStatement, { maxLength: 6 }),
    listed: fc.option(fc.constantFrom(...filerPool)),
    entries: fc.array(
      fc.record({
        name: fc.constantFrom(...filerPool),
        process: fc.constantFrom('01', '11', '12'),
        changed: fc.nat(400).map(dayOf),
      }),
      { maxLength: 2 },
    ),
  });
  const numbersOfFilers = [1, 2, 3, 4];
  /** Files of filings in two pieces, a list, and files of the register; then the same in any order, some of them again. */
  const filerFiles = fc.tuple(...numbersOfFilers.map(() => filer)).chain((filers) => {
    const documents = filers.flatMap(({ filings }, at) =>
      filings.map(({ name, day }, nth) =>
        JSON.stringify({
          docID: `S100${at}${String(nth).padStart(3, '0')}`,
          edinetCode: `E9000${at}`,
          JCN: corporateNumber(numbersOfFilers[at] ?? 0),
          filerName: name,
          submitDateTime: `${day} 10:00`,
        }),
      ),
    );
    const listed = filers.flatMap(({ listed: name }, at) =>
      name === null ? [] : [{ edinet: `E9000${at}`, name, number: numbersOfFilers[at] ?? 0 }],
    );
    const entries = [0, 1].map((nth) =>
      filers.flatMap(({ entries: all }, at): PublishedRow[] => {
        const entry = all[nth];
        const cells = { number: numbersOfFilers[at] ?? 0, updated: `2023-0${nth + 2}-01`, name: '' };
        return entry ? [{ cells: { ...cells, ...entry }, sequence: 1 }] : [];
      }),
    );
    const middle = Math.ceil(documents.length / 2);
    const loads = [
      ...[documents.slice(0, middle), documents.slice(middle)].map(
        (lines) => ['edinet-documents', lines.map((line) => `${line}\n`).join('')] as const,
      ),
      ['edinet', listed.length > 0 ? edinetFile('2023年1月10日', ...listed) : ''] as const,
      ...entries.map((rows) => ['nta-diff', textOf(rows)] as const),
    ].filter(([, content]) => content.length > 0);
    return fc.record({
      loads: fc.constant(loads),
      shuffled: fc
        .shuffledSubarray(loads, { minLength: loads.length })
        .chain((order) => fc.subarray(order).map((again) => [...order, ...again])),
    });
  });

  const filingsInAnyOrder = async () => {
    await fc.assert(
      fc.asyncProperty(filerFiles, async ({ loads, shuffled }) => {
        const loaded = async (order: typeof loads) => {
          await suite.clear();
          for (const [kind, content] of order) await suite.load(kind, content);
          return await suite.rows(
            `SELECT company_id, kind, name, valid_from, valid_to, source, filed_from, filed_to FROM company_names
             WHERE kind IN ('legal', 'former', 'trade') ORDER BY company_id, kind, name, valid_from`,
          );
        };
        expect(await loaded(shuffled)).toEqual(await loaded(loads));
      }),
      { ...runs(4, 60), endOnFailure: true },
    );
  };
  it(
    'and filings and the list of EDINET give the same names and periods in any order, and again',
    filingsInAnyOrder,
    size(60_000, 900_000),
  );
});
