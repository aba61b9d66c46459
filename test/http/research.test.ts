import { afterAll, describe, expect, it } from '@jest/globals';
import { researchItemSchema } from '../../src/contract/research/research.ts';
import { companyFacts, idOf } from '../support/companies.ts';
import { allPages, andCursor } from '../support/paging.ts';
import { serviceSuite, type TestAccount } from '../support/service.ts';

const { database, service, end } = await serviceSuite([
  {
    ...companyFacts({ number: 1, name: '株式会社一番', code: '1301' }),
    company_aliases: [{ alias_id: 'tse_1301', company_id: idOf(1), reason: 'listing' }],
  },
  companyFacts({ number: 2, name: '株式会社二番' }),
]);
afterAll(end);
const account = await service.createAccount({ credits: { basic: 1_000 } });
const other = await service.createAccount({ credits: { basic: 1_000 } });
const accountWithFewCredits = await service.createAccount();

const estimate = (body: object, as = account) =>
  service.as(as).post('/api/service/research/external/estimate').send(body);
const fetch = (body: object, { as = account, key }: { as?: TestAccount; key?: string } = {}) => {
  const request = service.as(as).post('/api/service/research/external/fetch');
  return (key === undefined ? request : request.set('Idempotency-Key', key)).send(body);
};
const list = (query = '', as = account) =>
  service.as(as).get(`/api/service/research/external${query === '' ? '' : `?${query}`}`);
const balance = async (as = account) =>
  (await service.as(as).get('/api/service/credits/balance').expect(200)).body.balances.basic.available;

const item = { companyId: idOf(1), sourceType: 'crawler', contentMarkdown: '# 沿革\n\n1950年に創業。' };

describe('an estimate', () => {
  it('needs nothing and says what was assumed', async () => {
    const { body } = await estimate({}).expect(200);
    expect(body).toEqual({
      ok: true,
      estimate: {
        job: null,
        source_type: 'web_search',
        result_count: 10,
        source_count: 1,
        page_count: 1,
        credit_class: 'basic',
        estimated_credits: 1,
        price: { base_credits: 0, credits_per_page: 1, charged_pages: 1 },
      },
      meta: { account_id: account.accountId, auth_mode: 'api_key', company_id: null, list_id: null },
    });
  });

  it.each([
    ['manual', { pageCount: 50 }, 0],
    ['crawler', { pageCount: 3 }, 3],
    ['crawler', {}, 1],
    ['web_search', { resultCount: 11 }, 2],
    ['web_search', { resultCount: 100, pageCount: 4 }, 4],
    ['pdf_extract', { pageCount: 20 }, 21],
    ['deep_search', { sourceCount: 12 }, 17],
    ['deep_search', { sourceCount: 0 }, 5],
  ])('of %s with %j', async (sourceType, counts, credits) => {
    const { body } = await estimate({ sourceType, ...counts, companyId: 'tse_1301' }).expect(200);
    expect(body.estimate).toMatchObject({ source_type: sourceType, estimated_credits: credits });
    expect(body.meta.company_id).toBe(idOf(1));
  });

  it.each([
    [{ pageCount: -1 }, 'pageCount'],
    [{ pageCount: 1.5 }, 'pageCount'],
    [{ resultCount: 1001 }, 'resultCount'],
    [{ sourceType: 'gossip' }, 'sourceType'],
    [{ listId: 'mine' }, 'listId'],
    [{ colour: 'red' }, 'colour'],
  ])('refuses %j', async (body, field) => {
    const { body: refused } = await estimate(body).expect(400);
    expect(refused.error).toMatchObject({ code: 'invalid_request', details: [{ field }] });
  });

  it('of an unknown company is company_not_found', async () => {
    const { body } = await estimate({ companyId: idOf(99) }).expect(404);
    expect(body.error.code).toBe('company_not_found');
  });
});

