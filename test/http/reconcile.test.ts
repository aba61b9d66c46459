import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { maxReconcileQueries, reconciledQuestionDays } from '../../src/contract/limits.ts';
import { ReconcileStore } from '../../src/features/reconcile/reconcile-store.ts';
import { companyFacts, corporateNumber, identifierOf, idOf } from '../support/companies.ts';
import { matchOf, OpenRefine } from '../support/open-refine.ts';
import { describeWithSchemas, examplesOf, faultsBySchemas } from '../support/reconciliation-schemas.ts';
import type { TestAccount } from '../support/service.ts';
import { sourceSuite } from '../support/sources.ts';

// Companies with other legal forms; no other suite has them.
const forms = ['株式会社遠方食品', '合同会社遠方食品', '有限会社遠方食品', '医療法人社団遠方会'].map(
  (name, at) => companyFacts({ number: at + 20, name }),
);
const { service, database, account, end } = await sourceSuite({}, [
  ...forms,
  { company_identifiers: [identifierOf(20, 'domain', 'enpo.co.jp')] },
]);
afterAll(end);
const own = await account();
const faultsOf = faultsBySchemas();

const isolated = idOf(5);

/** OpenRefine with the key in its address. */
class Refine extends OpenRefine {
  constructor(readonly key: TestAccount) {
    super(service.url, key.apiKey);
  }
}

async function keyWith(body: object): Promise<TestAccount> {
  const { body: made } = await own.post('/keys', body).expect(201);
  return { accountId: own.account.accountId, keyId: made.key.key_id, apiKey: made.api_key };
}

async function refine(maxCredits = 100): Promise<Refine> {
  return new Refine(await keyWith({ purpose: 'reconciliation', max_credits: maxCredits }));
}

async function spentBy({ keyId }: TestAccount): Promise<number> {
  const [spent] = await database.knex('api_keys').where({ key_id: keyId }).pluck('credits_spent');
  return spent;
}

