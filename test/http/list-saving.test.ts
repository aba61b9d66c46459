import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { idOf } from '../support/companies.ts';
import { listSuite } from '../support/lists.ts';
import type { TestAccount } from '../support/service.ts';

const osaka = { code: '27', name: '大阪府', city: '大阪市' };
const companies = Array.from({ length: 30 }, (_, at) => ({
  number: at + 1,
  name: `株式会社架空${String(at + 1).padStart(2, '0')}`,
  ...(at < 10 ? { prefecture: osaka } : {}),
}));
const inOsaka = companies.slice(0, 10).map(({ number }) => idOf(number));

const suite = await listSuite(companies);
const account = await suite.richAccount();
const api = suite.as(account);
afterAll(suite.end);

const unknownId = '01890000-0000-7000-8000-000000000000';

async function estimateOf(definition: object, as = account) {
  return suite.as(as).post('/lists/estimate', { definition });
}

/** A materialize that must be refused. */
async function refusal(
  body: object,
  { key = 'k', as = account, status }: { key?: string; as?: TestAccount; status: number },
) {
  const { error } = await suite.as(as).post('/lists/materialize', body, { key, status });
  return error;
}

async function basicBalance(as = account): Promise<number> {
  return (await suite.as(as).get('/credits/balance')).balances.basic.available;
}

describe('an estimate', () => {
  it('of a search freezes its members in their order and says what saving them costs', async () => {
    const answer = await estimateOf({ filters: { prefecture: ['大阪'] } });
    expect(answer).toMatchObject({
      ok: true,
      estimate: { row_count: 10, total_kind: 'exact' },
      resolved_definition: {
        kind: 'query',
        query: null,
        filters: { prefecture: ['大阪'] },
        order: 'name',
        limit: null,
      },
      unsupported_conditions: [],
      weak_conditions: [],
      billing: { materialize: { credit_class: 'basic', estimated_credits: 10 } },
    });
    const lifetime = Date.parse(answer.estimate.expires_at) - Date.parse(answer.estimate.created_at);
    expect(lifetime).toBe(24 * 60 * 60 * 1000);
  });

  it('of a limited search has the first companies of it', async () => {
    const { estimate } = await estimateOf({ filters: { prefecture: ['大阪'] }, order: 'name', limit: 3 });
    expect(estimate).toMatchObject({ row_count: 3, total_kind: 'exact' });
  });

  it('of ids takes each company once, by its canonical id, and names unknown ids', async () => {
    const unknown = 'cn_9999999999999';
    const answer = await estimateOf({ company_ids: [idOf(2), idOf(1), idOf(2), unknown] });
    expect(answer).toMatchObject({
      estimate: { row_count: 2 },
      resolved_definition: { kind: 'company_ids', company_ids: [idOf(2), idOf(1)] },
      weak_conditions: [{ code: 'company_not_found', value: [unknown] }],
    });
  });

  it('reports a condition that is not applied', async () => {
    const answer = await estimateOf({ filters: { prefecture: ['大阪府'], semantic_tag: '製造' } });
    expect(answer.unsupported_conditions).toMatchObject([{ code: 'semantic_tags_unsupported' }]);
  });

  it('of a financial query has the companies with matching figures, and says how few figures are known', async () => {
    await suite.database.knex('financials').insert({
      company_id: idOf(7),
      fiscal_year: 2024,
      metric: 'revenue',
      value: 5_000_000,
      source: 'gbizinfo',
    });
    await suite.service.reindexCompanies();
    const answer = await estimateOf({
      kind: 'company_query.v1',
      financials: [{ metric: 'revenue', op: 'gte', value: 1, unit: 'million_yen' }],
    });
    expect(answer).toMatchObject({
      estimate: { row_count: 1 },
      resolved_definition: { kind: 'company_query', financials: [{ metric: 'revenue', op: 'gte' }] },
      unsupported_conditions: [],
      weak_conditions: [{ signal: 'financials' }],
    });
    const { list } = await api.post(
      '/lists/materialize',
      { estimate_id: answer.estimate.estimate_id, name: '売上', execute: true, maxCredits: 1 },
      { key: 'figures' },
    );
    const { rows } = await api.get(`/lists/${list.list_id}/preview`);
    expect(rows).toMatchObject([{ company_id: idOf(7) }]);
  });

  it.each([
    [{}, 'definition.query'],
    [{ query: 5 }, 'definition.query'],
    [{ source_id: 'x' }, 'definition.source_id'],
    [{ company_ids: [] }, 'definition.company_ids'],
    [{ filters: { unknown: 1 } }, 'definition.filters.unknown'],
    [{ query: 'a\u0000' }, 'definition.query'],
    [{ query: 'x', limit: 10_001 }, 'definition.limit'],
    [{ kind: 'company_query.v1', financials: [] }, 'definition.financials'],
    [{ source_id: unknownId, company_ids: [idOf(1)] }, 'definition.source_id'],
    ['all', 'definition'],
    [{ filters: { prefecture: [], status: [] } }, 'definition.query'],
  ])('of %j is refused naming %s', async (definition, field) => {
    const body = { definition };
    const { error } = await api.post('/lists/estimate', body, { status: 400 });
    expect(error.code).toBe('invalid_request');
    expect(error.details).toContainEqual(expect.objectContaining({ field }));
  });

  it('of a source of another account is refused like an unknown one', async () => {
    const body = { definition: { source_id: unknownId } };
    const { error } = await api.post('/lists/estimate', body, { status: 404 });
    expect(error.code).toBe('source_not_found');
  });

  it('fails as the search does', async () => {
    const body = { definition: { query: '架空', filters: { max_employees: 5 } } };
    const { error } = await api.post('/lists/estimate', body, { status: 422 });
    expect(error.code).toBe('max_employees_unsupported_on_this_path');
  });
});

