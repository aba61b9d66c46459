import { randomUUID } from 'node:crypto';
import { Client } from '@elastic/elasticsearch';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { NameRow } from '../../indexers/facts/index.ts';
import { rowReasonTexts } from '../../src/contract/sources/row-reason-texts.ts';
import {
  isAcceptableForAll,
  type RowReason,
  rowReasonCodes,
  rowReasons,
} from '../../src/contract/sources/row-reasons.ts';
import { CompaniesService } from '../../src/features/companies/companies-service.ts';
import { CompaniesStore } from '../../src/features/companies/companies-store.ts';
import { CompanyLookup } from '../../src/features/row-matching/lookup/company-lookup.ts';
import { mappedColumns } from '../../src/features/row-matching/parse-row.ts';
import { RowMatching } from '../../src/features/row-matching/row-matching-service.ts';
import { choiceKey } from '../../src/features/sources/records/decision.ts';
import { SourceChoicesStore } from '../../src/features/sources/records/source-choices-store.ts';
import { RowMatcher } from '../../src/features/sources/resolving/source-matching-service.ts';
import { Engine } from '../../src/search/engine.ts';
import { SearchGateway } from '../../src/search/gateway.ts';
import { companyFacts, corporateNumber, formerName, identifierOf, idOf } from '../support/companies.ts';
import { testStack } from '../support/environment.ts';
import { serviceSuite } from '../support/service.ts';
import {
  type Cells,
  type ReviewedRow,
  SourceAccount,
  usualHeaders,
  usualMapping,
} from '../support/sources.ts';

// Why rows are in their state, with an example of every reason.

const tokyo = { code: '13', name: '東京都', city: '千代田区' };
const osaka = { code: '27', name: '大阪府', city: '大阪市北区' };
const named = (number: number, kind: NameRow['kind'], name: string): NameRow => ({
  company_id: idOf(number),
  kind,
  name,
  valid_from: null,
  valid_to: null,
  source: 'corporate_registry',
});

const suite = await serviceSuite([
  companyFacts({ number: 1, name: '架空自動車株式会社', code: '9203', prefecture: tokyo }),
  companyFacts({ number: 2, name: '株式会社同名商事', prefecture: tokyo }),
  companyFacts({ number: 3, name: '株式会社同名商事', prefecture: osaka }),
  companyFacts({ number: 4, name: '株式会社孤立電機', prefecture: tokyo, kana: 'コリツデンキ' }),
  companyFacts({ number: 5, name: '株式会社髙架屋', prefecture: tokyo }),
  companyFacts({
    number: 6,
    name: '株式会社閉店堂',
    row: { status: 'closed', closed_on: '2024-04-01', close_cause: 'liquidated' },
  }),
  companyFacts({ number: 7, name: '共有物産株式会社' }),
  companyFacts({ number: 8, name: '共有運輸株式会社' }),
  companyFacts({ number: 9, name: '株式会社フリーランス' }),
  companyFacts({ number: 10, name: '株式会社大阪' }),
  companyFacts({ number: 11, name: '合同会社３' }),
  companyFacts({ number: 12, name: '合同会社３‐ＬＬＣ' }),
  companyFacts({ number: 13, name: '夢想市' }),
  companyFacts({ number: 14, name: '学校法人夢想' }),
  companyFacts({ number: 15, name: '夢想市消防団' }),
  companyFacts({
    number: 16,
    name: 'ＫＺＰホールディングス株式会社',
    code: '9216',
    row: { status: 'merged', closed_on: '2024-04-01', close_cause: 'merger' },
  }),
  companyFacts({ number: 90, name: '株式会社九十番', prefecture: osaka }),
  companyFacts({ number: 1090, name: '株式会社千九十番' }),
  companyFacts({ number: 1900, name: '株式会社千九百番' }),
  {
    company_names: [
      named(4, 'english', 'Koritsu Denki Co., Ltd.'),
      named(4, 'trade', 'コリツ'),
      formerName(4, '旧孤立工業株式会社', '2020-01-01'),
    ],
    name_aliases: [
      {
        company_id: idOf(4),
        alias: 'コリマル',
        exclusive: false,
        withdrawn: false,
        source: 'company_website',
      },
      {
        company_id: idOf(5),
        alias: 'タカマル',
        exclusive: true,
        withdrawn: false,
        source: 'company_website',
      },
    ],
    company_identifiers: [
      identifierOf(1, 'domain', 'kakuu-jidosha.co.jp'),
      identifierOf(7, 'domain', 'kyoyu-group.co.jp'),
      identifierOf(8, 'domain', 'kyoyu-group.co.jp'),
    ],
  },
  ...Array.from({ length: 51 }, (_, at) => companyFacts({ number: 200 + at, name: '株式会社大集団' })),
]);
const { knex } = suite.database;
await knex('company_aliases').insert({ alias_id: 'tse_9299', company_id: idOf(1), reason: 'merged_record' });
await knex('listed_funds').insert({
  exchange: 'tse',
  code: '1999',
  name: '架空ＥＴＦ',
  category: 'ETF・ETN',
  as_of: '2026-01-31',
});
await suite.service.reindexCompanies();
const account = await suite.service.createAccount({ plan: 'unlimited', credits: { basic: 1000 } });
const caller = new SourceAccount(suite.service, account);
const client = new Client({ node: testStack().elasticsearchUrl });
const lookup = new CompanyLookup({
  gateway: new SearchGateway(new Engine(client)),
  alias: `${suite.service.indexPrefix}companies`,
});
afterAll(async () => {
  await client.close();
  await suite.end();
});

