import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { movePosition } from '../../indexers/indexing/generations/generation-store.ts';
import { readChanges, readSnapshotPosition } from '../../indexers/indexing/writing/change-feed.ts';
import { freshnessMs, NewerCompanies } from '../../src/features/companies/newer-companies-service.ts';
import { NewerCompaniesStore } from '../../src/features/companies/newer-companies-store.ts';
import { companyFacts, idOf, insertFacts } from '../support/companies.ts';
import { type SuiteDatabase, suiteDatabase } from '../support/database.ts';
import { runs } from '../support/size.ts';

const companies = [1, 2, 3];
const writers = [0, 1, 2];

let database: SuiteDatabase;
let connections: pg.Client[];
let syncing: pg.Client;
beforeAll(async () => {
  database = await suiteDatabase();
  const connect = async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    return client;
  };
  connections = await Promise.all(writers.map(connect));
  syncing = await connect();
});
afterAll(async () => {
  await Promise.all([...connections, syncing].map((client) => client.end()));
  await database.drop();
});

type Step =
  | { readonly do: 'write'; readonly writer: number; readonly company: number }
  | { readonly do: 'commit' | 'roll back'; readonly writer: number }
  | { readonly do: 'sync'; readonly index: number; readonly changes: number }
  | { readonly do: 'read' | 'fail to read' }
  | { readonly do: 'reindex' }
  | { readonly do: 'wait'; readonly ms: number };

const writer = fc.constantFrom(...writers);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('write' as const),
      writer,
      company: fc.constantFrom(...companies),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constantFrom('commit' as const, 'commit' as const, 'roll back' as const),
      writer,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('sync' as const),
      index: fc.nat(1),
      changes: fc.integer({ min: 1, max: 3 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom('read' as const, 'read' as const, 'read' as const, 'fail to read' as const),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ do: 'reindex' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      ms: fc.constantFrom(1, 200, 600, 1_100, 31_000),
    }),
  },
);

let histories = 0;

/** A feed and indices made of what sync has written, beside which everything committed is known with its time. */
class History {
  elapsed = 0;
  fails = false;
  /** Committed versions with their times. */
  readonly committed = new Map<number, { version: number; at: number }[]>();
  readonly #open = new Map<number, Map<number, number>>();
  /** The version of each company in each index. */
  readonly indices: { name: string; cards: Map<number, number> }[] = [];
  readonly newer: NewerCompanies;
  /** Each history has companies and an alias of its own. */
  readonly #number: number;
  readonly alias: string;
  #made = 0;
  /** How often a card was current, so that a feed that trusts nothing does not pass. */
  current = 0;

  constructor(maxChanges?: number) {
    histories += 1;
    this.#number = histories;
    this.alias = `companies-of-${histories}`;
    const store = new NewerCompaniesStore(database.knex);
    this.newer = new NewerCompanies({
      alias: this.alias,
      store: {
        readChanges: (...given) =>
          this.fails ? Promise.reject(new Error('Postgres does not answer')) : store.readChanges(...given),
      },
      elapsed: () => this.elapsed,
      ...(maxChanges !== undefined && { maxChanges }),
    });
  }

