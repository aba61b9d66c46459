import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { CreditClass } from '../../src/contract/credits/billing.ts';

/** What a customer asks about: companies as the register knows them. */
export interface KnownCompanies {
  /** Companies of which nothing is published during the weeks: corporate number and name. */
  readonly steady: readonly { readonly number: string; readonly name: string }[];
  /** Companies that change. */
  readonly changing: readonly string[];
  /** All names that the register has given a company by now. */
  namesOf(number: string): ReadonlySet<string>;
}

/** What may be wrong just now, because the weeks have broken it. */
export interface Permitted {
  /** Elasticsearch is away: 503 is an honest answer. */
  readonly storeAway: boolean;
  /** The service is away: connections are refused or broken. */
  readonly serviceAway: boolean;
}

interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

export interface CustomerParts {
  readonly apiKey: string;
  readonly accountId: string;
  readonly companies: KnownCompanies;
  /** The address of the service at this moment. */
  url(): string;
  permitted(): Permitted;
}

const pauseMs = 350;
const tableRows = 6;
const retryPauseMs = 400;
/** As long as a charged request is repeated until it is known whether it was charged. */
const patienceMs = 120_000;
/** Requests that began while something was away may still fail so much later: the service waits 10 s for Elasticsearch. */
const settled = { store: 12_000, service: 3_000 } as const;

/** A customer of the service: asks, checks every answer, pays, and keeps account of what was paid. */
export class Customer {
  readonly accountId: string;
  readonly statuses = new Map<number, number>();
  readonly faults: string[] = [];
  /** Connections that broke while the service was away. */
  brokenConnections = 0;
  repeatedCharges = 0;
  readonly #parts: CustomerParts;
  /** Credits by the key of the request that paid them. */
  readonly #paid = new Map<string, { readonly creditClass: CreditClass; readonly credits: number }>();
  #turn: number;
  #away = { store: Number.NEGATIVE_INFINITY, service: Number.NEGATIVE_INFINITY };

  constructor(parts: CustomerParts, turn: number) {
    this.#parts = parts;
    this.accountId = parts.accountId;
    this.#turn = turn;
  }

  paid(creditClass: CreditClass): number {
    return [...this.#paid.values()].reduce(
      (sum, each) => sum + (each.creditClass === creditClass ? each.credits : 0),
      0,
    );
  }

  get requests(): number {
    return [...this.statuses.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Asks until the signal; ends after the request in progress. */
  async work(signal: AbortSignal): Promise<void> {
    const works = [
      () => this.#resolveNumber(),
      () => this.#searchName(),
      () => this.#readProfile(),
      () => this.#searchNumber(),
      () => this.#readChanging(),
      () => this.#search(),
      () => this.#matchTable(),
    ];
    while (!signal.aborted) {
      const work = works[this.#turn % works.length];
      await work?.();
      this.#turn += 1;
      await wait(pauseMs);
    }
  }

  #steady(offset = 0): KnownCompanies['steady'][number] {
    const { steady } = this.#parts.companies;
    return steady[(this.#turn * 7 + offset) % steady.length] ?? { number: '', name: '' };
  }

  async #resolveNumber(): Promise<void> {
    const { number } = this.#steady();
    const answer = await this.#ask('POST', '/resolve', {
      identifier_type: 'corporate_number',
      identifier: number,
    });
    if (answer) this.#expect(answer.body, { data: { company_id: `cn_${number}` } }, `resolve ${number}`);
  }

  async #searchName(): Promise<void> {
    const { number, name } = this.#steady();
    const answer = await this.#ask('POST', '/search', { query: name, limit: 100 });
    const found = companiesIn(answer?.body);
    // A name that many have may have its company on a later page.
    if (answer && found.length < 100 && !found.some(({ company_id }) => company_id === `cn_${number}`))
      this.#fault(`search for ${name} does not find cn_${number}`);
  }

