import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ServiceError } from '../../src/contract/errors.ts';
import { CreditRefusal } from '../../src/features/credits/credits-service.ts';
import { type CreditParts, creditParts, newAccount, SetClock, spend } from '../support/credits.ts';
import { type SuiteDatabase, suiteDatabase } from '../support/database.ts';
import { runs } from '../support/size.ts';

const day = 24 * 60 * 60 * 1000;

let database: SuiteDatabase;
beforeAll(async () => {
  database = await suiteDatabase();
});
afterAll(() => database.drop());

/** A model of the ledger in memory: lots, and what each charge took from them. */
class LedgerModel {
  now = 0;
  private readonly lots: { grant: number; remaining: number; expiresAt: number }[] = [];
  private readonly entries: {
    kind: 'grant' | 'charge';
    amount: number;
    reversed: boolean;
    draws: Map<number, number>;
    expired: boolean;
  }[] = [];

  get balance(): number {
    return this.lots.reduce((sum, { remaining }) => sum + remaining, 0);
  }

  get size(): number {
    return this.entries.length;
  }

  expire(): void {
    for (const lot of this.lots) {
      if (lot.remaining === 0 || lot.expiresAt > this.now) continue;
      lot.remaining = 0;
      const grant = this.entries[lot.grant];
      if (grant) grant.expired = true;
    }
  }

  grant(amount: number, expiresAt: number): void {
    this.lots.push({ grant: this.entries.length, remaining: amount, expiresAt });
    this.entries.push({ kind: 'grant', amount, reversed: false, draws: new Map(), expired: false });
  }

  charge(cost: number): boolean {
    this.expire();
    if (cost > this.balance) return false;
    this.entries.push({
      kind: 'charge',
      amount: cost,
      reversed: false,
      draws: this.draw(cost, -1),
      expired: false,
    });
    return true;
  }

  reverse(index: number): boolean {
    this.expire();
    const entry = this.entries[index];
    if (!entry || entry.reversed) return false;
    if (entry.kind === 'grant') {
      if (entry.expired || entry.amount > this.balance) return false;
      this.draw(entry.amount, index);
    } else {
      for (const lot of this.lots) lot.remaining += entry.draws.get(lot.grant) ?? 0;
    }
    entry.reversed = true;
    return true;
  }

  private draw(amount: number, first: number): Map<number, number> {
    const draws = new Map<number, number>();
    const inOrder = [...this.lots].sort(
      (a, b) =>
        Number(b.grant === first) - Number(a.grant === first) ||
        a.expiresAt - b.expiresAt ||
        a.grant - b.grant,
    );
    for (const lot of inOrder) {
      const taken = Math.min(amount, lot.remaining);
      if (taken === 0) continue;
      lot.remaining -= taken;
      amount -= taken;
      draws.set(lot.grant, taken);
    }
    return draws;
  }
}

type Step =
  | { readonly do: 'grant'; readonly amount: number; readonly days: number | null }
  | { readonly do: 'charge'; readonly cost: number }
  | { readonly do: 'repeat'; readonly which: number }
  | { readonly do: 'reverse'; readonly which: number }
  | { readonly do: 'wait'; readonly days: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('grant' as const),
      amount: fc.integer({ min: 1, max: 60 }),
      days: fc.option(fc.integer({ min: 1, max: 9 })),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('charge' as const), cost: fc.integer({ min: 1, max: 40 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('repeat' as const), which: fc.nat(100) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reverse' as const), which: fc.nat(100) }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 4 }) }),
  },
);

class Run {
  private readonly model = new LedgerModel();
  private readonly entryIds: string[] = [];
  private readonly keys: string[] = [];

  constructor(
    private readonly parts: CreditParts,
    private readonly clock: SetClock,
    private readonly accountId: string,
  ) {}

  async take(next: Step): Promise<void> {
    if (next.do === 'grant') await this.grant(next.amount, next.days);
    else if (next.do === 'charge') await this.charge(next.cost);
    else if (next.do === 'repeat') await this.repeat(next.which);
    else if (next.do === 'reverse') await this.reverse(next.which);
    else {
      this.clock.forward(next.days * day);
      this.model.now += next.days;
    }
  }

  async check(): Promise<void> {
    this.model.expire();
    const { balances } = await this.parts.credits.getBalance(this.accountId);
    expect(balances.basic.available).toBe(this.model.balance);
    expect((await this.parts.credits.verifyBalances()).faults).toEqual([]);
  }

  private async grant(amount: number, days: number | null): Promise<void> {
    const { entry_id } = await this.parts.credits.grantCredits(this.accountId, {
      creditClass: 'basic',
      amount,
      ...(days === null ? {} : { expiresAt: new Date(this.clock.now().getTime() + days * day) }),
    });
    this.model.grant(amount, days === null ? Number.POSITIVE_INFINITY : this.model.now + days);
    this.entryIds.push(entry_id);
  }

  private async charge(cost: number): Promise<void> {
    const key = `key ${this.keys.length} ${this.entryIds.length} ${this.model.now}`;
    const expected = this.model.charge(cost);
    try {
      const { body } = await spend(this.parts.charging, { accountId: this.accountId, cost, key });
      expect(expected).toBe(true);
      this.entryIds.push((body as { credit_event: { entry_id: string } }).credit_event.entry_id);
      this.keys.push(key);
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      expect([expected, error.code]).toEqual([false, 'credit_balance_insufficient']);
    }
  }

  private async repeat(which: number): Promise<void> {
    const key = this.keys[which % Math.max(1, this.keys.length)];
    if (key === undefined) return;
    const { headers } = await spend(this.parts.charging, { accountId: this.accountId, cost: 1, key });
    expect(headers['Idempotent-Replayed']).toBe('true');
  }

  private async reverse(which: number): Promise<void> {
    const index = which % Math.max(1, this.model.size);
    const entryId = this.entryIds[index];
    if (entryId === undefined) return;
    const expected = this.model.reverse(index);
    const done = await this.parts.credits.reverseEntry(entryId).then(
      () => true,
      (error: unknown) => {
        if (error instanceof CreditRefusal) return false;
        throw error;
      },
    );
    expect(done).toBe(expected);
  }
}

describe('any sequence of grants, charges, repeats, reversals and waiting', () => {
  it('leaves the same balance as the model, and never one that does not add up', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
        const clock = new SetClock(new Date());
        const run = new Run(creditParts(database.knex, clock.now), clock, await newAccount(database.knex));
        for (const next of steps) await run.take(next);
        await run.check();
      }),
      runs(60, 1000),
    );
  });
});