  async begin(): Promise<void> {
    await insertFacts(
      database.knex,
      ...companies.map((company) =>
        companyFacts({ number: this.#of(company), name: `株式会社架空${company}` }),
      ),
    );
    for (const company of companies) this.committed.set(company, [{ version: 1, at: 0 }]);
    await this.reindex();
  }

  #of(company: number): number {
    return this.#number * 10 + company;
  }

  id(company: number): string {
    return idOf(this.#of(company));
  }

  /** Company rows are locked by the transaction that changes them, so no two write one company at once. */
  async write(by: number, company: number): Promise<void> {
    const client = connections[by];
    if (!client || [...this.#open].some(([other, written]) => other !== by && written.has(company))) return;
    const written = this.#open.get(by) ?? new Map<number, number>();
    if (!this.#open.has(by)) await client.query('BEGIN');
    this.#open.set(by, written);
    const { rows } = await client.query<{ version: string }>(
      `WITH raised AS (UPDATE companies SET version = version + 1 WHERE company_id = $1 RETURNING company_id, version)
       INSERT INTO company_changes (company_id, version, change) SELECT company_id, version, 'changed' FROM raised
       RETURNING version`,
      [this.id(company)],
    );
    written.set(company, Number(rows[0]?.version));
  }

  async end(by: number, how: 'COMMIT' | 'ROLLBACK'): Promise<void> {
    const written = this.#open.get(by);
    if (!written) return;
    await connections[by]?.query(how);
    this.#open.delete(by);
    if (how === 'ROLLBACK') return;
    for (const [company, version] of written)
      this.committed.get(company)?.push({ version, at: this.elapsed });
  }

  newest(company: number): number {
    return this.committed.get(company)?.at(-1)?.version ?? 0;
  }

  /** Writes the next changes into an index, as sync does: what is committed now, then the position. */
  async sync(at: number, limit: number): Promise<number> {
    const index = this.indices.at(-1 - at);
    if (!index) return 0;
    const { rows } = await syncing.query<{ xid: string; changeId: string }>(
      'SELECT synced_xid::text AS xid, synced_change_id::text AS "changeId" FROM index_generations WHERE index_name = $1',
      [index.name],
    );
    const [position] = rows;
    if (!position) return 0;
    const changes = await readChanges(syncing, position, limit);
    const last = changes.at(-1);
    if (!last) return 0;
    for (const company of companies)
      if (changes.some(({ companyId }) => companyId === this.id(company)))
        index.cards.set(company, this.newest(company));
    await movePosition(syncing, index.name, last.position);
    return changes.length;
  }

  /** A new index from a snapshot. The one before goes on serving for a while; older ones are forgotten. */
  async reindex(): Promise<void> {
    this.#made += 1;
    const name = `${this.alias}-${this.#made}`;
    await syncing.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    const position = await readSnapshotPosition(syncing);
    const cards = new Map(companies.map((company) => [company, this.newest(company)]));
    await syncing.query('COMMIT');
    await syncing.query(
      "UPDATE index_generations SET status = 'previous' WHERE alias = $1 AND status = 'current'",
      [this.alias],
    );
    await syncing.query(
      "UPDATE index_generations SET status = 'current' WHERE alias = $1 AND status = 'building'",
      [this.alias],
    );
    await syncing.query(
      `INSERT INTO index_generations (index_name, kind, alias, mapping_version, status) VALUES ($1, 'companies', $2, 1, 'building')`,
      [name, this.alias],
    );
    await movePosition(syncing, name, position);
    this.indices.push({ name, cards });
  }

  /** No card may count as current that lacks what was committed longer ago than the promise. */
  check(): void {
    for (const { name, cards } of this.indices) {
      for (const company of companies) {
        const version = cards.get(company) ?? 0;
        const card = { companyId: this.id(company), version, index: name };
        if (!this.newer.isCurrent(card)) continue;
        this.current += 1;
        const due = this.committed.get(company)?.filter(({ at }) => at < this.elapsed - freshnessMs);
        expect(version).toBeGreaterThanOrEqual(due?.at(-1)?.version ?? 0);
      }
    }
  }

  async take(next: Step): Promise<void> {
    switch (next.do) {
      case 'write':
        return this.write(next.writer, next.company);
      case 'commit':
        return this.end(next.writer, 'COMMIT');
      case 'roll back':
        return this.end(next.writer, 'ROLLBACK');
      case 'sync':
        await this.sync(next.index, next.changes);
        return;
      case 'reindex':
        return this.reindex();
      case 'wait':
        this.elapsed += next.ms;
        return;
      default:
        this.fails = next.do === 'fail to read';
        await this.newer.readChanges().catch((error) => {
          if (!this.fails) throw error;
        });
        this.fails = false;
    }
  }
}

describe('a card that counts as current', () => {
  it('has everything that was committed a second before, whatever the order of transactions, syncs and reads', async () => {
    let current = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 60 }), async (steps) => {
        const history = new History();
        await history.begin();
        try {
          for (const next of steps) {
            await history.take(next);
            history.check();
          }
        } finally {
          for (const by of writers) await history.end(by, 'ROLLBACK');
        }
        current += history.current;
      }),
      runs(25, 2_000),
    );
    expect(current).toBeGreaterThan(0);
  });
});

describe('the feed of newer companies', () => {
  it('begins again with another primary, which may use the numbers of lost transactions for its own', async () => {
    const history = new History();
    await history.begin();
    const store = new NewerCompaniesStore(database.knex);
    const { snapshot } = await store.readChanges('companies', null, 1);
    const ahead = Number(snapshot.split(':')[1]) + 1_000_000;
    const old = { snapshot: `${ahead}:${ahead}:`, timeline: '00000000' };
    let isOld = true;
    const newer = new NewerCompanies({
      alias: history.alias,
      store: {
        readChanges: async (...given) => ({ ...(await store.readChanges(...given)), ...(isOld && old) }),
      },
      elapsed: () => 0,
    });
    const card = { companyId: history.id(1), version: 1, index: history.indices[0]?.name };
    await newer.readChanges();
    expect(newer.isCurrent(card)).toBe(true);
    isOld = false;
    await history.write(0, 1);
    await history.end(0, 'COMMIT');
    await newer.readChanges();
    expect(newer.isCurrent(card)).toBe(false);
    expect(newer.isCurrent({ ...card, version: 2 })).toBe(true);
  });

  it('trusts no card while more changes wait than it keeps, and all again after them', async () => {
    const history = new History(100);
    await history.begin();
    await history.newer.readChanges();
    const card = { companyId: history.id(1), version: 1, index: history.indices[0]?.name };
    expect(history.newer.isCurrent(card)).toBe(true);
    await database.knex.raw(
      `INSERT INTO company_changes (company_id, version, change) SELECT ?, 1, 'changed' FROM generate_series(1, 101)`,
      [history.id(2)],
    );
    await history.newer.readChanges();
    expect(history.newer.isCurrent(card)).toBe(false);
    // Transactions of other suites hold up sync, but not the feed.
    while ((await history.sync(0, 200)) === 0) await wait(20);
    history.elapsed += 5_000;
    await history.newer.readChanges();
    expect(history.newer.isCurrent(card)).toBe(true);
  });
});
