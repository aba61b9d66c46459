import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { idOf, insertFacts, jobOf, permitOf } from '../support/companies.ts';
import { dayFromToday } from '../support/days.ts';
import { listSuite } from '../support/lists.ts';
import { observationOf } from '../support/observations.ts';

const ids = [1, 2, 3, 4, 5].map(idOf);
const [first, second, third] = [idOf(1), idOf(2), idOf(3)];

const suite = await listSuite([
  { number: 1, name: '=1+1株式会社', website: 'https://www.hitotsu.co.jp/', employees: 10, code: '1301' },
  { number: 2, name: '＝SUM(A1)株式会社', employees: 20 },
  { number: 3, name: '@三,"引用"株式会社' },
  { number: 4, name: '四株式会社' },
  { number: 5, name: '-5株式会社' },
]);
const account = await suite.richAccount();
const api = suite.as(account);
await insertFacts(suite.database.knex, {
  job_postings: [
    jobOf(1, 'open', { ai_related: true, opened_at: dayFromToday(-3) }),
    jobOf(2, 'over', { opened_at: dayFromToday(-30), closed_at: dayFromToday(0) }),
  ],
  construction_permits: [
    permitOf(1, '国土交通大臣許可第1号', { types: ['electrical', 'building'], from: -100, until: 0 }),
  ],
  company_technologies: [
    { company_id: first, technology: 'react', source: 'company_website', observed_at: null },
    {
      company_id: first,
      technology: 'aws',
      source: 'gbizinfo',
      observed_at: '2026-02-01T00:00:00Z',
    },
  ],
  financials: [2023, 2024]
    .map((fiscal_year) => ({
      company_id: first,
      fiscal_year,
      metric: 'net_income',
      value: fiscal_year === 2024 ? -500 : 7,
      source: 'edinet' as 'edinet' | 'gbizinfo',
      observed_at: '2026-03-01T00:00:00Z',
    }))
    .concat({
      company_id: first,
      fiscal_year: 2022,
      metric: 'total_assets',
      value: 90,
      source: 'gbizinfo',
      observed_at: '2026-09-01T00:00:00Z',
    }),
  observations: ['a', 'b'].map((name, at) =>
    observationOf(1, name, {
      type: 'award',
      summary: `表彰${name}`,
      observed_at: `2026-04-0${at + 1}T00:00:00Z`,
    }),
  ),
});
afterAll(suite.end);

const every = [
  'website',
  'employees',
  'insured_persons',
  'jobs',
  'construction_permits',
  'technologies',
  'financials',
  'observations',
];

async function enrich(listId: string, fields: readonly string[], key: string, more: object = {}) {
  return api.post(
    `/lists/${listId}/enrichments/run`,
    { fields, execute: true, maxCredits: 1000, ...more },
    { key },
  );
}

async function patch(listId: string, what: string, body: object, status = 200) {
  return api.patch(`/lists/${listId}/${what}`, body, status);
}

/** What the exported file holds, checked against what the answer says of it. */
async function exported(listId: string, query = '') {
  const answer = await api.get(`/lists/${listId}/export${query}`);
  const { body, headers, status } = await suite.service
    .as(account)
    .get(answer.path)
    .buffer(true)
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => done(null, Buffer.concat(chunks)));
    });
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(body.length).toBe(answer.bytes);
  expect(createHash('sha256').update(body).digest('hex')).toBe(answer.sha256);
  expect(answer.path).toBe(`/api/service/lists/${listId}/exports/${answer.sha256}.csv`);
  const file = path.join(suite.stateFolder, 'exports', account.accountId, listId, `${answer.sha256}.csv`);
  expect(readFileSync(file).equals(body)).toBe(true);
  const rows = parse(body, { columns: true, bom: true }) as Record<string, string>[];
  expect(rows).toHaveLength(answer.row_count);
  if (rows[0]) expect(Object.keys(rows[0])).toEqual(answer.columns);
  return { answer, rows, bytes: body as Buffer };
}

