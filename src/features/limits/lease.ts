import type { LimitWindow } from './limit-windows.ts';

/** The part of one limit that this process may use without asking, for one window. */
export interface Lease {
  readonly window: LimitWindow;
  /** Requests this process may still serve. */
  available: number;
  /** What all processes had out when the database was last asked. */
  leased: number;
  usedAt: number;
  refilledAt: number;
  /** How many requests to take beyond what is needed; grows while refills follow closely. */
  extra: number;
  /** The database had less than this when it was last asked. */
  shortage: { readonly need: number; readonly at: number } | undefined;
  refilling: Promise<void> | undefined;
}

const minExtra = 8;
/** What a killed process can lose of a limit, at most. */
const maxExtra = 256;
const busyRefillMs = 1_000;
/** How long a shortage is believed: another process may have returned what it did not use. */
const shortageMs = 500;

export function emptyLease(window: LimitWindow): Lease {
  return {
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

/** Notes what the database granted. */
export function refillLease(
  lease: Lease,
  need: number,
  { granted, leased }: { granted: number; leased: number },
  now: number,
): void {
  lease.leased = leased;
  lease.available += granted;
  lease.shortage = granted === 0 ? { need, at: now } : undefined;
  const busy = now - lease.refilledAt < busyRefillMs;
  // About a second's requests: few commits when busy, little held back from other processes when not.
  lease.extra = busy ? Math.min(maxExtra, lease.extra * 2) : Math.max(minExtra, lease.extra / 2);
  lease.refilledAt = now;
}

/** Whether asking the database for this much would be in vain. */
export function knownShort({ shortage }: Lease, need: number, now: number): boolean {
  return shortage !== undefined && need >= shortage.need && now - shortage.at < shortageMs;
}

/** What is left of a limit as far as this process knows: what nobody has taken, and what it holds itself. */
export function remainingOf({ leased, available }: Lease, limit: number): number {
  return Math.max(0, limit - leased) + available;
}
