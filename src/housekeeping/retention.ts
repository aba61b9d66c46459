/**
 * What is removed because of its age. Everything else stays until its account deletes it (docs/retention.md). What is
 * only in memory is bounded in number (`wrong-keys.ts`, `authenticator-service.ts`).
 */
export interface Retention {
  /** The name in metrics, in the table of runs and in the log. */
  readonly task: string;
  /** What is removed, and since when its age counts. */
  readonly what: string;
  readonly days: number;
  /** Removes at most `limit`. @returns how many it removed; fewer than `limit` if no more are left */
  remove(before: Date, limit: number): Promise<number>;
}
