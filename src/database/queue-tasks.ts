import { setTimeout as wait } from 'node:timers/promises';
import type { Job, JobHelpers, Task, TaskList, WorkerEvents } from 'graphile-worker';
import type { Knex } from 'knex';
import { z } from 'zod';
import { KeyedSemaphore } from '../running/keyed-semaphore.ts';
import { TimeoutError, withTimeout } from '../running/with-timeout.ts';
import { type QueuePolicy, queuePolicies, type TaskName } from './queue-policies.ts';

/** One attempt at a queued task. */
export interface QueuedTry {
  /** From 1. */
  readonly attempt: number;
  /** Whether there is no further attempt if this one fails. If the process dies in it, or it takes too long, there is one more. */
  readonly last: boolean;
}

/** If it throws, the error is logged, and the task is retried after an increasing delay. */
export type QueuedTask = (payload: unknown, queuedTry: QueuedTry) => Promise<void>;

/** Tasks of one kind. They never wait for those of another lane. */
export interface Lane extends Omit<QueuePolicy, 'maxTries'> {
  readonly tasks: Readonly<Record<string, QueuedTask>>;
}

/** The lane of a task, which runs it with its policy. */
export function createLane(task: TaskName, run: QueuedTask): Lane {
  return { tasks: { [task]: run }, ...queuePolicies[task] };
}

const ofAccount = z.object({ accountId: z.string() });

/** The account of a task, if it has one. */
function findAccount(payload: unknown): string | undefined {
  return ofAccount.safeParse(payload).data?.accountId;
}

/** Marks a queued task as one of the account, so that the queue can pass over it. */
const getFlag = (accountId: string) => `account:${accountId}`;

/** What a task of an account is queued with, besides its payload. */
export interface QueuedFor {
  /** Its name. */
  readonly task: string;
  readonly accountId: string;
  readonly payload: object;
  /** A task of the same key that has not begun is replaced. */
  readonly key: string;
  /** Default: that of its policy. */
  readonly maxTries?: number;
}

const policies: Readonly<Record<string, QueuePolicy>> = queuePolicies;

/** No account can make its tasks wait for longer than this many. */
const maxPriority = 10_000;

/**
 * Queues a task of an account. Those of accounts that have fewer tasks of the name waiting come first: so the first of one account
 * never waits for the hundredth of another.
 */
export async function queueTask(
  knex: Knex,
  { task, accountId, payload, key, maxTries }: QueuedFor,
): Promise<void> {
  await knex.raw(
    `SELECT graphile_worker.add_job(:task, cast(:payload AS json), max_attempts => cast(:maxTries AS integer), job_key => :key,
       flags => ARRAY[cast(:flag AS text)],
       priority => (SELECT least(count(*), :maxPriority)::integer FROM graphile_worker.jobs
         WHERE task_identifier = :task AND jsonb_exists(flags, :flag) AND attempts < max_attempts
           AND key IS DISTINCT FROM :key))`,
    {
      task,
      payload: JSON.stringify({ accountId, ...payload }),
      maxTries: maxTries ?? policies[task]?.maxTries ?? null,
      key,
      flag: getFlag(accountId),
      maxPriority,
    },
  );
}

/** How many tasks of this name the account has that have not ended. */
export async function countTasks(knex: Knex, task: string, accountId: string): Promise<number> {
  const { rows } = await knex.raw<{ rows: [{ count: number }] }>(
    `SELECT count(*)::integer AS count FROM graphile_worker.jobs
     WHERE task_identifier = :task AND jsonb_exists(flags, :flag) AND attempts < max_attempts`,
    { task, flag: getFlag(accountId) },
  );
  return rows[0].count;
}

/** A search for a task is answered or has failed by then. */
const maxSearchMs = 15_000;

/**
 * Which accounts have as many tasks in progress as they may. A process searches for one task at a time, so that two searches do not
 * find two tasks of an account that may have one more.
 */
export class AccountShares {
  readonly #inProgress = new Map<string, number>();
  readonly #searches = new KeyedSemaphore({ maxTotal: 1, maxPerKey: 1 });
  #endSearch: () => void = () => undefined;

  constructor(
    events: WorkerEvents,
    private readonly maxPerAccount: number,
  ) {
    events.on('job:start', ({ job }) => {
      this.#addToCount(findAccount(job.payload), 1);
      this.#endSearch();
    });
    events.on('worker:getJob:empty', () => this.#endSearch());
    events.on('worker:getJob:error', () => this.#endSearch());
  }

  /** Before a search: the flags of tasks that it passes over. */
  async beginSearch(): Promise<string[]> {
    const end = await this.#searches.acquire('');
    void wait(maxSearchMs, undefined, { ref: false }).then(end);
    this.#endSearch = end;
    const full = [...this.#inProgress].filter(([, count]) => count >= this.maxPerAccount);
    return full.map(([accountId]) => getFlag(accountId));
  }

  endTask(payload: unknown): void {
    this.#addToCount(findAccount(payload), -1);
  }

  #addToCount(accountId: string | undefined, change: 1 | -1): void {
    if (accountId === undefined) return;
    const count = (this.#inProgress.get(accountId) ?? 0) + change;
    if (count > 0) this.#inProgress.set(accountId, count);
    else this.#inProgress.delete(accountId);
  }
}

interface Running {
  readonly shares: AccountShares;
  /** Tasks that have begun and not ended. */
  readonly inProgress: Set<Promise<unknown>>;
  isSuspended(accountId: string): Promise<boolean>;
}

/** The tasks of a lane as graphile-worker runs them. */
export function buildTaskList(
  { tasks, maxMs, upkeep = false }: Lane,
  { shares, inProgress, isSuspended }: Running,
): TaskList {
  const wrapTask = (task: QueuedTask): Task =>
    async function run(payload, helpers) {
      const running = runTry(payload, helpers);
      inProgress.add(running);
      try {
        await running;
      } finally {
        inProgress.delete(running);
        shares.endTask(payload);
      }

      async function runTry(given: unknown, { job }: JobHelpers): Promise<void> {
        const { attempts: attempt, max_attempts } = job;
        const last = attempt >= max_attempts;
        const accountId = findAccount(given);
        if (!upkeep && accountId !== undefined && (await withTimeout(isSuspended(accountId), maxMs)))
          return await queueAgain(given, helpers);
        try {
          await withTimeout(task(given, { attempt, last }), maxMs);
        } catch (error) {
          if (!last || !(error instanceof TimeoutError)) throw error;
          // Without it, the task could not end what it does as failed.
          await withTimeout(task(given, { attempt: attempt + 1, last }), maxMs);
        }
      }
    };
  return Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, wrapTask(task)]));
}

/** How soon a task runs after its account is resumed, at the latest. */
const lookAgainMs = 60_000;

/**
 * Tasks of suspended accounts are queued again, with all their attempts, to be looked at later. Under the same key, this replaces the
 * running task, so that a task that is queued meanwhile is not doubled.
 */
async function queueAgain(payload: unknown, { job, query }: JobHelpers): Promise<void> {
  const { key, max_attempts: maxAttempts, priority, task_identifier: task, flags }: Job = job;
  // By the clock of Postgres, which also decides when a task is due.
  await query(
    `SELECT graphile_worker.add_job($1, payload := $2, run_at := now() + make_interval(secs => $3),
       max_attempts := $4, priority := $5, job_key := $6, flags := $7)`,
    [
      task,
      JSON.stringify(payload),
      lookAgainMs / 1_000,
      maxAttempts,
      priority,
      key,
      flags && Object.keys(flags),
    ],
  );
}
