import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { maxGroupSteps, maxRelatedOfOneKind } from '../../src/contract/limits.ts';
import { companyFacts, corporateNumber, idOf } from '../support/companies.ts';
import { OpenRefine } from '../support/open-refine.ts';
import { type SourceAccount, sourceSuite } from '../support/sources.ts';

const company = (number: number, name: string) => companyFacts({ number, name });
const stated = (
  number: number,
  field: 'parent_company' | 'majority_holder',
  value: { name: string; parent?: number; share?: number } | null,
  day: string,
  source: 'edinet' | 'gbizinfo' = 'edinet',
) => ({
  company_id: idOf(number),
  field,
  value: value && {
    name: value.name,
    corporate_number: value.parent === undefined ? null : corporateNumber(value.parent),
    share: value.share ?? null,
  },
  source,
  observed_at: `${day}T00:00:00+09:00`,
});
/** A company that was merged into another. */
const merged = (number: number, successor: number) => ({
  ...companyFacts({
    number,
    name: `株式会社合併済${number}`,
    row: { status: 'merged', closed_on: '2025-10-01', close_cause: 'merger' },
  }),
  company_successors: [
    {
      ...{ company_id: idOf(number), successor_corporate_number: corporateNumber(successor) },
      ...{ effective_on: '2025-10-01', source: 'corporate_registry' },
    },
  ],
});

const top = { name: '株式会社頂点（提出時の名称）', parent: 20 };
/** The subsidiaries of a company with many, and a line of companies of which each is the parent of the next. */
const many = Array.from({ length: maxRelatedOfOneKind + 1 }, (_, at) => 101 + at);
const line = Array.from({ length: maxGroupSteps + 3 }, (_, at) => 201 + at);
const suite = await sourceSuite({}, [
  company(20, '株式会社頂点ホールディングス'),
  company(21, '株式会社中間'),
  company(22, '株式会社末端'),
  company(23, '株式会社外資系'),
  company(24, '株式会社独立済'),
  company(25, '株式会社報告のみ'),
  company(26, '株式会社輪の一'),
  company(27, '株式会社輪の二'),
  company(28, '株式会社輪の外'),
  company(29, '株式会社合併先'),
  ...[
    [30, 31],
    [31, 29],
    [33, 34],
  ].map(([number = 0, successor = 0]) => merged(number, successor)),
  company(32, '株式会社合併前の子'),
  company(34, '株式会社親を合併'),
  company(35, '株式会社その子'),
  ...[100, ...many].map((number) => company(number, `株式会社多数${number}`)),
  ...line.map((number) => company(number, `株式会社連鎖${number}`)),
  {
    profile_values: [
      stated(21, 'parent_company', top, '2025-06-20'),
      // The list names the same company, without its number.
      stated(22, 'parent_company', { name: '株式会社　中間', parent: 21 }, '2024-06-20'),
      stated(22, 'majority_holder', { name: '株式会社中間', share: 0.6 }, '2025-03-31'),
      // The newer list names another one.
      stated(23, 'parent_company', top, '2024-06-20'),
      stated(23, 'majority_holder', { name: 'KAKUU B.V.', share: 0.5012 }, '2025-03-31'),
      // The newer list, of another source, has none.
      stated(
        24,
        'majority_holder',
        { name: '株式会社頂点ホールディングス', share: 0.7 },
        '2024-03-31',
        'gbizinfo',
      ),
      stated(24, 'majority_holder', null, '2025-03-31'),
      // Neither a report that was withdrawn nor a list without a holder of more than half says that this is wrong.
      stated(25, 'parent_company', top, '2023-06-20', 'gbizinfo'),
      stated(25, 'parent_company', null, '2024-06-20'),
      stated(25, 'majority_holder', null, '2025-03-31'),
      stated(26, 'parent_company', { name: '株式会社輪の二', parent: 27 }, '2025-06-20'),
      stated(27, 'parent_company', { name: '株式会社輪の一', parent: 26 }, '2025-06-20'),
      stated(28, 'parent_company', { name: '株式会社輪の一', parent: 26 }, '2025-06-20'),
      stated(32, 'parent_company', { name: '株式会社合併済30', parent: 30 }, '2025-06-20'),
      stated(34, 'parent_company', { name: '株式会社合併済33', parent: 33 }, '2025-06-20'),
      stated(35, 'parent_company', { name: '株式会社親を合併', parent: 34 }, '2025-06-21'),
      ...many.map((number) => stated(number, 'parent_company', { name: '多数', parent: 100 }, '2025-06-20')),
      ...line
        .slice(1)
        .map((number) =>
          stated(number, 'parent_company', { name: '連鎖', parent: number - 1 }, '2025-06-20'),
        ),
    ],
  },
]);
let caller: SourceAccount;
let id = '';
const numbers = [20, 21, 22, 23, 24, 25, 26, 28, 29, 32, 34, 35, 5, line.at(-1) ?? 0];
beforeAll(async () => {
  caller = await suite.account();
  id = await caller.resolved(numbers.map((number) => ({ number: corporateNumber(number) })));
});
afterAll(suite.end);