describe('a stored item', () => {
  it('has the keys of the specification and costs what its estimate says', async () => {
    const before = await balance();
    const given = {
      ...item,
      title: '会社沿革',
      sourceUrl: 'https://www.ichiban.co.jp/history',
      confidence: 0.8,
      evidence: { pages: [1, 2], __proto__x: 'a' },
      producer: { name: 'crawler' },
      structuredPayload: { founded: 1950 },
      observedAt: '2025-04-01T09:00:00+09:00',
      estimate: { job: 'history', pageCount: 4 },
    };
    const { body, headers } = await fetch(given, { key: 'first' }).expect(200);
    expect(researchItemSchema.parse(body.item)).toMatchObject({
      company_id: idOf(1),
      source_type: 'crawler',
      promotion_status: 'session_only',
      content_markdown: item.contentMarkdown,
      observed_at: '2025-04-01T00:00:00.000Z',
      confidence: 0.8,
      evidence: given.evidence,
    });
    expect(body).toMatchObject({
      ok: true,
      created: true,
      estimate: { job: 'history', estimated_credits: 4 },
      credit_event: {
        class: 'basic',
        kind: 'charge',
        amount: -4,
        balance_after: before - 4,
        operation: 'research.external.fetch',
        subject: { type: 'research_item', id: body.item.research_item_id },
        idempotency_key: 'first',
      },
      billing: { credits_used: 4, max_credits: null, deduplicated: false, balance_after: before - 4 },
      meta: { account_id: account.accountId, auth_mode: 'api_key', company_id: idOf(1), list_id: null },
    });
    expect(headers['credits-used']).toBe('4');
    expect(await balance()).toBe(before - 4);
    const again = await fetch(given, { key: 'first' }).expect(200);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body.item).toEqual(body.item);
    expect(again.body.billing).toMatchObject({ credits_used: 0, deduplicated: true });
    expect(await balance()).toBe(before - 4);
    const reused = await fetch({ ...given, title: '別' }, { key: 'first' }).expect(422);
    expect(reused.body.error.code).toBe('idempotency_key_reused');
  });

  it('of manual work costs nothing and has no credit event', async () => {
    const { body } = await fetch({ ...item, sourceType: 'manual' }, { as: accountWithFewCredits }).expect(
      200,
    );
    expect(body).toMatchObject({ created: true, credit_event: null, billing: { credits_used: 0 } });
  });

  it('is stored once for its dedupeKey, per account and company, and is free the second time', async () => {
    const keyed = { ...item, dedupeKey: 'history-1' };
    const first = (await fetch(keyed).expect(200)).body;
    const before = await balance();
    const again = (await fetch({ ...keyed, companyId: 'tse_1301', contentMarkdown: '別の本文' }).expect(200))
      .body;
    expect(again).toMatchObject({ created: false, credit_event: null, billing: { credits_used: 0 } });
    expect(again.item).toEqual(first.item);
    expect(await balance()).toBe(before);
    expect((await fetch({ ...keyed, companyId: idOf(2) }).expect(200)).body.created).toBe(true);
    expect((await fetch(keyed, { as: other }).expect(200)).body.created).toBe(true);
  });

  it('is free the second time, also without credits or with maxCredits 0', async () => {
    const spent = await service.createAccount({ credits: { basic: 1 } });
    const keyed = { ...item, dedupeKey: 'last-credit' };
    const first = (await fetch(keyed, { as: spent }).expect(200)).body;
    expect(await balance(spent)).toBe(0);
    const again = (await fetch({ ...keyed, maxCredits: 0 }, { as: spent }).expect(200)).body;
    expect(again).toMatchObject({ created: false, item: first.item, billing: { credits_used: 0 } });
    expect((await fetch({ ...keyed, dedupeKey: 'more' }, { as: spent }).expect(402)).body.error.code).toBe(
      'credit_balance_insufficient',
    );
  });

  it('is made once by many concurrent calls', async () => {
    const before = await balance();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => fetch({ ...item, dedupeKey: 'at-once' }).expect(200)),
    );
    expect(answers.filter(({ body }) => body.created)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.item.research_item_id)).size).toBe(1);
    expect(await balance()).toBe(before - 1);
  });

  it('is not stored in a dry run', async () => {
    const before = await balance();
    const { body } = await fetch({ ...item, dedupeKey: 'dry', dryRun: true }).expect(200);
    expect(body).toMatchObject({ created: true, billing: { dry_run: true, credits_used: 1 } });
    expect(await balance()).toBe(before);
    expect((await fetch({ ...item, dedupeKey: 'dry' }).expect(200)).body.created).toBe(true);
  });

  it('is refused when it would cost more than maxCredits or the balance, and the key stays free', async () => {
    const costly = { ...item, dedupeKey: 'costly', estimate: { pageCount: 9 } };
    const over = await fetch({ ...costly, maxCredits: 8 }, { key: 'costly' }).expect(422);
    expect(over.body.error).toMatchObject({
      code: 'max_credits_exceeded',
      details: { estimated_credits: 9, max_credits: 8 },
    });
    expect((await fetch({ ...costly, maxCredits: 9 }, { key: 'costly' }).expect(200)).body.created).toBe(
      true,
    );
    const { body } = await fetch(item, { as: accountWithFewCredits }).expect(402);
    expect(body.error.code).toBe('credit_balance_insufficient');
    expect((await list(`company_id=${idOf(1)}`, accountWithFewCredits)).body.items).toHaveLength(1);
  });

  it('is never promoted: no observation and no profile value comes from it', async () => {
    const { body } = await fetch({ ...item, promotionStatus: 'promoted' }).expect(200);
    expect(body.item.promotion_status).toBe('promoted');
    expect(await database.knex('observations').where({ company_id: idOf(1) })).toEqual([]);
    expect(await database.knex('profile_values').where({ company_id: idOf(1) })).toEqual([]);
    expect(await database.knex('company_changes').where({ company_id: idOf(1) })).toEqual([]);
  });

  it('keeps its text unchanged', async () => {
    const contentMarkdown = '<img src=x onerror=alert(1)>\r\n\t*a* 　𠮷野家 é';
    const { body } = await fetch({ ...item, contentMarkdown }).expect(200);
    expect(body.item.content_markdown).toBe(contentMarkdown);
  });

  it.each<[object, string]>([
    [{ companyId: undefined }, 'companyId'],
    [{ sourceType: undefined }, 'sourceType'],
    [{ sourceType: 'gossip' }, 'sourceType'],
    [{ promotionStatus: 'famous' }, 'promotionStatus'],
    [{ confidence: 1.01 }, 'confidence'],
    [{ confidence: '0.5' }, 'confidence'],
    [{ evidence: [1] }, 'evidence'],
    [{ producer: 'crawler' }, 'producer'],
    [{ structuredPayload: { a: 'x'.repeat(65_536) } }, 'structuredPayload'],
    [{ structuredPayload: { a: 'x\u0000' } }, 'structuredPayload'],
    [{ contentMarkdown: 'あ'.repeat(100_001) }, 'contentMarkdown'],
    [{ contentMarkdown: 'a\u0000b' }, 'contentMarkdown'],
    [{ title: ' ' }, 'title'],
    [{ dedupeKey: '' }, 'dedupeKey'],
    [{ observedAt: '2025-04-01' }, 'observedAt'],
    [{ fetchedAt: '0000-01-01T00:00:00Z' }, 'fetchedAt'],
    [{ observedAt: '2025-04-01T09:00:00+16:00' }, 'observedAt'],
    [{ fetchedAt: '2025-04-01T09:00:00-23:59' }, 'fetchedAt'],
    [{ fetchedAt: '9999-12-31T23:59:59-01:00' }, 'fetchedAt'],
    [{ observedAt: `2025-04-01T09:00:00.${'1'.repeat(200)}Z` }, 'observedAt'],
    [{ listId: 'mine' }, 'listId'],
    [{ estimate: { pageCount: '3' } }, 'estimate.pageCount'],
    [{ estimate: { sourceType: 'manual' } }, 'estimate.sourceType'],
    [{ maxCredits: -1 }, 'maxCredits'],
    [{ content: 'x' }, 'content'],
  ])('is refused with an invalid part: %#', async (parts, field) => {
    const { body } = await fetch({ ...item, ...parts }).expect(400);
    expect(body.error.code).toBe('invalid_request');
    expect(body.error.details.map((fault: { field: string }) => fault.field)).toContain(field);
  });

  it.each([21, 30_000])('is refused with JSON of %i levels', async (levels) => {
    const deep = `${'['.repeat(levels)}${']'.repeat(levels)}`;
    const { body } = await service
      .as(account)
      .post('/api/service/research/external/fetch')
      .set('Content-Type', 'application/json')
      .send(`{"companyId":"${idOf(1)}","sourceType":"manual","evidence":{"a":${deep}}}`)
      .expect(400);
    expect(body.error).toMatchObject({ code: 'invalid_request', details: [{ field: 'evidence' }] });
  });

  it('needs an existing company and List', async () => {
    const unknown = await fetch({ ...item, companyId: idOf(99) }).expect(404);
    expect(unknown.body.error.code).toBe('company_not_found');
    const malformed = await fetch({ ...item, companyId: 'nobody' }).expect(404);
    expect(malformed.body.error.code).toBe('company_not_found');
    const listId = '019d0000-0000-7000-8000-000000000000';
    const noList = await fetch({ ...item, listId }).expect(404);
    expect(noList.body.error.code).toBe('list_not_found');
  });

  it('may belong only to a List of its own account', async () => {
    const [made] = await database
      .knex('lists')
      .insert({ account_id: account.accountId, name: '候補', definition_kind: 'empty' })
      .returning<{ list_id: string }[]>('list_id');
    const listId = made?.list_id;
    const { body } = await fetch({ ...item, listId }).expect(200);
    expect(body.meta.list_id).toBe(listId);
    expect((await list(`list_id=${listId}`)).body.items).toMatchObject([
      { research_item_id: body.item.research_item_id, list_id: listId },
    ]);
    const foreign = await fetch({ ...item, listId }, { as: other }).expect(404);
    const unknown = await fetch(
      { ...item, listId: '019d0000-0000-7000-8000-000000000000' },
      { as: other },
    ).expect(404);
    const withoutId = ({ request_id: _, ...rest }: Record<string, unknown>) => rest;
    expect(withoutId(foreign.body)).toEqual(withoutId(unknown.body));
    expect((await list(`list_id=${listId}`, other)).body.items).toEqual([]);
  });
});

