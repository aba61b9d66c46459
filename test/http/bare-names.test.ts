import { afterAll, describe, expect, it } from '@jest/globals';
import type { FactBatch, NameRow } from '../../indexers/facts/index.ts';
import { companyFacts, idOf } from '../support/companies.ts';
import { serviceSuite } from '../support/service.ts';
import { SourceAccount } from '../support/sources.ts';

// Names without a legal form: whom they mean, over HTTP and in sources.

const named = (number: number, kind: NameRow['kind'], name: string): NameRow => ({
  company_id: idOf(number),
  kind,
  name,
  source: 'edinet',
});

function alias(
  number: number,
  name: string,
  exclusive = false,
): NonNullable<FactBatch['name_aliases']>[number] {
  const source = 'company_website';
  return { company_id: idOf(number), alias: name, alias_kind: 'brand', exclusive, withdrawn: false, source };
}

const suite = await serviceSuite([
  companyFacts({ number: 1, name: '仮想自動車株式会社', code: '9203' }),
  companyFacts({ number: 2, name: '有限会社仮想' }),
  companyFacts({ number: 3, name: '本架技研工業株式会社', code: '9204' }),
  companyFacts({ number: 4, name: '株式会社ホンカ' }),
  companyFacts({ number: 5, name: '江架カクリコ株式会社', code: '9205', employees: 20_000 }),
  companyFacts({ number: 6, name: '株式会社架空小売' }),
  companyFacts({ number: 7, name: '有限会社マルカク' }),
  companyFacts({ number: 8, name: '株式会社架空衣料' }),
  companyFacts({ number: 9, name: '仮想商工会' }),
  companyFacts({ number: 10, name: '有限会社普通' }),
  companyFacts({ number: 11, name: 'カクリコ架空株式会社', code: '9206' }),
  companyFacts({ number: 12, name: '株式会社カタカク' }),
  companyFacts({ number: 13, name: '有限会社カタカク自動車' }),
  {
    company_names: [
      named(3, 'english', 'HONKA MOTOR CO.,LTD.'),
      named(3, 'trade', 'ホンカ技研'),
      named(5, 'english', 'Fictional Initiative Japan Inc.'),
    ],
    name_aliases: [
      alias(6, 'マルカク'),
      alias(8, 'ユニカク', true),
      alias(8, 'ユニ架空'),
      alias(6, '仮想自動', true),
      alias(8, 'カタカク', true),
      alias(1, 'カタカク自動車', true),
      alias(1, '仮想自'),
      { ...alias(6, 'マルマル'), withdrawn: true },
    ],
  },
]);
const { service } = suite;
await service.reindexCompanies();
const account = await service.createAccount({ plan: 'unlimited', credits: { basic: 1000 } });
const caller = new SourceAccount(service, account);
afterAll(suite.end);

interface Answer {
  readonly status: string;
  readonly company_id: string | null;
  readonly candidates: readonly {
    readonly company_id: string;
    readonly matched_by: readonly { readonly field: string; readonly rule: string; readonly value: string }[];
  }[];
}

async function resolve(identifier: string): Promise<Answer> {
  const { body } = await caller.post('/resolve', { identifier_type: 'name', identifier }).expect(200);
  return body.data;
}

/** Its company if it settles, else the numbers of the candidates. */
const cases: readonly [
  written: string,
  settled: number | null,
  candidates: readonly number[],
  reason: string,
][] = [
  ['仮想', null, [1, 2], 'called_so'],
  ['ホンカ', null, [3, 4], 'called_so'],
  ['Honka', null, [3], 'called_so'],
  ['カクリコ', null, [5, 11], 'called_so'],
  ['FIJ', null, [5], 'called_so'],
  ['マルカク', null, [7, 6], 'several_companies'],
  ['ユニ架空', null, [8], 'only_alias'],
  ['ユニカク', 8, [8], 'exclusive_alias'],
  // A company has the name, and neither is well known.
  ['カタカク', null, [12, 8], 'several_companies'],
  ['カタカク自動車', 1, [1], 'exclusive_alias'],
  // A well-known company is called so, too.
  ['仮想自動', null, [1, 6], 'called_so'],
  ['仮想自動車', 1, [1], 'name_without_form'],
  ['有限会社仮想', 2, [2], 'full_name'],
  ['仮想商工会', 9, [9], 'full_name'],
  ['普通', 10, [10], 'name_without_form'],
];

