import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { CompaniesService } from '../../src/features/companies/companies-service.ts';
import { CompaniesStore } from '../../src/features/companies/companies-store.ts';
import { companyFacts, corporateNumber, formerName, identifierOf, idOf } from '../support/companies.ts';
import { serviceSuite } from '../support/service.ts';
import { sourceParts } from '../support/source-parts.ts';
import { type Cells, type ReviewedRow, SourceAccount } from '../support/sources.ts';

// How sure matches are, over a register that is known to be incomplete.

const tokyo = { code: '13', name: '東京都', city: '千代田区' };
const osaka = { code: '27', name: '大阪府', city: '大阪市北区' };
/** Companies that EDINET names; the register has three quarters of them. */
const filers = Array.from({ length: 120 }, (_, at) => 1000 + at);

const suite = await serviceSuite([
  companyFacts({ number: 1, name: '株式会社孤立電機', prefecture: tokyo }),
  companyFacts({ number: 2, name: '株式会社同名商事', prefecture: tokyo }),
  companyFacts({ number: 3, name: '株式会社同名商事', prefecture: osaka }),
  companyFacts({ number: 4, name: '無形研究機構', prefecture: tokyo }),
  companyFacts({ number: 5, name: '株式会社先代電機' }),
  companyFacts({ number: 6, name: '株式会社移名電機' }),
  companyFacts({ number: 7, name: '株式会社北関東精密部品製造' }),
  companyFacts({ number: 8, name: '株式会社Ｋ－ＰＯＷＥＲ' }),
  companyFacts({ number: 9, name: '株式会社ＫＡＫＵ', prefecture: tokyo }),
  companyFacts({ number: 10, name: '株式会社ＫＡＫＵ　Ｏｓａｋａ', prefecture: osaka }),
  {
    company_names: [
      formerName(5, '株式会社移名電機', '2022-04-01', '2015-10-05'),
      {
        company_id: idOf(7),
        kind: 'english',
        name: 'Kitakanto Precision Co., Ltd.',
        valid_from: null,
        valid_to: null,
        source: 'corporate_registry',
      },
    ],
  },
  ...filers.map((number, at) =>
    companyFacts({
      number,
      name: `有価証券${number}株式会社`,
      row: { register_updated_on: at % 4 === 0 ? null : '2024-01-01' },
    }),
  ),
  {
    company_identifiers: filers.map((number) =>
      identifierOf(number, 'edinet_code', `E${10_000 + number}`, { source: 'edinet' }),
    ),
  },
]);
const { knex } = suite.database;
await knex('company_names')
  .where({ company_id: idOf(6), kind: 'legal' })
  .update({ valid_from: '2022-04-01' });
await suite.service.reindexCompanies();
afterAll(async () => {
  await parts.close();
  await suite.end();
});
const account = await suite.service.createAccount({ plan: 'unlimited', credits: { basic: 1000 } });
const caller = new SourceAccount(suite.service, account);
const parts = sourceParts(knex, `${suite.service.indexPrefix}companies`);
const firstTry = { attempt: 1, last: false };

const register = { complete: false, share: 0.75, companies: 120 };

describe('the coverage of the register', () => {
  const measured = () => new CompaniesService(new CompaniesStore(knex)).registerCoverage();

  it('is the share of the companies of other sources that it has', async () => {
    expect(await measured()).toEqual(register);
  });

  it('is whole if it has nearly all of them, and unknown if they are few', async () => {
    const missing = () => knex('companies').whereNull('register_updated_on');
    const some = await missing().pluck('company_id');
    await missing().update({ register_updated_on: '2024-01-01' });
    expect(await measured()).toEqual({ complete: true, share: 1, companies: 120 });
    await knex('company_identifiers')
      .where('value', '>', `E${10_000 + 1098}`)
      .update({ source: 'corporate_registry' });
    expect(await measured()).toEqual({ complete: null, share: null, companies: 99 });
    await knex('company_identifiers').update({ source: 'edinet' });
    await knex('companies').whereIn('company_id', some).update({ register_updated_on: null });
  });
});

