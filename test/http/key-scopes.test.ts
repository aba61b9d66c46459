import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { type Endpoint, getFullPath } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { getReadOnlyUse, isOpenToSourceKeys } from '../../src/contract/key-permission.ts';
import type { NewKeyOptions } from '../../src/features/accounts/accounts-service.ts';
import { buildJsonSchema } from '../../src/openapi/json-schema.ts';
import { startTestService, type TestAccount } from '../support/service.ts';
import { SourceAccount, sourceSuite } from '../support/sources.ts';

const { service, database, account, end } = await sourceSuite();
afterAll(end);
const own = await account();
const sourceId = await own.mapped([{ name: '株式会社孤立電機' }, { name: '株式会社同名商事' }]);
const otherId = await own.mapped([{ name: '株式会社孤立電機' }]);
const stranger = await account();
const strangeId = await stranger.imported([{ name: '株式会社孤立電機' }]);

async function keyOf(options: NewKeyOptions, of: SourceAccount = own): Promise<TestAccount> {
  const { accountId } = of.account;
  const { api_key: apiKey, key_id: keyId } = await service.accounts.createKey(accountId, options);
  return { accountId, keyId, apiKey };
}
const readOnly = await keyOf({ readOnly: true });
const forSource = await keyOf({ sourceId });
const forSourceReadOnly = await keyOf({ sourceId, readOnly: true });

// Keys in a path have a purpose, which excludes other scopes (test/http/reconcile.test.ts).
const named = Object.entries<Endpoint>(endpoints).filter(
  ([, { auth, keyInPath }]) => auth === 'key' && !keyInPath,
);
const calls = named.map(([id, endpoint]) => [`${endpoint.method} ${endpoint.path}`, id, endpoint] as const);

/** Any value does for other parameters: the scope is checked before they are looked at. */
async function send(
  key: TestAccount,
  { method, takesFile, ...at }: Endpoint,
  body: Readonly<Record<string, unknown>> = {},
  of = sourceId,
) {
  const path = getFullPath(at).replace(':sourceId', of).replace(/:\w+/g, 'x');
  // Beside a file, what else is sent is in the query.
  const query = takesFile
    ? `?${new URLSearchParams(Object.entries(body).map<[string, string]>(([name, value]) => [name, String(value)]))}`
    : '';
  const response = await fetch(`${service.url}${path}${query}`, {
    method,
    headers: { 'x-api-key': key.apiKey, 'content-type': 'application/json' },
    ...(method !== 'GET' && { body: JSON.stringify(body) }),
  });
  const answer = await response.json().catch(() => ({}));
  return { status: response.status, body: answer as { error: { message: string; details: unknown } } };
}

const refused = { status: 403, body: { ok: false, status: 'error', error: { code: 'key_not_permitted' } } };

describe('the contract', () => {
  it('lists what a read-only key may call besides GET', () => {
    const permitted = named.filter(([, each]) => each.method !== 'GET' && getReadOnlyUse(each) === 'any');
    expect(permitted.map(([id]) => id).sort()).toEqual([
      'deleteSourcePresence',
      'estimateEnrichment',
      'estimateResearch',
      'exportSourceAs',
      'putSourcePresence',
      'queryCompanies',
      'reconcile',
      'resolveCompanies',
      'resolveCompany',
      'searchCompanies',
      'searchConstruction',
      'searchJobs',
      'searchObservations',
      'serveAssistant',
    ]);
  });

  it('marks everything that charges or takes a key as writing', () => {
    for (const [id, { charge, takesKey, writes }] of named)
      if (charge || takesKey) expect([id, writes]).toEqual([id, true]);
  });

  it('has dryRun in the body of everything that charges', () => {
    for (const [id, { charge, body }] of named) {
      if (!charge || !body) continue;
      const { properties } = buildJsonSchema(body, 'input', new Map()) as { properties: object };
      expect([id, Object.keys(properties)]).toEqual([id, expect.arrayContaining(['dryRun'])]);
    }
  });

  it('opens to keys for one source only what names the source, the balance, the key itself, and the tools, which call these', () => {
    const open = named.filter(([, each]) => isOpenToSourceKeys(each)).map(([, { path }]) => path);
    const others = open.filter((path) => !/^\/sources\/:sourceId(\/|$)/.test(path));
    expect(others.sort()).toEqual(['/credits/balance', '/keys/current', '/mcp']);
    const naming = named.filter(([, { path }]) => /:source/i.test(path)).map(([, { path }]) => path);
    expect(open).toEqual(expect.arrayContaining(naming));
  });
});