describe('a name without a legal form', () => {
  it.each(cases)('%s in POST /resolve', async (written, settled, candidates) => {
    const { status, company_id, candidates: found } = await resolve(written);
    expect([status, company_id]).toEqual(settled ? ['resolved', idOf(settled)] : ['ambiguous', null]);
    expect(found.map((each) => each.company_id)).toEqual(candidates.map(idOf));
  });

  it('has the same outcome in a batch, however many names there are', async () => {
    const others = Array.from({ length: 40 }, (_, at) => `無名${at}番`);
    const items = [...cases.map(([written]) => written), ...others].map((identifier, at) => ({
      key: String(at),
      identifier_type: 'name',
      identifier,
    }));
    const { body } = await caller.post('/resolve/batch', { items }).expect(200);
    for (const [at, [, settled, candidates]] of cases.entries()) {
      const { data } = body.items[at];
      expect(data.company_id).toBe(settled ? idOf(settled) : null);
      expect(data.candidates.map((each: { company_id: string }) => each.company_id)).toEqual(
        candidates.map(idOf),
      );
    }
  });

  it('has the same outcome in the rows of a source, with its reason', async () => {
    const rows = await caller.rows(await caller.resolved(cases.map(([name]) => ({ name }))));
    for (const [at, [, settled, candidates, reason]] of cases.entries()) {
      expect(rows[at]).toMatchObject({
        resolve_status: settled ? 'matched' : 'multiple_candidates',
        reason: { code: reason },
      });
      if (settled === null)
        expect(rows[at]?.resolve_candidates.map(({ company_id }) => company_id)).toEqual(
          candidates.map(idOf),
        );
    }
  });

  it('is unknown if it is an alias that its source has withdrawn, and no part of the profile', async () => {
    expect(await resolve('マルマル')).toMatchObject({ status: 'not_found', candidates: [] });
    const { body } = await caller.get(`/companies/${idOf(6)}`).expect(200);
    expect(JSON.stringify(body)).toContain('マルカク');
    expect(JSON.stringify(body)).not.toContain('マルマル');
  });

  it('finds well-known companies also as of a day', async () => {
    const asked = { identifier_type: 'name', identifier: '仮想', as_of: '2026-01-01' };
    const { body } = await caller.post('/resolve', asked).expect(200);
    expect(body.data.status).toBe('ambiguous');
    expect(body.data.candidates[0].company_id).toBe(idOf(1));
  });

  it('says by which name a well-known company is called so', async () => {
    const { candidates } = await resolve('仮想');
    expect(candidates[0]?.matched_by).toMatchObject([
      { field: 'legal_name', value: '仮想自動車株式会社', rule: 'called' },
    ]);
    // Its legal name is shortened so, too, but its alias says it.
    expect((await resolve('仮想自')).candidates[0]?.matched_by[0]).toMatchObject({
      field: 'alias',
      value: '仮想自',
    });
    const [byEnglish] = (await resolve('ホンカ')).candidates;
    expect(byEnglish?.matched_by[0]).toMatchObject({ rule: 'called' });
  });
});

describe('an alias', () => {
  it('is found by search as `alias`, whole and by its beginning', async () => {
    const { body } = await caller.post('/search', { query: 'マルカク' }).expect(200);
    const fields = body.companies.map(
      (each: { company: { company_id: string }; query_match: { matched_by: { field: string }[] } }) => [
        each.company.company_id,
        each.query_match.matched_by[0]?.field,
      ],
    );
    expect(fields).toEqual([
      [idOf(7), 'legal_name'],
      [idOf(6), 'alias'],
    ]);
    const { body: begun } = await caller.post('/search', { query: 'ユニカ' }).expect(200);
    expect(begun.companies[0].query_match.matched_by).toMatchObject([{ field: 'alias', rule: 'prefix' }]);
  });

  it('completes what is typed', async () => {
    const { body } = await caller.get(`/companies/suggest?q=${encodeURIComponent('ユニカ')}`).expect(200);
    expect(body.suggestions).toMatchObject([
      { company_id: idOf(8), matched_text: 'ユニカク', match_kind: 'alias' },
    ]);
  });

  it('is resolved as `alias`', async () => {
    const { candidates } = await resolve('ユニ架空');
    expect(candidates[0]?.matched_by[0]).toMatchObject({
      stage: 'exact_name',
      field: 'alias',
      value: 'ユニ架空',
      rule: 'exact_or_core',
    });
  });

  it('is in the profile of the company with its source', async () => {
    const { body } = await caller.get(`/companies/${idOf(8)}`).expect(200);
    expect(body.names).toContainEqual({
      kind: 'alias',
      name: 'ユニカク',
      valid_from: null,
      valid_to: null,
      source: 'company_website',
      observed_at: null,
      alias: { kind: 'brand', exclusive: true, language: null, source_url: null },
    });
    expect(body.company.legal_name).toBe('株式会社架空衣料');
  });
});

describe('POST /search', () => {
  it('shows the best-known company first among those found by the same rule', async () => {
    const { body } = await caller.post('/search', { query: 'カクリコ' }).expect(200);
    expect(body.companies[0].company.company_id).toBe(idOf(11));
    const { body: whole } = await caller.post('/search', { query: '仮想' }).expect(200);
    const ids = whole.companies.map((each: { company: { company_id: string } }) => each.company.company_id);
    expect(ids).toEqual([idOf(2), idOf(1), idOf(6), idOf(9)]);
  });
});
