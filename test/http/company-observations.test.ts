import { afterAll, describe, expect, it } from '@jest/globals';
import type { ObservationView } from '../../src/contract/observations/observations.ts';
import { companyFacts, corporateNumber, idOf } from '../support/companies.ts';
import { observationOf } from '../support/observations.ts';
import { allPages, andCursor } from '../support/paging.ts';
import { serviceSuite, type TestAccount } from '../support/service.ts';

const { service, end } = await serviceSuite([
  {
    ...companyFacts({ number: 1, name: '株式会社一' }),
    company_aliases: [{ alias_id: 'tse_1301', company_id: idOf(1), reason: 'listing' }],
  },
  companyFacts({ number: 2, name: '株式会社二' }),
  companyFacts({ number: 3, name: '株式会社三', row: { hidden: true } }),
  companyFacts({
    number: 4,
    name: '株式会社四',
    row: { status: 'merged', closed_on: '2024-03-31', close_cause: 'merger' },
  }),
  {
    observations: [
      observationOf(1, 'spring', {
        type: 'subsidy',
        subtype: 'grant',
        evidence: { amount: 5 },
        confidence: 0.75,
        observed_at: '2025-04-01T00:00:00+09:00',
      }),
      observationOf(1, 'summer', { source: 'edinet', observed_at: '2025-08-01T00:00:00+09:00' }),
      // Closer than a millisecond, and two at one moment.
      ...['a', 'b', 'c', 'd', 'e'].map((name, at) =>
        observationOf(1, name, {
          type: 'patent',
          observed_at: `2024-01-01T00:00:00.00000${at === 4 ? 3 : at}Z`,
        }),
      ),
      observationOf(2, 'another', {}),
      observationOf(3, 'of-hidden', {}),
      observationOf(4, 'of-merged', {}),
    ],
  },
]);
afterAll(end);
const account = await service.createAccount({ plan: 'unlimited' });
const other = await service.createAccount({ plan: 'unlimited' });

const path = (id: string, query = '') => `/api/service/companies/${id}/observations${query}`;

async function page(query = '', id = idOf(1)) {
  const { body } = await service.as(account).get(path(id, query)).expect(200);
  const items: readonly ObservationView[] = body.items;
  return { ids: items.map(({ observation_id }) => observation_id), items, meta: body.meta };
}

const newestFirst = ['summer', 'spring', 'd', 'e', 'c', 'b', 'a'];

describe('the observations of a company', () => {
  it('are all listed, newest first', async () => {
    const { ids, items, meta } = await page();
    expect(ids).toEqual(newestFirst);
    expect(meta).toEqual({
      limit: 20,
      returned: 7,
      has_more: false,
      next_cursor: null,
      company_id: idOf(1),
      data_as_of: {},
    });
    expect(items[1]).toEqual({
      observation_id: 'spring',
      type: 'subsidy',
      subtype: 'grant',
      source: 'gbizinfo',
      summary: 'spring',
      evidence: { amount: 5 },
      confidence: 0.75,
      observed_at: '2025-03-31T15:00:00.000Z',
    });
  });

  it('are found by any id that the company ever had, and answered under its current id', async () => {
    const { ids, meta } = await page('?limit=1', 'tse_1301');
    expect(ids).toEqual(['summer']);
    expect(meta.company_id).toBe(idOf(1));
  });

  it.each([
    ['?type=subsidy', ['spring']],
    ['?type=subsidy&type=patent&limit=2', ['spring', 'd']],
    ['?type=subsidy,patent&limit=2', ['spring', 'd']],
    ['?subtype=grant', ['spring']],
    ['?source=edinet', ['summer']],
    ['?from=2025-04-01', ['summer', 'spring']],
    ['?from=2025-04-02', ['summer']],
    ['?from=2025-04-01&to=2025-04-01', ['spring']],
    ['?to=2025-03-31T15:00:00Z&from=2025-01-01', []],
    ['?from=2025-04-01T00:00:00%2B09:00&to=2025-04-01', ['spring']],
    ['?type=&subtype=&source=', newestFirst],
  ])('are filtered by %s', async (query, expected) => {
    expect((await page(query)).ids).toEqual(expected);
  });

  it('are paged, each once, also those observed in the same millisecond', async () => {
    const pages = await allPages((cursor) => page(`?limit=2${andCursor(cursor)}`));
    expect(pages.flatMap(({ ids }) => ids)).toEqual(newestFirst);
  });

  it('have cursors that are valid only for the same account and request', async () => {
    const { meta } = await page('?limit=2');
    const refused = async (as: TestAccount, query: string, id = idOf(1)) => {
      const { body } = await service.as(as).get(path(id, query)).expect(400);
      expect(body.error.code).toBe('invalid_cursor');
    };
    await refused(other, `?limit=2&cursor=${meta.next_cursor}`);
    await refused(account, `?limit=2&type=patent&cursor=${meta.next_cursor}`);
    await refused(account, `?limit=2&cursor=${meta.next_cursor}`, idOf(2));
    await refused(account, '?cursor=made-up');
  });

  it('of a company that is hidden from searches are shown by id, like its profile', async () => {
    expect((await page('', idOf(3))).ids).toEqual(['of-hidden']);
  });

  it('of a company that was taken over stay its own', async () => {
    expect(await page('', idOf(4))).toMatchObject({ ids: ['of-merged'], meta: { company_id: idOf(4) } });
  });

  it.each([[`cn_${corporateNumber(999)}`], ['nonsense']])('of %s do not exist', async (id) => {
    const { body } = await service.as(account).get(path(id)).expect(404);
    expect(body.error.code).toBe('company_not_found');
  });

  it.each(['?limit=0', '?source=rumours', '?from=yesterday', '?page=2', '?type=%00', '?subtype=a%00'])(
    'cannot be requested with %s',
    async (query) => {
      const { body } = await service
        .as(account)
        .get(path(idOf(1), query))
        .expect(400);
      expect(body.error.code).toBe('invalid_query');
    },
  );

  it.each([
    '?from=2025-04-02&to=2025-04-01',
    '?from=2025-04-02&to=2025-04-01T23:59:59%2B09:00',
    '?from=2025-04-01T15:00:00Z&to=2025-04-01',
    '?from=2025-04-01T00:00:01Z&to=2025-04-01T09:00:00%2B09:00',
  ])('cannot be requested for a time that ends before it begins: %s', async (query) => {
    const { body } = await service
      .as(account)
      .get(path(idOf(1), query))
      .expect(400);
    expect(body.error).toMatchObject({
      code: 'invalid_query',
      details: [{ field: 'from', message: 'must not be later than to' }],
    });
  });

  it('need a key', async () => {
    await service.anonymous.get(path(idOf(1))).expect(401);
  });
});
