import { afterAll, describe, expect, it } from '@jest/globals';
import { corporateNumber, idOf } from '../support/companies.ts';
import { type Cells, sourceSuite, usualMapping } from '../support/sources.ts';

const suite = await sourceSuite();
const caller = await suite.account(100_000);
afterAll(suite.end);

/** Status, and for a matched row its company, else its candidates. */
async function outcomeOf(cells: Cells): Promise<[string, ...string[]]> {
  const { resolve_status, company_id, resolve_candidates } = await caller.outcome(cells);
  const ids = resolve_candidates.map((candidate) => candidate.company_id);
  return [resolve_status, ...(company_id ? [company_id] : ids.sort())];
}

const number = corporateNumber;
const wrongDigit = `${(Number(number(5)[0]) % 9) + 1}${number(5).slice(1)}`;
const unknownNumber = number(999_999);

describe('a row', () => {
  it.each<[string, Cells, string, ...number[]]>([
    [
      'with a corporate number in any width',
      { number: number(5).replace(/./g, (digit) => '０１２３４５６７８９'.charAt(Number(digit))) },
      'matched',
      5,
    ],
    ['with a securities code', { ticker: '92030' }, 'matched', 1],
    ['with an address of its site', { url: 'https://www.kakuu-jidosha.co.jp/about' }, 'matched', 1],
    [
      'with identifiers that agree',
      { number: number(1), ticker: '9203', url: 'kakuu-jidosha.co.jp' },
      'matched',
      1,
    ],
    ['with an identifier and a name that agree', { number: number(8), name: '旧名堂（株）' }, 'matched', 8],
    [
      'with a number and a site that no company has',
      { number: number(5), url: 'unknown.example.jp' },
      'matched',
      5,
    ],
    ['with the exact name of one company', { name: '㈱孤立電機' }, 'matched', 5],
    ['with a name without legal form that one company has', { name: '孤立電機' }, 'matched', 5],
    ['with a name whose legal form is at the other end', { name: '架空自動車㈱' }, 'matched', 1],
    [
      'with a shared name and a hint that leaves one',
      { name: '株式会社同名商事', prefecture: '大阪' },
      'matched',
      4,
    ],
    ['with an identifier that a hint contradicts', { number: number(5), prefecture: '大阪府' }, 'matched', 5],
    ['with the number of a company that has ended', { number: number(7) }, 'matched', 7],
    ['with a shared mail service for a site', { name: '孤立電機', url: 'info@gmail.com' }, 'matched', 5],
    ['with empty marks', { name: '孤立電機', number: '－', ticker: 'なし' }, 'matched', 5],

    ['with a name that several companies have', { name: '株式会社同名商事' }, 'multiple_candidates', 3, 4],
    ['with a name without legal form that two have', { name: '架空自動車' }, 'multiple_candidates', 1, 2],
    [
      'with a shared name and a hint that fits neither',
      { name: '株式会社同名商事', prefecture: '北海道' },
      'multiple_candidates',
      3,
      4,
    ],
    [
      'with the name of one company and a hint against it',
      { name: '株式会社孤立電機', prefecture: '大阪府' },
      'multiple_candidates',
      5,
    ],
    ['with a former name', { name: '旧名堂株式会社' }, 'matched', 8],
    ['with another spelling of a name', { name: '株式会社高架屋' }, 'multiple_candidates', 6],
    ['with another legal form', { name: '有限会社孤立電機' }, 'multiple_candidates', 5],
    ['with the name of a company that has ended', { name: '株式会社閉店堂' }, 'matched', 7],
    ['with identifiers of two companies', { number: number(5), ticker: '9203' }, 'multiple_candidates', 1, 5],
    [
      'with an identifier and the name of another',
      { number: number(5), name: '株式会社髙架屋' },
      'multiple_candidates',
      5,
      6,
    ],
    [
      'with an identifier and a name that no company has',
      { number: number(5), name: '誰も知らない株式会社' },
      'multiple_candidates',
      5,
    ],
    [
      'with an unknown number and a matching name',
      { number: unknownNumber, name: '株式会社孤立電機' },
      'multiple_candidates',
      5,
    ],
    [
      'with an unknown number and a known code',
      { number: unknownNumber, ticker: '9203' },
      'multiple_candidates',
      1,
    ],

    ['with a name that no company has', { name: '誰も知らない株式会社' }, 'not_found'],
    ['with only the beginning of a name', { name: '株式会社孤立' }, 'not_found'],
    ['with an unknown number', { number: unknownNumber }, 'not_found'],
    ['with a hint alone', { prefecture: '東京都' }, 'not_found'],
    ['with nothing in it', { name: ' ', number: 'N/A', ticker: 'null' }, 'not_found'],

    ['with a wrong check digit', { number: wrongDigit, name: '株式会社孤立電機' }, 'invalid', 5],
    ['with a number of 12 digits', { number: '123456780912' }, 'invalid'],
    ['with an invalid code', { ticker: '92' }, 'invalid'],
    ['with an invalid site', { url: 'not a site' }, 'invalid'],
    ['with a name of more than 1,000 characters', { name: '長'.repeat(1001) }, 'invalid'],
  ])('%s', async (_, cells, status, ...companies) => {
    expect(await outcomeOf(cells)).toEqual([status, ...companies.map(idOf).sort()]);
  });

  it('says which of its values are invalid, with header and reason', async () => {
    const { issues } = await caller.outcome({ number: wrongDigit, url: 'not a site' });
    expect(issues).toEqual([
      expect.objectContaining({
        code: 'corporate_number_check_digit',
        field: 'corporate_number',
        header: 'number',
      }),
      expect.objectContaining({ code: 'domain_malformed', field: 'domain', header: 'url' }),
    ]);
  });

  it('says why it found nothing', async () => {
    expect((await caller.outcome({})).issues[0]?.code).toBe('no_identifier');
    expect((await caller.outcome({ number: unknownNumber })).issues[0]?.code).toBe(
      'corporate_number_unknown',
    );
    expect((await caller.outcome({ url: 'a@gmail.com' })).issues[0]?.code).toBe('domain_not_identifying');
  });

  it('that a hint settled shows it in matched_by', async () => {
    const { resolve_candidates } = await caller.outcome({ name: '株式会社同名商事', prefecture: '大阪府' });
    const [candidate] = resolve_candidates;
    expect(candidate?.matched_by.map(({ field, rule }) => `${field} ${rule}`)).toEqual(
      expect.arrayContaining(['legal_name exact', 'prefecture head_office']),
    );
  });

  it('orders candidates by what supports them', async () => {
    const row = await caller.outcome({ number: number(5), ticker: '9203', name: '架空自動車' });
    expect(row.resolve_candidates.map(({ company_id }) => company_id)).toEqual([idOf(1), idOf(5), idOf(2)]);
    const hinted = await caller.outcome({ name: '架空自動車', prefecture: '大阪府' });
    expect(hinted.resolve_candidates.map(({ company_id }) => company_id)).toEqual([idOf(2), idOf(1)]);
  });
});

