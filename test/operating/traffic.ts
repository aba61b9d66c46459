import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Json } from '../support/asked-service.ts';

export interface KnownCompany {
  readonly id: string;
  readonly name: string;
  readonly number: string;
}

interface Failure {
  readonly stage: string;
  readonly what: string;
  readonly status: number;
  readonly answer: string;
}

const pick = <Each>(all: readonly Each[]): Each => all[Math.floor(Math.random() * all.length)] as Each;
const rowsOfTable = 5;
/** Between two requests of one caller. */
const pauseMs = 20;

/**
 * Callers that use everything until they are ended. Every request that may charge is sent twice under its key, as a program does that
 * has lost an answer. What is not answered as it should be is kept, and no request is repeated because it failed.
 */
export class Traffic {
  readonly failures: Failure[] = [];
  /** What the answers said was charged, of both classes. */
  charged = 0;
  readonly #answered = new Map<string, Map<string, number>>();
  readonly #slowest = new Map<string, number>();
  readonly #callers: Promise<void>[] = [];
  readonly #url: string;
  readonly #apiKey: string;
  readonly #companies: readonly KnownCompany[];
  #stage = '';
  #ending = false;

  constructor(url: string, apiKey: string, companies: readonly KnownCompany[]) {
    this.#url = url;
    this.#apiKey = apiKey;
    this.#companies = companies;
  }