const number = corporateNumber;
/** The same digits with one replaced, so that the check digit is wrong. */
const mistyped = (last: number) => `${number(last).slice(0, 5)}7${number(last).slice(6)}`;
const unknownNumber = number(999_999);
/** A valid number that has two digits of company 90 swapped: their difference is nine, so the check digit stays. */
const swapped = number(900);

type Example = readonly [reason: string, cells: Cells, status: string, ...companies: number[]];

const examples: readonly Example[] = [
  ['number_and_name', { number: number(4), name: '(株)孤立電機' }, 'matched', 4],
  ['number_and_name', { number: number(4), name: '旧孤立工業株式会社' }, 'matched', 4],
  ['number_alone', { number: number(4) }, 'matched', 4],
  ['code_and_name', { ticker: '9203', name: '架空自動車' }, 'matched', 1],
  ['code_alone', { ticker: '9203' }, 'matched', 1],
  ['site_and_name', { url: 'kakuu-jidosha.co.jp', name: '架空自動車㈱' }, 'matched', 1],
  ['site_alone', { url: 'kakuu-jidosha.co.jp' }, 'matched', 1],
  ['shared_identifier_and_name', { url: 'kyoyu-group.co.jp', name: '共有運輸株式会社' }, 'matched', 8],
  ['full_name', { name: '株式会社孤立電機' }, 'matched', 4],
  ['exclusive_alias', { name: 'タカマル' }, 'matched', 5],
  ['name_without_form', { name: '孤立電機' }, 'matched', 4],
  ['name_and_place', { name: '株式会社同名商事', prefecture: '大阪府' }, 'matched', 3],
  ['name_former', { name: '旧孤立工業㈱' }, 'matched', 4],
  ['company_ended', { name: '株式会社閉店堂' }, 'matched', 6],
  ['branch_of_name', { name: '株式会社孤立電機 大阪支店' }, 'matched', 4],
  ['branch_of_name', { name: '株式会社孤立電機大阪支店' }, 'matched', 4],
  ['unit_of', { name: '夢想市教育委員会 総務課' }, 'matched', 13],
  ['full_name', { name: '夢想市消防団' }, 'matched', 15],
  ['unit_of', { name: '夢想大学医学部' }, 'multiple_candidates', 14],
  ['other_spelling', { name: '合同会社３ーＬＬＣ' }, 'matched', 12],
  ['number_and_name', { number: number(4), name: '㈱孤立電機　大阪支店' }, 'matched', 4],
  ['code_and_name', { ticker: '9203', name: '架空自動車㈱経理部御中' }, 'matched', 1],

  ['several_companies', { name: '株式会社同名商事' }, 'multiple_candidates', 2, 3],
  ['several_companies', { name: '株式会社同名商事', prefecture: '北海道' }, 'multiple_candidates', 2, 3],
  ['only_english_name', { name: 'KORITSU DENKI CO LTD' }, 'multiple_candidates', 4],
  ['only_english_name', { name: 'koritsu denki' }, 'multiple_candidates', 4],
  ['only_trade_name', { name: 'コリツ' }, 'multiple_candidates', 4],
  ['called_so', { name: '架空' }, 'multiple_candidates', 1],
  ['only_alias', { name: 'コリマル' }, 'multiple_candidates', 4],
  ['only_former_name', { name: '旧孤立工業' }, 'multiple_candidates', 4],
  ['no_company_meant', { name: 'フリーランス' }, 'multiple_candidates', 9],
  ['no_company_meant', { name: 'フリーランス様', prefecture: '東京都' }, 'multiple_candidates', 9],
  ['no_company_meant', { name: '現金' }, 'not_found'],
  ['full_name', { name: '株式会社フリーランス' }, 'matched', 9],
  // The form belongs to what is before it.
  ['nobody_found', { name: '遠方グループ (株)大阪支店' }, 'not_found'],
  ['nobody_found', { name: '遠方アセット(同)3' }, 'not_found'],
  // Placeholders count as empty cells.
  ['full_name', { number: '9999999999999', name: '株式会社孤立電機' }, 'matched', 4],
  ['nothing_given', { number: 'T9999999999999' }, 'not_found'],
  ['nothing_given', { name: '㈱' }, 'not_found'],
  ['several_companies_named', { name: '株式会社孤立電機ほか3社' }, 'multiple_candidates', 4],
  ['part_of_name', { name: '株式会社孤立電機あおば支店' }, 'multiple_candidates', 4],
  ['only_kana_name', { name: 'コリツデンキ' }, 'multiple_candidates', 4],
  ['only_other_spelling', { name: '株式会社高架屋' }, 'multiple_candidates', 5],
  ['only_form_at_other_end', { name: '孤立電機株式会社' }, 'multiple_candidates', 4],
  ['only_other_legal_form', { name: '有限会社孤立電機' }, 'multiple_candidates', 4],
  ['only_other_legal_form', { name: 'Koritsu Denki Inc.' }, 'multiple_candidates', 4],
  ['only_other_legal_form', { name: '旧孤立工業(有)' }, 'multiple_candidates', 4],
  ['company_closed', { name: '閉店堂' }, 'multiple_candidates', 6],
  ['place_contradicts', { name: '株式会社孤立電機', prefecture: '大阪府' }, 'multiple_candidates', 4],
  ['place_contradicts', { name: 'Koritsu Denki', prefecture: '大阪府' }, 'multiple_candidates', 4],
  ['identifier_and_name_differ', { number: number(4), name: '株式会社髙架屋' }, 'multiple_candidates', 4, 5],
  ['identifier_and_likely_name', { number: number(16), name: 'ＫＺＰHD' }, 'multiple_candidates', 16],
  ['name_unlike_identifier', { number: number(4), name: '誰も知らない株式会社' }, 'multiple_candidates', 4],
  ['name_unlike_identifier', { number: number(4), name: '株式会社孤立電機工業' }, 'multiple_candidates', 4],
  ['branch_behind_name', { number: number(4), name: '㈱孤立電機あおば支店' }, 'multiple_candidates', 4],
  ['branch_behind_name', { number: number(4), name: '㈱孤立電機ほか' }, 'multiple_candidates', 4],
  ['identifiers_differ', { number: number(4), ticker: '9203' }, 'multiple_candidates', 1, 4],
  ['identifier_shared', { url: 'kyoyu-group.co.jp' }, 'multiple_candidates', 7, 8],
  ['identifier_unknown_other_known', { number: unknownNumber, ticker: '9203' }, 'multiple_candidates', 1],
  [
    'identifier_unknown_name_found',
    { number: unknownNumber, name: '株式会社孤立電機' },
    'multiple_candidates',
    4,
  ],
  ['identifier_unknown_name_found', { url: 'new.example.jp', name: 'コリツ' }, 'multiple_candidates', 4],
  [
    'identifier_unknown_name_several',
    { number: unknownNumber, name: '株式会社同名商事' },
    'multiple_candidates',
    2,
    3,
  ],
  [
    'site_unknown_name_settles',
    { url: 'new.example.jp', name: '株式会社孤立電機' },
    'multiple_candidates',
    4,
  ],
  [
    'identifier_unknown_name_found',
    { url: 'new.example.jp', name: '株式会社孤立電機', prefecture: '大阪府' },
    'multiple_candidates',
    4,
  ],
  ['number_near_miss', { number: swapped, name: '株式会社九十番' }, 'multiple_candidates', 90],

  ['nobody_found', { name: '誰も知らない株式会社' }, 'not_found'],
  ['identifier_unknown', { number: unknownNumber, name: '誰も知らない株式会社' }, 'not_found'],
  ['code_of_fund', { ticker: '1999', name: '架空ＥＴＦ' }, 'not_found'],
  ['name_of_fund', { name: '架空ETF' }, 'not_found'],
  ['code_of_fund', { ticker: '19990', name: '株式会社孤立電機' }, 'multiple_candidates', 4],
  ['site_not_identifying', { url: 'info@gmail.com' }, 'not_found'],
  ['nothing_given', { name: ' ', prefecture: '東京都' }, 'not_found'],

  ['number_near_miss', { number: mistyped(4), name: '株式会社孤立電機' }, 'invalid', 4],
  ['number_near_miss', { number: number(4).slice(1), name: 'コリツ' }, 'invalid', 4],
  ['number_near_miss', { number: mistyped(1), ticker: '9203' }, 'invalid', 1],
  ['faulty_value_one_company', { number: '123', name: '株式会社孤立電機' }, 'invalid', 4],
  ['faulty_value_one_company', { ticker: '92', number: number(4), name: '孤立電機' }, 'invalid', 4],
  ['faulty_value_uncertain_company', { number: '123', name: 'コリツ' }, 'invalid', 4],
  ['faulty_value_uncertain_company', { number: '123', name: '孤立電機', prefecture: '大阪' }, 'invalid', 4],
  [
    'faulty_value_uncertain_company',
    { number: mistyped(4), name: '孤立電機', prefecture: '大阪' },
    'invalid',
    4,
  ],
  ['faulty_value_several_companies', { number: '123', name: '株式会社同名商事' }, 'invalid', 2, 3],
  ['faulty_value_several_companies', { number: mistyped(3), name: '株式会社同名商事' }, 'invalid', 3, 2],
  ['faulty_value_nobody', { number: '123', name: '誰も知らない株式会社' }, 'invalid'],
  ['faulty_value_nobody', { number: '123' }, 'invalid'],
];

