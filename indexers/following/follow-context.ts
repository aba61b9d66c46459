import type { DayWork } from './follow-store.ts';
import type { AnyFollower } from './follower.ts';
import type { RequestOptions } from './requests.ts';

export interface FollowContext {
  readonly databaseUrl: string;
  readonly stateFolder: string;
  readonly followers: readonly AnyFollower[];
  now(): Date;
  readonly requests?: RequestOptions;
  readonly signal?: AbortSignal;
  /** Called for each day that was loaded, and each failure. */
  onEvent?(event: FollowEvent): void;
}

export type FollowEvent = { readonly register: string } & (
  | ({
      readonly event: 'loaded';
      readonly day: string;
      readonly complete: boolean;
      readonly notes: readonly string[];
    } & DayWork)
  | { readonly event: 'off'; readonly reason: string }
  | { readonly event: 'begun'; readonly after: string }
  | { readonly event: 'failed'; readonly failure: string; readonly next_at: string }
  | { readonly event: 'waiting'; readonly reason: string; readonly next_at: string | null }
);

const firstBackOffMs = 30_000;
export const maxBackOffMs = 30 * 60 * 1_000;

/** @param failures before this one */
export function computeBackOffMs(failures: number): number {
  return Math.min(firstBackOffMs * 2 ** Math.min(failures, 10), maxBackOffMs);
}

/** A load of an operator, which a follower waits for. */
export const busyPauseMs = 60_000;