  async #searchNumber(): Promise<void> {
    const { number } = this.#steady();
    const answer = await this.#ask('POST', '/search', { query: number });
    if (answer && companiesIn(answer.body)[0]?.company_id !== `cn_${number}`)
      this.#fault(`search for ${number} does not find it`);
  }

  async #search(): Promise<void> {
    const prefectures = ['東京都', '大阪府', '北海道', '福岡県'];
    const prefecture = prefectures[this.#turn % prefectures.length];
    const answer = await this.#ask('POST', '/search', { filters: { prefecture: [prefecture] }, limit: 20 });
    if (answer && companiesIn(answer.body).length !== 20) this.#fault(`search in ${prefecture} is not full`);
  }

  async #readProfile(): Promise<void> {
    const { number, name } = this.#steady();
    const answer = await this.#ask('GET', `/companies/cn_${number}`);
    if (answer && !JSON.stringify(answer.body).includes(JSON.stringify(name)))
      this.#fault(`the profile of cn_${number} does not name ${name}`);
  }

  /** Its name must be one that the register has published. */
  async #readChanging(): Promise<void> {
    const { changing, namesOf } = this.#parts.companies;
    const number = changing[(this.#turn * 13) % changing.length] ?? '';
    const answer = await this.#ask('GET', `/companies/cn_${number}`, undefined, [200, 404]);
    if (answer?.status !== 200) return;
    const legal = (answer.body.company as { legal_name?: string } | undefined)?.legal_name;
    if (legal === undefined || !namesOf(number).has(legal))
      this.#fault(`cn_${number} is called ${legal}, which the register has never stated`);
  }

  /** A table from import to List; resolving and enriching it is charged. */
  async #matchTable(): Promise<void> {
    const rows = Array.from({ length: tableRows }, (_, at) => this.#steady(at * 31)).map(
      ({ number, name }) => ({ number, name }),
    );
    const imported = await this.#ask('POST', '/sources/import', { headers: ['number', 'name'], rows });
    const source = (imported?.body.source as { source_id?: string } | undefined)?.source_id;
    if (source === undefined) return;
    const columns = { corporate_number: 'number', name: 'name' };
    const mapped = await this.#ask('POST', `/sources/${source}/map`, { entity: 'company', columns });
    if (!mapped) return;
    const resolved = await this.#pay(`/sources/${source}/resolve`, { execute: true, maxCredits: tableRows });
    if (!resolved) return;
    const distinct = new Set(rows.map(({ number }) => number)).size;
    const matched = (resolved.source as { resolve_summary?: { matched?: number } } | undefined)
      ?.resolve_summary?.matched;
    if (matched !== tableRows && distinct === tableRows)
      this.#fault(`${matched} of ${tableRows} rows matched`);
    const saved = await this.#ask('POST', '/lists', { name: `List ${randomUUID()}`, source_id: source });
    const list = (saved?.body.list as { list_id?: string } | undefined)?.list_id;
    if (list === undefined) return;
    await this.#pay(`/lists/${list}/enrichments/run`, {
      fields: ['website', 'employees'],
      execute: true,
      maxCredits: 2 * tableRows,
    });
    const preview = await this.#ask('GET', `/lists/${list}/preview`);
    const kept = (preview?.body.rows as unknown[] | undefined)?.length;
    if (preview && kept !== distinct) this.#fault(`the List has ${kept} of ${distinct} rows`);
  }

  /**
   * A charged request. It is repeated under the same key until it is answered, and now and then after that: it must be charged
   * once. @returns the answer; undefined if it was refused, which charges nothing
   */
  async #pay(path: string, body: object): Promise<Record<string, unknown> | undefined> {
    const key = randomUUID();
    const until = performance.now() + patienceMs;
    for (;;) {
      const answer = await this.#send('POST', path, body, key);
      if (answer?.status === 200) {
        this.#paid.set(key, chargeOf(answer.body));
        if (this.#turn % 3 === 0) await this.#payAgain(path, body, key);
        return answer.body;
      }
      if (answer && !this.#isPermitted(answer.status)) {
        this.#fault(`POST ${path} answers ${answer.status}: ${JSON.stringify(answer.body).slice(0, 300)}`);
        return undefined;
      }
      if (performance.now() > until) {
        this.#fault(`${path} was not answered for ${patienceMs / 1000} s`);
        return undefined;
      }
      await wait(retryPauseMs);
    }
  }

  async #payAgain(path: string, body: object, key: string): Promise<void> {
    const again = await this.#ask('POST', path, body, [200], key);
    const billing = again?.body.billing as { deduplicated?: boolean; credits_used?: number } | undefined;
    if (again && (billing?.deduplicated !== true || billing.credits_used !== 0))
      this.#fault(`${path} was charged twice`);
    this.repeatedCharges += 1;
  }

  /** @returns the answer if it has one of the statuses; undefined if something that is away now explains another one */
  async #ask(
    method: string,
    path: string,
    body?: object,
    statuses: readonly number[] = [200],
    key: string = randomUUID(),
  ): Promise<Answer | undefined> {
    const answer = await this.#send(method, path, body, key);
    if (answer === undefined || statuses.includes(answer.status)) return answer;
    if (!this.#isPermitted(answer.status))
      this.#fault(`${method} ${path} answers ${answer.status}: ${JSON.stringify(answer.body).slice(0, 300)}`);
    return undefined;
  }

  /** @returns undefined if there was no answer, which is a fault unless the service is away */
  async #send(
    method: string,
    path: string,
    body: object | undefined,
    key: string,
  ): Promise<Answer | undefined> {
    this.#noteAway();
    try {
      const response = await fetch(`${this.#parts.url()}/api/service${path}`, {
        method,
        headers: {
          'x-api-key': this.#parts.apiKey,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        signal: AbortSignal.timeout(60_000),
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const read = (await response.json()) as Record<string, unknown>;
      this.statuses.set(response.status, (this.statuses.get(response.status) ?? 0) + 1);
      return { status: response.status, body: read };
    } catch (error) {
      this.#noteAway();
      if (performance.now() - this.#away.service > settled.service)
        this.#fault(`${method} ${path}: ${String((error as Error).cause ?? error)}`);
      else this.brokenConnections += 1;
      return undefined;
    }
  }

  #noteAway(): void {
    const { storeAway, serviceAway } = this.#parts.permitted();
    if (storeAway) this.#away.store = performance.now();
    if (serviceAway) this.#away.service = performance.now();
  }

  #isPermitted(status: number): boolean {
    this.#noteAway();
    return status === 503 && performance.now() - this.#away.store <= settled.store;
  }

  /** Fields of an answer, as deep as they are expected. */
  #expect(actual: unknown, expected: Readonly<Record<string, unknown>>, what: string): void {
    for (const [name, value] of Object.entries(expected)) {
      const found = (actual as Record<string, unknown> | undefined)?.[name];
      if (typeof value === 'object' && value !== null)
        this.#expect(found, value as Record<string, unknown>, what);
      else if (found !== value)
        this.#fault(`${what}: ${name} is ${JSON.stringify(found)}, not ${JSON.stringify(value)}`);
    }
  }

  #fault(what: string): void {
    this.faults.push(what);
  }
}

/** What a call was charged. The answer to its repetition says what was done, and that this repetition was free. */
function chargeOf(body: Record<string, unknown>): {
  readonly creditClass: CreditClass;
  readonly credits: number;
} {
  const billing = body.billing as { credit_class: CreditClass; credits_used: number; deduplicated: boolean };
  const run = body.run as { found_count?: number; newly_matched_count?: number } | undefined;
  const done = billing.credit_class === 'enrichment' ? run?.found_count : run?.newly_matched_count;
  return {
    creditClass: billing.credit_class,
    credits: billing.deduplicated ? (done ?? 0) : billing.credits_used,
  };
}

function companiesIn(body: Record<string, unknown> | undefined): { readonly company_id: string }[] {
  const entries = (body?.companies ?? []) as { readonly company: { readonly company_id: string } }[];
  return entries.map(({ company }) => company);
}
