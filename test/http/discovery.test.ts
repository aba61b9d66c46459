import { afterAll, describe, expect, it } from '@jest/globals';
import { discoveryAnswerSchema } from '../../src/contract/discovery/discovery.ts';
import { companyFacts, idOf } from '../support/companies.ts';
import { serviceSuite, type TestAccount } from '../support/service.ts';

const unknownId = '019d0000-0000-7000-8000-000000000000';

const { database, service, end } = await serviceSuite([
  ...Array.from({ length: 9 }, (_, at) => at + 1).map((number) =>
    companyFacts({
      number,
      name: `架空工業${number}株式会社`,
      employees: number * 10,
      prefecture:
        number % 2 === 0
          ? { code: '27', name: '大阪府', city: '大阪市北区' }
          : { code: '13', name: '東京都', city: '千代田区' },
    }),
  ),
]);
afterAll(end);
await service.reindexCompanies();
const account = await service.createAccount({ credits: { basic: 100 } });
const other = await service.createAccount({ credits: { basic: 100 } });

const post = (path: string, body: object, as = account) =>
  service.as(as).post(`/api/service/discovery${path}`).send(body);
const show = (id: string, query = '', as = account) =>
  service.as(as).get(`/api/service/discovery/${id}${query}`);

interface Answer {
  readonly discovery: { readonly discovery_id: string };
  readonly companies: readonly { readonly company: { readonly company_id: string } }[];
}
const idsIn = ({ companies }: Answer) => companies.map(({ company }) => company.company_id).sort();
const ids = (...numbers: number[]) => numbers.map(idOf).sort();

async function saved(body: object): Promise<string> {
  return (await post('', { name: '関西の製造業', ...body }).expect(200)).body.discovery.discovery_id;
}