const own = { cd_company_id: idOf(4) };
const ownExamples: readonly Example[] = [
  ['earlier_export', own, 'matched', 4],
  ['earlier_export', { ...own, name: '孤立電機', number: number(4) }, 'matched', 4],
  ['earlier_export', { ...own, name: '株式会社孤立電機 大阪支店', prefecture: '大阪府' }, 'matched', 4],
  ['earlier_export', { ...own, name: '表のとおりの名前' }, 'matched', 4],
  ['earlier_export', { cd_company_id: 'tse_9299' }, 'matched', 1],
  ['earlier_export', { cd_corporate_number: number(5) }, 'matched', 5],
  ['earlier_export', { cd_company_id: 'x', cd_corporate_number: number(5) }, 'matched', 5],
  ['earlier_export', { ...own, cd_corporate_number: number(5) }, 'matched', 4],
  ['identifier_and_name_differ', { ...own, name: '株式会社髙架屋' }, 'multiple_candidates', 4, 5],
  ['identifiers_differ', { ...own, ticker: '9203' }, 'multiple_candidates', 1, 4],
  ['identifier_unknown_other_known', { ...own, number: unknownNumber }, 'multiple_candidates', 4],
  ['identifier_unknown', { cd_company_id: `cn_${unknownNumber}` }, 'not_found'],
  ['faulty_value_one_company', { ...own, number: '123' }, 'invalid', 4],
];

