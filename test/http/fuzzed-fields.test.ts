import { afterAll, expect, it } from '@jest/globals';
import examples from '../../src/openapi/examples.json' with { type: 'json' };
import { idOf } from '../support/companies.ts';
import { type ListAnswer, listSuite } from '../support/lists.ts';
import { seed, size } from '../support/size.ts';

/**
 * Whatever a field contains, the answer is not 5xx: each field of each operation, by the API document, gets each of these
 * values, one at a time. A part of the combinations is sent, and all of them by `npm run prove`.
 */

type Json = ListAnswer;

const share = size(0.003, 1);
const atOnce = 4;
const patience = Math.max(120_000, share * 1_800_000);

const times = [
  '2026-01-01T00:00:00+23:59',
  '2026-01-01T00:00:00+16:00',
  '2026-01-01T00:00:00-15:59',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+15:59',
  '9999-12-31T23:59:59.999-15:59',
  '2026-06-30T23:59:60Z',
  '2026-01-01T24:00:00Z',
  `2026-01-01T00:00:00.${'0'.repeat(200)}Z`,
  '2026-02-30T00:00:00Z',
  '+010000-01-01T00:00:00Z',
  '2026-01-01',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '2026-02-29',
  'infinity',
  'epoch',
];
const numbers = [
  -1,
  -0,
  0,
  0.1,
  1.5,
  1e-320,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53 + 2,
  2 ** 63,
  1e20,
  1e300,
  -1e300,
  '1e400',
  'NaN',
  '00',
  '0x10',
];
const texts = [
  '',
  ' ',
  '\u0000',
  '\ud800',
  '\u200b',
  '%',
  '%00',
  '_',
  '\\',
  '"',
  "'; --",
  '*',
  '?',
  '/',
  '..',
  'null',
  '__proto__',
  '🏢'.repeat(250),
  '株'.repeat(500),
  'a'.repeat(3_000),
  'a,'.repeat(5_000),
  `https://www.example.co.jp/${'a'.repeat(1_900)}`,
  `https://${'a.'.repeat(500)}co.jp`,
  'mailto:ir@example.co.jp',
  'postgres://www.example.co.jp/a',
  'https://[::1',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '01A2011B-B592-7648-B100-000023AACDD4',
  '{01a2011b-b592-7648-b100-000023aacdd4}',
  '01a2011bb5927648b100000023aacdd4',
  'cn_0000000000000',
  'cn_9999999999999',
  'tse_0000',
  'cn_',
];
const others: readonly Json[] = [
  null,
  true,
  [],
  [null],
  [[]],
  {},
  { a: null },
  JSON.parse('{"__proto__":{"a":1}}'),
  Array(1_001).fill('a'),
  Array(1_000).fill('a'),
  Array(100).fill('東京都'),
  ['a', 'a'],
];
const inBodies: readonly Json[] = [
  ...times,
  ...numbers,
  ...texts,
  ...others,
  'a'.repeat(1_000_000),
  Array(10_001).fill('a'),
];
const inQueries: readonly string[] = [...times, ...numbers.map(String), ...texts];

interface Case {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly body?: Json;
  /** A time in a field for times: there are few of these, so all are tried. */
  readonly always: boolean;
}

const ofTimes = /(?:At|_at|^from|^to|_on|_since|_before|^as_of)$/;
const isTime = (field: string, value: Json) => ofTimes.test(field) && times.includes(value);

const suite = await listSuite(
  [1, 2, 3, 4].map((number) => ({
    number,
    name: `株式会社試験${number}`,
    website: `https://shiken${number}.co.jp/`,
  })),
  {
    DELIVERY_TEST_RECEIVERS: 'http://127.0.0.1:9',
  },
);
await suite.service.reindexObservations();
const account = await suite.richAccount();
const ids = await objects();
const document = (await suite.service.anonymous.get('/openapi.json')).body;
afterAll(suite.end);

/** One object of each kind, by the name of the parameter that refers to it. */
async function objects(): Promise<Record<string, string>> {
  const api = suite.as(account);
  const { source } = await api.post('/sources/import', {
    headers: ['会社名'],
    rows: [{ 会社名: '株式会社試験1' }, { 会社名: '試験' }],
  });
  await api.post(`/sources/${source.source_id}/map`, { entity: 'company', columns: { name: '会社名' } });
  const { rows } = await api.get(`/sources/${source.source_id}/review`);
  const listId = await suite.saveList(account, [1, 2, 3].map(idOf));
  const { estimate } = await api.post('/lists/estimate', { definition: { company_ids: [idOf(4)] } });
  const { discovery } = await api.post('/discovery', {
    name: '試験',
    filters: { has_website: true },
    limit: 1,
  });
  await api.post(`/lists/${listId}/publish`, {});
  await api.patch(`/lists/${listId}/delivery`, { type: 'webhook', url: 'http://127.0.0.1:9/' });
  const { delivery_id } = await api.post(`/lists/${listId}/deliver`, {}, { status: 202 });
  const { path } = await api.get(`/lists/${listId}/export`);
  const { diff } = await api.post(`/lists/${listId}/refresh`, {});
  return {
    sourceId: source.source_id,
    row: rows[0].source_row_id,
    listId,
    estimateId: estimate.estimate_id,
    discoveryId: discovery.discovery_id,
    deliveryId: delivery_id,
    diffId: diff.diff_id,
    companyId: idOf(1),
    file: String(path).split('/').at(-1) ?? '',
  };
}