describe('enrichment', () => {
  it('is estimated for each field by the rows that have a value', async () => {
    const listId = await suite.saveList(account, ids);
    const { estimate } = await api.post(`/lists/${listId}/enrichments/estimate`, {
      fields: ['employees', 'website', 'jobs'],
    });
    expect(estimate).toMatchObject({
      estimated_max_credits: 4,
      per_field: [
        { field: 'website', found_rows: 1, credits: 1 },
        { field: 'employees', found_rows: 2, credits: 2 },
        { field: 'jobs', found_rows: 1, credits: 1 },
      ],
    });
  });

  it('finds values with their source and time, and charges each found row once', async () => {
    const listId = await suite.saveList(account, ids);
    const one = await enrich(listId, every, `one-${listId}`);
    expect(one).toMatchObject({
      run: { status: 'completed', found_count: 8, not_found_count: 32, unchanged_count: 0 },
      billing: { credit_class: 'enrichment', credits_used: 8 },
    });
    const { rows } = await api.get(`/lists/${listId}/preview`);
    expect(rows[0].enrichments).toEqual({
      website: {
        value: 'https://www.hitotsu.co.jp/',
        source: 'company_website',
        observed_at: '2026-01-01T00:00:00.000Z',
      },
      employees: { value: 10, source: 'company_website', observed_at: '2026-01-01T00:00:00.000Z' },
      jobs: {
        value: { open_count: 1, ai_count: 1, latest_opened_at: dayFromToday(-3) },
        source: 'job_posting',
        observed_at: new Date(`${dayFromToday(-3)}T00:00:00+09:00`).toISOString(),
      },
      construction_permits: expect.objectContaining({
        value: {
          valid_count: 1,
          license_types: ['building', 'electrical'],
          license_numbers: ['国土交通大臣許可第1号'],
          latest_valid_until: dayFromToday(0),
        },
      }),
      technologies: {
        value: ['aws', 'react'],
        source: 'gbizinfo',
        observed_at: '2026-02-01T00:00:00.000Z',
      },
      // Source and time are those of the newest figure, and never of two figures.
      financials: {
        value: {
          net_income: { value: -500, fiscal_year: 2024 },
          total_assets: { value: 90, fiscal_year: 2022 },
        },
        source: 'edinet',
        observed_at: '2026-03-01T00:00:00.000Z',
      },
      observations: {
        value: {
          total: 2,
          by_type: { award: 2 },
          latest: { observation_id: 'b', type: 'award', summary: '表彰b' },
        },
        source: 'gbizinfo',
        observed_at: '2026-04-02T00:00:00.000Z',
      },
    });
    expect(rows[1].enrichments).toEqual({ employees: expect.objectContaining({ value: 20 }) });

    const two = await enrich(listId, every, `two-${listId}`);
    expect(two).toMatchObject({
      run: { found_count: 0, not_found_count: 32, unchanged_count: 8 },
      billing: { credits_used: 0 },
    });

    await suite.database
      .knex('profile_values')
      .where({ company_id: second, field: 'employees' })
      .update({ value: '21' });
    const three = await enrich(listId, ['employees'], `three-${listId}`);
    expect(three).toMatchObject({
      run: { found_count: 1, not_found_count: 3, unchanged_count: 1 },
      billing: { credits_used: 1 },
    });
    await suite.database
      .knex('profile_values')
      .where({ company_id: second, field: 'employees' })
      .update({ value: '20' });
  });

  it('skips suppressed rows', async () => {
    const listId = await suite.saveList(account, ids);
    await patch(listId, 'suppressions', { add: [{ company_id: first }] });
    expect(await enrich(listId, ['employees'], `s-${listId}`)).toMatchObject({
      run: { found_count: 1, not_found_count: 3 },
    });
  });

  it('replays, and in a dry run leaves nothing', async () => {
    const listId = await suite.saveList(account, ids);
    const dry = await enrich(listId, ['employees'], `r-${listId}`, { dryRun: true });
    expect(dry).toMatchObject({ run: { found_count: 2 }, billing: { credits_used: 2, dry_run: true } });
    expect((await api.get(`/lists/${listId}/enrichments`)).items).toEqual([]);
    const one = await enrich(listId, ['employees'], `r-${listId}`);
    const two = await enrich(listId, ['employees'], `r-${listId}`);
    expect(two.run).toEqual(one.run);
    expect(two.billing).toMatchObject({ credits_used: 0, deduplicated: true });
  });

  it('by two callers at once charges each value once', async () => {
    const listId = await suite.saveList(account, ids);
    const runs = await Promise.all(['a', 'b', 'c'].map((key) => enrich(listId, every, `${key}-${listId}`)));
    expect(runs.map(({ billing }) => billing.credits_used).sort()).toEqual([0, 0, 8]);
  });

  it('has the guards of every charge', async () => {
    const listId = await suite.saveList(account, ids);
    const code = async (body: object, key: string | undefined, status: number) => {
      const path = `/lists/${listId}/enrichments/run`;
      const request = { as: account, path, body: { fields: ['employees'], ...body }, status };
      return (await suite.send({ ...request, ...(key && { key }) })).error.code;
    };
    expect(await code({}, undefined, 400)).toBe('execute_required');
    expect(await code({ execute: true }, undefined, 400)).toBe('idempotency_key_required');
    expect(await code({ execute: true }, 'g', 400)).toBe('max_credits_required');
    expect(await code({ execute: true, maxCredits: 1 }, 'g', 422)).toBe('max_credits_exceeded');
    expect(await code({ execute: true, maxCredits: 1, fields: ['size'] }, 'g', 400)).toBe('invalid_request');
    const accountWithFewCredits = await suite.richAccount(1);
    const listOfThatAccount = await suite.saveList(accountWithFewCredits, [first]);
    const { error } = await suite
      .as(accountWithFewCredits)
      .post(
        `/lists/${listOfThatAccount}/enrichments/run`,
        { fields: every, execute: true, maxCredits: 99 },
        { key: 'p', status: 402 },
      );
    expect(error).toMatchObject({
      code: 'credit_balance_insufficient',
      details: { credit_class: 'enrichment' },
    });
  });

  it('runs are listed newest first and found by their id', async () => {
    const listId = await suite.saveList(account, ids);
    const one = await enrich(listId, ['website'], `l1-${listId}`);
    const two = await enrich(listId, ['jobs'], `l2-${listId}`);
    const path = `/lists/${listId}/enrichments`;
    const page = await api.get(`${path}?limit=1`);
    expect(page.items).toEqual([two.run]);
    const next = await api.get(`${path}?limit=1&cursor=${encodeURIComponent(page.meta.next_cursor)}`);
    expect(next.items).toEqual([one.run]);
    expect((await api.get(`${path}/${one.run.run_id}`)).run).toEqual(one.run);
    const other = await suite.saveList(account, ids);
    const { error } = await api.get(`/lists/${other}/enrichments/${one.run.run_id}`, 404);
    expect(error.code).toBe('run_not_found');
  });
});