const once = (name: string, company: number) => ({ name, company, always: false });
const always = (name: string, company: number) => ({ name, company, always: true });
const strange = '表のとおりの名前';
const alone = '株式会社孤立電機';
const several = 'multiple_candidates';
const choiceExamples = [
  ['only_earlier_choice', { name: strange }, [once(strange, 4)], several, 'weak'],
  ['earlier_choice_differs', { name: alone }, [once(alone, 5)], several, 'weak'],
  ['earlier_choice_differs', { name: strange, number: number(4) }, [once(strange, 5)], several, 'weak'],
  ['full_name', { name: alone }, [once(alone, 4)], 'matched', 'weak'],
  ['remembered', { name: strange }, [always(strange, 4)], 'matched', 'strong'],
  ['remembered', { name: alone }, [always(alone, 5)], 'matched', 'strong'],
  ['remembered', { name: strange }, [once(strange, 5), always(strange, 4)], 'matched', 'strong'],
  ['remembered', { name: strange, number: number(4) }, [always(strange, 4)], 'matched', 'strong'],
  ['remembered', { name: strange, url: 'new.example.jp' }, [always(strange, 4)], 'matched', 'strong'],
  ['remembered', { name: strange, prefecture: '東京都' }, [always(strange, 4)], 'matched', 'strong'],
  [
    'remembered_contradicted',
    { name: strange, prefecture: '大阪府' },
    [always(strange, 4)],
    several,
    'strong',
  ],
  [
    'remembered_contradicted',
    { name: strange, number: unknownNumber },
    [always(strange, 4)],
    several,
    'strong',
  ],
  ['remembered_contradicted', { name: strange, ticker: '9203' }, [always(strange, 4)], several, 'strong'],
  ['remembered_contradicted', { name: strange }, [always(strange, 4), always(strange, 5)], several, 'strong'],
  ['number_and_name', { name: alone, number: number(4) }, [always(alone, 5)], 'matched', 'exact'],
  ['faulty_value_one_company', { name: strange, number: '12' }, [always(strange, 4)], 'invalid', 'strong'],
] as const;

