import { ServiceError } from '../../contract/errors.ts';
import type { LimitKind } from '../../contract/usage/usage.ts';
import type { LimitDecision, Limits } from '../../http/limits.ts';
import type { Account } from '../accounts/account.ts';
import { computeRemaining, createLease, isKnownShort, type Lease, measureGap, refillLease } from './lease.ts';
import { type AppliedPolicy, listPolicies } from './limit-policies.ts';
import { createLimitWindows, type LimitWindows } from './limit-windows.ts';
import type { AccountUsage, LimitsStore, UsageCounts } from './limits-store.ts';
import { buildRateLimitHeaders, countSecondsUntil } from './rate-limit-headers.ts';

export interface RequestLimitsParts {
  readonly store: LimitsStore;
  now(): Date;
}

interface Claim {
  readonly policy: AppliedPolicy;
  readonly lease: Lease;
}

interface LimitRequest {
  readonly accountId: string;
  readonly kind: LimitKind;
  readonly cost: number;
  readonly now: number;
  readonly date: string;
  readonly claims: readonly Claim[];
}

/** A lease that is unused for this long goes back, for other processes. */
const idleMs = 2_000;

/**
 * Enforces the limits of accounts across processes without a commit for each request: a process leases some requests of
 * a limit from Postgres and counts them in memory. All processes together never exceed a limit. Leases shrink near the
 * limit and go back when unused. Only leases of a killed process are lost, until their window ends.
 */
export class RequestLimits implements Limits {
  /** By account, policy and limit. */
  readonly #leases = new Map<string, Lease>();
  /** By account and day. */
  #usage = new Map<string, AccountUsage>();
  #windows: LimitWindows;

  constructor(private readonly parts: RequestLimitsParts) {
    this.#windows = createLimitWindows(parts.now().getTime());
  }

  take(account: Account, kind: LimitKind, cost: number): LimitDecision | Promise<LimitDecision> {
    const { accountId, limits } = account;
    const now = this.parts.now().getTime();
    const windows = this.#getWindows(now);
    const claims = listPolicies(kind, limits, windows, cost).map((policy) => ({
      policy,
      lease: this.#getLease(accountId, policy),
    }));
    const taking: LimitRequest = { accountId, kind, cost, now, date: windows.date, claims };
    if (claims.every(hasEnough)) return this.#admitRequest(taking);
    return this.#refillAndTake(taking);
  }

  /** Writes usage and returns idle leases; when stopping, all leases. */
  async flush({ stopping = false } = {}): Promise<void> {
    await this.#writeUsage();
    await this.#returnUnused(stopping);
  }