describe('the candidates of an estimate', () => {
  it('are its frozen members page by page, even if the search would find others now', async () => {
    const { estimate } = await estimateOf({ company_ids: inOsaka });
    const seen: string[] = [];
    let cursor = '';
    for (;;) {
      const query = `estimate_id=${estimate.estimate_id}&limit=4${cursor && `&cursor=${cursor}`}`;
      const page = await api.get(`/lists/candidates?${query}`);
      expect(page.meta.returned).toBe(page.companies.length);
      for (const entry of page.companies) {
        expect(entry.company).toMatchObject({ company_id: entry.company_id, prefecture: '大阪府' });
        seen.push(entry.company_id);
      }
      expect(page.meta.has_more).toBe(page.meta.next_cursor !== null);
      if (!page.meta.has_more) break;
      cursor = encodeURIComponent(page.meta.next_cursor);
    }
    expect(seen).toEqual(inOsaka);
  });

  it.each([unknownId, 'not-an-id'])('of %s do not exist', async (id) => {
    const { error } = await api.get(`/lists/candidates?estimate_id=${id}`, 404);
    expect(error.code).toBe('estimate_not_found');
  });

  it('accept no cursor of another estimate', async () => {
    const [one, other] = [
      await estimateOf({ company_ids: inOsaka }),
      await estimateOf({ company_ids: inOsaka }),
    ];
    const path = `/lists/candidates?estimate_id=${one.estimate.estimate_id}&limit=1`;
    const { meta } = await api.get(path);
    const { error } = await api.get(
      `/lists/candidates?estimate_id=${other.estimate.estimate_id}&limit=1&cursor=${meta.next_cursor}`,
      400,
    );
    expect(error.code).toBe('invalid_cursor');
  });

  it('cannot be exported', async () => {
    const { estimate } = await estimateOf({ company_ids: inOsaka });
    const { error } = await api.get(`/lists/${estimate.estimate_id}/export`, 409);
    expect(error.code).toBe('preview_export_not_allowed');
  });
});