const rows = await caller.allRows(await caller.resolved(examples.map(([, cells]) => cells)));

/** Reason, status and candidates. */
function shown(row: ReviewedRow | undefined) {
  const ids = row?.resolve_candidates.map((each) => each.company_id) ?? [];
  return [row?.reason?.code, row?.resolve_status, ...ids.sort()];
}

function expected([reason, , status, ...companies]: Example) {
  return [reason, status, ...companies.map(idOf).sort()];
}

describe('a resolved row', () => {
  it.each(examples.map((each, at) => ({ reason: each[0], cells: each[1], each, row: rows[at] })))(
    'has the reason $reason with $cells',
    ({ each, row }) => expect(shown(row)).toEqual(expected(each)),
  );

  it('has its reason in one sentence of the catalogue', () => {
    for (const { reason } of rows) {
      expect(reason?.message).toBe(rowReasonTexts[reason?.code as RowReason][0]);
    }
  });

  it('that 50 companies fit says that not all were compared', async () => {
    const row = await caller.outcome({ name: '株式会社大集団' });
    expect([row.reason?.code, row.candidate_count]).toEqual(['too_many_namesakes', 50]);
  });

  it('has exactly one candidate if its reason can be accepted for all rows at once', () => {
    const acceptable = rows.filter(({ reason }) => isAcceptableForAll(reason?.code ?? ''));
    expect(acceptable.length).toBeGreaterThan(10);
    expect(acceptable.every(({ candidate_count }) => candidate_count === 1)).toBe(true);
  });

  it('says that a placeholder is none', async () => {
    const issuesOf = async (cells: Cells) => (await caller.outcome(cells)).issues;
    expect(await issuesOf({ number: '9999999999999', name: '株式会社孤立電機' })).toMatchObject([
      {
        code: 'corporate_number_placeholder',
        message:
          '9999999999999 is not a real corporate number. People and programs write it where there is none.',
      },
    ]);
    expect(await issuesOf({ name: '株式会社' })).toMatchObject([
      { code: 'name_placeholder', message: '"株式会社" is only a legal form, not a name.' },
    ]);
  });

  it('is the same for a single name', async () => {
    const resolve = async (identifier: string, identifier_type = 'name') =>
      (await caller.post('/resolve', { identifier_type, identifier }).expect(200)).body;
    const word = await resolve('フリーランス');
    expect(word.data).toMatchObject({ status: 'ambiguous', candidates: [{ company_id: idOf(9) }] });
    expect(word.gaps).toContainEqual(expect.objectContaining({ code: 'no_company_meant' }));
    for (const [text, type] of [
      ['カブシキガイシャ', 'name'],
      ['9999999999999', 'corporate_number'],
      ['T9999999999999', 'invoice_number'],
    ])
      expect(await resolve(text ?? '', type)).toMatchObject({
        data: { status: 'not_found', candidates: [] },
        gaps: [
          {
            code: 'identifier_empty',
            message: expect.stringMatching(/is (not a real corporate number|only a legal form)/),
          },
        ],
      });
  });

  it('has different names as its first samples', async () => {
    const names = ['誰も知らない株式会社', '誰も知らない株式会社', 'どこにもない株式会社'];
    const sourceId = await caller.resolved(names.map((name) => ({ name })));
    const { body } = await caller.get(`/sources/${sourceId}/reasons`).expect(200);
    expect(body.reasons).toMatchObject([
      { rows: 3, samples: [{ row_number: 1 }, { row_number: 3 }, { row_number: 2 }] },
    ]);
  });

  it('is accepted with others only if the cell says nothing but the company', async () => {
    const names = [
      '株式会社孤立電機 空想太郎',
      '株式会社孤立電機設計大阪支店',
      '遠方(株)孤立電機',
      '株式会社孤立電機あおば支店',
      '架空協議会代表機関株式会社孤立電機',
    ];
    const sourceId = await caller.resolved(names.map((name) => ({ name })));
    expect((await caller.rows(sourceId)).map(({ reason }) => reason?.code)).toEqual(
      names.map(() => 'part_of_name'),
    );
    const { body } = await caller.get(`/sources/${sourceId}/reasons`).expect(200);
    expect(body.reasons).toMatchObject([
      { code: 'part_of_name', rows: 5, single_candidate_rows: 2, left_out_rows: 3, acceptable: true },
    ]);
    // First what would be accepted.
    const [{ samples }] = body.reasons;
    expect(samples.map(({ row_number }: { row_number: number }) => row_number)).toEqual([4, 5, 1, 2, 3]);
    const accepting = { reason: 'part_of_name', rows: 2, execute: true, maxCredits: 10 };
    const done = await caller.post(`/sources/${sourceId}/accept`, accepting, randomUUID()).expect(200);
    expect(done.body.accepted).toMatchObject({ reason: 'part_of_name', rows: 2, left_out_rows: 3 });
    const settled = (await caller.rows(sourceId)).filter(
      ({ resolve_status }) => resolve_status === 'matched',
    );
    expect(settled.map(({ row_number }) => row_number)).toEqual([4, 5]);
  });

  it('is in a state that its reason can have', () => {
    for (const { reason, resolve_status } of rows) {
      expect(rowReasons[reason?.code as RowReason].states).toContain(resolve_status);
    }
  });

  it('needs a person if it has candidates and is not matched, faulty rows included', () => {
    for (const { needs_human, resolve_status, candidate_count } of rows)
      expect(needs_human).toBe(resolve_status !== 'matched' && candidate_count > 0);
  });
});