describe('the list of items', () => {
  it('shows each item of the account once, newest first, and no others', async () => {
    const reader = await service.createAccount();
    const made: string[] = [];
    for (let at = 0; at < 7; at += 1) {
      const { body } = await fetch({ ...item, sourceType: 'manual', title: `${at}` }, { as: reader }).expect(
        200,
      );
      made.unshift(body.item.research_item_id);
    }
    const pages = await allPages(
      async (cursor) =>
        (await list(`company_id=tse_1301&limit=3${andCursor(cursor)}`, reader).expect(200)).body,
    );
    for (const { meta } of pages)
      expect(meta).toMatchObject({
        account_id: reader.accountId,
        auth_mode: 'api_key',
        company_id: idOf(1),
        list_id: null,
        limit: 3,
      });
    const seen = pages.flatMap(({ items }) => items);
    expect(seen.map(({ research_item_id }) => research_item_id)).toEqual(made);
    const all = (await list('', reader).expect(200)).body;
    expect(all.meta).toMatchObject({ limit: 20, returned: 7, has_more: false, company_id: null });
    const foreign = (await list('limit=100', other).expect(200)).body.items;
    expect(foreign.some((one: { research_item_id: string }) => made.includes(one.research_item_id))).toBe(
      false,
    );
  });

  it('ends a page of large items early and loses none', async () => {
    const reader = await service.createAccount();
    const stored = Array.from({ length: 32 }, (_, at) => ({
      account_id: reader.accountId,
      company_id: idOf(2),
      source_type: 'manual',
      promotion_status: 'session_only',
      // It compresses well in the database, and has the maximum length in an answer.
      content_markdown: '髙'.repeat(100_000),
      title: String(at),
      fetched_at: new Date(),
    }));
    await database.knex('research_items').insert(stored);
    const sizes: number[] = [];
    const pages = await allPages(async (cursor) => {
      const { body, text } = await list(`limit=100${andCursor(cursor)}`, reader).expect(200);
      sizes.push(Buffer.byteLength(text));
      return body;
    });
    const titles: string[] = pages.flatMap(({ items }) => items.map(({ title }: { title: string }) => title));
    expect(titles.sort()).toEqual(stored.map(({ title }) => title).sort());
    expect(sizes.length).toBe(3);
    expect(Math.max(...sizes)).toBeLessThan(4.5 * 1024 * 1024);
  });

  it('refuses a cursor of another query or account', async () => {
    const { body } = await list('limit=1').expect(200);
    const cursor = encodeURIComponent(body.meta.next_cursor);
    await list(`limit=1&cursor=${cursor}`).expect(200);
    for (const refused of [
      list(`company_id=${idOf(1)}&cursor=${cursor}`),
      list(`cursor=${cursor}`, other),
      list('cursor=x'),
    ])
      expect((await refused.expect(400)).body.error.code).toBe('invalid_cursor');
  });

  it('finds items of a company under its former id after two records became one', async () => {
    const { body } = await fetch({ ...item, companyId: idOf(2), dedupeKey: 'joined' }).expect(200);
    await database.knex.raw(
      `DELETE FROM company_source_enrichment WHERE company_id = '${idOf(2)}';
       DELETE FROM company_names WHERE company_id = '${idOf(2)}';
       DELETE FROM companies WHERE company_id = '${idOf(2)}';
       INSERT INTO company_aliases (alias_id, company_id, reason) VALUES ('${idOf(2)}', '${idOf(1)}', 'merged_record')`,
    );
    const found = (await list(`company_id=${idOf(1)}&limit=100`).expect(200)).body.items;
    expect(found).toContainEqual({ ...body.item, company_id: idOf(1) });
    const again = await fetch({ ...item, companyId: idOf(1), dedupeKey: 'joined' }).expect(200);
    expect(again.body).toMatchObject({ created: false, item: { company_id: idOf(1) } });
  });

  it.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=x', 'limit'],
    ['list_id=mine', 'list_id'],
    ['company_id=', 'company_id'],
    ['colour=red', 'colour'],
    ['limit=1&limit=2', 'limit'],
  ])('refuses %s', async (query, field) => {
    const { body } = await list(query).expect(400);
    expect(body.error).toMatchObject({ code: 'invalid_query', details: [{ field }] });
  });

  it('of an unknown company is company_not_found', async () => {
    expect((await list(`company_id=${idOf(98)}`).expect(404)).body.error.code).toBe('company_not_found');
  });

  it('takes the key of its own account and no other account', async () => {
    await list(`account_id=${account.accountId}`).expect(200);
    expect((await list(`account_id=${other.accountId}`).expect(400)).body.error.code).toBe(
      'account_scope_conflict',
    );
    const scoped = await fetch({ ...item, accountId: other.accountId }).expect(400);
    expect(scoped.body.error.code).toBe('account_scope_conflict');
    await service.anonymous.get('/api/service/research/external').expect(401);
  });
});