describe('materialize', () => {
  it('saves the frozen members, charges one basic credit a row, and replays', async () => {
    const { estimate } = await estimateOf({ company_ids: inOsaka });
    const before = await basicBalance();
    const body = { estimate_id: estimate.estimate_id, name: '大阪', execute: true, maxCredits: 10 };
    const first = await api.post('/lists/materialize', body, { key: 'save' });
    expect(first).toMatchObject({
      ok: true,
      list: { name: '大阪', status: 'active', schedule: 'manual', row_count: 10, published_version: null },
      saved_rows: 10,
      billing: { credit_class: 'basic', credits_used: 10, max_credits: 10, balance_after: before - 10 },
    });
    const again = await api.post('/lists/materialize', body, { key: 'save' });
    expect(again).toEqual({ ...first, billing: { ...first.billing, credits_used: 0, deduplicated: true } });
    expect(await basicBalance()).toBe(before - 10);

    const { rows, companies: alias, meta } = await api.get(`/lists/${first.list.list_id}/preview`);
    expect(rows.map((row: { company_id: string }) => row.company_id)).toEqual(inOsaka);
    expect(alias).toEqual(rows);
    expect(meta).toMatchObject({ returned_rows: 10, publishable_rows: 10, has_more: false });

    const ledger = await api.get('/credits?operation=list.materialize&limit=1');
    expect(ledger.items[0]).toMatchObject({
      amount: -10,
      subject: { type: 'list', id: first.list.list_id },
      idempotency_key: 'save',
    });
  });

  it('is guarded in the order execute, Idempotency-Key, maxCredits, and only then looks for the estimate', async () => {
    const code = async (body: object, key: string | undefined, status: number) => {
      const request = {
        as: account,
        path: '/lists/materialize',
        body: { estimate_id: unknownId, name: 'x', ...body },
      };
      return (await suite.send({ ...request, ...(key && { key }), status })).error.code;
    };
    expect(await code({}, undefined, 400)).toBe('execute_required');
    expect(await code({ execute: true }, undefined, 400)).toBe('idempotency_key_required');
    expect(await code({ execute: true }, 'g', 400)).toBe('max_credits_required');
    expect(await code({ execute: true, maxCredits: 1 }, 'g', 404)).toBe('estimate_not_found');
  });

  it('needs a name for a new List', async () => {
    const error = await refusal({ estimate_id: unknownId, execute: true, maxCredits: 1 }, { status: 400 });
    expect(error).toMatchObject({ code: 'invalid_request', details: [{ field: 'name' }] });
  });

  it('above maxCredits or the balance saves and charges nothing', async () => {
    const accountWithFewCredits = await suite.richAccount(3);
    const { estimate } = await estimateOf({ company_ids: inOsaka }, accountWithFewCredits);
    const body = { estimate_id: estimate.estimate_id, name: 'x', execute: true };
    expect(
      await refusal({ ...body, maxCredits: 9 }, { as: accountWithFewCredits, status: 422 }),
    ).toMatchObject({
      code: 'max_credits_exceeded',
      details: { estimated_credits: 10, max_credits: 9 },
    });
    expect(
      await refusal({ ...body, maxCredits: 10 }, { as: accountWithFewCredits, status: 402 }),
    ).toMatchObject({
      code: 'credit_balance_insufficient',
    });
    expect((await suite.as(accountWithFewCredits).get('/lists')).items).toEqual([]);
    expect(await basicBalance(accountWithFewCredits)).toBe(3);
  });

  it('in a dry run answers the same and leaves nothing', async () => {
    const fresh = await suite.richAccount(50);
    const { estimate } = await estimateOf({ company_ids: inOsaka }, fresh);
    const body = { estimate_id: estimate.estimate_id, name: 'x', execute: true, maxCredits: 10 };
    const dry = await suite.as(fresh).post('/lists/materialize', { ...body, dryRun: true }, { key: 'd' });
    expect(dry).toMatchObject({
      saved_rows: 10,
      billing: { credits_used: 10, dry_run: true, balance_after: 40 },
    });
    expect((await suite.as(fresh).get('/lists')).items).toEqual([]);
    expect(await basicBalance(fresh)).toBe(50);
    await suite.as(fresh).post('/lists/materialize', body, { key: 'd' });
    expect(await basicBalance(fresh)).toBe(40);
  });

  it('with the same key and another body is refused', async () => {
    const { estimate } = await estimateOf({ company_ids: inOsaka });
    const body = { estimate_id: estimate.estimate_id, name: 'a', execute: true, maxCredits: 10 };
    await api.post('/lists/materialize', body, { key: 'reuse' });
    const error = await refusal({ ...body, name: 'b' }, { key: 'reuse', status: 422 });
    expect(error.code).toBe('idempotency_key_reused');
  });

  it('sent ten times at once with one key saves one List', async () => {
    const busy = await suite.richAccount(100);
    const { estimate } = await estimateOf({ company_ids: inOsaka }, busy);
    const body = { estimate_id: estimate.estimate_id, name: 'x', execute: true, maxCredits: 10 };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        suite.service
          .as(busy)
          .post('/api/service/lists/materialize')
          .set('Idempotency-Key', 'one')
          .send(body),
      ),
    );
    for (const { status, body: answer } of answers) {
      if (status === 200) expect(answer.saved_rows).toBe(10);
      else expect(answer.error.code).toBe('idempotency_key_in_use');
    }
    expect((await suite.as(busy).get('/lists')).items).toHaveLength(1);
    expect(await basicBalance(busy)).toBe(90);
  });

  it('of an estimate without rows saves an empty List only when no condition is weak', async () => {
    const exact = await estimateOf({ filters: { prefecture: ['沖縄県'] } });
    expect(exact.weak_conditions).toEqual([]);
    const body = { name: '空', execute: true, maxCredits: 0 };
    const saved = await api.post(
      '/lists/materialize',
      { ...body, estimate_id: exact.estimate.estimate_id },
      { key: 'empty' },
    );
    expect(saved).toMatchObject({ list: { row_count: 0 }, billing: { credits_used: 0 } });

    const weak = await estimateOf({ filters: { has_jobs: true } });
    expect(weak).toMatchObject({ estimate: { row_count: 0 }, weak_conditions: [{ signal: 'jobs' }] });
    const error = await refusal(
      { ...body, estimate_id: weak.estimate.estimate_id },
      { key: 'weak', status: 422 },
    );
    expect(error).toMatchObject({
      code: 'list_conditions_not_materializable',
      details: { weak_conditions: [{ signal: 'jobs' }] },
    });
  });

  it('of an unsupported condition is refused even if there are rows', async () => {
    const { estimate } = await estimateOf({ filters: { prefecture: ['大阪府'], semantic_tag: '製造' } });
    const error = await refusal(
      { estimate_id: estimate.estimate_id, name: 'x', execute: true, maxCredits: 100 },
      { key: 'unsupported', status: 422 },
    );
    expect(error.code).toBe('list_conditions_not_materializable');
  });

  it('of more than 10,000 rows is refused', async () => {
    const { estimate } = await estimateOf({ company_ids: inOsaka });
    await suite.database
      .knex('list_estimates')
      .where({ estimate_id: estimate.estimate_id })
      .update({ row_count: 10_001 });
    const error = await refusal(
      { estimate_id: estimate.estimate_id, name: 'x', execute: true, maxCredits: 100_000 },
      { key: 'many', status: 422 },
    );
    expect(error).toMatchObject({
      code: 'list_conditions_not_materializable',
      details: { row_count: 10_001, most_rows: 10_000 },
    });
  });

  it('of an expired estimate is refused', async () => {
    const { estimate } = await estimateOf({ company_ids: inOsaka });
    await suite.database
      .knex('list_estimates')
      .where({ estimate_id: estimate.estimate_id })
      .update({ expires_at: new Date(Date.now() - 1) });
    const body = { estimate_id: estimate.estimate_id, name: 'x', execute: true, maxCredits: 10 };
    expect(await refusal(body, { key: 'late', status: 409 })).toMatchObject({ code: 'estimate_expired' });
  });

  it('into a List adds and charges only the rows it lacks', async () => {
    const listId = await suite.saveList(account, inOsaka.slice(0, 4));
    const { estimate } = await estimateOf({ company_ids: inOsaka });
    const body = { estimate_id: estimate.estimate_id, list_id: listId, execute: true, maxCredits: 6 };
    const added = await api.post('/lists/materialize', body, { key: `into-${listId}` });
    expect(added).toMatchObject({
      list: { list_id: listId, row_count: 10 },
      saved_rows: 6,
      already_saved_rows: 4,
      billing: { credits_used: 6 },
    });
    const again = await api.post(
      '/lists/materialize',
      { ...body, maxCredits: 0 },
      { key: `again-${listId}` },
    );
    expect(again).toMatchObject({ saved_rows: 0, billing: { credits_used: 0 } });
  });

  it('into one List from two callers at once never charges a row twice', async () => {
    const busy = await suite.richAccount(100);
    const listId = await suite.saveList(busy, inOsaka.slice(0, 1));
    const { estimate } = await estimateOf({ company_ids: inOsaka }, busy);
    const body = { estimate_id: estimate.estimate_id, list_id: listId, execute: true, maxCredits: 10 };
    const answers = await Promise.all(
      ['a', 'b', 'c'].map((key) => suite.as(busy).post('/lists/materialize', body, { key })),
    );
    expect(answers.map(({ saved_rows }) => saved_rows).sort()).toEqual([0, 0, 9]);
    expect(await basicBalance(busy)).toBe(90);
  });
});

