import { afterAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { NameRow } from '../../indexers/facts/index.ts';
import { splitIntoPieces } from '../../src/database/rows.ts';
import { toNameKeys } from '../../src/text/names/names.ts';
import { companyFacts, formerName, identifierOf, idOf, insertFacts } from '../support/companies.ts';
import { runs } from '../support/size.ts';
import { type ReviewedRow, sourceSuite } from '../support/sources.ts';

// Names that too many companies have, or that several kinds of names share: by both ways to a company.

/** More companies of one name than are shown, in 12 prefectures, each in a city, town and delivery area of its own. */
const name = '株式会社群生商会';
const cities = ['甲山市', '乙川市', '架空郡丙沢町', '丁島市東区', '丁島市西区'];
const prefectures = [
  '青森県',
  '岩手県',
  '宮城県',
  '秋田県',
  '山形県',
  '福島県',
  '茨城県',
  '栃木県',
  '群馬県',
  '埼玉県',
  '千葉県',
  '東京都',
];
const places = Array.from({ length: 120 }, (_, at) => ({
  number: 1_000 + at,
  code: String(2 + (at % 12)).padStart(2, '0'),
  prefecture: prefectures[at % 12] ?? '',
  city: cities[Math.floor(at / 12) % 5] ?? '',
  town: at < 60 ? '大字本町' : '新田',
  block: at + 1,
  postal_code: `${100 + at}0001`,
}));

const suite = await sourceSuite();
await insertFacts(
  suite.database.knex,
  ...places.map(({ number, code, prefecture, city, town, block, postal_code }) => {
    const facts = companyFacts({ number, name, prefecture: { code, name: prefecture, city } });
    const street = `${town}２丁目${block}番地３`;
    return {
      ...facts,
      company_addresses: facts.company_addresses.map((address) => ({ ...address, street, postal_code })),
    };
  }),
  ...variety(),
);
// The name of two companies, one after the other.
await suite.database
  .knex('company_names')
  .where({ company_id: idOf(49), kind: 'legal' })
  .update({ valid_from: '2024-04-01' });
await suite.service.reindexCompanies();
afterAll(() => suite.end());

/** Companies with names of every kind, some of them of several companies. */
function variety() {
  const tokyo = { code: '13', name: '東京都', city: '千代田区' };
  const osaka = { code: '27', name: '大阪府', city: '堺市' };
  const named = (number: number, kind: NameRow['kind'], name: string): NameRow => ({
    company_id: idOf(number),
    kind,
    name,
    valid_from: null,
    valid_to: null,
    source: 'corporate_registry',
  });
  const closed = { status: 'closed', closed_on: '2024-04-01', close_cause: 'liquidated' } as const;
  return [
    companyFacts({
      number: 41,
      name: '株式会社架空電機',
      kana: 'カクウデンキ',
      code: '9204',
      prefecture: tokyo,
    }),
    companyFacts({ number: 42, name: '株式会社同姓商事', prefecture: tokyo }),
    companyFacts({ number: 43, name: '株式会社同姓商事', prefecture: osaka }),
    companyFacts({ number: 44, name: '有限会社同姓商事', prefecture: tokyo, row: closed }),
    companyFacts({ number: 45, name: '株式会社髙楼屋', prefecture: osaka }),
    companyFacts({ number: 46, name: '株式会社廃店堂', prefecture: osaka, row: closed }),
    companyFacts({ number: 47, name: '新名堂株式会社', prefecture: tokyo }),
    companyFacts({ number: 48, name: '株式会社先代電機', prefecture: tokyo }),
    companyFacts({ number: 49, name: '株式会社移名電機', prefecture: osaka }),
    companyFacts({ number: 50, name: '株式会社双子', prefecture: tokyo }),
    companyFacts({ number: 51, name: '株式会社双子二号', prefecture: osaka }),
    companyFacts({ number: 52, name: '株式会社ヨビナ', prefecture: osaka }),
    companyFacts({ number: 53, name: '株式会社呼名', kana: 'ヨビナ', prefecture: tokyo }),
    companyFacts({ number: 54, name: '株式会社北関東精密部品製造', prefecture: tokyo }),
    companyFacts({ number: 55, name: '株式会社多芸', prefecture: tokyo }),
    companyFacts({ number: 56, name: '株式会社共有物産', prefecture: osaka, row: closed }),
    companyFacts({ number: 57, name: '株式会社共有運輸', prefecture: tokyo }),
    companyFacts({ number: 58, name: '株式会社フリーランス' }),
    {
      company_names: [
        formerName(47, '昔名堂株式会社', '2024-01-01'),
        formerName(48, '株式会社移名電機', '2024-04-01', '2015-10-05'),
        formerName(50, '株式会社旧双子', '2020-01-01'),
        formerName(51, '株式会社旧双子', '2020-01-01'),
        named(55, 'trade', 'ゲイダイ'),
        named(55, 'english', 'Tagei Co., Ltd.'),
        named(41, 'trade', 'ゲイダイ'),
      ],
      name_aliases: [
        {
          company_id: idOf(55),
          alias: 'タゲマル',
          exclusive: true,
          withdrawn: false,
          source: 'company_website' as const,
        },
        {
          company_id: idOf(45),
          alias: 'タカマル',
          exclusive: false,
          withdrawn: false,
          source: 'company_website' as const,
        },
      ],
      company_identifiers: [
        identifierOf(41, 'domain', 'kakuu-denki.co.jp'),
        identifierOf(42, 'domain', 'domei-shoji.co.jp'),
        identifierOf(56, 'domain', 'kyoyu-group.co.jp'),
        identifierOf(57, 'domain', 'kyoyu-group.co.jp'),
      ],
    },
  ];
}

async function resolved(hints: Readonly<Record<string, string>>, rows: readonly Record<string, string>[]) {
  const caller = await suite.account(1_000);
  const body = { headers: ['name', ...Object.keys(hints)], rows: rows.map((row) => ({ name, ...row })) };
  const imported = await caller.post('/sources/import', body).expect(200);
  const sourceId: string = imported.body.source.source_id;
  const mapping = { entity: 'company', columns: { name: 'name' }, hints };
  await caller.post(`/sources/${sourceId}/map`, mapping).expect(200);
  await caller.resolve(sourceId).expect(200);
  return caller.allRows(sourceId);
}

describe('a name of 120 companies', () => {
  it.each([
    [
      'address',
      ({ prefecture, city, town, block }: (typeof places)[number]) => ({
        address: `${prefecture}${city}${town.replace('大字', '')}2-${block}-3 架空ビル`,
      }),
    ],
    ['postal_code', ({ postal_code }: (typeof places)[number]) => ({ postal_code: `〒${postal_code}` })],
  ])('settles on each of them by its %s', async (hint, cells) => {
    const rows = await resolved(
      { [hint]: hint },
      places.map((place): Record<string, string> => cells(place)),
    );
    expect(rows.map(({ company_id }) => company_id)).toEqual(places.map(({ number }) => idOf(number)));
    expect(new Set(rows.map(({ resolve_status }) => resolve_status))).toEqual(new Set(['matched']));
  });

  it.each([
    ['a wrong address', { address: '東京都戊谷市本町2-1-3' }],
    ['half of an address', { address: '東京都甲山市' }],
    ['only a town', { address: '本町' }],
  ])('does not settle by %s', async (_, cells) => {
    const [row] = await resolved({ address: 'address' }, [cells]);
    expect(row).toMatchObject({ resolve_status: 'multiple_candidates', company_id: null });
  });

  it('lists the companies of the place first', async () => {
    const [row] = await resolved({ prefecture: 'prefecture', city: 'city' }, [
      { prefecture: '東京', city: '丙沢町' },
    ]);
    expect(row?.resolve_status).toBe('multiple_candidates');
    const inPlace = [35, 95].map((at) => idOf(1_000 + at));
    const first = row?.resolve_candidates.slice(0, 2).map(({ company_id }) => company_id);
    expect(first?.toSorted()).toEqual(inPlace.toSorted());
  });
});

const cellFields = [
  'name',
  'as_of',
  'prefecture',
  'city',
  'address',
  'postal_code',
  'domain',
  'securities_code',
] as const;
type NamedCell = { readonly name: string } & {
  readonly [Field in (typeof cellFields)[number]]?: string | undefined;
};

const hintFields = cellFields.slice(2);

/** What both ways say of a cell, in one form. */
interface Outcome {
  readonly status: string;
  readonly company_id: string | null;
  readonly candidates: readonly object[];
  readonly suggestions: readonly object[];
  readonly written: object | null;
  readonly assurance: string | null;
  /** By code; where a row says it by its reason, the code of the gap. */
  readonly issues: readonly string[];
}

type Shown = Readonly<Record<string, unknown>>;

const pick = (fields: readonly string[]) => (from: Shown) =>
  Object.fromEntries(fields.map((field) => [field, from[field]]));
const candidateFields = ['company_id', 'legal_name', 'status', 'named_as', 'matched_by'];
const suggestionFields = ['company_id', 'name', 'reason', 'message'];

/** Codes that gaps of a name and issues of a row share. */
const sharedCodes = ['assurance_below', 'candidates_truncated', 'identifier_and_name_differ'];
/** The gaps that say what these reasons of rows say. */
const gapsOfReasons: Readonly<Record<string, string>> = {
  several_companies_named: 'several_companies_named',
  no_company_meant: 'no_company_meant',
  suggestions_only: 'suggestions_only',
  name_former: 'name_former',
};
const statusOfRow: Readonly<Record<string, string>> = {
  resolved: 'matched',
  ambiguous: 'multiple_candidates',
  not_found: 'not_found',
};

async function resolveAsItems(cells: readonly NamedCell[]): Promise<Outcome[]> {
  const caller = await suite.account(1_000);
  const items = cells.map(({ name: identifier, as_of, ...hints }, at) => ({
    key: String(at),
    identifier_type: 'name',
    identifier,
    ...(as_of && { as_of }),
    ...(Object.keys(hints).length > 0 && { hints }),
  }));
  const { body } = await caller.post('/resolve/batch', { items }).expect(200);
  return body.items.map(({ data, gaps }: { data: Shown; gaps: Shown[] }) => ({
    status: statusOfRow[String(data.status)],
    company_id: data.company_id,
    candidates: (data.candidates as Shown[]).map(pick(candidateFields)),
    suggestions: (data.suggestions as Shown[]).map(pick(suggestionFields)),
    written: data.written,
    assurance: data.assurance,
    issues: gaps.map(({ code }) => String(code)),
  }));
}

async function resolveAsRows(cells: readonly NamedCell[]) {
  const caller = await suite.account(10_000);
  const rows = cells.map((cell) => Object.fromEntries(cellFields.map((field) => [field, cell[field] ?? ''])));
  const imported = await caller.post('/sources/import', { headers: cellFields, rows }).expect(200);
  const sourceId: string = imported.body.source.source_id;
  const hints = Object.fromEntries(hintFields.map((field) => [field, field]));
  const mapping = { entity: 'company', columns: { name: 'name' }, hints, as_of: { column: 'as_of' } };
  await caller.post(`/sources/${sourceId}/map`, mapping).expect(200);
  await caller.resolve(sourceId, { maxCredits: 10_000 }).expect(200);
  return ((await caller.allRows(sourceId)) as (ReviewedRow & Shown)[]).map((row) => ({
    reason: row.reason?.code ?? '',
    outcome: {
      status: row.resolve_status,
      company_id: row.company_id,
      candidates: row.resolve_candidates.map(pick(candidateFields)),
      suggestions: (row.resolve_suggestions as Shown[]).map(pick(suggestionFields)),
      written: row.written,
      assurance: row.assurance,
      issues: row.issues.map(({ code }) => code),
    },
  }));
}

/** @returns the reasons of the rows */
async function expectAlike(cells: readonly NamedCell[]): Promise<string[]> {
  const items = await resolveAsItems(cells);
  const rows = await resolveAsRows(cells);
  const compared = cells.map((cell, at) => {
    const { issues: gaps = [], ...item } = items[at] ?? {};
    const { reason = '', outcome: { issues = [], ...row } = {} } = rows[at] ?? {};
    const shared = (codes: readonly string[]) =>
      codes.filter((code) => sharedCodes.includes(code)).toSorted();
    // Of several things that can be said, the reason of a row is one.
    const isContradicted = reason === 'place_contradicts' && gaps.includes('hints_contradict');
    const wanted = [
      ...(gapsOfReasons[reason] ? [gapsOfReasons[reason]] : []),
      ...(issues.includes('name_changed_hands') ? ['name_changed_hands'] : []),
      ...(isContradicted ? ['hints_contradict'] : []),
    ];
    const isSaidOf = (code: string) =>
      wanted.includes(code) || (code === 'hints_contradict' && gaps.includes(code));
    return {
      item: { cell, ...item, shared: shared(gaps), said: gaps.filter(isSaidOf).toSorted() },
      row: { cell, ...row, shared: shared(issues), said: wanted.toSorted() },
    };
  });
  expect(compared.map(({ row }) => row)).toEqual(compared.map(({ item }) => item));
  return rows.map(({ reason }) => reason);
}

describe('a name with its hints and day', () => {
  const table: readonly NamedCell[] = [
    { name: '株式会社架空電機' },
    { name: '架空電機' },
    { name: '架空' },
    { name: 'カクウデンキ' },
    { name: '㈱架空電機　大阪支店' },
    { name: '株式会社架空電機（東京都）' },
    { name: '株式会社架空電機（大阪府）' },
    { name: '株式会社架空電機ほか3社' },
    { name: `株式会社同姓商事 ${idOf(43).slice(3)}` },
    { name: `株式会社同姓商事 ${idOf(41).slice(3)}` },
    { name: '株式会社同姓商事' },
    { name: '同姓商事', prefecture: '東京都' },
    { name: '株式会社同姓商事', prefecture: '大阪府' },
    { name: '株式会社同姓商事', domain: 'domei-shoji.co.jp' },
    { name: '株式会社同姓商事', domain: 'nobody.example.co.jp' },
    { name: '株式会社同姓商事', city: '？' },
    { name: '有限会社同姓商事' },
    { name: '有限会社同姓商事', prefecture: '大阪府' },
    { name: '株式会社高楼屋' },
    { name: '株式会社高楼屋', prefecture: '東京都' },
    { name: 'タカマル', prefecture: '大阪府' },
    { name: 'タゲマル' },
    { name: 'ゲイダイ' },
    { name: 'Tagei Co., Ltd.', prefecture: '東京都' },
    { name: '株式会社廃店堂', prefecture: '東京都' },
    { name: '株式会社廃店堂', as_of: '2020-04-01' },
    { name: '昔名堂株式会社' },
    { name: '昔名堂', prefecture: '大阪府' },
    { name: '株式会社移名電機' },
    { name: '株式会社移名電機', as_of: '2020-04-01' },
    { name: '株式会社移名電機', as_of: '2025-04-01' },
    { name: '株式会社移名電機', prefecture: '東京都' },
    { name: '株式会社移名電機', prefecture: '大阪府' },
    { name: '株式会社移名電機', prefecture: '北海道' },
    { name: '株式会社旧双子', as_of: '2019-04-01' },
    { name: '株式会社旧双子', as_of: '2019-04-01', prefecture: '大阪府' },
    { name: '株式会社旧双子', prefecture: '大阪府' },
    { name: 'ヨビナ', prefecture: '東京都' },
    { name: 'ヨビナ', prefecture: '大阪府' },
    { name: '株式会社北関東精密部品製作' },
    { name: '株式会社北関東精密部品製作', prefecture: '東京都' },
    { name: 'フリーランス' },
    { name: '株式会社' },
    { name: '・株式会社' },
    { name: '誰も知らない株式会社' },
    { name: '株式会社架空電機・株式会社同姓商事 共同企業体' },
    { name },
    { name, prefecture: '東京都' },
    { name, city: '丙沢町', prefecture: '東京' },
    { name, postal_code: '100-0001' },
    { name, as_of: '2020-04-01' },
    { name: `${name}（東京都）` },
    { name: '群生商会', postal_code: '100-0001' },
  ];

  it('gives the same to a single item and to a row', async () => {
    const reasons = await expectAlike(table);
    expect(new Set(reasons).size).toBeGreaterThan(15);
  });

  it('gives the same whatever is written beside the name', async () => {
    const words = [...new Set(table.map((cell) => cell.name)), 'Ｋａｋｕｕ', '共有物産', '双子', '多芸'];
    const around = [
      '',
      ' ',
      '　大阪支店',
      '（東京都）',
      ' 大阪府堺市',
      '御中',
      'ほか2社',
      ' / 株式会社双子',
      '(株)',
      '支社',
    ];
    const optional = (...values: string[]) =>
      fc.option(fc.constantFrom(...values), { nil: undefined, freq: 1 });
    const cell = fc.record({
      name: fc
        .tuple(
          fc.constantFrom('', '', '', '㈱', '(有)', '東京都千代田区 '),
          fc.constantFrom(...words),
          fc.constantFrom(...around),
        )
        .map((parts) => parts.join('')),
      as_of: optional('2014-01-01', '2019-12-31', '2024-04-01', '2026-01-01'),
      prefecture: optional('東京都', '大阪', '架空県'),
      city: optional('千代田区', '堺市', '丙沢町'),
      address: optional('東京都千代田区1-1', '大阪府堺市2-1', '本町2-1-3'),
      postal_code: optional('1000001', '〒101-0001', '12'),
      domain: optional('domei-shoji.co.jp', 'kyoyu-group.co.jp', 'kakuu-denki.co.jp', '？'),
      securities_code: optional('9204', '1'),
    });
    const { numRuns, seed } = runs(300, 3_000);
    // Cells that ask the same get one answer together, in the spelling of one of them.
    const cells = new Map(
      fc.sample(cell, { numRuns, seed }).map((each) => [questionOf(each), compact(each)]),
    );
    for (const some of splitIntoPieces([...cells.values()], 100)) await expectAlike(some);
  });
});

function questionOf({ name: text, ...others }: NamedCell): string {
  return JSON.stringify([toNameKeys(text).exact, others]);
}

/** What both ways say of one identifier. */
async function resolveIdentifier(type: string, identifier: string) {
  const caller = await suite.account(10);
  const { body } = await caller.post('/resolve', { identifier_type: type, identifier }).expect(200);
  const column = {
    corporate_number: 'number',
    invoice_number: 'number',
    securities_code: 'ticker',
    domain: 'url',
  }[type];
  const row = await caller.outcome({ [column ?? '']: identifier });
  const ids = (candidates: readonly { readonly company_id: string }[]) =>
    candidates.map(({ company_id }) => company_id);
  return {
    item: { status: statusOfRow[body.data.status], ids: ids(body.data.candidates) },
    row: { status: row.resolve_status, ids: ids(row.resolve_candidates) },
  };
}

describe('one identifier', () => {
  const number = (last: number) => idOf(last).slice('cn_'.length);
  it.each([
    ['corporate_number', number(41)],
    ['corporate_number', `法人番号 ${number(44)}`],
    ['corporate_number', number(999_999)],
    ['corporate_number', '9999999999999'],
    ['invoice_number', `T${number(41)}`],
    ['securities_code', '9204'],
    ['securities_code', '9299'],
    ['domain', 'https://www.domei-shoji.co.jp/company'],
    ['domain', 'nobody.example.co.jp'],
    ['domain', 'info@gmail.com'],
    ['domain', '-'],
  ])('%s %s finds the same as a single item and as a row', async (type, identifier) => {
    const { item, row } = await resolveIdentifier(type, identifier);
    expect(row).toEqual(item);
  });

  it('that is faulty finds nobody, and makes a row invalid', async () => {
    const { item, row } = await resolveIdentifier('corporate_number', '123');
    expect([item.status, row.status]).toEqual(['not_found', 'invalid']);
  });

  it('of several companies lists those by their ids, and in a row the active ones first', async () => {
    const { item, row } = await resolveIdentifier('domain', 'kyoyu-group.co.jp');
    expect(item.ids).toEqual([idOf(56), idOf(57)].toSorted());
    expect(row.ids).toEqual([idOf(57), idOf(56)]);
  });
});

/** Without the fields that have no value. */
function compact(cell: NamedCell): NamedCell {
  const given = Object.entries(cell).filter(([, value]) => value !== undefined);
  return { name: cell.name, ...Object.fromEntries(given) };
}