describe('an export', () => {
  it('is the file that path, sha256, bytes and row_count say, and the same content is the same path', async () => {
    const listId = await suite.saveList(account, ids);
    const { answer, rows } = await exported(listId);
    expect(rows.map(({ company_id }) => company_id)).toEqual(ids);
    expect(rows[0]).toMatchObject({
      display_name: "'=1+1株式会社",
      securities_code: '1301',
      listing_status: 'listed',
    });
    expect((await exported(listId)).answer.path).toBe(answer.path);
  });

  it('contains nothing that a spreadsheet would run, in half or full width', async () => {
    const listId = await suite.saveList(account, ids);
    await enrich(listId, ['financials'], `f-${listId}`);
    const { answer, rows } = await exported(listId);
    expect(rows.map(({ legal_name }) => legal_name)).toEqual([
      "'=1+1株式会社",
      "'＝SUM(A1)株式会社",
      // Names and numbers only begin like a formula.
      '@三,"引用"株式会社',
      '四株式会社',
      '-5株式会社',
    ]);
    expect(answer.disarmed_cells).toBe(4);
    expect(rows[0]).toMatchObject({
      financials_net_income: '-500',
      financials_net_income_fiscal_year: '2024',
      financials_source: 'edinet',
      financials_observed_at: '2026-03-01T00:00:00.000Z',
    });
  });

  it('begins with a byte order mark on request, and has the line ends that spreadsheets expect', async () => {
    const listId = await suite.saveList(account, ids);
    const { bytes } = await exported(listId, '?bom=true');
    expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
    expect(bytes.toString().split('\r\n')).toHaveLength(7);
    expect((await exported(listId)).bytes.subarray(0, 3).toString()).toBe('row');
  });

  it('leaves suppressed rows out until they are included again', async () => {
    const listId = await suite.saveList(account, ids);
    await patch(listId, 'suppressions', { add: [{ company_id: second, reason: '取引先' }] });
    expect((await exported(listId)).rows.map(({ company_id }) => company_id)).not.toContain(second);
    await patch(listId, 'suppressions', { remove: [second] });
    expect((await exported(listId)).rows).toHaveLength(5);
  });

  it('of an empty List is its header', async () => {
    const { list } = await api.post('/lists', { name: '空' });
    expect((await exported(list.list_id)).answer.row_count).toBe(0);
  });

  it('that does not exist is not found, whatever its name', async () => {
    const listId = await suite.saveList(account, ids);
    const { answer } = await exported(listId);
    for (const name of [`${'0'.repeat(64)}.csv`, '..%2F..%2Fetc%2Fpasswd', `${answer.sha256}`]) {
      const request = { as: account, path: `/lists/${listId}/exports/${name}`, status: 404 };
      expect((await suite.send(request)).error.code).toBe('not_found');
    }
    const stranger = await suite.richAccount(0);
    const { error } = await suite.as(stranger).get(answer.path.slice('/api/service'.length), 404);
    expect(error.code).toBe('list_not_found');
  });
});