describe('a read-only key', () => {
  it.each(calls)('is refused exactly where something would change: %s', async (_, __, endpoint) => {
    const use = getReadOnlyUse(endpoint);
    const answer = await send(readOnly, endpoint, { nonsense: 1 }, randomUUID());
    if (use === 'any') expect(answer.status).not.toBe(403);
    else expect(answer).toMatchObject(refused);
    if (use === 'dryRun' || use === 'preview') {
      const tried = await send(readOnly, endpoint, { [use]: true }, randomUUID());
      expect(tried.status).not.toBe(403);
      const other = use === 'dryRun' ? 'preview' : 'dryRun';
      for (const value of endpoint.takesFile ? ['false', '', 'yes'] : [false, 'true', 1, null, undefined])
        for (const trial of [{ [use]: value }, { [other]: true }])
          expect(await send(readOnly, endpoint, trial, randomUUID())).toMatchObject(refused);
    }
  });

  it('says what it may do', async () => {
    const answer = await send(readOnly, endpoints.mapSource);
    expect(answer.body.error).toMatchObject({
      message: expect.stringContaining('change nothing and spend no credits'),
      details: { read_only: true, source_id: null },
      recovery: expect.stringContaining('another key'),
    });
  });

  it('sees the price and result of resolving, and changes nothing', async () => {
    const balance = await own.balance();
    const reviewer = new SourceAccount(service, readOnly);
    const body = { execute: true, maxCredits: 10, dryRun: true };
    const { body: tried } = await reviewer
      .post(`/sources/${sourceId}/resolve`, body, randomUUID())
      .expect(200);
    expect(tried).toMatchObject({ run: { resolved_count: 1 }, billing: { credits_used: 1, dry_run: true } });
    expect(await own.balance()).toBe(balance);
    expect((await own.rows(sourceId)).map((row) => row.resolve_status)).toEqual(['unresolved', 'unresolved']);
  });

  it('says what makes a request a trial', async () => {
    const messages = [
      [endpoints.resolveSource, 'only dry runs: send "execute": true and "dryRun": true.'],
      [endpoints.selectSourceRow, 'only dry runs: send "dryRun": true.'],
      [endpoints.importSourceChoices, 'only dry runs: send execute=true and dryRun=true.'],
      [endpoints.importSourceFile, 'only previews: send preview=true.'],
    ] as const;
    for (const [endpoint, message] of messages)
      expect((await send(readOnly, endpoint)).body.error.message).toContain(message);
  });

  describe('that previews a file', () => {
    const path = `${service.url}/api/service/sources/files`;
    const preview = async (query: string, body: string | FormData) => {
      const headers = { 'x-api-key': readOnly.apiKey, 'idempotency-key': 'preview' };
      const response = await fetch(`${path}${query}`, { method: 'POST', headers, body });
      const { source, preview: shown, error } = Object(await response.json());
      return { status: response.status, source, rows: shown?.row_count, code: error?.code };
    };
    const formOf = (file: string, fields: Readonly<Record<string, string>>) => {
      const form = new FormData();
      form.append('file', new Blob([file]), 'a.csv');
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      return form;
    };
    const file = '会社名\n株式会社孤立電機\n';
    const read = { status: 200, source: null, rows: 1 };
    const faulty = '会社名\n"株式会社\n';

    it('sees how it is read, and stores nothing', async () => {
      const before = (await own.get('/sources').expect(200)).body.items.length;
      expect(await preview('?preview=true', file)).toMatchObject(read);
      expect(await preview('', formOf(file, { preview: 'true' }))).toMatchObject(read);
      expect((await own.get('/sources').expect(200)).body.items).toHaveLength(before);
    });

    it('sees why it cannot be read', async () => {
      const unreadable = { status: 400, code: 'source_file_unreadable' };
      expect(await preview('?preview=true', faulty)).toMatchObject(unreadable);
      expect(await preview('', formOf(faulty, { preview: 'true' }))).toMatchObject(unreadable);
    });

    it('is refused without preview', async () => {
      const no = { status: 403, code: 'key_not_permitted' };
      for (const content of [file, faulty, ''])
        for (const fields of [{}, { preview: 'false' }, { preview: '' }]) {
          expect(await preview('', formOf(content, fields))).toMatchObject(no);
          expect(await preview(`?${new URLSearchParams(fields)}`, content)).toMatchObject(no);
        }
    });
  });

  it('reaches no other account', async () => {
    const reviewer = new SourceAccount(service, readOnly);
    await reviewer.get(`/sources/${strangeId}/inspect`).expect(404);
  });
});

