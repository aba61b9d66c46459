/** How a process runs the tasks of one name. */
export interface QueuePolicy {
  /** Attempts, the first one included. After attempt n, the queue waits e^n seconds, at most e^10 (six hours). */
  readonly maxTries: number;
  /** How many of them this process runs at once. */
  readonly atOnce: number;
  /** How many of these may be of one account. */
  readonly maxPerAccount: number;
  /**
   * Limit for one attempt, in milliseconds. It then counts as failed, and its place is free, whatever it still does: so any two
   * attempts at a task may run at once, as after the death of a process.
   */
  readonly maxMs: number;
  /** Housekeeping, which does not wait until a suspended account is resumed. */
  readonly upkeep?: boolean;
}

const minuteMs = 60_000;

/** All queued tasks, by name. Each has a lane of its own. */
export const queuePolicies = {
  /** Resolves a part of a source, for five seconds and a batch. The last attempt begins after about half an hour. */
  resolve_source: { maxTries: 8, atOnce: 2, maxPerAccount: 1, maxMs: 10 * minuteMs },
  /** Sends a List to its target. The last attempt begins after about three and a half hours. */
  deliver_list: { maxTries: 10, atOnce: 6, maxPerAccount: 2, maxMs: 2 * minuteMs },
  /** Refreshes a List for one scheduled time. */
  refresh_list: { maxTries: 10, atOnce: 2, maxPerAccount: 1, maxMs: 30 * minuteMs },
  /** Removes what belongs to a deleted List. */
  remove_list: { maxTries: 25, atOnce: 1, maxPerAccount: 1, maxMs: 30 * minuteMs, upkeep: true },
} as const satisfies Readonly<Record<string, QueuePolicy>>;

export type TaskName = keyof typeof queuePolicies;