async function resolved(identifier: string, rest: object = {}) {
  const body = { identifier_type: 'name', identifier, ...rest };
  const { body: answer } = await caller.post('/resolve', body).expect(200);
  const { status, company_id, candidates, assurance, register } = answer.data;
  const gaps = answer.gaps.map(({ code }: { code: string }) => code);
  return { status, company_id, candidates: candidates.length, assurance, register, gaps, answer };
}

describe('resolve', () => {
  it('says how sure a match is, and how complete the register is if that matters', async () => {
    expect(await resolved('株式会社孤立電機')).toMatchObject({
      status: 'resolved',
      assurance: 'name_in_incomplete_register',
      register,
    });
    expect(await resolved(corporateNumber(1), { identifier_type: 'corporate_number' })).toMatchObject({
      status: 'resolved',
      assurance: 'identifier',
      register: null,
    });
    expect(await resolved('誰も知らない株式会社')).toMatchObject({ status: 'not_found', assurance: null });
    expect(await resolved('株式会社同名商事')).toMatchObject({ status: 'ambiguous', assurance: null });
  });

  it('does not settle a bare name in an incomplete register, unless it is asked to', async () => {
    const { answer, ...found } = await resolved('孤立電機');
    expect(found).toEqual({
      status: 'ambiguous',
      company_id: null,
      candidates: 1,
      assurance: 'bare_name_in_incomplete_register',
      register,
      gaps: ['assurance_below', 'confirmation_needed'],
    });
    expect(answer.gaps[0].message).toContain('only 75 % of the companies');
    expect(await resolved('孤立電機', { settle_from: 'bare_name_in_incomplete_register' })).toMatchObject({
      status: 'resolved',
      company_id: idOf(1),
      assurance: 'bare_name_in_incomplete_register',
    });
  });

  it('counts a name as whole if the company has no legal form', async () => {
    expect(await resolved('無形研究機構')).toMatchObject({
      status: 'resolved',
      company_id: idOf(4),
      assurance: 'name_in_incomplete_register',
    });
  });

  it.each([
    '株式会社KAKU Tokyo',
    '株式会社KAKU 東京 御中',
    '株式会社KAKU 本店 営業部',
    '株式会社KAKU 研究所 様',
  ])(
    'does not settle %s, whose last word may belong to the name of a missing company',
    async (identifier) => {
      const found = { assurance: 'bare_name_in_incomplete_register', candidates: 1 };
      // The missing company would be in the same place.
      for (const rest of [{}, { hints: { prefecture: '東京都' } }])
        expect(await resolved(identifier, rest)).toMatchObject({ status: 'ambiguous', ...found });
      expect(await resolved(identifier, { settle_from: found.assurance })).toMatchObject({
        status: 'resolved',
        company_id: idOf(9),
      });
    },
  );

  it.each([
    '株式会社KAKU 東京都',
    '株式会社KAKU 大阪支店',
    '株式会社KAKU 佐藤太郎 様',
    '株式会社KAKU 企画部 空想太郎 様',
    '株式会社KAKU 企画部',
  ])('settles %s, where nothing can belong to the name', async (identifier) => {
    expect(await resolved(identifier)).toMatchObject({ status: 'resolved', company_id: idOf(9) });
  });

  it.each([
    '御中',
    '営業部',
    '大阪支店',
    '代表取締役 空想太郎',
    '営業部 空想太郎 様',
    '大阪支店長 空想太郎',
    '（大阪府）',
  ])('settles on the longest name that somebody has: 株式会社KAKU Osaka %s', async (behind) => {
    expect(await resolved(`株式会社KAKU Osaka ${behind}`)).toMatchObject({
      status: 'resolved',
      company_id: idOf(10),
    });
  });

  it('settles from a level on', async () => {
    const settle_from = 'name_in_whole_register';
    expect(await resolved('株式会社孤立電機', { settle_from })).toMatchObject({
      status: 'ambiguous',
      candidates: 1,
      gaps: ['assurance_below', 'confirmation_needed'],
    });
    const number = { identifier_type: 'corporate_number', settle_from: 'identifier' };
    expect(await resolved(corporateNumber(1), number)).toMatchObject({ status: 'resolved' });
  });

  it('refuses an unknown level, and keeps the levels of a batch apart', async () => {
    const request = { identifier_type: 'name', identifier: '孤立電機' };
    const refused = await caller.post('/resolve', { ...request, settle_from: 'by_hand' }).expect(400);
    expect(refused.body.error.details[0].field).toBe('settle_from');
    const items = [
      { ...request, key: 'a' },
      { ...request, key: 'b', settle_from: 'bare_name_in_incomplete_register' },
      { ...request, key: 'c', settle_from: 'sure' },
    ];
    const { body } = await caller.post('/resolve/batch', { items }).expect(200);
    expect(
      body.items.map(({ data, error }: { data: { status: string }; error: { code: string } }) =>
        data ? data.status : error.code,
      ),
    ).toEqual(['ambiguous', 'resolved', 'invalid_request']);
  });
});