describe('the settings of a List', () => {
  it('are shown in its detail and in the list of Lists', async () => {
    const own = await suite.richAccount(10);
    const listId = await suite.saveList(own, [first], '詳細');
    const detail = await suite.as(own).get(`/lists/${listId}`);
    expect(detail).toMatchObject({
      list: {
        list_id: listId,
        name: '詳細',
        status: 'active',
        schedule: 'manual',
        row_count: 1,
        source: { kind: 'company_ids' },
        published_version: null,
      },
      definition: { company_ids: [first] },
      row_counts: { total: 1, suppressed: 0, excluded: 0, effective: 1 },
    });
    expect((await suite.as(own).get('/lists')).items).toEqual([detail.list]);
  });

  it('page Lists newest first, by status', async () => {
    const own = await suite.richAccount(10);
    const made: string[] = [];
    for (const name of ['一', '二', '三', '四', '五']) {
      const { list } = await suite.as(own).post('/lists', { name });
      made.unshift(list.list_id);
    }
    await suite.as(own).patch(`/lists/${made[2]}/status`, { status: 'archived' });
    const walked: string[] = [];
    for (let cursor = ''; ; ) {
      const page = await suite.as(own).get(`/lists?status=active&limit=3${cursor}`);
      walked.push(...page.items.map((list: { list_id: string }) => list.list_id));
      if (page.meta.next_cursor === null) break;
      cursor = `&cursor=${encodeURIComponent(page.meta.next_cursor)}`;
    }
    expect(walked).toEqual(made.filter((_, at) => at !== 2));
    expect((await suite.as(own).get('/lists?status=archived')).items).toMatchObject([{ list_id: made[2] }]);
    expect((await suite.as(own).get('/lists?status=old', 400)).error.code).toBe('invalid_query');
  });

  it('suppress companies, whether or not they have a row, and say how many', async () => {
    const listId = await suite.saveList(account, [first, second]);
    expect(
      await patch(listId, 'suppressions', {
        add: [{ company_id: first }, { company_id: third, reason: '競合' }],
      }),
    ).toMatchObject({
      suppressions: { added: 2, removed: 0, total: 2 },
    });
    const { items } = await api.get(`/lists/${listId}/suppressions`);
    expect(items).toMatchObject([
      { company_id: third, reason: '競合' },
      { company_id: first, reason: null },
    ]);
    const { rows, meta } = await api.get(`/lists/${listId}/preview`);
    expect(rows).toMatchObject([{ suppressed: true }, { suppressed: false }]);
    expect(meta).toMatchObject({ total_rows: 2, suppressed_rows: 1, publishable_rows: 1 });
    expect(await patch(listId, 'suppressions', { remove: [first, second] })).toMatchObject({
      suppressions: { added: 0, removed: 1, total: 1 },
    });
  });

  it.each([
    [{}, 400, 'invalid_request'],
    [{ add: [{ company_id: 'cn_9999999999999' }] }, 404, 'company_not_found'],
    [{ remove: Array.from({ length: 1001 }, () => first) }, 400, 'invalid_request'],
    [
      {
        add: Array.from({ length: 501 }, () => ({ company_id: first })),
        remove: Array.from({ length: 500 }, () => first),
      },
      400,
      'invalid_request',
    ],
  ])('refuse invalid suppressions (%#)', async (body, status, code) => {
    const listId = await suite.saveList(account, [first]);
    expect((await patch(listId, 'suppressions', body, status)).error.code).toBe(code);
  });

  it('merge workspace preferences, check the result, and limit its size', async () => {
    const listId = await suite.saveList(account, [first]);
    await patch(listId, 'workspace-preferences', {
      columns: ['company_id'],
      sort: { field: 'name', direction: 'asc' },
      filters: { a: 1, b: { c: 2 } },
    });
    const merged = await patch(listId, 'workspace-preferences', {
      columns: null,
      sort: { direction: 'desc' },
      filters: { a: null, b: { d: 3 } },
    });
    const wanted = { sort: { field: 'name', direction: 'desc' }, filters: { b: { c: 2, d: 3 } } };
    expect(merged.workspace_preferences).toEqual(wanted);
    const read = await api.get(`/lists/${listId}/workspace-preferences`);
    expect(read.workspace_preferences).toEqual(wanted);

    const refused = async (body: object, status: number) =>
      (await patch(listId, 'workspace-preferences', body, status)).error;
    expect(await refused({ sort: { field: null } }, 400)).toMatchObject({
      code: 'invalid_request',
      details: [{ field: 'sort.field' }],
    });
    expect(await refused({ color: 'red' }, 400)).toMatchObject({ details: [{ field: 'color' }] });
    expect(await refused({ filters: { long: '長'.repeat(6000) } }, 413)).toMatchObject({
      code: 'payload_too_large',
    });
    expect(await refused({ notes: 'x\u0000' }, 400)).toMatchObject({ code: 'invalid_request' });
    const deep = JSON.parse(`${'['.repeat(300)}${']'.repeat(300)}`);
    for (const field of ['columns', 'sort', 'filters', 'notes'])
      expect(await refused({ [field]: deep }, 400)).toMatchObject({
        code: 'invalid_request',
        details: [{ field, message: 'must have at most 20 levels' }],
      });
    const nested = JSON.parse(`${'{"a":'.repeat(300)}1${'}'.repeat(300)}`);
    expect(await refused({ filters: nested }, 400)).toMatchObject({ details: [{ field: 'filters' }] });
    expect((await api.get(`/lists/${listId}/workspace-preferences`)).workspace_preferences).toEqual(wanted);
  });
});

