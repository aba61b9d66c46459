import { afterAll, describe, expect, it } from '@jest/globals';
import {
  type CompanyInWords,
  companyFacts,
  formerName,
  identifierOf,
  idOf,
  successorOf,
} from '../support/companies.ts';
import { serviceSuite } from '../support/service.ts';

const street = '架空町１丁目２番３号';

/** With a head office at the street, unless it is null. */
function companyAt(company: CompanyInWords, at: string | null = null) {
  const facts = companyFacts({
    prefecture: { code: '13', name: '東京都', city: '千代田区' },
    ...company,
  });
  return { ...facts, company_addresses: facts.company_addresses.map((one) => ({ ...one, street: at })) };
}

const { service, end } = await serviceSuite([
  {
    ...companyAt({ number: 1, name: '株式会社架空' }, street),
    company_names: [
      ...companyFacts({ number: 1, name: '株式会社架空' }).company_names,
      formerName(1, '架空商店株式会社', '2010-04-01'),
    ],
    company_identifiers: [identifierOf(1, 'domain', 'kaku.example.jp')],
    company_aliases: [{ alias_id: 'tse_1301', company_id: idOf(1), reason: 'listing' }],
  },
  {
    ...companyAt({
      number: 2,
      name: '株式会社消滅',
      row: { status: 'merged', closed_on: '2023-04-01', close_cause: 'merger' },
    }),
    company_successors: [successorOf(2, 1, '2023-04-01')],
  },
  companyAt({ number: 3, name: '架空商店株式会社' }),
  {
    ...companyAt({ number: 4, name: '株式会社新名称' }),
    company_names: [
      ...companyFacts({ number: 4, name: '株式会社新名称' }).company_names,
      formerName(4, '株式会社架空', '2005-01-01', '1990-01-01'),
      formerName(4, '架空商店株式会社', '1990-01-01'),
    ],
    company_identifiers: [identifierOf(4, 'domain', 'kaku.example.jp')],
  },
  // The same street of another city is another address, and hidden companies are left out.
  companyAt(
    { number: 5, name: '株式会社別の市', prefecture: { code: '27', name: '大阪府', city: '大阪市' } },
    street,
  ),
  companyAt({ number: 6, name: '株式会社非表示', row: { hidden: true } }, street),
  companyAt(
    {
      number: 7,
      name: '株式会社閉鎖',
      row: { status: 'closed', closed_on: '2020-01-01', close_cause: 'liquidated' },
    },
    street,
  ),
  ...Array.from({ length: 20 }, (_, at) => companyAt({ number: 10 + at, name: `株式会社同居${at}` }, street)),
]);
afterAll(end);
const client = service.as(await service.createAccount());

describe('GET /companies/{companyId}/related', () => {
  it('has mergers, passed names, the website and the address, each with source and date', async () => {
    const { body } = await client.get(`/api/service/companies/${idOf(1)}/related`).expect(200);
    const found = body.related.map((one: { relation: string; company: { company_id: string } }) => [
      one.relation,
      one.company.company_id,
    ]);
    expect(found.slice(0, 5)).toEqual([
      ['took_over', idOf(2)],
      ['has_former_name', idOf(3)],
      ['had_current_name', idOf(4)],
      ['had_former_name', idOf(4)],
      ['same_domain', idOf(4)],
    ]);
    expect(body.related[0]).toMatchObject({
      company: { legal_name: '株式会社消滅', status: 'merged', superseded_by: idOf(1) },
      source: 'corporate_registry',
      value: null,
      valid_from: '2023-04-01',
    });
    expect(body.related[2]).toMatchObject({
      value: '株式会社架空',
      valid_from: '1990-01-01',
      valid_to: '2005-01-01',
    });
  });

  it('shows at most 20 companies of a relation, active ones first, and says that there are more', async () => {
    const { body } = await client.get(`/api/service/companies/${idOf(1)}/related`).expect(200);
    const neighbours = body.related.filter((one: { relation: string }) => one.relation === 'same_address');
    expect(neighbours).toHaveLength(20);
    expect(neighbours[0]).toMatchObject({ value: `東京都千代田区${street}`, company: { status: 'active' } });
    const ids = neighbours.map((one: { company: { company_id: string } }) => one.company.company_id);
    for (const number of [1, 5, 6, 7]) expect(ids).not.toContain(idOf(number));
    expect(body.truncated).toEqual(['same_address']);
  });

  it('takes former ids, and says what took a merged company over', async () => {
    const { body } = await client.get('/api/service/companies/tse_1301/related').expect(200);
    expect(body.company_id).toBe(idOf(1));
    const merged = await client.get(`/api/service/companies/${idOf(2)}/related`).expect(200);
    expect(merged.body.related).toMatchObject([
      { relation: 'merged_into', company: { company_id: idOf(1) }, valid_from: '2023-04-01' },
    ]);
    expect(merged.body.truncated).toEqual([]);
  });

  it('refuses ids that no company has', async () => {
    for (const id of ['cn_0000000000000', 'nonsense'])
      expect((await client.get(`/api/service/companies/${id}/related`).expect(404)).body.error.code).toBe(
        'company_not_found',
      );
  });
});