const headers = ['name', 'number', 'prefecture', 'day'];
const mapping = {
  entity: 'company',
  columns: { name: 'name', corporate_number: 'number' },
  hints: { prefecture: 'prefecture' },
};

async function sourceOf(rows: readonly Cells[], more: object = {}, level = 200) {
  const blank = Object.fromEntries(headers.map((header) => [header, '']));
  const all = rows.map((row) => ({ ...blank, ...row }));
  const imported = await caller.post('/sources/import', { headers, rows: all }).expect(200);
  const sourceId: string = imported.body.source.source_id;
  const { body } = await caller.post(`/sources/${sourceId}/map`, { ...mapping, ...more }).expect(level);
  return { sourceId, body };
}

async function rowsOf(rows: readonly Cells[], more: object = {}) {
  const { sourceId } = await sourceOf(rows, more);
  const { body } = await caller.resolve(sourceId).expect(200);
  const reviewed = await caller.rows(sourceId);
  return { sourceId, used: body.billing.credits_used, rows: reviewed.map(shown) };
}

function shown({
  resolve_status,
  company_id,
  reason,
  assurance,
  issues,
}: ReviewedRow & { assurance?: unknown }) {
  return [resolve_status, company_id, reason?.code, assurance, ...issues.map(({ code }) => code)];
}