describe('the issues of an open row', () => {
  const issuesOf = (reason: string) => rows[examples.findIndex(([code]) => code === reason)]?.issues ?? [];
  const messageOf = (reason: string, code: string) =>
    issuesOf(reason).find((issue) => issue.code === code)?.message;

  it('name both companies when an identifier and the name are of different ones', () => {
    expect(messageOf('identifier_and_name_differ', 'identifier_and_name_differ')).toBe(
      `The corporate number is of 株式会社孤立電機 (${idOf(4)}). The name is of 株式会社髙架屋 (${idOf(5)}).`,
    );
  });

  it('name both companies when identifiers are of different ones', () => {
    expect(messageOf('identifiers_differ', 'identifiers_differ')).toBe(
      `The corporate number is of 株式会社孤立電機 (${idOf(4)}). The securities code is of 架空自動車株式会社 (${idOf(1)}).`,
    );
  });

  it('name the company whose number was almost written, and the right number', () => {
    expect(messageOf('number_near_miss', 'corporate_number_near_miss')).toBe(
      `${swapped} has two digits swapped, compared with ${number(90)}, the corporate number of 株式会社九十番 (${idOf(90)}). Check it.`,
    );
  });

  it('name it too when the number is of another company than the name', async () => {
    const row = await caller.outcome({ number: number(1900), name: '株式会社千九十番' });
    expect(row.reason?.code).toBe('identifier_and_name_differ');
    expect(row.issues.map(({ code }) => code)).toEqual([
      'identifier_and_name_differ',
      'corporate_number_near_miss',
    ]);
    expect(row.resolve_candidates.map(({ company_id }) => company_id)).toEqual([idOf(1090), idOf(1900)]);
  });

  it('name it too when more companies have the name than are compared', async () => {
    const crowd = Array.from({ length: 51 }, (_, at) => 200 + at);
    const cells = crowd.map((last) => ({ number: mistyped(last), name: '大集団' }));
    const found = await caller.allRows(await caller.resolved(cells));
    expect(found.map((row) => row.resolve_candidates[0]?.company_id)).toEqual(crowd.map(idOf));
    expect(found.map(({ issues }) => issues.at(-1)?.code === 'candidates_truncated')).toContain(true);
    for (const { issues } of found)
      expect(issues.map(({ code }) => code)).toContain('corporate_number_near_miss');
  });
});