describe('a key for one source', () => {
  it.each(calls)('is refused exactly outside its source: %s', async (_, __, endpoint) => {
    const answer = await send(forSource, endpoint, { nonsense: 1 });
    if (endpoint.method === 'DELETE' && isOpenToSourceKeys(endpoint)) expect(answer.status).toBe(400);
    if (isOpenToSourceKeys(endpoint)) expect(answer.status).not.toBe(403);
    else expect(answer).toMatchObject(refused);
  });

  it('says what it may do', async () => {
    const { error } = (await send(forSource, endpoints.listSources)).body;
    expect(error.message).toContain(`/api/service/sources/${sourceId}`);
    expect(error.message).toContain('GET /api/service/credits/balance');
    expect(error.details).toMatchObject({ read_only: false, source_id: sourceId });
  });

  it('reads its source and the balance, also with the id in capitals', async () => {
    const desk = new SourceAccount(service, forSource);
    await desk.get(`/sources/${sourceId}/inspect`).expect(200);
    await desk.get(`/sources/${sourceId.toUpperCase()}/review`).expect(200);
    expect(await desk.balance()).toBe(1000);
  });

  it('gets for another source what it gets for an unknown one, byte for byte', async () => {
    const key = randomUUID();
    // The full key has a stored answer for this key and path.
    await own.resolve(otherId, { key }).expect(200);
    const bytes = async (of: string, { method, path }: Endpoint, body: object, apiKey: string) => {
      const response = await fetch(`${service.url}${getFullPath({ path }).replace(':sourceId', of)}`, {
        method,
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json', 'idempotency-key': key },
        ...(method !== 'GET' && { body: JSON.stringify(body) }),
      });
      const text = (await response.text()).replace(/"request_id":"[^"]*"/, '');
      return `${response.status} ${text}`;
    };
    const bodies = [
      {},
      { nonsense: 1 },
      { execute: true, maxCredits: 1000 },
      { execute: true, maxCredits: 1000, dryRun: true },
      { row: randomUUID(), companyId: 'cn_1', maxCredits: 1 },
      { entity: 'company', columns: { name: 'name' } },
      { batchId: randomUUID() },
    ];
    const about = named.map(([, each]) => each).filter(({ path }) => path.startsWith('/sources/:sourceId'));
    expect(about.length).toBeGreaterThan(5);
    for (const endpoint of about)
      for (const body of endpoint.method === 'GET' ? [{}] : bodies) {
        const unknown = await bytes(randomUUID(), endpoint, body, own.account.apiKey);
        for (const apiKey of [forSource.apiKey, forSourceReadOnly.apiKey]) {
          const here = await bytes(randomUUID(), endpoint, body, apiKey);
          if (apiKey === forSource.apiKey) expect(here).toBe(unknown);
          for (const other of [otherId, strangeId, otherId.toUpperCase()])
            expect(await bytes(other, endpoint, body, apiKey)).toBe(here);
        }
      }
    await own.get(`/sources/${otherId}/inspect`).expect(200);
  });

  it('that is also read-only reads and tries, and writes nothing', async () => {
    const desk = new SourceAccount(service, forSourceReadOnly);
    await desk.get(`/sources/${sourceId}/review`).expect(200);
    await desk.get(`/sources/${sourceId}/export`).expect(200);
    const body = { execute: true, maxCredits: 10 };
    await desk.post(`/sources/${sourceId}/resolve`, { ...body, dryRun: true }, randomUUID()).expect(200);
    const { body: answer } = await desk.post(`/sources/${sourceId}/resolve`, body, randomUUID()).expect(403);
    expect(answer.error.message).toContain('read-only and for one source');
    expect(answer.error.message).toContain('dryRun');
    await desk.delete(`/sources/${sourceId}`).expect(403);
  });

  it('resolves, selects and deletes its source, and then reaches nothing', async () => {
    const desk = new SourceAccount(service, forSource);
    const before = await desk.balance();
    await desk.resolve(sourceId).expect(200);
    expect(await desk.balance()).toBe(before - 1);
    const open = (await desk.rows(sourceId)).find((row) => row.resolve_status === 'multiple_candidates');
    await desk
      .select(sourceId, open?.source_row_id ?? '', open?.resolve_candidates[0]?.company_id ?? '')
      .expect(200);
    await desk.delete(`/sources/${sourceId}`).expect(200);
    for (const path of ['inspect', 'review', 'export'])
      await desk.get(`/sources/${sourceId}/${path}`).expect(404);
    await desk.get('/sources').expect(403);
    expect(await desk.balance()).toBe(before - 2);
    const keys = await service.accounts.listKeys(own.account.accountId);
    expect(keys.find(({ key_id }) => key_id === forSource.keyId)).toMatchObject({ source_id: sourceId });
  });
});

describe('making a key', () => {
  it('refuses a source that the account does not have', async () => {
    for (const id of [strangeId, randomUUID(), 'x'])
      await expect(service.accounts.createKey(own.account.accountId, { sourceId: id })).rejects.toThrow(
        `has no source with the source_id ${id}`,
      );
  });

  it('keeps when it was last used, without making requests wait', async () => {
    const used = await keyOf({ readOnly: true, label: 'reviewer' });
    const shown = async () =>
      (await service.accounts.listKeys(own.account.accountId)).find(({ key_id }) => key_id === used.keyId);
    expect(await shown()).toMatchObject({ read_only: true, source_id: null, last_used_at: null });
    const before = Date.now();
    const twin = await startTestService(database, { INDEX_PREFIX: service.indexPrefix });
    await twin.as(used).get('/api/service/sources').expect(200);
    await twin.stop({ keepIndices: true });
    const time = Date.parse((await shown())?.last_used_at ?? '');
    expect(time).toBeGreaterThanOrEqual(before);
    expect(time).toBeLessThanOrEqual(Date.now());
  });
});