describe('rows', () => {
  const rows: readonly Cells[] = [
    { number: corporateNumber(1) },
    { name: '株式会社同名商事', prefecture: '大阪府' },
    { name: '株式会社孤立電機' },
    { name: '孤立電機' },
    { name: '孤立電機', prefecture: '東京都' },
    { name: '誰も知らない株式会社' },
  ];

  it('say how sure their match is, and are charged only for what settles', async () => {
    const { sourceId, used, rows: found } = await rowsOf(rows);
    expect(found).toEqual([
      ['matched', idOf(1), 'number_alone', 'identifier'],
      ['matched', idOf(3), 'name_and_place', 'name_and_place'],
      ['matched', idOf(1), 'full_name', 'name_in_incomplete_register'],
      ['multiple_candidates', null, 'assurance_below', 'bare_name_in_incomplete_register', 'assurance_below'],
      ['matched', idOf(1), 'name_without_form', 'name_and_place'],
      ['not_found', null, 'nobody_found', null],
    ]);
    expect(used).toBe(4);
    const { body } = await caller.get(`/sources/${sourceId}/review`).expect(200);
    expect(body.register).toEqual(register);
    expect(body.rows[3].issues[0].message).toContain('only 75 % of the companies');
    const exported = await caller.get(`/sources/${sourceId}/export?format=csv&columns=assurance`).expect(200);
    expect(exported.text).toContain('name_in_incomplete_register');
  });

  it('settle from the level of the source on, and those that would usually settle are accepted at once', async () => {
    const { sourceId, rows: found } = await rowsOf(rows.slice(0, 4), { settle_from: 'name_and_place' });
    expect(found.map(([status, , reason]) => [status, reason])).toEqual([
      ['matched', 'number_alone'],
      ['matched', 'name_and_place'],
      ['multiple_candidates', 'assurance_below'],
      ['multiple_candidates', 'assurance_below'],
    ]);
    // A bare name does not settle in an incomplete register, so nobody accepts it unseen.
    const accepting = { reason: 'assurance_below', rows: 1, execute: true, maxCredits: 10 };
    const { body } = await caller.post(`/sources/${sourceId}/accept`, accepting, randomUUID()).expect(200);
    expect(body.billing.credits_used).toBe(1);
    expect(body.accepted).toMatchObject({ rows: 1, left_out_rows: 1 });
    const after = (await caller.rows(sourceId)).map(shown);
    expect(after.slice(2)).toEqual([
      ['matched', idOf(1), 'chosen', 'by_hand', 'assurance_below'],
      ['multiple_candidates', null, 'assurance_below', 'bare_name_in_incomplete_register', 'assurance_below'],
    ]);
  });

  it('are accepted at once only by the whole name of the company, because another one may be missing', async () => {
    const { sourceId } = await rowsOf(
      [
        '株式会社孤立電機あおば支店',
        '架空協議会代表機関株式会社孤立電機',
        '株式会社KーPOWER',
        '株式会社K・POWER',
        '孤立電機株式会社',
        'KITAKANTO PRECISION CO., LTD.',
        'Kitakanto Precision',
      ].map((name) => ({ name })),
    );
    const { body } = await caller.get(`/sources/${sourceId}/reasons`).expect(200);
    const counts = body.reasons.map(
      (reason: { code: string; rows: number; single_candidate_rows: number }) => [
        reason.code,
        reason.rows,
        reason.single_candidate_rows,
      ],
    );
    expect(Object.fromEntries(counts.map(([code, ...rows]: [string, ...number[]]) => [code, rows]))).toEqual({
      part_of_name: [2, 1],
      only_other_spelling: [1, 0],
      only_form_at_other_end: [1, 0],
      only_english_name: [2, 1],
    });
  });

  it('are looked at again when the source is mapped with another level', async () => {
    const { sourceId } = await rowsOf(rows.slice(3, 4));
    const lower = { ...mapping, settle_from: 'bare_name_in_incomplete_register' };
    const { body } = await caller.post(`/sources/${sourceId}/map`, lower).expect(200);
    expect(body.source.mapping.settle_from).toBe('bare_name_in_incomplete_register');
    await caller.resolve(sourceId).expect(200);
    expect((await caller.rows(sourceId)).map(shown)).toEqual([
      ['matched', idOf(1), 'name_without_form', 'bare_name_in_incomplete_register'],
    ]);
  });

  it('are resolved in the background with the same level', async () => {
    const { sourceId } = await sourceOf(rows.slice(0, 4), { settle_from: 'identifier' });
    const started = await caller
      .post(`/sources/${sourceId}/runs`, { execute: true, maxCredits: 10 }, randomUUID())
      .expect(202);
    const { accountId } = account;
    await parts.worker(10).work({ accountId, sourceId, runId: started.body.run.run_id }, firstTry);
    expect((await caller.rows(sourceId)).map(shown).map(([status]) => status)).toEqual([
      'matched',
      'multiple_candidates',
      'multiple_candidates',
      'multiple_candidates',
    ]);
  });

  it('are refused with an unknown level', async () => {
    const { body } = await sourceOf(rows, { settle_from: 'very' }, 400);
    expect(body.error.details[0].field).toBe('settle_from');
  });
});

describe('as of a day', () => {
  const name = '株式会社移名電機';

  it('rows name the company that had the name then', async () => {
    const { rows } = await rowsOf(
      [
        { name },
        { name, day: '2021/4/1' },
        { name, day: '令和6年4月1日' },
        { name, day: '2020' },
        { name, day: '-' },
      ],
      { as_of: { column: 'day' } },
    );
    expect(rows.slice(1, 4)).toEqual([
      ['matched', idOf(5), 'name_as_of', 'name_in_incomplete_register'],
      ['matched', idOf(6), 'name_as_of', 'name_in_incomplete_register'],
      ['invalid', null, 'faulty_value_several_companies', null, 'as_of_malformed'],
    ]);
    // Without a day, it is today.
    expect(rows[4]).toEqual(rows[0]);
  });

  it('a source has one day for the rows without one of their own', async () => {
    const { rows } = await rowsOf([{ name }, { name, day: 'R5.4.1' }], {
      as_of: { day: '2016-01-01', column: 'day' },
    });
    expect(rows.map(([, company]) => company)).toEqual([idOf(5), idOf(6)]);
  });

  it('warns of a column that has no days, and refuses what is not there', async () => {
    const { body } = await sourceOf([{ name, day: 'いつか' }], { as_of: { column: 'day' } });
    expect(body.source.mapping.as_of).toEqual({ column: 'day' });
    expect(body.source.mapping_warnings).toContainEqual(
      expect.objectContaining({ field: 'as_of', header: 'day', samples: ['いつか'] }),
    );
    const refused = [
      [{}, 'as_of'],
      [{ day: '2024-02-30' }, 'as_of.day'],
      [{ column: 'tag' }, 'as_of.column'],
    ] as const;
    for (const [as_of, field] of refused) {
      const { body: error } = await sourceOf([{ name }], { as_of }, 400);
      expect(error.error.details[0].field).toBe(field);
    }
  });
});