  begin(): void {
    for (const calls of [this.#find, this.#find, this.#look, this.#table, this.#list, this.#deliver])
      this.#callers.push(this.#repeat(calls));
  }

  /** Counts requests from now on under this name. */
  stage(name: string): void {
    this.#stage = name;
  }

  async end(): Promise<void> {
    this.#ending = true;
    await Promise.all(this.#callers);
  }

  /** Requests of a stage by kind. */
  answered(stage: string): ReadonlyMap<string, number> {
    return this.#answered.get(stage) ?? new Map();
  }

  /** Requests and the longest wait of each stage, for the person who reads the test's output. */
  summary(): string {
    return [...this.#answered]
      .map(([stage, kinds]) => {
        const requests = [...kinds.values()].reduce((sum, count) => sum + count, 0);
        const failed = this.failures.filter((failure) => failure.stage === stage).length;
        const slowest = Math.round(this.#slowest.get(stage) ?? 0);
        return `  ${stage}: ${requests} requests of ${kinds.size} kinds, ${failed} failed, the slowest took ${slowest} ms`;
      })
      .join('\n');
  }

  async #repeat(calls: () => Promise<void>): Promise<void> {
    while (!this.#ending) {
      try {
        await calls();
      } catch (error) {
        // The failure is kept. What follows from its answer is left out.
        if (!(error instanceof UnansweredError)) throw error;
      }
      await wait(pauseMs);
    }
  }

  #find = async (): Promise<void> => {
    const { name, number } = pick(this.#companies);
    await this.#send('search by name', '/search', { query: name, limit: 5 });
    await this.#send('search by filters', '/search', {
      filters: { prefecture: '東京都' },
      facets: ['prefecture', 'size'],
      limit: 3,
    });
    await this.#send('resolve', '/resolve', { identifier_type: 'corporate_number', identifier: number });
    const items = Array.from({ length: 5 }, (_, at) => ({
      key: String(at),
      identifier_type: 'name',
      identifier: pick(this.#companies).name,
    }));
    await this.#send('resolve batch', '/resolve/batch', { items });
    await this.#send('complete a name', `/companies/suggest?q=${encodeURIComponent(name.slice(0, 4))}`);
    await this.#send('financial query', '/companies/query', {
      kind: 'company_query.v1',
      financials: [{ metric: 'revenue', op: 'gte', value: 1, unit: 'million_yen' }],
      limit: 3,
    });
    const page = await this.#send('first page', '/search', { filters: { prefecture: '東京都' }, limit: 2 });
    // The next page may come from the other version, or from the other index.
    if (page.meta.next_cursor)
      await this.#send('next page', '/search', {
        filters: { prefecture: '東京都' },
        limit: 2,
        cursor: page.meta.next_cursor,
      });
  };

  #look = async (): Promise<void> => {
    const { id } = pick(this.#companies);
    await this.#send('profile', `/companies/${id}`);
    await this.#send('observations of a company', `/companies/${id}/observations?limit=5`);
    await this.#send('observation search', '/observations/search', { query: 'クラウド', limit: 3 });
    await this.#send('job search', '/jobs/search', { limit: 3 });
    await this.#send('construction search', '/construction/search', { limit: 3 });
    await this.#send('changes', '/changes?limit=5');
    await this.#send('balance', '/credits/balance');
    await this.#send('ledger', '/credits?limit=5');
    await this.#send('usage', '/usage');
    await this.#send('keys', '/keys');
    await this.#send('current key', '/keys/current');
    await this.#send('Lists', '/lists?limit=5');
    await this.#send('sources', '/sources?limit=5');
  };

  #table = async (): Promise<void> => {
    const rows = Array.from({ length: rowsOfTable }, () => {
      const { name, number } = pick(this.#companies);
      return { 行: randomUUID(), 会社名: name, 法人番号: number };
    });
    const { source } = await this.#send('import', '/sources/import', {
      headers: ['行', '会社名', '法人番号'],
      rows,
    });
    const at = `/sources/${source.source_id}`;
    await this.#send('map', `${at}/map`, {
      entity: 'company',
      columns: { corporate_number: '法人番号', name: '会社名' },
    });
    await this.#twice('resolve a table', `${at}/resolve`, {
      execute: true,
      maxCredits: rowsOfTable,
    });
    await this.#send('review', `${at}/review?limit=5`);
    await this.#send('export a table', `${at}/export`);
    await this.#send('history', `${at}/history`);
    await this.#remove('delete a source', at);
  };

  #list = async (): Promise<void> => {
    const company_ids = Array.from({ length: 4 }, () => pick(this.#companies).id);
    const { estimate } = await this.#send('estimate', '/lists/estimate', { definition: { company_ids } });
    const body = { estimate_id: estimate.estimate_id, name: randomUUID(), execute: true, maxCredits: 4 };
    const { list } = await this.#twice('materialize', '/lists/materialize', body);
    const at = `/lists/${list.list_id}`;
    await this.#send('preview', `${at}/preview?limit=5`);
    const enrichment = { fields: ['website', 'employees'], execute: true, maxCredits: 8 };
    await this.#twice('enrich', `${at}/enrichments/run`, enrichment);
    const exported = await this.#send('export a List', `${at}/export`);
    await this.#send('exported file', exported.path.replace('/api/service', ''));
    await this.#send('publish', `${at}/publish`, {});
    await this.#send('refresh', `${at}/refresh`, {});
    await this.#send('snapshots', `${at}/snapshots`);
    await this.#remove('delete a List', at);
  };

  /** The address of the receiver; without one, nothing is delivered. */
  receiver: string | undefined;
  /** How many messages the receiver must get. */
  deliveries = 0;

  #deliver = async (): Promise<void> => {
    if (this.receiver === undefined) return;
    const { list } = await this.#send('new List', '/lists', { name: randomUUID() });
    const at = `/lists/${list.list_id}`;
    const target = { type: 'webhook', url: `${this.receiver}/hook`, payload: 'summary' };
    await this.#send('set delivery', `${at}/delivery`, target, { method: 'PATCH' });
    await this.#send('show delivery', `${at}/delivery`);
    await this.#send('publish', `${at}/publish`, {});
    await this.#send('deliver', `${at}/deliver`, {});
    this.deliveries += 1;
    await this.#send('deliveries', `${at}/deliveries`);
    await wait(200);
  };

  /** Sends a request that may charge twice under one key. The second must be known as the same, whichever version answers. */
  async #twice(what: string, path: string, body: object): Promise<Json> {
    const key = randomUUID();
    const first = await this.#send(what, path, body, { key });
    const again = await this.#send(`${what}, again`, path, body, { key });
    const { credits_used: credits } = first.billing;
    if (again.billing.deduplicated !== true || again.billing.credits_used !== 0)
      this.#fail(`${what}, again`, 0, `differs: ${JSON.stringify([first.billing, again.billing])}`);
    this.charged += credits;
    return first;
  }

  #remove(what: string, path: string): Promise<Json> {
    return this.#send(what, path, undefined, { method: 'DELETE' });
  }

  async #send(
    what: string,
    path: string,
    body?: object,
    { method = body ? 'POST' : 'GET', key = randomUUID() }: { method?: string; key?: string } = {},
  ): Promise<Json> {
    const began = performance.now();
    const stage = this.#stage;
    const { status, type, text } = await this.#fetched(path, {
      method,
      headers: {
        'x-api-key': this.#apiKey,
        ...(body && { 'content-type': 'application/json' }),
        ...(method !== 'GET' && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    this.#slowest.set(stage, Math.max(this.#slowest.get(stage) ?? 0, performance.now() - began));
    const kinds = this.#answered.get(stage) ?? new Map<string, number>();
    this.#answered.set(stage, kinds.set(what, (kinds.get(what) ?? 0) + 1));
    if (status !== 200 && status !== 202) {
      this.#fail(what, status, text);
      throw new UnansweredError(what);
    }
    return type?.startsWith('application/json') ? JSON.parse(text) : text;
  }

  async #fetched(path: string, request: RequestInit) {
    try {
      const response = await fetch(`${this.#url}/api/service${path}`, request);
      return {
        status: response.status,
        type: response.headers.get('content-type'),
        text: await response.text(),
      };
    } catch (error) {
      return { status: 0, type: null, text: `${error} ${Object(error).cause ?? ''}` };
    }
  }

  #fail(what: string, status: number, answer: string): void {
    this.failures.push({ stage: this.#stage, what, status, answer: answer.slice(0, 500) });
  }
}

class UnansweredError extends Error {}