/** The example of the document, with existing objects. */
function exampleBody(operationId: string): Json {
  const recorded = (examples as unknown as Record<string, { request?: Json }>)[operationId]?.request ?? {};
  const text = JSON.stringify(recorded)
    .replace(/cn_\d{13}/g, idOf(1))
    .replace(/"source_id":"[^"]+"/g, `"source_id":"${ids.sourceId}"`)
    .replace(/"row":"[^"]+"/g, `"row":"${ids.row}"`)
    .replace(/"estimate_id":"[^"]+"/g, `"estimate_id":"${ids.estimateId}"`)
    .replace('https://hooks.example.com/hooks/companies', 'http://127.0.0.1:9/');
  const { dedupeKey: _, ...body } = JSON.parse(text);
  // With a used key, nothing is stored and nothing that is sent reaches the database.
  return body;
}

type Place = readonly (string | number)[];

/** Where a body can hold a value, by its schema. */
function placesIn(schema: Json, place: Place = [], seen: readonly string[] = []): Place[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (schema.$ref) {
    if (seen.includes(schema.$ref)) return [place];
    const name = String(schema.$ref).split('/').at(-1) ?? '';
    return placesIn(document.components.schemas[name], place, [...seen, schema.$ref]);
  }
  const variants = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const inner = [
    ...variants.flatMap((variant) => placesIn(variant, place, seen)),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, value]) =>
      placesIn(value, [...place, key], seen),
    ),
    ...(schema.items ? placesIn(schema.items, [...place, 0], seen) : []),
    ...(typeof schema.additionalProperties === 'object'
      ? placesIn(schema.additionalProperties, [...place, 'key'], seen)
      : []),
  ];
  const all = place.length > 0 ? [place, ...inner] : inner;
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()];
}

function withValue(body: Json, place: Place, value: Json): Json {
  const [key, ...rest] = place;
  if (key === undefined) return value;
  if (typeof key === 'number') {
    const items: Json[] = Array.isArray(body) ? body : [];
    return [withValue(items[0], rest, value), ...items.slice(1)];
  }
  const members = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {};
  return { ...members, [key]: withValue(members[key], rest, value) };
}

/** An address cannot hold half of a surrogate pair. */
function isWhole(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** Operations that remove what others need or have permanent effects are not tried. */
const untried = new Set(['deleteSource', 'deleteList', 'getMetrics', 'getDocument']);

function cases(): Case[] {
  return Object.entries<Json>(document.paths).flatMap(([path, operations]) =>
    Object.entries<Json>(operations).flatMap(([method, operation]) => {
      if (!['get', 'post', 'patch', 'put'].includes(method) || untried.has(operation.operationId)) return [];
      const parameters: Json[] = operation.parameters ?? [];
      const own = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(ids[name] ?? idOf(1)));
      const name = (field: string, value: Json) =>
        `${operation.operationId} ${field} = ${String(JSON.stringify(value)).slice(0, 60)}`;
      const queries = parameters
        .filter((parameter) => parameter.in === 'query')
        .flatMap((parameter) =>
          inQueries.map((value) => ({
            name: name(parameter.name, value),
            always: isTime(parameter.name, value),
            method,
            path: `${own}?${parameter.name}=${encodeURIComponent(isWhole(value) ? value : '%ud800').slice(0, 8_000)}`,
          })),
        );
      const inPath = parameters
        .filter((parameter) => parameter.in === 'path')
        .flatMap((parameter) =>
          texts
            .filter((value) => value !== '' && isWhole(value) && value.length < 1_000)
            .map((value) => ({
              name: name(parameter.name, value),
              always: false,
              method,
              path: path.replace(/\{(\w+)\}/g, (_, other) =>
                encodeURIComponent(other === parameter.name ? value : (ids[other] ?? 'x')),
              ),
              ...(method !== 'get' && { body: exampleBody(operation.operationId) }),
            })),
        );
      const schema = operation.requestBody?.content?.['application/json']?.schema;
      const bodies = schema
        ? placesIn(schema).flatMap((place) =>
            inBodies.map((value) => ({
              name: name(place.join('.'), value),
              always: isTime(String(place.at(-1)), value),
              method,
              path: own,
              body: withValue(exampleBody(operation.operationId), place, value),
            })),
          )
        : [];
      return [...queries, ...inPath, ...bodies];
    }),
  );
}

/** Mulberry32: the same part for the same seed. */
function randomOf(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function statusOf({ method, path, body }: Case, at: number): Promise<number> {
  const response = await fetch(`${suite.service.url}${path}`, {
    method: method.toUpperCase(),
    headers: {
      'x-api-key': account.apiKey,
      ...(method !== 'get' && { 'Content-Type': 'application/json', 'Idempotency-Key': `fuzz-${at}` }),
    },
    // JSON.stringify never writes 1e400, but a body can contain it.
    ...(body !== undefined && { body: JSON.stringify(body).replaceAll('"1e400"', '1e400') }),
  });
  await response.arrayBuffer();
  return response.status;
}

it(
  `no value of a field causes a failure of the service (seed ${seed}, ${share} of all)`,
  async () => {
    const random = randomOf(seed);
    const all = cases();
    const chosen = all.filter(({ always }) => random() < share || always);
    const failed: string[] = [];
    const statuses = new Map<number, number>();
    let next = 0;
    const worker = async () => {
      for (let at = next++; at < chosen.length; at = next++) {
        const one = chosen[at];
        if (!one) return;
        const status = await statusOf(one, at);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status >= 500) failed.push(`${status} ${one.name}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    expect(failed).toEqual([]);
    expect(chosen.length).toBeGreaterThan(300);
    // Most are refused, but some must be accepted: if every answer were 400, nothing would be tested.
    expect((statuses.get(200) ?? 0) * 20).toBeGreaterThan(chosen.length);
  },
  patience,
);