const parentOf = async (number: number) =>
  (await caller.get(`/companies/${idOf(number)}`).expect(200)).body.profile.parent_company;

describe('the parent of a company', () => {
  it('is a fact of the profile, with its source and day', async () => {
    expect(await parentOf(21)).toMatchObject({
      value: { name: top.name, corporate_number: corporateNumber(20), share: null },
      source: 'edinet',
      observed_at: '2025-06-19T15:00:00.000Z',
    });
    expect(await parentOf(23)).toMatchObject({
      value: { name: 'KAKUU B.V.', corporate_number: null, share: 0.5012 },
    });
  });

  it('has its number if one of two statements about the same company has it', async () => {
    expect(await parentOf(22)).toMatchObject({ value: { corporate_number: corporateNumber(21) } });
  });

  it('is absent if the newest list has no holder of more than half, unless the parent itself reports', async () => {
    expect(await parentOf(24)).toBeUndefined();
    expect(await parentOf(25)).toMatchObject({ value: { name: top.name }, source: 'gbizinfo' });
    expect(await parentOf(20)).toBeUndefined();
  });
});

describe('related companies', () => {
  const related = async (number: number) => {
    const { body } = await caller.get(`/companies/${idOf(number)}/related`).expect(200);
    return body as {
      truncated: string[];
      related: { relation: string; company: { company_id: string }; source: string; stated_on: string }[];
    };
  };
  const summary = async (number: number) =>
    (await related(number)).related
      .filter(({ relation }) => ['parent', 'subsidiary'].includes(relation))
      .map(({ relation, company: { company_id }, source, stated_on }) => [
        ...[relation, company_id, source, stated_on],
      ]);

  it('are its parent and its subsidiaries, by the corporate number that is stated', async () => {
    expect(await summary(21)).toEqual([
      ['parent', idOf(20), 'edinet', '2025-06-20'],
      ['subsidiary', idOf(22), 'edinet', '2024-06-20'],
    ]);
    expect((await summary(20)).toSorted()).toEqual(
      [
        ['subsidiary', idOf(21), 'edinet', '2025-06-20'],
        ['subsidiary', idOf(25), 'gbizinfo', '2023-06-20'],
      ].toSorted(),
    );
    expect(await summary(23)).toEqual([]);
  });

  it('are those into which a parent was merged, unless that is the company itself', async () => {
    expect(await summary(32)).toEqual([['parent', idOf(29), 'edinet', '2025-06-20']]);
    expect(await summary(29)).toEqual([['subsidiary', idOf(32), 'edinet', '2025-06-20']]);
    expect(await summary(34)).toEqual([['subsidiary', idOf(35), 'edinet', '2025-06-21']]);
    expect((await parentOf(32)).value.name).toBe('株式会社合併済30');
  });

  it('are bounded', async () => {
    expect(await summary(100)).toHaveLength(maxRelatedOfOneKind);
    expect((await related(100)).truncated).toContain('subsidiary');
  });
});