describe('a List made without an estimate', () => {
  it('is empty and free, and made once for its key', async () => {
    const body = { name: '空の一覧' };
    const one = await api.post('/lists', body, { key: 'new' });
    const two = await api.post('/lists', body, { key: 'new' });
    expect(one).toMatchObject({ list: { row_count: 0, source: { kind: 'empty', id: null } } });
    expect(two.list.list_id).toBe(one.list.list_id);
  });

  it('from a source takes its matched rows without charge', async () => {
    const imported = await api.post('/sources/import', {
      name: '取込',
      originalFilename: 'a.csv',
      contentSha256: `sha256:${'a'.repeat(64)}`,
      headers: ['法人番号'],
      rows: [1, 2, 2].map((number) => ({ 法人番号: idOf(number).slice(3) })),
    });
    const { source_id } = imported.source;
    const early = await estimateOf({ source_id });
    expect(early.weak_conditions).toMatchObject([{ code: 'source_without_matched_rows' }]);
    const none = await api.post('/lists', { name: '早すぎる', source_id });
    expect(none).toMatchObject({
      list: { row_count: 0 },
      warnings: [{ code: 'source_without_matched_rows', field: 'source_id' }],
    });
    await api.post(`/sources/${source_id}/map`, {
      entity: 'company',
      columns: { corporate_number: '法人番号' },
    });
    await api.post(`/sources/${source_id}/resolve`, { execute: true, maxCredits: 3 }, { key: 'resolve' });
    const before = await basicBalance();
    const { list, warnings } = await api.post('/lists', { name: '取込', source_id });
    expect(warnings).toEqual([]);
    expect(list).toMatchObject({ row_count: 2, source: { kind: 'source', id: source_id } });
    expect(await basicBalance()).toBe(before);
  });

  describe('of rows that are paid in a source', () => {
    let payer: TestAccount;
    let calls: ReturnType<typeof suite.as>;
    let sourceId: string;
    beforeAll(async () => {
      payer = await suite.richAccount(100);
      calls = suite.as(payer);
      const { source } = await calls.post('/sources/import', {
        name: '顧客',
        headers: ['法人番号'],
        rows: [1, 2, 2, 3].map((number) => ({ 法人番号: idOf(number).slice(3) })),
      });
      sourceId = source.source_id;
      const columns = { corporate_number: '法人番号' };
      await calls.post(`/sources/${sourceId}/map`, { entity: 'company', columns });
      await calls.post(`/sources/${sourceId}/resolve`, { execute: true, maxCredits: 4 }, { key: 'r' });
    });
    const materialize = (estimate_id: string, body: object) =>
      calls.post('/lists/materialize', { estimate_id, execute: true, ...body }, { key: randomUUID() });

    it('is free through an estimate, also when the rows are added to another List', async () => {
      const before = await basicBalance(payer);
      const { estimate, billing, warnings } = await estimateOf({ source_id: sourceId }, payer);
      expect(estimate.row_count).toBe(3);
      expect(billing.materialize.estimated_credits).toBe(0);
      expect(warnings).toEqual([]);
      const saved = await materialize(estimate.estimate_id, { name: '顧客', maxCredits: 0 });
      expect(saved).toMatchObject({ saved_rows: 3, billing: { credits_used: 0 }, warnings: [] });
      const { list } = await calls.post('/lists', { name: '空' });
      const added = await materialize(estimate.estimate_id, { list_id: list.list_id, maxCredits: 0 });
      expect(added).toMatchObject({ list: { row_count: 3 }, saved_rows: 3, billing: { credits_used: 0 } });
      expect(await basicBalance(payer)).toBe(before);
    });

    it('is charged through other definitions, which warn first and name the free way', async () => {
      const { estimate, billing, warnings } = await estimateOf({ company_ids: [2, 3, 4].map(idOf) }, payer);
      expect(billing.materialize.estimated_credits).toBe(3);
      const expected = [
        {
          code: 'companies_paid_in_source',
          message: expect.stringMatching(/2 of these companies in the source "顧客".*POST \/lists/),
          field: 'definition',
          value: { source_id: sourceId, companies: 2 },
        },
      ];
      expect(warnings).toEqual(expected);
      const body = { name: '一部', maxCredits: 3 };
      expect(await materialize(estimate.estimate_id, { ...body, dryRun: true })).toMatchObject({
        warnings: expected,
        billing: { credits_used: 3, dry_run: true },
      });
      expect((await materialize(estimate.estimate_id, body)).billing.credits_used).toBe(3);
      const search = await estimateOf({ filters: { prefecture: ['大阪'] } }, payer);
      expect(search.warnings).toMatchObject([{ value: { source_id: sourceId, companies: 3 } }]);
    });

    it('is warned of only for rows that the List lacks, and whichever of many sources has them', async () => {
      const many = await suite.richAccount(200);
      const manyCalls = suite.as(many);
      const resolvedSource = async (name: string, numbers: readonly number[]) => {
        const rows = numbers.map((number) => ({ 法人番号: idOf(number).slice(3) }));
        const { source } = await manyCalls.post('/sources/import', { name, headers: ['法人番号'], rows });
        const mapping = { entity: 'company', columns: { corporate_number: '法人番号' } };
        await manyCalls.post(`/sources/${source.source_id}/map`, mapping);
        const body = { execute: true, maxCredits: 9 };
        await manyCalls.post(`/sources/${source.source_id}/resolve`, body, { key: randomUUID() });
        return source.source_id;
      };
      const oldest = await resolvedSource('最古', [1, 2]);
      for (let newer = 0; newer < 21; newer += 1) await resolvedSource('新', [4]);
      const value = { source_id: oldest, companies: 2 };
      const { estimate, warnings } = await estimateOf({ company_ids: [1, 2, 3].map(idOf) }, many);
      expect(warnings).toMatchObject([{ value }]);
      const { list } = await manyCalls.post('/lists', { name: '最古', source_id: oldest });
      const body = { estimate_id: estimate.estimate_id, list_id: list.list_id, execute: true, maxCredits: 3 };
      expect(await manyCalls.post('/lists/materialize', body, { key: randomUUID() })).toMatchObject({
        saved_rows: 1,
        already_saved_rows: 2,
        billing: { credits_used: 1 },
        warnings: [],
      });
    });

    it('is not warned of for companies of nobody or of another account', async () => {
      expect((await estimateOf({ company_ids: [idOf(4)] }, payer)).warnings).toEqual([]);
      const other = await suite.richAccount(1);
      expect((await estimateOf({ company_ids: [idOf(2)] }, other)).warnings).toEqual([]);
    });
  });

  it.each([unknownId, 'x'])('from a source %s that does not exist is refused', async (source_id) => {
    const body = { name: 'x', source_id };
    const { error } = await api.post('/lists', body, { status: 404 });
    expect(error.code).toBe('source_not_found');
  });
});