describe('columns of an earlier export', () => {
  const headers = [...usualHeaders, 'cd_company_id', 'cd_corporate_number'];
  const blank = Object.fromEntries(headers.map((header) => [header, '']));
  const resolvedRows = async (cells: readonly Cells[]) => {
    const body = { headers, rows: cells.map((row) => ({ ...blank, ...row })) };
    const imported = await caller.post('/sources/import', body).expect(200);
    const { source_id: id } = imported.body.source;
    await caller.post(`/sources/${id}/map`, usualMapping).expect(200);
    const { body: resolved } = await caller.resolve(id).expect(200);
    return { rows: await caller.rows(id), used: resolved.billing.credits_used };
  };

  it('settle the rows that they name, free, if nothing else names another company', async () => {
    const { rows, used } = await resolvedRows(ownExamples.map(([, cells]) => cells));
    expect(rows.map(shown)).toEqual(ownExamples.map(expected));
    expect(used).toBe(0);
    expect(rows.every(({ paid }) => !paid)).toBe(true);
    expect(rows[4]?.resolve_candidates[0]?.matched_by[0]).toMatchObject({
      stage: 'company_id',
      value: 'tse_9299',
    });
  });

  it('say nothing if they are empty or faulty, and a fault is an issue', async () => {
    const { rows, used } = await resolvedRows([
      { name: '孤立電機' },
      { name: '孤立電機', cd_company_id: '=HYPERLINK()', cd_corporate_number: '12' },
      { cd_company_id: 'cn_1' },
      { cd_company_id: idOf(5), cd_corporate_number: number(5) },
      { cd_company_id: idOf(5) },
    ]);
    expect(rows.map(shown)).toEqual([
      ['name_without_form', 'matched', idOf(4)],
      ['name_without_form', 'matched', idOf(4)],
      ['nothing_given', 'not_found'],
      ['earlier_export', 'matched', idOf(5)],
      ['earlier_export', 'matched', idOf(5)],
    ]);
    expect(rows[1]?.issues.map(({ code }) => code)).toEqual([
      'earlier_export_malformed',
      'earlier_export_malformed',
    ]);
    expect(used).toBe(2);
  });

  it('charge the row when something else settles it', async () => {
    const { used } = await resolvedRows([own, own, { name: '孤立電機' }]);
    expect(used).toBe(1);
  });
});

