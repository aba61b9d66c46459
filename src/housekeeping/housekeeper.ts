import { runExclusively } from '../database/run-exclusively.ts';
import { formatFailure } from '../process/failure-report.ts';
import { type Recurring, scheduleRecurring } from '../running/recurring.ts';
import type { HousekeepingStore } from './housekeeping-store.ts';
import type { Retention } from './retention.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const pauseMs = 60 * 60 * 1_000;
/** Removed at once. Locks are short, and other work goes on between two batches. */
const batch = 1_000;

/** What a task removed in one run. */
export interface Outcome {
  readonly task: string;
  readonly removed: number;
  /** Undefined if it succeeded. */
  readonly error?: unknown;
}

export interface HousekeeperParts {
  readonly databaseUrl: string;
  readonly retentions: readonly Retention[];
  readonly store: HousekeepingStore;
}

/** Removes what is too old, never in two processes at once. */
export class Housekeeper {
  constructor(private readonly parts: HousekeeperParts) {}

  /**
   * Removes everything that is too old. A task that fails does not stop the others.
   * @param now null: the time of Postgres, which has dated what is stored. With a wrong clock of this process, what is new
   *   would seem old
   * @param stopping ends the run after the current batch
   * @returns what each task did; null if another process is doing it
   */
  async run(now: Date | null, stopping?: AbortSignal): Promise<readonly Outcome[] | null> {
    const done = await runExclusively(this.parts.databaseUrl, 'housekeeping', async (lost) => {
      const outcomes: Outcome[] = [];
      const moment = now ?? (await this.parts.store.readNow());
      const isOver = () => lost.aborted || stopping?.aborted === true;
      for (const retention of this.parts.retentions)
        if (!isOver()) outcomes.push(await this.#runOne(retention, moment, isOver));
      return outcomes;
    });
    if (done) return done.result;
    return null;
  }

  async #runOne({ task, days, remove }: Retention, now: Date, isOver: () => boolean): Promise<Outcome> {
    const { store } = this.parts;
    const before = new Date(now.getTime() - days * dayMs);
    let removed = 0;
    try {
      await store.beginTask(task);
      for (let last = batch; last >= batch && !isOver(); ) {
        last = await remove(before, batch);
        removed += last;
        if (last > 0) await store.countRemoved(task, last);
      }
      await store.endTask(task, null);
      return { task, removed };
    } catch (error) {
      // Postgres may be the reason.
      await store.endTask(task, formatFailure(error)).catch(() => undefined);
      return { task, removed, error };
    }
  }
}

export interface HousekeepingLog {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Runs once an hour in processes that run jobs, and says what was removed. */
export function startHousekeeping(
  housekeeper: Pick<Housekeeper, 'run'>,
  log: HousekeepingLog,
  observe: (outcome: Outcome) => void,
): Recurring {
  const stopping = new AbortController();
  const running = scheduleRecurring(
    pauseMs,
    async () => {
      const outcomes = await housekeeper.run(null, stopping.signal);
      if (outcomes) reportOutcomes(outcomes, log, observe);
      else log.info({}, 'housekeeping is running in another process');
    },
    (err) => log.error({ err }, 'housekeeping failed'),
  );
  return {
    stop() {
      stopping.abort();
      return running.stop();
    },
  };
}

function reportOutcomes(
  outcomes: readonly Outcome[],
  log: HousekeepingLog,
  observe: (outcome: Outcome) => void,
): void {
  for (const outcome of outcomes) {
    observe(outcome);
    if (outcome.error !== undefined)
      log.error({ err: outcome.error, task: outcome.task }, 'could not remove what is too old');
  }
  const removed = Object.fromEntries(outcomes.map(({ task, removed: count }) => [task, count]));
  log.info({ removed }, 'removed what is too old');
}
