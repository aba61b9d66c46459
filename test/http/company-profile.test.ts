import { afterAll, describe, expect, it } from '@jest/globals';
import { companyProfileSchema } from '../../src/contract/companies/company-profile.ts';
import {
  companyFacts,
  corporateNumber,
  formerName,
  identifierOf,
  idOf,
  successorOf,
} from '../support/companies.ts';
import { dayFromToday } from '../support/days.ts';
import { serviceSuite } from '../support/service.ts';

const daysAgo = (days: number) => new Date(Date.now() - (days * 24 + 1) * 3_600_000).toISOString();

const whole = companyFacts({
  number: 1,
  name: '株式会社全部',
  kana: 'ゼンブ',
  code: '1301',
  prefecture: { code: '13', name: '東京都', city: '千代田区' },
});
const observed = { company_id: idOf(1), observed_at: daysAgo(3) };
const { service, end } = await serviceSuite([
  {
    ...whole,
    company_names: [...whole.company_names, formerName(1, '株式会社昔', '2010-04-01', '2001-04-01')],
    company_aliases: [{ alias_id: 'tse_1301', company_id: idOf(1), reason: 'listing' }],
    company_identifiers: [
      identifierOf(1, 'edinet_code', 'E00001', { source: 'edinet', valid_to: dayFromToday(0) }),
    ],
    profile_values: [
      { ...observed, field: 'employees', value: 120, source: 'gbizinfo' },
      { ...observed, field: 'employees', value: 100, source: 'edinet', observed_at: null },
      { ...observed, field: 'website_url', value: 'https://zenbu.co.jp/', source: 'company_website' },
    ],
    company_technologies: [
      { company_id: idOf(1), technology: 'kubernetes', source: 'job_posting', observed_at: null },
      { company_id: idOf(1), technology: 'aws', source: 'company_website', observed_at: daysAgo(1) },
    ],
    financials: [
      { ...observed, fiscal_year: 2024, metric: 'revenue', value: 1_000, source: 'edinet' },
      { ...observed, fiscal_year: 2025, metric: 'revenue', value: 2_000, source: 'gbizinfo' },
    ],
  },
  {
    ...companyFacts({
      number: 2,
      name: '株式会社消滅',
      row: { status: 'merged', closed_on: '2023-04-01', close_cause: 'merger' },
    }),
    company_successors: [successorOf(2, 1, '2023-04-01')],
  },
  companyFacts({
    number: 3,
    name: '株式会社清算',
    row: { status: 'closed', closed_on: '2022-01-31', close_cause: 'liquidated' },
  }),
  companyFacts({ number: 4, name: '株式会社非表示', row: { hidden: true } }),
]);
afterAll(end);
const account = await service.createAccount();

async function profile(id: string) {
  const { body } = await service.as(account).get(`/api/service/companies/${id}`).expect(200);
  return companyProfileSchema.parse(body);
}

describe('a company profile', () => {
  it('gives the newest value of each field with its source, time and age', async () => {
    const { company, profile: values } = await profile(idOf(1));
    expect(company).toMatchObject({
      company_id: idOf(1),
      display_name: '株式会社全部',
      listing_status: 'listed',
      market_segment: 'prime',
      prefecture: '東京都',
    });
    expect(values.employees).toMatchObject({ value: 120, source: 'gbizinfo', age_days: 3 });
    expect(Date.parse(values.employees?.observed_at ?? '')).toBeLessThan(Date.now());
    expect(values.website_url).toMatchObject({ value: 'https://zenbu.co.jp/', source: 'company_website' });
    expect(values.revenue).toMatchObject({ value: { value: 2_000, fiscal_year: 2025 }, source: 'gbizinfo' });
    expect(values.head_office).toMatchObject({
      value: { prefecture: '東京都', city: '千代田区' },
      source: 'corporate_registry',
      observed_at: '2024-01-01',
      valid_from: null,
    });
    expect(values.technologies).toMatchObject({
      value: [{ key: 'aws' }, { key: 'kubernetes' }],
      source: 'company_website',
      age_days: 1,
    });
  });

  it('gives names, listings and identifiers with their time', async () => {
    const { names, listings, identifiers } = await profile(idOf(1));
    expect(names.map(({ kind, name, valid_to }) => [kind, name, valid_to])).toEqual([
      ['legal', '株式会社全部', null],
      ['kana', 'ゼンブ', null],
      ['former', '株式会社昔', '2010-04-01'],
    ]);
    expect(listings).toMatchObject([{ exchange: 'tse', code: '1301', as_of: '2026-01-01', listed_to: null }]);
    const current = (type: string) =>
      identifiers.filter((one) => one.identifier_type === type).map(({ value, current: is }) => [value, is]);
    expect(current('company_id')).toEqual([
      [idOf(1), true],
      ['tse_1301', true],
    ]);
    expect(current('invoice_number')).toEqual([[`T${corporateNumber(1)}`, null]]);
    expect(current('securities_code')).toEqual([['1301', true]]);
    expect(current('edinet_code')).toEqual([['E00001', false]]);
  });

  it.each(['tse_1301', 'TSE_1301', ' tse_1301 '])('is answered for the former id %j', async (former) => {
    const body = await profile(encodeURIComponent(former));
    expect(body).toMatchObject({ company: { company_id: idOf(1) }, resolved_from: 'tse_1301' });
  });

  it('of a merged company is its own, with the successor', async () => {
    expect(await profile(idOf(2))).toMatchObject({
      company: { company_id: idOf(2), closed_on: '2023-04-01', close_cause: 'merger' },
      status: 'merged',
      superseded_by: idOf(1),
      superseded_by_corporate_number: corporateNumber(1),
      resolved_from: null,
    });
  });

  it('of a closed company says when it ended', async () => {
    expect(await profile(idOf(3))).toMatchObject({ status: 'closed', superseded_by: null });
  });

  it('of a company that is hidden from searches is shown by id', async () => {
    expect(await profile(idOf(4))).toMatchObject({ company: { legal_name: '株式会社非表示' } });
  });

  it.each([
    idOf(99),
    'cn_1234567890123',
    'tse_9999',
    'nonsense',
    "cn_' OR 1=1",
    '%E3%81%82',
    'x'.repeat(300),
  ])('of %s does not exist', async (id) => {
    const { body } = await service
      .as(account)
      .get(`/api/service/companies/${encodeURIComponent(id)}`)
      .expect(404);
    expect(body).toMatchObject({ ok: false, error: { code: 'company_not_found' } });
  });

  it('does not hide the path of completion, needs a key and accepts no query', async () => {
    const { body } = await service.as(account).get('/api/service/companies/suggest?q=zz').expect(503);
    expect(body.error.code).toBe('search_unavailable');
    await service.anonymous.get(`/api/service/companies/${idOf(1)}`).expect(401);
    const refused = await service
      .as(account)
      .get(`/api/service/companies/${idOf(1)}?fields=x`)
      .expect(400);
    expect(refused.body.error.code).toBe('invalid_query');
  });
});