describe('suggestions of rows', () => {
  it('are stored, exported and offered for a choice, and cost nothing until a person takes one', async () => {
    const {
      sourceId,
      used,
      rows: found,
    } = await rowsOf([{ name: '株式会社北関東精蜜部品製造' }, { name: '株式会社孤立電機御中' }]);
    expect(found[0]?.slice(0, 3)).toEqual(['not_found', null, 'suggestions_only']);
    expect(used).toBe(1);
    const { body } = await caller.get(`/sources/${sourceId}/review`).expect(200);
    const [row, behind] = body.rows;
    expect(row.resolve_suggestions).toMatchObject([
      { company_id: idOf(7), name: '株式会社北関東精密部品製造' },
    ]);
    expect(row.needs_human).toBe(false);
    expect(behind.written).toMatchObject({
      name: '株式会社孤立電機',
      set_aside: [{ kind: 'honorific', text: '御中' }],
    });
    const exported = await caller.get(`/sources/${sourceId}/export?format=csv&columns=all`).expect(200);
    const [head = '', first = '', second = ''] = exported.text.split('\r\n');
    expect(head).toContain('cd_suggestion_1_company_id');
    expect(first).toContain(idOf(7));
    expect(second).toContain(',御中,');
    const table = await caller.get(`/sources/${sourceId}/candidates?format=csv`).expect(200);
    expect(table.text).toContain('suggestion: ');

    // An export that comes back does not settle the row on what was only suggested.
    const again = await caller
      .upload('/sources/files?filename=again.csv', Buffer.from(exported.text), 'text/csv')
      .expect(200);
    const copy: string = again.body.source.source_id;
    expect(
      again.body.source.detected_identifier_columns.map(({ header }: { header: string }) => header),
    ).not.toContain('cd_suggestion_1_corporate_number');
    await caller.post(`/sources/${copy}/map`, { entity: 'company', columns: { name: 'name' } }).expect(200);
    await caller.resolve(copy).expect(200);
    expect((await caller.rows(copy)).map(({ resolve_status }) => resolve_status)).toEqual([
      'not_found',
      'matched',
    ]);
    const twice = await caller.get(`/sources/${copy}/export?format=csv&columns=all`).expect(200);
    expect(twice.text.split('\r\n')[0]).toBe(head);

    const decision = { row: row.source_row_id, action: 'choose', companyId: idOf(7) };
    const decided = await caller
      .post(
        `/sources/${sourceId}/decisions`,
        { decisions: [decision], execute: true, maxCredits: 1 },
        randomUUID(),
      )
      .expect(200);
    expect(decided.body.billing.credits_used).toBe(1);
    const [chosen] = await caller.rows(sourceId);
    expect(chosen).toMatchObject({ resolve_status: 'matched', company_id: idOf(7), assurance: 'by_hand' });
    const undone = { row: row.source_row_id, action: 'reopen' };
    await caller
      .post(
        `/sources/${sourceId}/decisions`,
        { decisions: [undone], execute: true, maxCredits: 1 },
        randomUUID(),
      )
      .expect(200);
    expect((await caller.rows(sourceId))[0]).toMatchObject({
      resolve_status: 'not_found',
      resolve_candidates: [],
      resolve_suggestions: [{ company_id: idOf(7) }],
    });
  });
});
