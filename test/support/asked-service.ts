import type { Knex } from 'knex';

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes, which the service's own tests check
export type Json = any;

export interface CallOptions {
  readonly body?: object;
  readonly method?: 'PATCH' | 'DELETE';
  readonly idempotencyKey?: string;
}

/** Calls of one account. They throw if the answer is not a success. */
export interface Caller {
  /** @param below the path below `/api/service` @returns parsed JSON, or text */
  call(below: string, options?: CallOptions): Promise<Json>;
  /** The same calls of a service elsewhere. */
  at(url: string): Caller;
}

export function callerOf(url: string, apiKey: string): Caller {
  return {
    at: (other) => callerOf(other, apiKey),
    async call(below, { body, method, idempotencyKey } = {}) {
      const response = await fetch(`${url}/api/service${below}`, {
        method: method ?? (body ? 'POST' : 'GET'),
        headers: {
          'x-api-key': apiKey,
          ...(body && { 'content-type': 'application/json' }),
          ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${below} answered ${response.status}: ${text}`);
      return isJson(response) ? JSON.parse(text) : text;
    },
  };
}

/** A request that changes nothing, and whose answer a restored service must repeat. */
export interface AskedFor {
  readonly path: string;
  readonly body?: object;
}

/**
 * Makes a source, a List with an export, a snapshot and a delivery, a note and a key.
 * @param receiver the origin of a receiver of deliveries
 * @returns requests about all of it, and about companies: at most as many as asked for
 */
export async function useEverything(
  { call }: Caller,
  { knex, receiver, requests }: { readonly knex: Knex; readonly receiver: string; readonly requests: number },
): Promise<AskedFor[]> {
  const { rows: known } = await knex.raw<{ rows: { id: string; name: string; number: string }[] }>(
    `SELECT company_id AS id, n.name, corporate_number AS number
     FROM companies JOIN company_names n USING (company_id)
     WHERE n.kind = 'legal' AND companies.status = 'active' ORDER BY company_id LIMIT ?`,
    [Math.max(20, requests)],
  );
  const post = (below: string, body: object, idempotencyKey?: string) =>
    call(below, { body, ...(idempotencyKey !== undefined && { idempotencyKey }) });
  const rows = known.slice(0, 20).map(({ name, number }) => ({ 会社名: name, 法人番号: number }));
  const { source } = await post('/sources/import', { headers: ['会社名', '法人番号'], rows }, 'import');
  const ofSource = `/sources/${source.source_id}`;
  const columns = { corporate_number: '法人番号', name: '会社名' };
  await post(`${ofSource}/map`, { entity: 'company', columns });
  await post(`${ofSource}/resolve`, { execute: true, maxCredits: 20 }, 'resolve');
  const { estimate } = await post('/lists/estimate', { definition: { source_id: source.source_id } });
  const materialize = { estimate_id: estimate.estimate_id, name: '取引先', execute: true, maxCredits: 100 };
  const { list } = await post('/lists/materialize', materialize, 'materialize');
  const ofList = `/lists/${list.list_id}`;
  const exported = await call(`${ofList}/export`);
  await post(`${ofList}/publish`, {});
  const target = { type: 'webhook', url: `${receiver}/hooks`, payload: 'summary' };
  await call(`${ofList}/delivery`, { method: 'PATCH', body: target });
  await post(`${ofList}/refresh`, {});
  const { delivery_id: delivery } = await post(`${ofList}/deliver`, {});
  await post(
    '/research/external/fetch',
    {
      companyId: known[0]?.id,
      sourceType: 'web_search',
      title: '新工場の稼働開始',
      contentMarkdown: '# 新工場\n\n会社は「\\n」と\t書いた。',
      dedupeKey: 'news-1',
      confidence: 0.8,
      estimate: { resultCount: 1, pageCount: 1 },
      maxCredits: 10,
    },
    'research',
  );
  await post('/keys', { label: 'reader' }, 'key');
  const fixed = [
    '/credits/balance',
    '/credits?limit=100',
    '/lists?limit=10',
    ofList,
    `${ofList}/preview?limit=50`,
    `${ofList}/snapshots`,
    `${ofList}/delivery`,
    `${ofList}/deliveries/${delivery}`,
    exported.path.replace('/api/service', ''),
    '/sources',
    `${ofSource}/review`,
    `${ofSource}/export`,
    `/research/external?company_id=${known[0]?.id}`,
  ].map((path) => ({ path }));
  const aboutCompanies = known.flatMap(({ id, name, number }) => [
    { path: `/companies/${id}` },
    { path: '/resolve', body: { identifier_type: 'corporate_number', identifier: number } },
    { path: '/resolve', body: { identifier_type: 'name', identifier: name } },
    { path: '/search', body: { query: name, limit: 5, facets: ['prefecture'] } },
    { path: `/companies/${id}/observations?limit=5` },
  ]);
  return [...fixed, ...aboutCompanies].slice(0, requests);
}

/** What differs from call to call, and does not belong to the data. */
const passing = new Set(['request_id', 'next_cursor', 'last_used_at', 'age_days']);

/** One text for each request, which two services with the same data have in common. */
export async function answersOf({ call }: Caller, requests: readonly AskedFor[]): Promise<string[]> {
  const answers: string[] = [];
  for (const { path, body } of requests) {
    const answer = await call(path, { ...(body && { body }) });
    const stable =
      typeof answer === 'string'
        ? answer
        : JSON.stringify(answer, (name, value) => (passing.has(name) ? undefined : value));
    answers.push(`${path} ${stable}`);
  }
  return answers;
}

/** Balances of all accounts, each with the sum of its ledger. */
export async function balancesOf(knex: Knex): Promise<object[]> {
  const { rows } = await knex.raw<{ rows: object[] }>(
    `SELECT account_id, class, balance, (SELECT sum(amount)::bigint FROM credit_ledger l
        WHERE l.account_id = b.account_id AND l.class = b.class) AS entries
      FROM credit_balances b ORDER BY account_id, class`,
  );
  return rows;
}

function isJson(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('application/json') === true;
}