describe('a discovery', () => {
  it('is saved with its conditions and shows what it finds', async () => {
    const { body } = await post('', {
      name: '関西の製造業',
      query: '架空工業',
      filters: { prefecture: '大阪府' },
      limit: 3,
    }).expect(200);
    expect(discoveryAnswerSchema.parse(body).discovery).toMatchObject({
      parent_id: null,
      name: '関西の製造業',
      query: '架空工業',
      filters: { prefecture: ['大阪府'] },
      order: null,
      revision: 1,
    });
    expect(body.companies).toHaveLength(3);
    expect(body.meta).toMatchObject({
      limit: 3,
      returned_companies: 3,
      has_more: true,
      total_kind: 'lower_bound',
    });
    const id = body.discovery.discovery_id;
    const shown = (await show(id, '?limit=3').expect(200)).body;
    expect(shown.discovery).toEqual(body.discovery);
    expect(shown.companies).toEqual(body.companies);
    const rest = (await show(id, `?limit=3&cursor=${encodeURIComponent(shown.meta.next_cursor)}`).expect(200))
      .body;
    expect([...idsIn(shown), ...idsIn(rest)].sort()).toEqual(ids(2, 4, 6, 8));
  });

  it('shows current results, not those from when it was saved', async () => {
    const id = await saved({ filters: { listing_status: 'delisted' } });
    expect((await show(id).expect(200)).body).toMatchObject({
      companies: [],
      warnings: [{ code: 'zero_results' }],
    });
  });

  it('is refined into a child, and stays as it is', async () => {
    const id = await saved({ query: '架空工業', filters: { prefecture: '大阪府', min_employees: 40 } });
    const changed = await post(`/${id}/refine`, {
      filters: { min_employees: null, max_employees: 100 },
      query: null,
    });
    expect(changed.body.discovery).toMatchObject({
      parent_id: id,
      name: '関西の製造業',
      query: null,
      filters: { prefecture: ['大阪府'], max_employees: 100 },
      revision: 2,
    });
    expect(idsIn(changed.body)).toEqual(ids(2, 4, 6, 8));
    const again = await post(`/${changed.body.discovery.discovery_id}/refine`, {
      name: '小さな会社',
      filters: { max_employees: 40 },
      order: 'employees',
    }).expect(200);
    expect(again.body.discovery).toMatchObject({ name: '小さな会社', order: 'employees', revision: 3 });
    expect(
      again.body.companies.map((entry: Answer['companies'][number]) => entry.company.company_id),
    ).toEqual([4, 2].map(idOf));
    expect((await show(id).expect(200)).body.discovery).toMatchObject({
      query: '架空工業',
      filters: { prefecture: ['大阪府'], min_employees: 40 },
      revision: 1,
    });
  });

  it.each<[object, string]>([
    [{ query: 'x' }, 'name'],
    [{ name: ' ', query: 'x' }, 'name'],
    [{ name: 'x' }, 'query'],
    [{ name: 'x', filters: {} }, 'query'],
    [{ name: 'x', filters: { prefecture: [], city: [] } }, 'query'],
    [{ name: 'x', filters: { colour: 'red' } }, 'filters.colour'],
    [{ name: 'x', query: 'a\u0000' }, 'query'],
    [{ name: 'x', filters: { city: 'a\u0000' } }, 'filters'],
    [{ name: 'x', query: 'x', limit: 0 }, 'limit'],
    [{ name: 'x', query: 'x', order: 'mood' }, 'order'],
  ])('is not saved as %j', async (body, field) => {
    const refused = await post('', body).expect(400);
    expect(refused.body.error.code).toBe('invalid_request');
    expect(refused.body.error.details.map((fault: { field: string }) => fault.field)).toContain(field);
  });

  it('is not saved when its search is refused', async () => {
    const before = await database.knex('discoveries').count<{ count: number }[]>('* as count');
    const { body } = await post('', { name: 'x', query: '架空', filters: { max_employees: 5 } }).expect(422);
    expect(body.error.code).toBe('max_employees_unsupported_on_this_path');
    expect(await database.knex('discoveries').count('* as count')).toEqual(before);
  });

  it.each<[object, string]>([
    [{ filters: { colour: 'red' } }, 'filters.colour'],
    [{ filters: { min_employees: 'many' } }, 'filters.min_employees'],
    [{ filters: null, query: null }, 'query'],
    [{ filters: { prefecture: [] }, query: null }, 'query'],
    [{ filters: [] }, 'filters'],
    [{ colour: 'red' }, 'colour'],
  ])('is not refined with %j', async (body, field) => {
    const id = await saved({ query: '架空工業', filters: { prefecture: '大阪府' } });
    const refused = await post(`/${id}/refine`, body).expect(400);
    expect(refused.body.error.code).toBe('invalid_request');
    expect(refused.body.error.details.map((fault: { field: string }) => fault.field)).toContain(field);
  });

  it('of another account gets the same answer as an unknown one', async () => {
    const id = await saved({ query: '架空工業' });
    const answers = (discoveryId: string) => [
      show(discoveryId, '', other),
      post(`/${discoveryId}/refine`, { query: 'x' }, other),
      post(`/${discoveryId}/materialize`, { execute: true, maxCredits: 9 }, other).set(
        'Idempotency-Key',
        discoveryId,
      ),
    ];
    const withoutId = ({ request_id: _, ...rest }: Record<string, unknown>) => rest;
    const [foreign, unknown, malformed] = await Promise.all(
      [id, unknownId, 'nothing'].map(async (discoveryId) =>
        (await Promise.all(answers(discoveryId))).map(({ status, body }) => ({
          status,
          body: withoutId(body),
        })),
      ),
    );
    expect(foreign?.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(unknown).toEqual(foreign);
    expect(malformed).toEqual(foreign);
    expect(foreign?.[0]?.body).toMatchObject({ error: { code: 'discovery_not_found' } });
  });
});

describe('the discoveries of an account', () => {
  const list = (query: string, as: TestAccount) => service.as(as).get(`/api/service/discovery${query}`);

  it('are listed newest first, page by page, each once, and no other account sees them', async () => {
    const owner = await service.createAccount();
    expect((await list('', owner).expect(200)).body).toEqual({
      ok: true,
      items: [],
      meta: { limit: 20, returned: 0, has_more: false, next_cursor: null },
    });
    const made = [];
    for (const name of ['一', '二', '三', '四', '五'])
      made.unshift((await post('', { name, query: '架空工業' }, owner).expect(200)).body.discovery);
    expect((await list('', owner).expect(200)).body.items).toEqual(made);

    const seen = [];
    for (let query = '?limit=2', pages = 0; query !== ''; pages += 1) {
      const { items, meta } = (await list(query, owner).expect(200)).body;
      expect(meta).toMatchObject({ limit: 2, returned: pages < 2 ? 2 : 1, has_more: pages < 2 });
      seen.push(...items);
      query = meta.has_more ? `?limit=2&cursor=${encodeURIComponent(meta.next_cursor)}` : '';
      // A discovery added between the pages is newer than those of the next page.
      if (pages === 0) await post('', { name: '六', query: '架空工業' }, owner).expect(200);
    }
    expect(seen).toEqual(made);
    const cursor = (await list('?limit=2', owner).expect(200)).body.meta.next_cursor;
    const foreign = await list(`?limit=2&cursor=${encodeURIComponent(cursor)}`, other).expect(400);
    expect(foreign.body.error.code).toBe('invalid_cursor');
  });

  it.each(['?limit=0', '?limit=101', '?limit=x', '?cursor=', '?colour=red'])(
    'are not listed by %s',
    async (query) => {
      expect((await list(query, account).expect(400)).body.error.code).toBe('invalid_query');
    },
  );

  it('are not listed by a cursor that was altered', async () => {
    expect((await list('?cursor=abc', account).expect(400)).body.error.code).toBe('invalid_cursor');
  });
});

describe('a discovery that is materialized', () => {
  const materialize = (id: string, body: object, key?: string) => {
    const request = post(`/${id}/materialize`, body);
    return key === undefined ? request : request.set('Idempotency-Key', key);
  };

  it('becomes a List of what it finds, for one credit a row, once for its key', async () => {
    const id = await saved({ query: '架空工業', filters: { prefecture: '大阪府' } });
    const { body } = await materialize(id, { execute: true, maxCredits: 4 }, 'list-1').expect(200);
    expect(body).toMatchObject({
      ok: true,
      saved_rows: 4,
      list: { name: '関西の製造業', row_count: 4, status: 'active' },
      billing: { credit_class: 'basic', credits_used: 4, max_credits: 4, balance_after: 96 },
    });
    const rows = await database.knex('list_rows').where({ list_id: body.list.list_id }).pluck('company_id');
    expect(rows.sort()).toEqual(ids(2, 4, 6, 8));
    const again = await materialize(id, { execute: true, maxCredits: 4 }, 'list-1').expect(200);
    expect(again.body).toMatchObject({
      list: { list_id: body.list.list_id },
      billing: { deduplicated: true },
    });
    expect(await database.knex('list_rows').where({ list_id: body.list.list_id })).toHaveLength(4);
  });

  it('is checked by the guards in order, before anything is estimated', async () => {
    const id = await saved({ query: '架空工業' });
    const before = await database.knex('list_estimates').count('* as count');
    const code = async (body: object, key?: string) => (await materialize(id, body, key)).body.error?.code;
    expect(await code({})).toBe('execute_required');
    expect(await code({ execute: true })).toBe('idempotency_key_required');
    expect(await code({ execute: true }, 'guards')).toBe('max_credits_required');
    expect(await database.knex('list_estimates').count('* as count')).toEqual(before);
    expect(await code({ execute: true, maxCredits: 8 }, 'guards')).toBe('max_credits_exceeded');
    expect(await database.knex('lists').where({ account_id: account.accountId })).toHaveLength(1);
  });

  it('is refused when it finds nothing and its conditions have little data', async () => {
    const id = await saved({ filters: { has_jobs: true } });
    const refused = await materialize(id, { execute: true, maxCredits: 9 }, 'weak').expect(422);
    expect(refused.body.error.code).toBe('list_conditions_not_materializable');
    const tagged = await saved({ query: '架空工業', filters: { semantic_tag: 'x' } });
    const unsupported = await materialize(tagged, { execute: true, maxCredits: 9 }, 'tag').expect(422);
    expect(unsupported.body.error.code).toBe('list_conditions_not_materializable');
  });

  it('saves nothing in a dry run', async () => {
    const id = await saved({ query: '架空工業' });
    const { body } = await materialize(id, { execute: true, maxCredits: 9, dryRun: true }, 'dry').expect(200);
    expect(body).toMatchObject({ saved_rows: 9, billing: { dry_run: true, credits_used: 9 } });
    expect(await database.knex('lists').where({ account_id: account.accountId })).toHaveLength(1);
  });

  it('with empty company_ids becomes an empty List, not one of all companies', async () => {
    const id = await saved({ filters: { company_ids: [] } });
    expect((await show(id).expect(200)).body.companies).toEqual([]);
    const { body } = await materialize(id, { execute: true, maxCredits: 9 }, 'none').expect(200);
    expect(body).toMatchObject({ saved_rows: 0, billing: { credits_used: 0 } });
  });
});