  #getWindows(now: number): LimitWindows {
    const { minute } = this.#windows;
    if (now < minute.start || now >= minute.end) this.#windows = createLimitWindows(now);
    return this.#windows;
  }

  #getLease(accountId: string, policy: AppliedPolicy): Lease {
    // With the limit, so that nothing is served from a lease of an earlier plan. That one goes back when it is idle.
    const id = `${accountId} ${policy.name} ${policy.limit}`;
    const kept = this.#leases.get(id);
    if (kept?.window.start === policy.window.start) return kept;
    const lease = createLease(accountId, policy);
    this.#leases.set(id, lease);
    return lease;
  }

  /** Checks all leases and takes from them without an await in between, so that a refused request takes nothing. */
  async #refillAndTake(taking: LimitRequest): Promise<LimitDecision> {
    for (;;) {
      const short = taking.claims.find((claim) => !hasEnough(claim));
      if (!short) return this.#admitRequest(taking);
      if (!(await this.#refill(taking.accountId, short))) return refuseRequest(taking, short);
    }
  }

  /** @returns false when too little of the limit remains */
  async #refill(accountId: string, { policy, lease }: Claim): Promise<boolean> {
    if (lease.refilling) {
      await lease.refilling;
      return true;
    }
    const need = policy.cost - lease.available;
    if (isKnownShort(lease, need, this.parts.now().getTime())) return false;
    lease.refilling = this.parts.store
      .acquireLease(accountId, policy, { need, extra: lease.extra })
      .then((grant) => refillLease(lease, need, grant, this.parts.now().getTime()))
      .finally(() => {
        lease.refilling = undefined;
      });
    await lease.refilling;
    return lease.shortage === undefined;
  }

  #admitRequest({ accountId, kind, cost, now, date, claims }: LimitRequest): LimitDecision {
    for (const { policy, lease } of claims) {
      lease.available -= policy.cost;
      lease.usedAt = now;
    }
    return {
      headers: buildHeaders(claims, now),
      settle: (outcome) => {
        if (outcome === 'served') this.#countUsage(accountId, date, computeUsage(kind, cost));
        else giveBack(claims, outcome, this.parts.now().getTime());
      },
    };
  }

  #countUsage(accountId: string, day: string, added: UsageCounts): void {
    const id = `${accountId} ${day}`;
    const counted = this.#usage.get(id);
    this.#usage.set(id, {
      accountId,
      day,
      requests: added.requests + (counted?.requests ?? 0),
      searches: added.searches + (counted?.searches ?? 0),
      heavy: added.heavy + (counted?.heavy ?? 0),
    });
  }

  async #writeUsage(): Promise<void> {
    const counts = [...this.#usage.values()];
    if (counts.length === 0) return;
    this.#usage = new Map();
    try {
      await this.parts.store.addUsage(counts);
    } catch (error) {
      for (const { accountId, day, ...count } of counts) this.#countUsage(accountId, day, count);
      throw error;
    }
  }

  async #returnUnused(all: boolean): Promise<void> {
    const now = this.parts.now().getTime();
    for (const [id, lease] of this.#leases) if (lease.window.end <= now) this.#leases.delete(id);
    const idle = [...this.#leases.values()]
      .filter(({ available, usedAt }) => available > 0 && (all || measureGap(now, usedAt) >= idleMs))
      .map((lease) => ({ lease, unused: lease.available }));
    if (idle.length === 0) return;
    // Set to 0 before the query, so that no request uses what is being returned.
    for (const { lease } of idle) lease.available = 0;
    try {
      await this.parts.store.returnLeases(idle.map(({ lease, unused }) => ({ ...lease, unused })));
    } catch (error) {
      for (const { lease, unused } of idle) lease.available += unused;
      throw error;
    }
    for (const { lease, unused } of idle) lease.leased -= unused;
  }
}

function hasEnough({ policy, lease }: Claim): boolean {
  return lease.available >= policy.cost;
}

function giveBack(claims: readonly Claim[], outcome: 'failed' | 'refused', now: number): void {
  for (const { policy, lease } of claims) {
    if (outcome === 'failed' && !policy.quota) continue;
    lease.available += policy.cost;
    lease.usedAt = now;
  }
}

/**
 * A suggestion counts as a request, but not as a search (docs/decisions/0012-limits-and-quotas.md). A batch counts as
 * one heavy request, and its searches are counted separately.
 */
function computeUsage(kind: LimitKind, cost: number): UsageCounts {
  switch (kind) {
    case 'search':
      return { requests: 1, searches: cost, heavy: 0 };
    case 'suggest':
      return { requests: cost, searches: 0, heavy: 0 };
    case 'heavy':
      return { requests: 1, searches: 0, heavy: 1 };
    case 'quota':
      return { requests: 0, searches: cost, heavy: 0 };
  }
}

function refuseRequest({ claims, now }: LimitRequest, { policy, lease }: Claim): LimitDecision {
  const { name, limit, window, cost } = policy;
  const remaining = computeRemaining(lease, limit);
  const details = {
    policy: name,
    limit,
    remaining,
    requested: cost,
    resets_at: new Date(window.end).toISOString(),
  };
  return {
    headers: buildHeaders(claims, now),
    refusal: new ServiceError(policy.refusalCode, {
      // A batch may be larger than what remains, so the limit need not be used up.
      ...(remaining > 0 && {
        message: `This request counts as ${cost}, but the limit ${name} has only ${remaining} left.`,
      }),
      details,
      retryAfterSeconds: countSecondsUntil(window.end, now),
    }),
  };
}

function buildHeaders(claims: readonly Claim[], now: number): Record<string, string> {
  const states = claims.map(({ policy, lease }) => ({
    policy,
    remaining: computeRemaining(lease, policy.limit),
  }));
  return buildRateLimitHeaders(states, now);
}
