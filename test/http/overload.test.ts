import { once } from 'node:events';
import { type IncomingMessage, type RequestListener, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import type { Test } from 'supertest';
import { ServiceError } from '../../src/contract/errors.ts';
import { Admission, type AdmissionBounds, AdmissionPlace } from '../../src/http/admission.ts';
import { sendError } from '../../src/http/answers.ts';
import { addEarlyRefusal } from '../../src/http/early-refusal.ts';
import { createHttpServer } from '../../src/http/http-server.ts';
import { createRequestLog, openLog } from '../../src/http/request-log.ts';
import { idOf } from '../support/companies.ts';
import type { TestAccount } from '../support/service.ts';
import { type SourceAccount, sourceSuite } from '../support/sources.ts';

/** One account may have three of the four places, and 16 more requests may wait. */
const { service, database, account, end } = await sourceSuite({
  ...{ MAX_REQUESTS: '4', MAX_HEAVY_REQUESTS: '1', DATABASE_POOL_SIZE: '16' },
});
afterAll(end);
const busy = await account();
const other = await account();

/** A request whose body does not end until it is told to. */
function halfSent({ apiKey }: TestAccount, path: string) {
  const headers = { 'x-api-key': apiKey, 'Content-Type': 'application/json' };
  const sending = request(`${service.url}/api/service${path}`, { method: 'POST', headers });
  const answer = once(sending, 'response').then(([response]: IncomingMessage[]) => {
    if (!response) throw new Error('no response');
    return response.resume();
  });
  answer.catch(() => undefined);
  sending.write('{');
  return {
    /** Sends the rest. */
    async end(): Promise<number | undefined> {
      sending.end('}');
      return (await answer).statusCode;
    },
  };
}

async function metric(name: string, share: string): Promise<number> {
  const { text } = await service.anonymous.get('/metrics').expect(200);
  return Number(new RegExp(`^${name}\\{share="${share}"\\} (\\d+)$`, 'm').exec(text)?.[1]);
}

async function untilMetric(name: string, share: string, value: number): Promise<void> {
  while ((await metric(name, share)) !== value);
}

interface Held {
  /** Lets them end. @returns the status of each */
  end(): Promise<number[]>;
}

/** Requests that have their places and wait for this table of the database. */
async function held(table: string, share: string, requests: readonly (() => Test)[]): Promise<Held> {
  const holder = await database.knex.transaction();
  await holder.raw('LOCK TABLE ?? IN ACCESS EXCLUSIVE MODE', [table]);
  const before = await metric('http_requests_in_progress', share);
  const answers = Promise.all(requests.map(async (send) => (await send()).status));
  await untilMetric('http_requests_in_progress', share, before + requests.length);
  return {
    async end() {
      await holder.rollback();
      return await answers;
    },
  };
}

const lists = (who: SourceAccount) => () => who.get('/lists');

const sameFor = (bounds: AdmissionBounds) => ({
  ...{ light: bounds, query: bounds, table: bounds, upload: bounds, assistant: bounds },
});

const search = (who: SourceAccount) => who.post('/search', { query: idOf(1), limit: 1 });

const facetSearch = (who: SourceAccount) => who.post('/search', { query: idOf(1), facets: ['prefecture'] });

const overloaded = (retryAfter: string) => ({
  status: 503,
  headers: expect.objectContaining({ 'retry-after': retryAfter }),
  body: {
    ok: false,
    status: 'error',
    error: {
      code: 'service_overloaded',
      message: 'The service has too many requests in progress. Nothing was done or charged.',
      recovery: expect.any(String),
    },
    gaps: [],
    request_id: expect.any(String),
  },
});

describe('with more requests than it may have in progress', () => {
  it('lets some wait, refuses the surplus, and counts nothing of it', async () => {
    const limited = await service.createAccount({ overrides: { daily_search_quota: 1_000 } });
    const all = [lists(busy), lists(busy), lists(busy), lists(other)];
    const places = await held('lists', 'light', all);
    const send = () =>
      service
        .as(limited)
        .post('/api/service/search')
        .send({ query: idOf(1) });
    const surplus = await Promise.all(Array.from({ length: 20 }, send));
    for (const { status, headers, body } of surplus)
      expect({ status, headers, body }).toEqual(overloaded('1'));
    expect(await metric('http_requests_refused_total', 'light')).toBe(20);
    for (const path of ['/healthz', '/metrics', '/openapi.json'])
      await service.anonymous.get(path).expect(200);
    expect(await places.end()).toEqual([200, 200, 200, 200]);
    const { body, headers } = await send().expect(200);
    expect(body.ok).toBe(true);
    expect(headers.ratelimit).toContain('"search-day";r=999');
  });

  it('keeps places for other accounts', async () => {
    const places = await held('lists', 'light', Array(3).fill(lists(busy)));
    expect((await search(busy)).status).toBe(503);
    await search(other).expect(200);
    await places.end();
    await search(busy).expect(200);
  });

  it('lets the first request of an account wait instead of the last of another', async () => {
    const places = await held('lists', 'light', [lists(busy), lists(busy), lists(busy), lists(other)]);
    const waiting = Array.from({ length: 16 }, () => search(busy).then(({ status }) => status));
    await untilMetric('http_requests_waiting', 'light', 16);
    const third = await account();
    const first = search(third).then(({ status }) => status);
    expect(await Promise.race(waiting)).toBe(503);
    await places.end();
    expect(await first).toBe(200);
    await Promise.all(waiting);
  });

  it('gives no place to bodies that are not whole yet', async () => {
    const sent = [busy, other].flatMap((who) =>
      Array.from({ length: 20 }, () => halfSent(who.account, '/search')),
    );
    const third = await account();
    await search(third).expect(200);
    for (const path of ['/search', '/lists/estimate', '/resolve/batch'])
      sent.push(...Array.from({ length: 10 }, () => halfSent(busy.account, path)));
    await facetSearch(third).expect(200);
    expect(await metric('http_requests_in_progress', 'light')).toBe(0);
    expect(await sent[0]?.end()).toBe(200);
  });
});

describe('with more work on tables than it may have in progress', () => {
  it('refuses the surplus without charging, and answers searches, also with facets', async () => {
    const sourceId = await other.mapped([{ name: '株式会社孤立電機' }]);
    const named = { name: 'held', estimate_id: '0198f7a0-0000-7000-8000-000000000001' };
    const materialize = () =>
      busy
        .post('/lists/materialize', { ...named, execute: true, maxCredits: 1 })
        .set('Idempotency-Key', 'held');
    const places = await held('list_estimates', 'table', [materialize]);
    const exports = Promise.all(
      Array.from({ length: 8 }, () => other.get(`/sources/${sourceId}/export`).buffer(true)),
    );
    await untilMetric('http_requests_waiting', 'table', 8);
    const { status, headers, body } = await other.resolve(sourceId);
    expect({ status, headers, body }).toEqual(overloaded('20'));
    await search(other).expect(200);
    await facetSearch(other).expect(200);
    expect(await other.balance()).toBe(1000);
    expect((await other.rows(sourceId)).map(({ resolve_status }) => resolve_status)).toEqual(['unresolved']);
    expect(await places.end()).toEqual([404]);
    expect((await exports).map((each) => each.status)).toEqual(Array(8).fill(200));
    await other.resolve(sourceId).expect(200);
    expect(await other.balance()).toBe(999);
  });
});

describe('with more heavy queries than it may have in progress', () => {
  it('refuses searches with facets, on both paths, and answers searches without', async () => {
    const batch = { items: [{ key: 'a', identifier_type: 'company_id', identifier: idOf(1) }] };
    const estimate = () => busy.post('/lists/estimate', { definition: { company_ids: [idOf(1)] } });
    const places = await held('list_estimates', 'query', [estimate]);
    const batches = Promise.all(Array.from({ length: 8 }, () => other.post('/resolve/batch', batch)));
    await untilMetric('http_requests_waiting', 'query', 8);
    for (const refused of [
      await facetSearch(other),
      await other.get('/companies?q=%E6%9E%B6%E7%A9%BA&facets=prefecture'),
    ]) {
      const { status, headers, body } = refused;
      expect({ status, headers, body }).toEqual(overloaded('5'));
    }
    await search(other).expect(200);
    expect(await places.end()).toEqual([200]);
    expect((await batches).map((each) => each.status)).toEqual(Array(8).fill(200));
    await facetSearch(other).expect(200);
  });
});

describe('a key that was refused while the queue is full', () => {
  it('is refused before anything else is done, and no other key is', async () => {
    const bounds = { inProgress: 1, waiting: 1, timeoutMs: 60_000 };
    const admission = new Admission(sameFor(bounds));
    const [first, second] = [new AdmissionPlace(admission), new AdmissionPlace(admission)];
    await first.enterShare('light', 'a');
    const entering = second.enterShare('light', 'a');
    const lines: string[] = [];
    const log = openLog('info', { write: (line) => lines.push(line) });
    const writeLog = createRequestLog(log);
    let reached = 0;
    const app: RequestListener = (incoming, response) => {
      writeLog(incoming, response);
      reached += 1;
      sendError(incoming, response, new ServiceError('service_overloaded'));
    };
    const server = createHttpServer(addEarlyRefusal(app, admission, log), log).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const send = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${port}/api/service/search`, { method: 'POST', body: '{}', headers });
    try {
      await (await send({ 'x-api-key': 'one' })).text();
      const early = await send({ 'x-api-key': 'one' });
      expect(reached).toBe(1);
      expect({
        status: early.status,
        headers: Object.fromEntries(early.headers),
        body: await early.json(),
      }).toEqual(overloaded('1'));
      expect(admission.getCounts('light').refused).toBe(1);
      await (await send({ authorization: 'Bearer two' })).text();
      await (await send({})).text();
      expect(reached).toBe(3);
      while (!lines.some((line) => line.includes('refused early'))) await wait(20);
      first.exitShare();
      await entering;
      await (await send({ 'x-api-key': 'one' })).text();
      expect(reached).toBe(4);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});

describe('a place', () => {
  it('is given to those that wait, in their order', async () => {
    const bounds = { inProgress: 2, waiting: 2, timeoutMs: 60_000 };
    const admission = new Admission(sameFor(bounds));
    const places = ['a', 'b', 'c', 'd', 'e'].map((account) => ({
      account,
      place: new AdmissionPlace(admission),
    }));
    const entered: string[] = [];
    const entering = places.map(({ account, place }) =>
      place.enterShare('light', account).then(() => entered.push(account)),
    );
    await expect(entering[4]).rejects.toMatchObject({ code: 'service_overloaded', retryAfterSeconds: 60 });
    expect(entered).toEqual(['a', 'b']);
    places[1]?.place.exitShare();
    await entering[2];
    places[0]?.place.exitShare();
    await entering[3];
    expect(entered).toEqual(['a', 'b', 'c', 'd']);
  });

  it('is left when another share is entered, even if that share is full', async () => {
    const one = { inProgress: 1, waiting: 0, timeoutMs: 10 };
    const admission = new Admission(sameFor(one));
    const [first, second] = [new AdmissionPlace(admission), new AdmissionPlace(admission)];
    await first.enterShare('light', 'a');
    await second.enterShare('table', 'b');
    await expect(first.enterShare('table', 'a')).rejects.toMatchObject({ code: 'service_overloaded' });
    expect(admission.getCounts('light')).toEqual({ inProgress: 0, waiting: 0, refused: 0 });
    second.exitShare();
    second.exitShare();
    expect(admission.getCounts('table')).toEqual({ inProgress: 0, waiting: 0, refused: 1 });
  });
});
