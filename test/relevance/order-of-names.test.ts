import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FactBatch } from '../../indexers/facts/index.ts';
import { companiesIndex } from '../../indexers/indexing/companies-index.ts';
import { rebuildIndex } from '../../indexers/indexing/reindex.ts';
import { openServices, type Services, searchFor } from '../../lab/relevance/suite.ts';
import { type CompanyInWords, companyFacts, idOf } from '../support/companies.ts';
import { type SuiteIndexing, suiteIndexing } from '../support/indexing.ts';

/** The order of companies whose names are similar to what was typed. */

let suite: SuiteIndexing;
let services: Services;

function named(company: CompanyInWords, trade?: string): FactBatch {
  const facts = companyFacts(company);
  const company_id = idOf(company.number);
  const called = { company_id, valid_from: null, valid_to: null, source: 'exchange', kind: 'trade' } as const;
  return trade === undefined
    ? facts
    : { ...facts, company_names: [...facts.company_names, { ...called, name: trade }] };
}

beforeAll(async () => {
  suite = await suiteIndexing();
  await suite.load(
    // Ids ascend with these numbers or not, as their check digits fall; so each case has more than one rival.
    named({ number: 1, name: '株式会社ＹＳ' }),
    named({ number: 2, name: '有限会社ＹＳ' }),
    named({ number: 3, name: '合同会社ＹＳ' }),
    named({ number: 4, name: '高田漁業株式会社', code: '1301' }),
    named({ number: 5, name: '株式会社高田漁業' }),
    named({ number: 6, name: '有限会社高田漁業' }),
    named({ number: 7, name: '株式会社三共', code: '6417' }, 'ＳＡＮＫＹＯ'),
    named({ number: 8, name: '合同会社ＳＡＮＫＹＯ' }),
    named({ number: 9, name: '株式会社タカラ', code: '9000' }),
    named({ number: 10, name: '株式会社タカラ＆Ｃｏｍｐａｎｙ' }),
    named({ number: 11, name: '株式会社アルファ', code: '3434' }, 'アルファＣｏ'),
    named({ number: 12, name: '株式会社アルファ', code: '4760' }, 'アルファ'),
    named({ number: 13, name: '株式会社オメガ' }, 'ベータ'),
    named({ number: 14, name: '株式会社ベータ' }),
  );
  await rebuildIndex(suite.context, companiesIndex, { shards: 1, replicas: 0 });
  await suite.elasticsearch.indices.refresh({ index: `${suite.context.indexPrefix}companies` });
  services = openServices(suite.context);
});
afterAll(async () => {
  await services.close();
  await suite.remove();
});

const found = async (query: string) =>
  (await searchFor(services.search, query, 10)).companies.map(({ company }) => company.company_id);

describe('a typed legal form', () => {
  it.each([
    ['ＹＳ株式会社', 1],
    ['ＹＳ有限会社', 2],
    ['YS G.K.', 3],
  ])('puts its kind first if no company has it at that end: %s', async (query, number) => {
    const ids = await found(query);
    expect(ids).toHaveLength(3);
    expect(ids[0]).toBe(idOf(number));
  });

  it.each([
    ['株式会社髙田漁業', 5],
    ['髙田漁業㈱', 4],
    ['(有)髙田漁業', 6],
  ])('decides among loosely equal names before a listing does: %s', async (query, number) => {
    expect((await found(query))[0]).toBe(idOf(number));
  });

  it('orders the candidates of /resolve the same way, for one name and for many', async () => {
    const item = { identifier_type: 'name', identifier: 'ＹＳ有限会社' } as const;
    const alone = await services.resolver.resolve(item);
    const fillers = Array.from({ length: 20 }, (_, at) => ({ ...item, identifier: `無関係${at}` }));
    const [inBatch] = await services.resolver.resolveMany([item, ...fillers]);
    expect(alone.data.status).toBe('ambiguous');
    expect(alone.data.candidates[0]?.company_id).toBe(idOf(2));
    expect(inBatch).toEqual(alone);
  });

  it('leaves the order to listing and id if none is typed', async () => {
    const [first, ...others] = await found('高田漁業');
    expect(first).toBe(idOf(4));
    expect(others).toEqual([idOf(5), idOf(6)].sort());
  });
});

describe('the name under which a company is listed', () => {
  it('comes before companies that have it as a part of their names, and is shown as the reason', async () => {
    const { companies } = await searchFor(services.search, 'SANKYO', 10);
    expect(companies.map(({ company }) => company.company_id)).toEqual([idOf(7), idOf(8)]);
    expect(companies[0]?.query_match.matched_by[0]).toMatchObject({
      field: 'trade_name',
      value: 'ＳＡＮＫＹＯ',
      rule: 'exact',
    });
  });

  it('distinguishes listed companies of one name', async () => {
    expect((await found('アルファ')).slice(0, 2)).toEqual([idOf(12), idOf(11)]);
    expect(await found('アルファＣｏ')).toEqual([idOf(11)]);
  });

  it('does not come before a legal name that is exactly what was typed', async () => {
    expect((await found('合同会社ＳＡＮＫＹＯ'))[0]).toBe(idOf(8));
  });

  it('does not count for a company that is not listed', async () => {
    expect((await found('ベータ')).slice(0, 2)).toEqual([idOf(14), idOf(13)]);
  });
});

describe('words that are a form in other names', () => {
  it('are part of a name that ends with them', async () => {
    expect((await found('タカラ＆Company'))[0]).toBe(idOf(10));
    expect((await found('タカラ'))[0]).toBe(idOf(9));
  });
});