describe('a reconciling client', () => {
  it('fetches the name of the parent', async () => {
    const { body: made } = await caller
      .post('/keys', { purpose: 'reconciliation', max_credits: 1 })
      .expect(201);
    const client = new OpenRefine(suite.service.url, made.api_key);
    const ids = [idOf(23), idOf(24)];
    const { rows } = await client.extend({ ids, properties: [{ id: 'parent_company' }] });
    expect(rows).toEqual({
      [idOf(23)]: { parent_company: [{ str: 'KAKUU B.V.' }] },
      [idOf(24)]: { parent_company: [] },
    });
  });
});

describe('an export', () => {
  const columns = ['parent_company', 'parent_corporate_number', 'group', 'facts_from'];
  const exported = async (more = '') => {
    const { text } = await caller.get(`/sources/${id}/export?columns=${columns}${more}`).expect(200);
    const [header = [], ...rows] = parse(text, { bom: true }) as string[][];
    const of = new Map(rows.map((row, at) => [numbers[at], row.slice(-5, -1)]));
    return { header, of };
  };

  it('has the parent and the topmost known company above it', async () => {
    const { of } = await exported();
    const group = '株式会社頂点ホールディングス';
    expect(of.get(20)).toEqual(['', '', group, 'group:edinet:2025-06-20']);
    expect(of.get(21)?.slice(0, 3)).toEqual([top.name, corporateNumber(20), group]);
    expect(of.get(22)).toEqual([
      ...['株式会社　中間', corporateNumber(21), group],
      'parent_company:edinet:2024-06-20 parent_corporate_number:edinet:2024-06-20 group:edinet:2025-06-20',
    ]);
    expect(of.get(23)).toEqual([
      ...['KAKUU B.V.', '', 'KAKUU B.V.'],
      'parent_company:edinet:2025-03-31 group:edinet:2025-03-31',
    ]);
    expect(of.get(25)?.[2]).toBe(group);
    for (const number of [24, 5]) expect(of.get(number)).toEqual(['', '', '', '']);
  });

  it('has the living company as group after a merger', async () => {
    const { of } = await exported();
    for (const number of [29, 32])
      expect(of.get(number)?.slice(-2)).toEqual([
        '株式会社合併先',
        expect.stringMatching(/(^| )group:edinet:2025-06-20$/),
      ]);
    for (const number of [34, 35])
      expect(of.get(number)?.slice(-2)).toEqual([
        '株式会社親を合併',
        expect.stringMatching(/(^| )group:edinet:2025-06-21$/),
      ]);
  });

  it('has no group where statements lead round in a circle, and goes up a bounded number of steps', async () => {
    const { of } = await exported();
    expect(of.get(26)?.slice(0, 3)).toEqual(['株式会社輪の二', corporateNumber(27), '']);
    expect(of.get(28)?.[2]).toBe('');
    expect(of.get(line.at(-1))?.[2]).toBe(`株式会社連鎖${(line.at(-1) ?? 0) - maxGroupSteps}`);
  });

  it.each([
    [
      'ja',
      ['照合_親会社', '照合_親会社の法人番号', '照合_グループ'],
      '親会社、親会社の法人番号、グループ: EDINET',
    ],
    [
      'en',
      ['Match: Parent company', 'Match: Corporate number of the parent', 'Match: Group'],
      'Parent company, Corporate number of the parent, Group: EDINET',
    ],
  ] as const)('has titles and sources for people: %s', async (lang, titles, origin) => {
    const { header, of } = await exported(`&lang=${lang}`);
    expect(header.slice(-5, -2)).toEqual(titles);
    expect(of.get(21)?.[3]).toBe(`${origin} 2025-06-20`);
  });
});