describe('OpenRefine, in its order', () => {
  it('adds the service, guesses types, reconciles, previews, searches and fetches columns', async () => {
    const client = await refine();
    const manifest = await client.get('', 'manifest');
    expect(manifest).toMatchObject({ versions: ['0.2'], batchSize: maxReconcileQueries });
    expect(manifest).not.toHaveProperty('authentication');

    const cells = ['株式会社孤立電機', '株式会社同名商事', '架空自動車(株)', '誰も知らない株式会社', ''];
    const guesses = await client.reconcile(
      Object.fromEntries(cells.slice(0, 4).map((query, at) => [`q${at}`, { query, limit: 3 }])),
    );
    const guessed = Object.values(guesses).flatMap(({ result }) => result.flatMap(({ type }) => type));
    expect(new Set(guessed.map(({ id }) => id))).toEqual(new Set(['kabushiki', 'company']));

    const asked = (query: string, prefecture?: string) => ({
      query,
      type: 'kabushiki',
      type_strict: 'should',
      ...(prefecture && { properties: [{ pid: 'prefecture', v: prefecture }] }),
    });
    const first = await client.reconcile({
      q0: asked('株式会社孤立電機'),
      q1: asked('株式会社同名商事', '大阪府'),
      q2: asked('架空自動車(株)'),
    });
    const second = await client.reconcile({ q0: asked('誰も知らない株式会社'), q1: asked('　') });
    expect([first.q0, first.q1, first.q2, second.q0, second.q1].map((each) => each && matchOf(each))).toEqual(
      [isolated, idOf(4), idOf(1), null, null],
    );
    // The names that were guessed were paid then; the one with a place is another question.
    expect(await spentBy(client.key)).toBe(3);

    const preview = await fetch(manifest.preview.url.replace('{{id}}', isolated));
    expect(preview.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(await preview.text()).toContain('株式会社孤立電機');

    const { entity, property } = manifest.suggest;
    const typed = new URLSearchParams({ prefix: '孤立', type: 'kabushiki', type_strict: 'should' });
    const { result } = await client.get(
      `${entity.service_url}${entity.service_path}?${typed}`,
      'suggest-entities-response',
    );
    expect(result).toMatchObject([{ id: isolated, name: '株式会社孤立電機' }]);
    const flyout = `${entity.flyout_service_url}${entity.flyout_service_path}`.replace(/\$\{id\}/, isolated);
    expect(await (await fetch(flyout)).json()).toEqual({
      id: isolated,
      html: expect.stringContaining('<p>'),
    });
    const { result: properties } = await client.get(
      `${property.service_url}${property.service_path}?prefix=pref`,
      'suggest-properties-response',
    );
    expect(properties).toMatchObject([{ id: 'prefecture' }]);
    await client.get(
      `${manifest.suggest.type.service_url}${manifest.suggest.type.service_path}?prefix=`,
      'suggest-types-response',
    );

    const propose = manifest.extend.propose_properties;
    const proposed = await client.get(
      `${propose.service_url}${propose.service_path}?type=company&limit=3`,
      'data-extension-property-proposal',
    );
    expect(proposed).toMatchObject({ type: 'company', limit: 3, properties: { length: 3 } });
    const fetched = await client.extend({
      ids: [isolated, idOf(8), idOf(7), 'cn_nobody'],
      properties: [
        { id: 'legal_name', settings: { as_of: '2023-12-31' } },
        { id: 'former_names_with_dates', settings: { limit: '1', as_of: '', names: 'current' } },
        { id: 'prefecture' },
        { id: 'closed_on' },
        { id: 'superseded_by' },
      ],
    });
    expect(fetched.meta.map(({ id }: { id: string }) => id)).toEqual([
      'legal_name',
      'former_names_with_dates',
      'prefecture',
      'closed_on',
      'superseded_by',
    ]);
    expect(fetched.rows).toMatchObject({
      [isolated]: { prefecture: [{ str: '東京都' }], closed_on: [] },
      [idOf(8)]: { legal_name: [{ str: '旧名堂株式会社' }] },
      [idOf(7)]: {
        closed_on: [{ date: '2024-04-01T00:00:00Z' }],
        superseded_by: [{ id: idOf(3), name: '株式会社同名商事' }],
      },
      cn_nobody: { legal_name: [], superseded_by: [] },
    });
    expect(await spentBy(client.key)).toBe(3);
  });
});

describe('companies as entities', () => {
  it('are suggested up to the limit, however many of other types there are', async () => {
    const client = await refine();
    const found = async (parameters: string) => {
      const { result } = await client.get(
        `/suggest/entity?prefix=遠方食品&${parameters}`,
        'suggest-entities-response',
      );
      return result.map(({ id }: { id: string }) => id);
    };
    expect(await found('limit=1&type=yugen')).toEqual([idOf(22)]);
    expect((await found('limit=2')).length).toBe(2);
    expect((await found('type=company')).length).toBe(3);
  });

  it.each(['9203', '９２０３', 'T{number}', 'cn_{number}'])('are suggested by %s', async (prefix) => {
    const client = await refine();
    const typed = prefix.replace('{number}', corporateNumber(1));
    const { result } = await client.get(
      `/suggest/entity?prefix=${encodeURIComponent(typed)}`,
      'suggest-entities-response',
    );
    expect(result[0]).toMatchObject({ id: idOf(1) });
  });

  it('are suggested by their site', async () => {
    const client = await refine();
    const { result } = await client.get('/suggest/entity?prefix=www.enpo.co.jp', 'suggest-entities-response');
    expect(result).toMatchObject([{ id: idOf(20) }]);
  });

  it('have values for their corporate number too, and for settings that were cleared', async () => {
    const client = await refine();
    const number = isolated.replace('cn_', '');
    const settings = { limit: '', as_of: '', names: 'all' };
    const { rows } = await client.extend({
      ids: [number, 'x'],
      properties: [{ id: 'legal_name', settings }],
    });
    expect(rows).toEqual({ [number]: { legal_name: [{ str: '株式会社孤立電機' }] }, x: { legal_name: [] } });
    expect((await fetch(`${client.url}/preview?id=${number}`)).status).toBe(200);
  });
});

describe('a query', () => {
  it('matches exactly what a row of a source with these columns settles on', async () => {
    const client = await refine();
    const rows = [
      { name: '株式会社孤立電機' },
      { name: '株式会社孤立電機', number: isolated.replace('cn_', '') },
      { name: '株式会社孤立電機', number: idOf(6).replace('cn_', '') },
      { name: '株式会社同名商事' },
      { name: '株式会社同名商事', prefecture: '大阪' },
      { name: '株式会社孤立電機', prefecture: '大阪府' },
      { name: '架空自動車', ticker: '9203' },
      { name: '株式会社孤立電機', ticker: '9203' },
      { name: '架空自動車株式会社', url: 'https://www.kakuu-jidosha.co.jp/' },
      { name: '株式会社同名商事', url: 'https://www.kakuu-jidosha.co.jp/' },
      { name: '旧名堂株式会社' },
      { name: '株式会社閉店堂' },
      { name: '株式会社孤立電機', number: '1234567890124' },
      { number: isolated.replace('cn_', '') },
      { prefecture: '東京都' },
    ];
    const sourceId = await own.resolved(rows);
    const matched = (await own.rows(sourceId)).map(({ company_id }) => company_id);
    const pids = {
      number: 'corporate_number',
      ticker: 'securities_code',
      url: 'website',
      prefecture: 'prefecture',
    };
    const queries = rows.map(({ name, ...others }) => ({
      ...(name && { query: name }),
      properties: Object.entries(others).map(([column, v]) => ({
        pid: pids[column as keyof typeof pids],
        v,
      })),
    }));
    const answers = await client.reconcile(
      Object.fromEntries(queries.map((query, at) => [`row ${at}`, query])),
    );
    expect(rows.map((_, at) => matchOf(answers[`row ${at}`] ?? { result: [] }))).toEqual(matched);
    expect(matched.filter((id) => id !== null).length).toBeGreaterThan(5);
    const differing = answers['row 2'];
    expect(differing?.result.map(({ id }) => id).sort()).toEqual([isolated, idOf(6)].sort());
  });

  it('takes values of every form, of which one must fit', async () => {
    const client = await refine();
    const number = isolated.replace('cn_', '');
    const company = { id: isolated, name: 'x' };
    const wrong = idOf(6).replace('cn_', '');
    const match = async (pid: string, v: unknown) =>
      matchOf(await client.ask({ query: '株式会社孤立電機', properties: [{ pid, v }] }));
    for (const v of [number, Number(number), [number], company, [company, number], [wrong, number]])
      expect([v, await match('corporate_number', v)]).toEqual([v, isolated]);
    for (const v of [
      '東京都',
      { id: 'Q1490', name: '東京都' },
      ['大阪府', '東京都'],
      ['東京都', null],
      null,
      '',
      [],
    ])
      expect([v, await match('prefecture', v)]).toEqual([v, isolated]);
    // People type the name into the field for the id.
    for (const pid of ['法人番号', 'corporate number', 'Corporate number (法人番号)'])
      expect([pid, await match(pid, number), await match(pid, wrong)]).toEqual([pid, isolated, null]);
    const many = Array.from({ length: 9 }, (_, at) => `所在地${at}`);
    const { result, error } = await client.ask({ query: 'x', properties: [{ pid: 'address', v: many }] });
    expect([result, error?.details]).toEqual([
      [],
      [{ field: 'properties', message: expect.stringContaining('9') }],
    ]);
  });

  it('finds a company by its number', async () => {
    const client = await refine();
    for (const query of [isolated, isolated.replace('cn_', ''), `T${isolated.replace('cn_', '')}`.slice(1)])
      expect(matchOf(await client.ask({ query }))).toBe(isolated);
    const beside = (v: string) => ({ query: isolated, properties: [{ pid: 'corporate_number', v }] });
    expect(matchOf(await client.ask(beside(isolated.replace('cn_', 'T'))))).toBe(isolated);
    expect(matchOf(await client.ask(beside(idOf(6).replace('cn_', ''))))).toBeNull();
  });

  it('finds a company by its code, and is answered in the order of the page of search', async () => {
    const client = await refine();
    expect(matchOf(await client.ask({ query: '9203' }))).toBe(idOf(1));
    expect(matchOf(await client.ask({ query: '9999' }))).toBeNull();
    for (const query of ['架空自動車', '株式会社同名商事', '遠方食品']) {
      const { body: page } = await own.post('/search', { query }).expect(200);
      const ids = page.companies.map(
        ({ company }: { company: { company_id: string } }) => company.company_id,
      );
      expect((await client.ask({ query })).result.map(({ id }) => id)).toEqual(ids);
    }
  });

  it('has candidates with descending scores, features, and suggestions that never match', async () => {
    const client = await refine();
    const { result } = await client.ask({
      query: '株式会社同名商事',
      properties: [{ pid: 'city', v: '京都市' }],
    });
    expect(result).toMatchObject([
      { score: 80, match: false, type: [{ id: 'kabushiki' }, { id: 'company' }] },
      { score: 80, match: false },
    ]);
    expect(result[0]?.features).toEqual([
      { id: 'name_similarity', value: 1 },
      { id: 'same_city', value: false },
      { id: 'active', value: true },
    ]);
    // Matching does not need the place of a company that has the number; it is compared all the same.
    const { result: numbered } = await client.ask({
      query: '架空自動車株式会社',
      properties: [
        { pid: 'securities_code', v: '9203' },
        { pid: 'prefecture', v: '東京' },
        { pid: 'city', v: '大阪市' },
      ],
    });
    expect(numbered[0]).toMatchObject({ id: idOf(1) });
    expect(numbered[0]?.features).toEqual(
      expect.arrayContaining([
        { id: 'same_securities_code', value: true },
        { id: 'same_prefecture', value: true },
        { id: 'same_city', value: false },
      ]),
    );
    const { result: similar } = await client.ask({ query: '架空自助車株式会社' });
    expect(similar).toMatchObject([
      { id: idOf(1), score: 30, match: false },
      { score: 30, match: false },
    ]);
    const { result: one } = await client.ask({ query: '株式会社同名商事', limit: 1 });
    expect(one).toHaveLength(1);
    const scores = (await client.ask({ query: '架空自動車' })).result.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  });

  it('of a type leaves out others only if it is strict, and then pays nothing', async () => {
    const client = await refine();
    const asked = (type_strict: string, type: unknown = 'yugen') =>
      client.ask({ query: '株式会社孤立電機', type, type_strict });
    for (const strict of ['any', 'all']) expect((await asked(strict)).result).toEqual([]);
    expect(await spentBy(client.key)).toBe(0);
    expect(matchOf(await asked('should'))).toBe(isolated);
    expect(matchOf(await asked('any', ['yugen', 'kabushiki']))).toBe(isolated);
    // People type the name, or nothing, into the field for the type.
    for (const type of ['株式会社', '', 'company', ['company', 'yugen']])
      expect([type, matchOf(await asked('any', type))]).toEqual([type, isolated]);
    expect((await asked('all', ['yugen', 'kabushiki'])).result).toEqual([]);
    const { result: clinics } = await client.ask({ query: '遠方会', type: 'iryo', type_strict: 'any' });
    expect(clinics).toMatchObject([
      { id: idOf(23), type: [{ id: 'iryo_shadan' }, { id: 'iryo' }, { id: 'company' }] },
    ]);
    const { result } = await client.ask({ query: '株式会社同名商事', type: 'yugen' });
    expect(result.map(({ score }) => score)).toEqual([10, 10]);
  });

  it('with an unknown property or type has candidates and says why none is a match', async () => {
    const client = await refine();
    const query = '株式会社孤立電機';
    const answers = await client.reconcile({
      only_fetched: { query, properties: [{ pid: 'industry', v: '電気機器' }] },
      unknown: {
        query,
        properties: [
          { pid: 'prefecture', v: '東京都' },
          { pid: 'P17', v: 'x' },
        ],
      },
      type: { query, type: 'Q4830453', type_strict: 'should' },
    });
    expect(
      Object.entries(answers).map(([key, { result, error }]) => [
        key,
        result.map(({ id, score, match }) => [id, score, match]),
        Object(error?.details).map(({ field }: { field: string }) => field),
      ]),
    ).toEqual([
      ['only_fetched', [[isolated, 80, false]], ['properties[0].pid']],
      ['unknown', [[isolated, 80, false]], ['properties[1].pid']],
      ['type', [[isolated, 80, false]], ['type']],
    ]);
    expect(await spentBy(client.key)).toBe(0);
  });

  it('that is faulty says why, and does not lose the others', async () => {
    const client = await refine();
    const answers = await client.reconcile({
      right: { query: '株式会社孤立電機' },
      unknown: { query: 'x', properties: [{ pid: 'P17', v: 'y' }] },
      empty: {},
      none: { properties: [] },
      type: { query: 'x', type: 'Q4830453' },
      limit: { query: 'x', limit: 0 },
      text: 'x',
      __proto__x: { query: 'x', more: 1 },
    });
    expect(matchOf(answers.right ?? { result: [] })).toBe(isolated);
    const fields = Object.entries(answers).flatMap(([key, { error }]) =>
      error ? [[key, Object(error.details)[0].field]] : [],
    );
    expect(Object.fromEntries(fields)).toEqual({
      unknown: 'properties[0].pid',
      empty: 'query',
      none: 'query',
      type: 'type',
      limit: 'limit',
      text: '(root)',
      __proto__x: 'more',
    });
  });
});

describe('the price', () => {
  it('is paid once for a question, whatever else is asked, also by concurrent requests', async () => {
    const client = await refine();
    const query = { query: '株式会社孤立電機' };
    await Promise.all([
      client.reconcile({ q0: query, q1: { ...query, limit: 2 } }),
      client.reconcile({ q0: { query: ' 株式会社孤立電機 ', type: 'company' } }),
      client.reconcile({ q0: query }),
    ]);
    expect(await spentBy(client.key)).toBe(1);
    const entries = await database.knex('credit_ledger').where({ key_id: client.key.keyId });
    expect(entries).toMatchObject([
      { operation: 'reconcile', subject_type: 'api_key', subject_id: client.key.keyId },
    ]);
    const other = await refine();
    await other.reconcile({ q0: query });
    expect(await spentBy(other.key)).toBe(1);
  });

  it('is paid again after 30 days', async () => {
    const client = await refine();
    const query = { query: '株式会社孤立電機' };
    const store = new ReconcileStore(database.knex);
    const housekeepAfter = async (days: number) => {
      const mine = database.knex('reconciled_questions').where({ key_id: client.key.keyId });
      const [charged] = await mine.pluck('charged_at');
      await store.removeOlderThan(
        new Date(charged.getTime() + (days - reconciledQuestionDays) * 86_400_000),
        1_000,
      );
    };
    await client.ask(query);
    await housekeepAfter(29.9);
    await client.ask(query);
    expect(await spentBy(client.key)).toBe(1);
    await housekeepAfter(30.1);
    await client.ask(query);
    expect(await spentBy(client.key)).toBe(2);
  });

  it('is refused for the whole batch if it exceeds the limit of the key', async () => {
    const client = await refine(1);
    const batch = { q0: { query: '株式会社孤立電機' }, q1: { query: '架空自動車株式会社' } };
    const refused = await client.form('queries', batch);
    expect(refused.status).toBe(402);
    expect(await refused.json()).toMatchObject({
      error: {
        code: 'key_spending_limit_exceeded',
        details: { required: 2, max_credits: 1, credits_spent: 0 },
      },
    });
    expect(await spentBy(client.key)).toBe(0);
    await client.reconcile({ q0: batch.q0 });
    // What is paid, and what does not match, can still be asked.
    await client.reconcile({ q0: batch.q0, q1: { query: '株式会社同名商事' } });
    expect((await client.form('queries', { q0: batch.q1 })).status).toBe(402);
  });

  it('is agreed to in the address by a key without a limit', async () => {
    const ask = (
      query = '',
      queries: object = { q0: { query: '株式会社孤立電機' }, q1: { query: '旧名堂株式会社' } },
    ) => service.as(own.account).post(`/reconcile${query}`).send({ queries });
    const { body } = await ask().expect(400);
    expect(body.error).toMatchObject({
      code: 'max_credits_required',
      message: expect.stringMatching(/maxCredits.*spending limit/),
    });
    const { body: tooFew } = await ask('?maxCredits=1').expect(422);
    expect(tooFew.error.code).toBe('max_credits_exceeded');
    const balance = await own.balance();
    await ask('?maxCredits=2').expect(200);
    expect(await own.balance()).toBe(balance - 2);
    await ask('?maxCredits=0').expect(200);
    const poor = await account(0);
    const queries = { q0: { query: '株式会社孤立電機' } };
    const { body: low } = await service
      .as(poor.account)
      .post('/reconcile?maxCredits=9')
      .send({ queries })
      .expect(402);
    expect(low.error.code).toBe('credit_balance_insufficient');
  });

  it('counts each query toward the search quotas', async () => {
    const few = await service.createAccount({ overrides: { daily_search_quota: 3 }, credits: { basic: 9 } });
    const ask = (count: number) =>
      service
        .as(few)
        .post('/reconcile?maxCredits=9')
        .send({
          queries: Object.fromEntries(Array.from({ length: count }, (_, at) => [at, { query: 'x' }])),
        });
    await ask(2).expect(200);
    const { body } = await ask(2).expect(429);
    expect(body.error.code).toBe('daily_search_quota_exceeded');
    await ask(1).expect(200);
  });
});

describe('keys', () => {
  const queries = JSON.stringify({ q0: { query: '株式会社孤立電機' } });

  it('in a path are of the purpose, and in use', async () => {
    const { keyId, apiKey } = await keyWith({ purpose: 'reconciliation', max_credits: 1 });
    const at = (key: string) => service.anonymous.get(`/reconcile/${key}`);
    await at(apiKey).expect(200);
    expect((await at(own.account.apiKey).expect(403)).body.error.code).toBe('key_not_permitted');
    expect((await at('cds_nothing').expect(401)).body.error.code).toBe('invalid_api_key');
    await own.delete(`/keys/${keyId}`).expect(200);
    await at(apiKey).expect(401);
  });

  it('in a path may have a slash behind them', async () => {
    const { url } = await refine();
    const [manifest, same] = await Promise.all([url, `${url}/`].map(async (at) => (await fetch(at)).json()));
    expect(same).toEqual(manifest);
    const answer = await fetch(`${url}/`, { method: 'POST', body: new URLSearchParams({ queries }) });
    expect(await answer.json()).toMatchObject({ q0: { result: [{ id: isolated, match: true }] } });
  });

  it('of the purpose work in a header too, and say so in the manifest', async () => {
    const key = await keyWith({ purpose: 'reconciliation', max_credits: 1 });
    const { body } = await service.as(key).get('/reconcile').expect(200);
    expect(faultsOf('manifest', body)).toEqual([]);
    expect(body).toMatchObject({ authentication: { in: 'header', name: 'x-api-key' } });
    await service
      .as(key)
      .get(`/reconcile?queries=${encodeURIComponent(queries)}`)
      .expect(200);
  });

  it('with other limits do what their scope permits', async () => {
    const readOnly = await keyWith({ read_only: true });
    await service.as(readOnly).get('/reconcile').expect(200);
    await service
      .as(readOnly)
      .post('/reconcile')
      .send({ extend: { ids: [isolated], properties: [{ id: 'name' }] } })
      .expect(200);
    for (const call of [
      service
        .as(readOnly)
        .post('/reconcile?maxCredits=9')
        .send({ queries: JSON.parse(queries) }),
      service.as(readOnly).get(`/reconcile?maxCredits=9&queries=${encodeURIComponent(queries)}`),
    ])
      expect((await call.expect(403)).body.error.code).toBe('key_not_permitted');
    const sourceId = await own.imported([{ name: `key ${randomUUID()}` }]);
    const ofSource = await keyWith({ source_id: sourceId });
    expect((await service.as(ofSource).get('/reconcile').expect(403)).body.error.code).toBe(
      'key_not_permitted',
    );
  });

  it('in a path are never logged, and no cache keeps them', async () => {
    const client = await refine();
    const paths = [
      client.url,
      `${client.url}/preview?id=${isolated}`,
      `${client.url}/unknown`,
      `${client.url}/`,
      client.url.replace('/reconcile', '/RECONCILE'),
      client.url.replace('cds_', '%63ds_'),
      client.url.replace('cds_', '%2563ds_'),
      `${service.url}/unknown/${client.key.apiKey.replace('cds_', '%252563ds_')}`,
      `${service.url}/api/service/companies/${client.key.apiKey.replace('cds_', '%2563ds_')}`,
      client.url.slice(0, -3),
      `${service.url}/reconcile/${client.key.apiKey.slice(4, 20)}`,
    ];
    for (const address of paths) {
      const response = await fetch(address, { headers: { referer: client.url } });
      expect([address, response.headers.get('referrer-policy')]).toEqual([address, 'no-referrer']);
      expect(response.headers.get('cache-control')).toBe('no-store');
      if (!response.ok) expect(await response.text()).not.toContain(client.key.apiKey.slice(6, 20));
    }
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    const logged = service.logLines.join('');
    expect(logged).toContain('/reconcile/(key)/preview');
    for (const text of [logged, metrics]) expect(text).not.toContain(client.key.apiKey.slice(6, 20));
  });
});

describe('browsers', () => {
  it('of any site may call it, without credentials, and may not run it as a script', async () => {
    const client = await refine();
    const asked = await fetch(client.url, {
      method: 'OPTIONS',
      headers: { origin: 'https://refine.example', 'access-control-request-method': 'POST' },
    });
    expect(asked.status).toBe(204);
    for (const response of [asked, await fetch(client.url), await fetch(`${service.url}/reconcile`)]) {
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    }
    const script = await fetch(`${client.url}?callback=jsonp123`);
    expect(script.status).toBe(400);
    expect(await script.json()).toMatchObject({
      error: {
        code: 'invalid_query',
        details: [{ field: 'callback', message: expect.stringContaining('JSONP') }],
      },
    });
    const elsewhere = await fetch(`${service.url}/api/service/credits/balance`);
    expect(elsewhere.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('may show the preview in a frame, in which nothing runs', async () => {
    const client = await refine();
    const preview = await fetch(`${client.url}/preview?id=${isolated}`);
    expect(preview.headers.get('x-frame-options')).toBeNull();
    const policy = preview.headers.get('content-security-policy');
    for (const part of ["default-src 'none'", 'sandbox', 'frame-ancestors *']) expect(policy).toContain(part);
    expect((await fetch(client.url)).headers.get('x-frame-options')).toBe('SAMEORIGIN');
    expect((await fetch(`${client.url}/preview?id=cn_nobody`)).status).toBe(404);
  });

  it('show what a company is called as text', async () => {
    const client = await refine();
    const { knex } = database;
    const named = { company_id: idOf(8), kind: 'english', source: 'edinet' };
    await knex('company_names').insert({ ...named, name: '<script>alert("1")</script> & \'Co\'' });
    for (const path of ['/preview', '/suggest/entity/flyout']) {
      const text = await (await fetch(`${client.url}${path}?id=${idOf(8)}`)).text();
      expect(text).not.toContain('<script>');
      expect(text).toContain('&lt;script&gt;');
    }
    await knex('company_names').where(named).delete();
  });
});

describe('a request that is malformed', () => {
  it('is refused with the field, and charges nothing', async () => {
    const client = await refine();
    const many = Object.fromEntries(
      Array.from({ length: maxReconcileQueries + 1 }, (_, at) => [`q${at}`, { query: 'x' }]),
    );
    const post = (body: string, type = 'application/x-www-form-urlencoded') =>
      fetch(client.url, { method: 'POST', body, headers: { 'content-type': type } });
    const cases: [Promise<Response>, number, string][] = [
      [client.form('queries', many), 400, 'queries'],
      [post('queries=%7B'), 400, 'queries'],
      [post('queries={}&queries={}'), 400, 'queries'],
      [post('query=x'), 400, 'queries'],
      [post('queries=[]'), 400, 'queries'],
      [post('queries={}&extend={"ids":[],"properties":[]}'), 400, 'extend'],
      [post('queries={"q":{"__proto__":1}}'), 400, 'q.__proto__'],
      [post('queries=%7B%22q%22:%7B%22query%22:%22%8A%94%22%7D%7D'), 400, '(root)'],
      [client.form('extend', { ids: [], properties: [{ id: 'P17' }] }), 400, 'extend.properties[0].id'],
      [client.form('extend', { ids: Array(201).fill('a'), properties: [] }), 400, 'extend.ids'],
      [fetch(`${client.url}?queries=x`), 400, 'queries'],
      [fetch(`${client.url}/preview`), 400, 'id'],
      [fetch(`${client.url}/suggest/entity?limit=51`), 400, 'limit'],
    ];
    for (const [sent, status, field] of cases) {
      const response = await sent;
      const { error } = (await response.json()) as { error: { details: { field: string }[] } };
      expect([response.status, error.details[0]?.field]).toEqual([status, field]);
    }
    const plain = await post('{}', 'text/plain');
    expect([plain.status, await plain.text()]).toEqual([415, expect.stringContaining('or a form')]);
    expect(await client.reconcile({})).toEqual({});
    expect(await spentBy(client.key)).toBe(0);
  });
});

describeWithSchemas("the specification's examples", () => {
  it('of queries are answered, each query with a result or its own error', async () => {
    const client = await refine();
    const valid = examplesOf('reconciliation-query-batch', 'valid');
    expect(valid.length).toBeGreaterThan(2);
    for (const [, example] of valid) {
      const answers = await client.reconcile(example);
      expect(Object.keys(answers)).toEqual(Object.keys(Object(example)));
    }
    for (const [name, example] of examplesOf('reconciliation-query-batch', 'invalid')) {
      const answers = await client.reconcile(example);
      expect([name, Object.values(answers).some(({ error }) => error !== undefined)]).toEqual([name, true]);
    }
  });

  it('of values to fetch are understood, and name the property that is not known here', async () => {
    const client = await refine();
    for (const [, example] of examplesOf('data-extension-query', 'valid')) {
      const { error } = (await (await client.form('extend', example)).json()) as {
        error: { details: { field: string }[] };
      };
      for (const { field } of error.details)
        expect(field).toMatch(/^extend\.properties\[\d+\]\.(id|settings)/);
    }
  });
});