describe('an archived List', () => {
  it('can be read, but refuses everything else until its status is set again', async () => {
    const listId = await suite.saveList(account, ids);
    await api.post(`/lists/${listId}/publish`, {});
    const { estimate } = await api.post('/lists/estimate', { definition: { company_ids: [idOf(4)] } });
    await patch(listId, 'status', { status: 'archived' });
    for (const what of [
      '',
      '/preview',
      '/export',
      '/enrichments',
      '/suppressions',
      '/snapshots',
      '/diffs/latest',
    ])
      await api.get(`/lists/${listId}${what}`);
    const refused = [
      { path: 'publish', body: {} },
      { path: 'refresh', body: {} },
      { path: 'deliver', body: {} },
      { path: 'enrichments/estimate', body: { fields: ['website'] } },
      { path: 'enrichments/run', body: { fields: ['website'], execute: true, maxCredits: 9 }, key: listId },
      { path: 'schedule', method: 'PATCH' as const, body: { schedule: 'daily' } },
      { path: 'suppressions', method: 'PATCH' as const, body: { add: [{ company_id: first }] } },
      { path: 'workspace-preferences', method: 'PATCH' as const, body: { notes: 'x' } },
      {
        path: 'delivery',
        method: 'PATCH' as const,
        body: { type: 'webhook', url: 'https://hooks.example.com/' },
      },
    ];
    for (const request of refused) {
      const { error } = await suite.send({
        as: account,
        ...request,
        path: `/lists/${listId}/${request.path}`,
        status: 409,
      });
      expect(error).toMatchObject({ code: 'list_state_conflict', details: { status: 'archived' } });
    }
    const { error } = await api.post(
      '/lists/materialize',
      { estimate_id: estimate.estimate_id, list_id: listId, execute: true, maxCredits: 9 },
      { key: `m-${listId}`, status: 409 },
    );
    expect(error.code).toBe('list_state_conflict');
    await patch(listId, 'status', { status: 'paused' });
    await patch(listId, 'workspace-preferences', { notes: '再開' });
  });
});

describe('two records of a company that become one', () => {
  it('leave one row with the id that remains', async () => {
    const listId = await suite.saveList(account, [idOf(4), idOf(5)]);
    await patch(listId, 'suppressions', { add: [{ company_id: idOf(5) }] });
    const { knex } = suite.database;
    await knex.transaction(async (transaction) => {
      await transaction.raw(`INSERT INTO companies (company_id) VALUES ('tse_9999')`);
      await transaction('list_rows')
        .where({ list_id: listId, company_id: idOf(5) })
        .update({ company_id: 'tse_9999' });
      await transaction('list_suppressions').where({ list_id: listId }).update({ company_id: 'tse_9999' });
    });
    await knex.transaction(async (transaction) => {
      await transaction('companies').where({ company_id: 'tse_9999' }).delete();
      await transaction('company_aliases').insert({
        alias_id: 'tse_9999',
        company_id: idOf(4),
        reason: 'merged_record',
      });
    });
    const { rows, list } = await api.get(`/lists/${listId}/preview`);
    expect(rows).toMatchObject([{ company_id: idOf(4), suppressed: true }]);
    expect(list.row_count).toBe(1);
  });
});