describe('another account', () => {
  it('gets the same answers for them as for unknown Lists and estimates', async () => {
    const stranger = await suite.richAccount();
    const listId = await suite.saveList(account, inOsaka.slice(0, 2));
    const { estimate } = await estimateOf({ company_ids: inOsaka });
    const requests = (list: string, estimateId: string) => [
      { path: `/lists/${list}` },
      { path: `/lists/${list}/preview` },
      { path: `/lists/${list}/export` },
      { path: `/lists/${list}/exports/${'a'.repeat(64)}.csv` },
      { path: `/lists/${list}/enrichments` },
      { path: `/lists/${list}/enrichments/${unknownId}` },
      { path: `/lists/${list}/suppressions` },
      { path: `/lists/${list}/workspace-preferences` },
      { path: `/lists/${list}/snapshots` },
      { path: `/lists/${list}/diffs` },
      { path: `/lists/${list}/diffs/latest` },
      { path: `/lists/${list}/diffs/${unknownId}` },
      { path: `/lists/${list}/delivery` },
      { path: `/lists/${list}/deliveries` },
      { path: `/lists/${list}/deliveries/${unknownId}` },
      { path: `/lists/${list}/publish`, body: {} },
      { path: `/lists/${list}/refresh`, body: {} },
      { path: `/lists/${list}/deliver`, body: {} },
      { path: `/lists/${list}/deliveries/${unknownId}/redeliver`, body: {} },
      { path: `/lists/${list}/enrichments/estimate`, body: { fields: ['website'] } },
      {
        path: `/lists/${list}/enrichments/run`,
        body: { fields: ['website'], execute: true, maxCredits: 9 },
        key: 'f',
      },
      { path: `/lists/${list}/status`, method: 'PATCH' as const, body: { status: 'archived' } },
      { path: `/lists/${list}/schedule`, method: 'PATCH' as const, body: { schedule: 'daily' } },
      { path: `/lists/${list}/suppressions`, method: 'PATCH' as const, body: { remove: [idOf(1)] } },
      { path: `/lists/${list}/workspace-preferences`, method: 'PATCH' as const, body: { notes: 'x' } },
      { path: `/lists/${list}/delivery`, method: 'PATCH' as const, body: { enabled: false } },
      {
        path: `/lists/${list}/diff-rows/${unknownId}/review`,
        method: 'PATCH' as const,
        body: { outcome: 'accepted' },
      },
      {
        path: `/lists/${list}/diff-rows/${unknownId}/exclusion`,
        method: 'PATCH' as const,
        body: { excluded: true },
      },
      { path: `/lists/candidates?estimate_id=${estimateId}` },
      {
        path: '/lists/materialize',
        body: { estimate_id: estimateId, name: 'x', execute: true, maxCredits: 99 },
        key: 'g',
      },
      {
        path: '/lists/materialize',
        body: { estimate_id: estimateId, list_id: list, execute: true, maxCredits: 99 },
        key: 'h',
      },
    ];
    const foreign = requests(listId, estimate.estimate_id);
    const unknown = requests(unknownId, unknownId);
    for (const [at, request] of foreign.entries()) {
      const other = unknown[at] ?? request;
      const theirs = await suite.send({ as: stranger, ...request, status: 404 });
      const none = await suite.send({ as: stranger, ...other, status: 404 });
      expect({ ...theirs, request_id: '' }).toEqual({ ...none, request_id: '' });
    }
    expect(await api.get(`/lists/${listId}`)).toMatchObject({
      list: { status: 'active', schedule: 'manual' },
    });
  });
});
