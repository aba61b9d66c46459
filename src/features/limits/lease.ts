import type { AppliedPolicy, PolicyName } from './limit-policies.ts';
import type { LimitWindow } from './limit-windows.ts';

/** The part of one limit that this process may use without asking the database, for one window. */
export interface Lease {
  readonly accountId: string;
  readonly policy: PolicyName;
  readonly window: LimitWindow;
  /** Requests this process may still serve. */
  available: number;
  /** The total that all processes had leased when the database was last queried. */
  leased: number;
  usedAt: number;
  refilledAt: number;
  /** How many requests to lease beyond what is needed. It grows while refills are frequent. */
  extra: number;
  /** Set when the database had less than `need`. */
  shortage: { readonly need: number; readonly at: number } | undefined;
  refilling: Promise<void> | undefined;
}

const minExtra = 8;
/** How much of a limit a killed process can lose at most. */
const maxExtra = 256;
const busyRefillMs = 1_000;
/** How long a shortage is remembered. Then another process may have returned unused requests. */
const shortageMs = 500;

export function createLease(accountId: string, { name, window }: AppliedPolicy): Lease {
  return {
    accountId,
    policy: name,
    window,
    available: 0,
    leased: 0,
    usedAt: 0,
    refilledAt: 0,
    extra: minExtra,
    shortage: undefined,
    refilling: undefined,
  };
}

/** Milliseconds between two moments. After the clock was set back, the earlier one seems to be the later. */
export function measureGap(one: number, other: number): number {
  return Math.abs(one - other);
}

/** Adds what the database granted. */
export function refillLease(
  lease: Lease,
  need: number,
  { granted, leased }: { granted: number; leased: number },
  now: number,
): void {
  lease.leased = leased;
  lease.available += granted;
  lease.shortage = granted === 0 ? { need, at: now } : undefined;
  const busy = measureGap(now, lease.refilledAt) < busyRefillMs;
  // About one second of requests: few commits when busy, and otherwise most is left for other processes.
  lease.extra = busy ? Math.min(maxExtra, lease.extra * 2) : Math.max(minExtra, lease.extra / 2);
  lease.refilledAt = now;
}

/** Whether the database is known to have less than this. */
export function isKnownShort({ shortage }: Lease, need: number, now: number): boolean {
  return shortage !== undefined && need >= shortage.need && measureGap(now, shortage.at) < shortageMs;
}

/** What remains of a limit as far as this process knows: what no process has leased, and its own lease. */
export function computeRemaining({ leased, available }: Lease, limit: number): number {
  return Math.max(0, limit - leased) + available;
}