describe('a resolve', () => {
  const rows = [
    { name: '株式会社孤立電機' },
    { number: number(1) },
    { name: '株式会社同名商事' },
    { name: '誰も知らない株式会社' },
    { number: wrongDigit },
  ];

  it('answers with the counts of the specification and charges each matched row', async () => {
    const spender = await suite.account(100);
    const id = await spender.mapped(rows);
    const { body, headers } = await spender.resolve(id, { maxCredits: 5 }).expect(200);
    expect(body).toMatchObject({
      ok: true,
      command: 'source.resolve',
      status: 'completed',
      source: {
        status: 'resolved',
        resolve_summary: {
          matched: 2,
          multiple_candidates: 1,
          not_found: 1,
          invalid: 1,
          unresolved: 0,
          total: 5,
        },
      },
      resolution: { matched: 2, multiple_candidates: 1, not_found: 1 },
      billing: {
        credit_class: 'basic',
        credits_used: 2,
        max_credits: 5,
        deduplicated: false,
        balance_after: 98,
      },
    });
    const counts = {
      resolved_count: 2,
      multiple_candidates_count: 1,
      not_found_count: 1,
      invalid_count: 1,
      unresolved_count: 0,
      review_required_count: 3,
    };
    expect(body.run).toMatchObject({ ...counts, newly_matched_count: 2 });
    expect(body.resolution).toMatchObject(counts);
    expect(headers).toMatchObject({ 'credits-used': '2', 'credits-remaining': '98' });
    const ledger = await spender.get('/credits?operation=source.resolve').expect(200);
    expect(ledger.body.items).toEqual([
      expect.objectContaining({ amount: -2, subject: { type: 'source', id } }),
    ]);
    expect(await suite.database.knex('source_runs').where({ source_id: id })).toHaveLength(1);
  });

  it('is refused by its guards in their order, then by what is missing, then by its cost', async () => {
    const spender = await suite.account(1);
    const id = await spender.imported(rows);
    const refused = async (body: object, key?: string) => {
      const answer = await spender.post(`/sources/${id}/resolve`, body, key);
      return [answer.status, answer.body.error?.code];
    };
    expect(await refused({ maxCredits: 5 }, 'k')).toEqual([400, 'execute_required']);
    expect(await refused({ execute: true, maxCredits: 5 })).toEqual([400, 'idempotency_key_required']);
    expect(await refused({ execute: true }, 'k')).toEqual([400, 'max_credits_required']);
    expect(await refused({ execute: true, maxCredits: 1.5 }, 'k')).toEqual([400, 'invalid_request']);
    expect(await refused({ execute: true, maxCredits: 5 }, 'k')).toEqual([409, 'source_mapping_required']);
    await spender.post(`/sources/${id}/map`, usualMapping).expect(200);
    expect(await refused({ execute: true, maxCredits: 1 }, 'k')).toEqual([422, 'max_credits_exceeded']);
    expect(await refused({ execute: true, maxCredits: 2 }, 'k')).toEqual([
      402,
      'credit_balance_insufficient',
    ]);
    expect((await spender.rows(id)).map(({ resolve_status }) => resolve_status)).toEqual(
      Array(5).fill('unresolved'),
    );
    expect(await spender.balance()).toBe(1);
  });

  it('in a dry run shows the outcome and the cost, and changes nothing', async () => {
    const spender = await suite.account(10);
    const id = await spender.mapped(rows);
    const body = { execute: true, maxCredits: 5, dryRun: true };
    const { body: answer } = await spender.post(`/sources/${id}/resolve`, body, 'dry').expect(200);
    expect(answer.run.resolved_count).toBe(2);
    expect(answer.billing).toMatchObject({ credits_used: 2, dry_run: true, balance_after: 8 });
    const { body: inspected } = await spender.get(`/sources/${id}/inspect`).expect(200);
    expect(inspected.source).toMatchObject({
      status: 'mapped',
      resolve_summary: { matched: 0, unresolved: 5 },
    });
    expect(await spender.balance()).toBe(10);
    const { headers } = await spender.resolve(id, { key: 'dry' }).expect(200);
    expect(headers).not.toHaveProperty('idempotent-replayed');
  });

  it('replays with its key; with another key resolves only what was not found, and charges nothing twice', async () => {
    const spender = await suite.account(10);
    const id = await spender.mapped(rows);
    const first = await spender.resolve(id, { key: 'k' }).expect(200);
    const again = await spender.resolve(id, { key: 'k' }).expect(200);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.body).toEqual({
      ...first.body,
      billing: { ...first.body.billing, credits_used: 0, deduplicated: true },
    });
    const other = await spender.resolve(id).expect(200);
    expect(other.body.billing.credits_used).toBe(0);
    expect(other.body.run.resolved_count).toBe(2);
    expect(await spender.balance()).toBe(8);
  });

  it('after another mapping looks at every open row again, and charges no row twice', async () => {
    const spender = await suite.account(10);
    const id = await spender.imported([
      { name: '誰も知らない株式会社', ticker: '9203' },
      { name: '株式会社同名商事', number: number(3) },
      { name: '株式会社孤立電機', number: number(6) },
      { name: '株式会社髙架屋', ticker: 'T-1' },
      { name: '株式会社同名商事', prefecture: '大阪府' },
    ]);
    const map = (columns: object, hints: object = {}) =>
      spender.post(`/sources/${id}/map`, { entity: 'company', columns, hints }).expect(200);
    const states = async () =>
      (await spender.rows(id)).map(({ resolve_status, company_id }) => [resolve_status, company_id]);
    await map({ name: 'name', ticker: 'ticker' });
    await spender.resolve(id).expect(200);
    expect(await states()).toEqual([
      ['multiple_candidates', null],
      ['multiple_candidates', null],
      ['matched', idOf(5)],
      ['invalid', null],
      ['multiple_candidates', null],
    ]);
    const second = await map({ name: 'name', corporate_number: 'number' }, { prefecture: 'prefecture' });
    expect(second.body.source.status).toBe('mapped');
    expect((await spender.resolve(id).expect(200)).body.billing.credits_used).toBe(3);
    expect(await states()).toEqual([
      ['not_found', null],
      ['matched', idOf(3)],
      ['matched', idOf(5)],
      ['matched', idOf(6)],
      ['matched', idOf(4)],
    ]);
    await map({ ticker: 'ticker' });
    expect((await spender.resolve(id).expect(200)).body.billing.credits_used).toBe(1);
    expect((await states())[0]).toEqual(['matched', idOf(1)]);
    expect(await spender.balance()).toBe(5);
  });

  it('after another mapping keeps what is wrong with the keys of a row', async () => {
    const keeper = await suite.account(10);
    const body = { headers: ['name', 'number'], rows: [{ name: '株式会社孤立電機' }] };
    const id = (await keeper.post('/sources/import', body).expect(200)).body.source.source_id;
    for (const columns of [{ name: 'name' }, { name: 'name', corporate_number: 'number' }]) {
      await keeper.post(`/sources/${id}/map`, { entity: 'company', columns }).expect(200);
      await keeper.resolve(id).expect(200);
      const [row] = await keeper.rows(id);
      expect([row?.resolve_status, row?.issues.map(({ code }) => code)]).toEqual([
        'invalid',
        ['missing_cell'],
      ]);
    }
  });

  it('many times at once, each under its own key, runs one after the other and charges each row once', async () => {
    const spender = await suite.account(100);
    const id = await spender.mapped(rows);
    const answers = await Promise.all(Array.from({ length: 30 }, () => spender.resolve(id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
    const used = answers.map(({ body }) => body.billing.credits_used as number);
    expect(used.sort()).toEqual([...Array(29).fill(0), 2]);
    expect(await spender.balance()).toBe(98);
  });

  it('ends although people decide all the time', async () => {
    const spender = await suite.account(100);
    const id = await spender.mapped(Array.from({ length: 300 }, (_, at) => ({ name: `架空${at}` })));
    let resolving = true;
    const decide = async (row: number) => {
      for (let at = 0; resolving; at += 1) {
        const decisions = [{ row, action: at % 2 === 0 ? 'not_a_company' : 'take_back' }];
        await spender
          .post(
            `/sources/${id}/decisions`,
            { execute: true, maxCredits: 1, decisions },
            `decision-${row}-${at}`,
          )
          .expect(200);
      }
    };
    const deciding = Promise.all([1, 2, 3].map(decide));
    const { status } = await spender.resolve(id);
    resolving = false;
    await deciding;
    expect(status).toBe(200);
  });

  it('many times at once under one key runs once', async () => {
    const spender = await suite.account(100);
    const id = await spender.mapped(rows);
    const answers = await Promise.all(Array.from({ length: 8 }, () => spender.resolve(id, { key: 'same' })));
    for (const { status, body } of answers) {
      if (status === 200) expect(body.run.resolved_count).toBe(2);
      else expect([status, body.error.code]).toEqual([409, 'idempotency_key_in_use']);
    }
    expect(await spender.balance()).toBe(98);
    expect(await suite.database.knex('source_runs').where({ source_id: id })).toHaveLength(1);
  });

  it('fails without the engine, changes nothing, and can be sent again with its key', async () => {
    const spender = await suite.account(10);
    const id = await spender.mapped(rows);
    const { startTestService } = await import('../support/service.ts');
    const broken = await startTestService(suite.database, { ELASTICSEARCH_URL: 'http://127.0.0.1:1' });
    try {
      const answer = await broken
        .as(spender.account)
        .post(`/api/service/sources/${id}/resolve`)
        .set('Idempotency-Key', 'k')
        .send({ execute: true, maxCredits: 5 })
        .expect(503);
      expect(answer.body.error.code).toBe('search_unavailable');
    } finally {
      await broken.stop({ keepIndices: true });
    }
    const { body } = await spender.resolve(id, { key: 'k' }).expect(200);
    expect(body.billing.credits_used).toBe(2);
  });
});

describe('a map', () => {
  it('needs a column, refuses unknown fields, and names a missing header', async () => {
    const id = await caller.imported([{ name: 'x' }]);
    const refused = async (body: object) => {
      const answer = await caller.post(`/sources/${id}/map`, body).expect(400);
      return [
        answer.body.error.code,
        ...(answer.body.error.details ?? []).map(({ field }: { field: string }) => field),
      ];
    };
    const entity = 'company';
    expect(await refused({ entity })).toEqual(['empty_source_mapping']);
    expect(await refused({ entity, columns: {} })).toEqual(['empty_source_mapping']);
    expect(await refused({ entity, columns: {}, hints: { city: 'name' } })).toEqual(['empty_source_mapping']);
    expect(await refused({ columns: { name: 'name' } })).toEqual(['invalid_request', 'entity']);
    expect(await refused({ entity: 'person', columns: { name: 'name' } })).toEqual([
      'invalid_request',
      'entity',
    ]);
    expect(await refused({ entity, columns: { title: 'name' } })).toEqual([
      'invalid_request',
      'columns.title',
    ]);
    expect(await refused({ entity, columns: { name: 'nome' }, hints: { city: 'town' } })).toEqual([
      'invalid_request',
      'columns.name',
      'hints.city',
    ]);
  });

  it('answers as an import does, with the mapping and the next step', async () => {
    const id = await caller.imported([{ name: '株式会社孤立電機' }]);
    const { body } = await caller.post(`/sources/${id}/map`, usualMapping).expect(200);
    expect(body).toMatchObject({
      command: 'source.map',
      deduplicated: false,
      source: { status: 'mapped', mapping: usualMapping, sample_rows: [{ name: '株式会社孤立電機' }] },
    });
    expect(body.next_actions[0]).toContain('"maxCredits":1');
  });
});

describe('the next steps', () => {
  it('lead a program from the import to the file with requests that can be sent unchanged', async () => {
    const { paths } = (await suite.service.anonymous.get('/openapi.json')).body;
    const imported = await caller.post('/sources/import', {
      headers: ['会社名'],
      rows: [{ 会社名: '株式会社孤立電機' }],
    });
    let { next_steps } = imported.body;
    for (const action of ['map_columns', 'resolve_rows', 'download_rows']) {
      const step = next_steps.find((each: { action: string }) => each.action === action);
      const [{ operation, method, path, params, query, body, needs_idempotency_key }] = step.requests;
      const described = path.replace(params.sourceId, '{sourceId}');
      expect(paths[described][method.toLowerCase()].operationId).toBe(operation);
      const below = path.replace('/api/service', '');
      const answer =
        method === 'GET'
          ? await caller.get(`${below}?${new URLSearchParams(query)}`).expect(200)
          : await caller.post(below, body, needs_idempotency_key ? action : undefined).expect(200);
      next_steps = answer.body.next_steps;
    }
  });
});

describe('the review', () => {
  it('shows the requested states, repeated or comma-separated, page by page, with totals of the whole source', async () => {
    const reviewer = await suite.account();
    const id = await reviewer.resolved([
      { name: '株式会社同名商事' },
      { name: '株式会社孤立電機' },
      { name: '架空自動車' },
      { number: wrongDigit },
      { name: '誰も知らない株式会社' },
    ]);
    const statesOf = async (query: string) =>
      (await reviewer.rows(id, query)).map(({ resolve_status }) => resolve_status);
    expect(await statesOf('')).toHaveLength(5);
    expect(await statesOf('&status=multiple_candidates,invalid&status=not_found')).toEqual([
      'multiple_candidates',
      'multiple_candidates',
      'invalid',
      'not_found',
    ]);
    const first = await reviewer.get(`/sources/${id}/review?status=multiple_candidates&limit=1`).expect(200);
    expect(first.body.review).toEqual({
      statuses: { unresolved: 0, matched: 1, multiple_candidates: 2, not_found: 1, invalid: 1 },
      total_reviewable_rows: 4,
      open_rows: 4,
      unresolved_rows_remaining: 0,
      multiple_candidates_remaining: 2,
    });
    expect(first.body.rows[0]).toMatchObject({ row_number: 1, candidate_count: 2, needs_human: true });
    const cursor = encodeURIComponent(first.body.meta.next_cursor);
    const second = await reviewer
      .get(`/sources/${id}/review?status=multiple_candidates&limit=1&cursor=${cursor}`)
      .expect(200);
    expect(second.body.rows.map(({ row_number }: { row_number: number }) => row_number)).toEqual([3]);
    expect(second.body.meta.next_cursor).toBeNull();
    const elsewhere = await reviewer.get(`/sources/${id}/review?cursor=${cursor}`).expect(400);
    expect(elsewhere.body.error.code).toBe('invalid_cursor');
    for (const query of ['limit=0', 'limit=501', 'status=done', 'page=2']) {
      const { body } = await reviewer.get(`/sources/${id}/review?${query}`).expect(400);
      expect(body.error.code).toBe('invalid_query');
    }
  });

  it('keeps the id of a matched company that merges later, and shows what superseded it', async () => {
    const { knex } = suite.database;
    const id = await caller.resolved([{ number: number(2) }, { number: number(7) }]);
    expect((await caller.rows(id)).map(({ superseded_by }) => superseded_by)).toEqual([null, idOf(3)]);
    await knex('companies')
      .where({ company_id: idOf(2) })
      .update({ status: 'merged', close_cause: 'merger' });
    await knex('company_successors').insert({
      company_id: idOf(2),
      successor_corporate_number: number(1),
      source: 'corporate_registry',
    });
    try {
      const [row] = await caller.rows(id);
      expect(row).toMatchObject({ resolve_status: 'matched', company_id: idOf(2), superseded_by: idOf(1) });
    } finally {
      await knex('company_successors')
        .where({ company_id: idOf(2) })
        .delete();
      await knex('companies')
        .where({ company_id: idOf(2) })
        .update({ status: 'active', close_cause: null });
    }
  });
});

describe("another account's source", () => {
  it('gets the same answer as an unknown one, byte for byte apart from the request id', async () => {
    const owner = await suite.account();
    const stranger = await suite.account();
    const id = await owner.resolved([{ name: '株式会社同名商事' }]);
    const [row] = await owner.rows(id);
    const unknown = '01234567-89ab-7def-8123-456789abcdef';
    const paths = (sourceId: string) =>
      [
        stranger.get(`/sources/${sourceId}/inspect`),
        stranger.get(`/sources/${sourceId}/review`),
        stranger.get(`/sources/${sourceId}/export`).set('Accept', '*/*'),
        stranger.post(`/sources/${sourceId}/export`, {}).set('Accept', '*/*'),
        stranger.delete(`/sources/${sourceId}`),
        stranger.post(`/sources/${sourceId}/map`, usualMapping),
        stranger.resolve(sourceId),
        stranger.select(sourceId, row?.source_row_id ?? '', idOf(3)),
      ] as const;
    const shown = async (sourceId: string) =>
      (await Promise.all(paths(sourceId))).map(({ status, body }) => [status, { ...body, request_id: null }]);
    const foreign = await shown(id);
    expect(foreign).toEqual(await shown(unknown));
    expect(foreign).toEqual(await shown('no-uuid'));
    expect(new Set(foreign.map(([status]) => status))).toEqual(new Set([404]));
    expect(await owner.rows(id)).toHaveLength(1);
  });
});

describe('a written name', () => {
  const branch = [{ kind: 'branch', text: '大阪支店' }];

  it.each<[string, Cells]>([
    ['by the name', { name: '株式会社孤立電機 大阪支店' }],
    ['by a number beside it', { name: '株式会社孤立電機 大阪支店', number: number(5) }],
  ])('keeps what was set aside if the row is settled %s', async (_, cells) => {
    expect(await caller.outcome(cells)).toMatchObject({
      company_id: idOf(5),
      written: { name: '株式会社孤立電機', set_aside: branch },
    });
  });

  it('names the part of each member of a joint venture, the best of each first', async () => {
    const { resolve_candidates, reason } = await caller.outcome({
      name: '株式会社同名商事・株式会社孤立電機共同企業体',
    });
    expect(reason?.code).toBe('several_companies_named');
    expect(resolve_candidates.map(({ legal_name, named_as }) => [legal_name, named_as])).toEqual([
      ['株式会社同名商事', '株式会社同名商事'],
      ['株式会社孤立電機', '株式会社孤立電機'],
      ['株式会社同名商事', '株式会社同名商事'],
    ]);
  });

  it('does not settle beside the corporate number of another company, and is settled among namesakes by its own', async () => {
    expect(await caller.outcome({ name: `株式会社孤立電機 T${number(4)}` })).toMatchObject({
      resolve_status: 'multiple_candidates',
      reason: { code: 'identifier_and_name_differ' },
      issues: [{ code: 'identifier_and_name_differ', message: expect.stringContaining(number(4)) }],
    });
    expect(await caller.outcome({ name: `株式会社同名商事 T${number(4)}` })).toMatchObject({
      resolve_status: 'matched',
      company_id: idOf(4),
    });
  });
});
