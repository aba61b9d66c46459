import { randomUUID } from 'node:crypto';
import { idOf } from './companies.ts';
import type { TestAccount } from './service.ts';
import { usualHeaders, usualMapping } from './sources.ts';

export type Store = 'postgres' | 'elasticsearch';

/** A kind of request, as a program of an account sends it. */
export interface Kind {
  readonly name: string;
  readonly method?: 'GET' | 'POST';
  /** Below the service's URL; `:key` stands for the API key. */
  readonly path: string;
  readonly body?: object;
  /** A field of a form, instead of a body of JSON. */
  readonly form?: Readonly<Record<string, string>>;
  /** Whether it needs the engine; all need the database. */
  readonly searches?: true;
  /** Other requests change its answer. */
  readonly varies?: true;
}

const api = '/api/service';
const name = '株式会社孤立電機';

/** Requests that change nothing, over `sourceWorld` and an observation about bridges. */
export const readingKinds: readonly Kind[] = [
  { name: 'search by name', path: `${api}/search`, body: { query: name, limit: 3 }, searches: true },
  { name: 'search by id', path: `${api}/search`, body: { query: idOf(5) }, searches: true },
  {
    name: 'search by filters, with facets',
    path: `${api}/search`,
    body: { filters: { prefecture: '東京都' }, facets: ['prefecture'], limit: 5 },
    searches: true,
  },
  { name: 'listing', path: `${api}/companies?prefecture=${encodeURIComponent('大阪府')}`, searches: true },
  { name: 'suggestions', path: `${api}/companies/suggest?q=${encodeURIComponent('孤立')}`, searches: true },
  { name: 'profile', path: `${api}/companies/${idOf(5)}` },
  {
    name: 'resolve',
    path: `${api}/resolve`,
    body: { identifier_type: 'name', identifier: name },
    searches: true,
  },
  {
    name: 'batch',
    path: `${api}/resolve/batch`,
    body: {
      items: [name, '株式会社同名商事'].map((identifier, at) => ({
        key: String(at),
        identifier_type: 'name',
        identifier,
      })),
    },
    searches: true,
  },
  { name: 'changes', path: `${api}/changes` },
  {
    name: 'search of observations',
    path: `${api}/observations/search`,
    body: { query: '橋梁' },
    searches: true,
  },
  { name: 'observations of a company', path: `${api}/companies/${idOf(5)}/observations` },
  { name: 'search of openings', path: `${api}/jobs/search`, body: { limit: 3 }, searches: true },
  { name: 'keys', path: `${api}/keys`, varies: true },
  { name: 'usage', path: `${api}/usage`, varies: true },
  { name: 'balance', path: `${api}/credits/balance`, varies: true },
  { name: 'ledger', path: `${api}/credits?limit=5`, varies: true },
  {
    name: 'reconciliation',
    path: '/reconcile/:key',
    form: { queries: JSON.stringify({ q0: { query: name, limit: 3 } }) },
    searches: true,
  },
  { name: 'readiness', path: '/readyz', searches: true, varies: true },
];

export interface Answered {
  readonly status: number;
  /** Undefined if it is not JSON. */
  readonly body: unknown;
  readonly text: string;
  /** From the first byte sent to the last one received. */
  readonly ms: number;
}

/** An account with a key for reconciliation, as only such a key may be in a path. */
export interface Caller extends TestAccount {
  readonly reconcilingKey: string;
}

/** Makes the key for reconciliation. */
export async function callerOf(url: string, account: TestAccount): Promise<Caller> {
  const body = { purpose: 'reconciliation', max_credits: 1_000 };
  const made = await send(url, { ...account, reconcilingKey: '' }, { path: `${api}/keys`, body }, 10_000);
  const { api_key: reconcilingKey } = Object(made.body);
  if (typeof reconcilingKey !== 'string') throw new Error(made.text);
  return { ...account, reconcilingKey };
}

/** Sends a request, and waits at most so long for its whole answer. @throws if there is none by then */
export async function send(
  url: string,
  caller: Caller,
  kind: Pick<Kind, 'method' | 'path' | 'body' | 'form'> & { readonly key?: string },
  maxMs: number,
): Promise<Answered> {
  const { path, body, form, key } = kind;
  const began = performance.now();
  const response = await fetch(`${url}${path.replace(':key', caller.reconcilingKey)}`, {
    method: kind.method ?? (body || form ? 'POST' : 'GET'),
    headers: {
      'x-api-key': caller.apiKey,
      ...(body && { 'content-type': 'application/json' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(form && { body: new URLSearchParams(form) }),
    signal: AbortSignal.timeout(maxMs),
  });
  const text = await response.text();
  return { status: response.status, body: jsonOf(text), text, ms: performance.now() - began };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The code of an error of the catalogue; undefined for any other answer. */
export function errorCodeOf({ body }: Answered): string | undefined {
  const { error } = Object(body);
  return typeof error?.code === 'string' ? error.code : undefined;
}

/** Something that is charged once for its key, however often it is sent. */
export interface ChargedCall {
  readonly path: string;
  readonly body: object;
  readonly key: string;
  readonly cost: number;
}

type Post = (path: string, body: object) => Promise<Answered>;

/** Prepares two charged calls: two rows to resolve, and a company to save in a List. */
export async function prepareCharges(send: Post): Promise<ChargedCall[]> {
  // Connections that died in an earlier fault may be noticed only now.
  const post: Post = async (path, body) => {
    let answer = await send(path, body);
    for (let tries = 0; answer.status === 503 && tries < 5; tries += 1) answer = await send(path, body);
    return answer;
  };
  const blank = Object.fromEntries(usualHeaders.map((header) => [header, '']));
  const rows = [name, '株式会社髙架屋'].map((each) => ({ ...blank, name: each }));
  const imported = await post(`${api}/sources/import`, { headers: usualHeaders, rows });
  const at = `${api}/sources/${textAt(imported, 'source', 'source_id')}`;
  await post(`${at}/map`, usualMapping);
  const estimated = await post(`${api}/lists/estimate`, { definition: { company_ids: [idOf(1)] } });
  const estimate_id = textAt(estimated, 'estimate', 'estimate_id');
  const guard = { execute: true, maxCredits: 10 };
  return [
    { path: `${at}/resolve`, body: guard, key: randomUUID(), cost: 2 },
    {
      path: `${api}/lists/materialize`,
      body: { estimate_id, name: '一覧', ...guard },
      key: randomUUID(),
      cost: 1,
    },
  ];
}

function textAt({ status, body, text }: Answered, part: string, field: string): string {
  const value = Object(Object(body)[part])[field];
  if (typeof value !== 'string') throw new Error(`answered ${status}: ${text.slice(0, 500)}`);
  return value;
}