describe('rows that say the same', () => {
  const keysOf = async (cells: readonly Cells[]) => {
    const id = await caller.resolved(cells);
    const stored = await knex('source_rows')
      .where({ source_id: id })
      .orderBy('row_number')
      .select<{ same_key: Buffer }[]>('same_key');
    const keys = stored.map(({ same_key }) => same_key.toString('hex'));
    return keys.map((key) => keys.indexOf(key));
  };

  it('share a key, faulty ones and those without any value too', async () => {
    const rows = [
      { name: '株式会社同名商事', number: '12' },
      { name: '(株)同名商事', number: '１２' },
      { name: '株式会社同名商事', number: '123' },
      { name: '株式会社同名商事' },
      { name: '㈱ 同名商事', number: '-', url: 'a@gmail.com' },
      { name: '株式会社同名商事', prefecture: '大阪府' },
      { name: '' },
      { name: 'なし', ticker: '-' },
      { url: 'a@gmail.com' },
    ];
    expect(await keysOf(rows)).toEqual([0, 0, 2, 3, 3, 5, 6, 6, 8]);
  });
});

/** The outcome of a row for an account with these choices, and without the companies that the database lost. */
async function outcomeWith(
  cells: Cells,
  choices: readonly { name: string; company: number; always: boolean }[],
  lost: readonly number[] = [],
) {
  class Choices extends SourceChoicesStore {
    override choicesFor() {
      return Promise.resolve(
        choices.map(({ name, company, always }) => ({
          name_key: choiceKey(name),
          company_id: idOf(company),
          mark: null,
          always,
        })),
      );
    }
  }
  const isLost = (id: string) => lost.some((each) => idOf(each) === id);
  class Companies extends CompaniesService {
    override async findHeadOffices(ids: readonly string[]) {
      const found = await super.findHeadOffices(ids);
      return new Map([...found].filter(([id]) => !isLost(id)));
    }
    override async findExistingCompanies(cards: Parameters<CompaniesService['findExistingCompanies']>[0]) {
      const found = await super.findExistingCompanies(cards);
      return new Set([...found].filter((id) => !isLost(id)));
    }
  }
  const scope = { accountId: account.accountId, sourceId: randomUUID() };
  const matching = new RowMatching({ lookup, companies: new Companies(new CompaniesStore(knex)) });
  const parts = { matching, choices: new Choices(knex) };
  const run = new RowMatcher(parts, scope, mappedColumns(usualMapping, usualHeaders));
  const [matched] = await run.match([
    { cells: usualHeaders.map((h) => cells[h] ?? ''), issues: [], rejected_company_ids: [] },
  ]);
  const { status, reason, candidates } = matched?.outcome ?? {};
  return [reason, status, candidates?.[0]?.matched_by.at(-1)?.strength];
}

describe('earlier choices', () => {
  it.each(choiceExamples)('give %s with %j and %j', async (reason, cells, choices, status, strength) => {
    expect(await outcomeWith(cells, choices)).toMatchObject([reason, status, strength]);
  });

  it('and names settle nothing on a company that the database no longer has', async () => {
    expect(await outcomeWith({ name: alone }, [], [4])).toEqual(['company_not_loaded', several, 'weak']);
  });
});

/**
 * Reasons of rows whose names are taken apart, of suggestions and of how sure a match is (test/unit/suggestions, test/unit/acceptable-rows,
 * test/http/assurance).
 */
const ofWrittenNames = [
  'assurance_below',
  'name_changed_hands',
  'name_as_of',
  'suggestions_only',
  'code_and_short_name',
  'one_slip',
];

it('every reason of the catalogue has an example, except those of decisions', () => {
  const shown = [...examples, ...ownExamples, ...choiceExamples].map(([reason]) => reason as string);
  const elsewhere = ['too_many_namesakes', 'company_not_loaded', ...ofWrittenNames];
  const missing = rowReasonCodes.filter((code) => ![...shown, ...elsewhere].includes(code));
  expect(missing).toEqual(['chosen', 'taken_back', 'none_of_these', 'not_a_company']);
});
