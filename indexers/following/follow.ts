import { rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { daysLater, tokyoDay, tokyoDayStart } from '../../src/text/days/calendar.ts';
import type { LoadReport } from '../loading/load.ts';
import { LoadRunningError } from '../loading/load-lock.ts';
import { OlderListError } from '../loading/load-record.ts';
import { inTransaction, withSession } from '../operator/database-session.ts';
import { OperatorError } from '../operator/operator-error.ts';
import { loadFile } from '../registers/index.ts';
import {
  beginAfter,
  completeDay,
  completeList,
  countUnreadable,
  type DayWork,
  dayOfLoad,
  type Followed,
  isFileLoaded,
  newestLoad,
  newestLoadedDay,
  noteChecked,
  noteFailure,
  noteNext,
  notePosition,
  openFollowed,
} from './follow-store.ts';
import type { AnyFollower, DailyFollower, Fetched, FetchedFile, Fetching, ListFollower } from './follower.ts';
import { failureText, PublisherError, withoutKey } from './publisher-error.ts';
import { maxRetryAfterMs, type RequestOptions, Requests } from './requests.ts';

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

const hourMs = 60 * 60 * 1_000;
const firstBackOffMs = 30_000;
const maxBackOffMs = 30 * 60 * 1_000;
/** A load of an operator, which a follower waits for. */
const busyPauseMs = 60_000;
const notBegunPauseMs = 10 * 60 * 1_000;
/** How far the clock of this machine may be ahead of a publisher's. */
const maxAheadMs = 5 * 60 * 1_000;

const lockKey = "hashtextextended('following the registers', 0)";

/**
 * Brings every register that is due up to date.
 * @param all also those whose next check is later, except after failures
 * @returns when the next one is due
 * @throws OperatorError if another process follows the registers of this database
 */
export async function followOnce(context: FollowContext, { all }: { readonly all: boolean }): Promise<Date> {
  return await whileLocked(
    context,
    async (client, locked) => await pass(locked, client, new Requests(requestOptions(locked)), all),
  );
}

/** Follows the registers until the signal stops it. Failures are noted and retried. */
export async function followUntilStopped(given: FollowContext, signal: AbortSignal): Promise<void> {
  const context = { ...given, onEvent: sayingOnce(given) };
  const pause = (ms: number, until = signal) =>
    sleep(ms, undefined, { signal: until }).catch(() => undefined);
  let failed = 0;
  while (!signal.aborted) {
    try {
      await whileLocked({ ...context, signal }, async (client, locked) => {
        // The process before may have asked a moment ago, so the first request waits.
        const requests = new Requests(requestOptions(locked));
        while (!locked.signal.aborted) {
          const next = await pass(locked, client, requests, false);
          failed = 0;
          await pause(
            Math.min(Math.max(next.getTime() - context.now().getTime(), 1_000), busyPauseMs),
            locked.signal,
          );
        }
      });
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof FollowedElsewhereError) {
        context.onEvent({ register: 'all', event: 'waiting', reason: error.message, next_at: null });
        await pause(busyPauseMs);
        continue;
      }
      failed += 1;
      const pauseMs = Math.min(firstBackOffMs * 2 ** Math.min(failed - 1, 10), maxBackOffMs);
      const next_at = new Date(context.now().getTime() + pauseMs).toISOString();
      context.onEvent({ register: 'all', event: 'failed', failure: failureText(error), next_at });
      await pause(pauseMs);
    }
  }
}

/** A register that waits for its first file says so once, and not whenever it is looked at. */
function sayingOnce({ onEvent }: FollowContext): (event: FollowEvent) => void {
  const said = new Map<string, string>();
  return (event) => {
    const waits = event.event === 'waiting' && event.next_at === null ? event.reason : null;
    if (waits !== null && said.get(event.register) === waits) return;
    if (waits === null) said.delete(event.register);
    else said.set(event.register, waits);
    onEvent?.(event);
  };
}

function requestOptions({ requests, signal }: FollowContext): RequestOptions {
  return { ...requests, ...(signal && { signal }) };
}

/** Another process follows the registers; this one takes over when it ends. */
class FollowedElsewhereError extends OperatorError {}

/**
 * Runs the work while no other process follows the registers. If the connection is lost, and the lock with it, the work is
 * aborted, because another process may already ask the publishers.
 */
async function whileLocked<Result>(
  context: FollowContext,
  work: (client: ClientBase, locked: FollowContext & { readonly signal: AbortSignal }) => Promise<Result>,
): Promise<Result> {
  return await withSession(context.databaseUrl, async (client) => {
    await takeFollowLock(client);
    const lost = new AbortController();
    client.once('end', () => lost.abort(new OperatorError('The connection to PostgreSQL was lost.')));
    const signal = context.signal ? AbortSignal.any([context.signal, lost.signal]) : lost.signal;
    try {
      return await work(client, { ...context, signal });
    } finally {
      // Whatever the work made of it.
      lost.signal.throwIfAborted();
    }
  });
}

/** Two followers would ask twice as often as publishers permit. The lock also ends when the process is killed. */
async function takeFollowLock(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_lock(${lockKey}) AS locked`,
  );
  if (rows[0]?.locked !== true)
    throw new FollowedElsewhereError(
      'Another process follows the registers of this database: it does what this one would do.',
    );
}

async function pass(
  context: FollowContext,
  client: ClientBase,
  requests: Requests,
  all: boolean,
): Promise<Date> {
  const due: number[] = [];
  for (const follower of context.followers) {
    if (context.signal?.aborted) break;
    const run = new FollowerRun(context, client, requests, follower);
    due.push((await run.bringUpToDate(all)).getTime());
  }
  return new Date(Math.min(...due, context.now().getTime() + maxBackOffMs));
}

/** One register in one pass. */
class FollowerRun {
  readonly #context: FollowContext;
  readonly #client: ClientBase;
  readonly #requests: Requests;
  readonly #follower: AnyFollower;

  constructor(context: FollowContext, client: ClientBase, requests: Requests, follower: AnyFollower) {
    this.#context = context;
    this.#client = client;
    this.#requests = requests;
    this.#follower = follower;
  }

  /** @returns when it is due again */
  async bringUpToDate(all: boolean): Promise<Date> {
    const { register } = this.#follower;
    const followed = await openFollowed(this.#client, register);
    const { nextAt, failure } = followed;
    if (nextAt !== null && this.#isAhead(nextAt, failure) && !(all && failure === null)) {
      if (all && failure !== null) this.#wait(failure, nextAt);
      return nextAt;
    }
    try {
      if (this.#follower.daily) return await this.#followDays(this.#follower, followed);
      return await this.#followList(this.#follower);
    } catch (error) {
      if (this.#context.signal?.aborted) throw error;
      if (error instanceof LoadRunningError) return this.#wait(error.message, this.#later(busyPauseMs));
      return await this.#fail(error, followed);
    }
  }

  async #followDays(follower: DailyFollower, followed: Followed): Promise<Date> {
    const { register, checkEveryMs } = follower;
    let through = followed.completeThrough ?? (await this.#begin(follower));
    if (through === null) return this.#later(notBegunPauseMs);
    let publishedThrough: string | null = null;
    const requestsBefore = this.#requests.count;
    for (;;) {
      const day = daysLater(through, 1);
      if (this.#settlesAt(follower, day) > this.#context.now()) break;
      const work = this.#fetching();
      const fetched = await follower.fetchDay(day, work.fetching);
      publishedThrough = fetched.publishedThrough;
      if (publishedThrough === null) this.#requireSettled(follower, day);
      else if (publishedThrough < day) break;
      await work.loadAll(fetched);
      await inTransaction(this.#client, async () => {
        await completeDay(this.#client, register, day, work.done);
        await noteChecked(this.#client, register, this.#checked(publishedThrough, this.#context.now()));
      });
      this.#loaded(day, work, fetched, true);
      through = day;
      this.#context.signal?.throwIfAborted();
    }
    await this.#followOpenDay(follower, await openFollowed(this.#client, register), daysLater(through, 1));
    const now = this.#context.now();
    const nextAt = new Date(
      Math.min(
        now.getTime() + checkEveryMs,
        Math.max(
          this.#settlesAt(follower, daysLater(through, 1)).getTime(),
          now.getTime() + checkEveryMs / 10,
        ),
      ),
    );
    if (this.#requests.count > requestsBefore)
      await noteChecked(this.#client, register, this.#checked(publishedThrough, nextAt));
    else await noteNext(this.#client, register, nextAt);
    return nextAt;
  }

  /** Loads what was published so far on a day that is not over; the day itself is loaded once more when it is settled. */
  async #followOpenDay(follower: DailyFollower, followed: Followed, day: string): Promise<void> {
    if (!follower.fetchOpenDay || day > tokyoDay(this.#context.now())) return;
    const after = followed.openDay === day ? (followed.openPosition ?? 0) : 0;
    const work = this.#fetching();
    const { position, ...fetched } = await follower.fetchOpenDay(day, after, work.fetching);
    if (position === after) return;
    await work.loadAll(fetched);
    await notePosition(this.#client, follower.register, day, position);
    this.#loaded(day, work, fetched, false);
  }

  async #followList(follower: ListFollower): Promise<Date> {
    const { register, checkEveryMs } = follower;
    const work = this.#fetching();
    const file = await follower.fetchList(work.fetching);
    const notes: string[] = [];
    const [report] = await work
      .loadAll({ files: [file], publishedThrough: null, notes })
      .catch((error: unknown) => {
        // The publisher still has the list before the one that an operator has loaded.
        if (!(error instanceof OlderListError)) throw error;
        return [];
      });
    const nextAt = this.#later(checkEveryMs);
    const day = report === undefined ? null : await dayOfLoad(this.#client, report.load_id);
    await inTransaction(this.#client, async () => {
      const isNew = report?.skipped === false;
      if (day !== null) await completeList(this.#client, register, day, isNew ? work.done : null);
      await noteChecked(this.#client, register, this.#checked(day, nextAt));
    });
    if (day !== null && report?.skipped === false)
      this.#loaded(day, work, { files: [file], publishedThrough: day, notes }, true);
    return nextAt;
  }

  /** @returns the day after which following begins; null as long as there is nothing to begin with */
  async #begin({ register, beginsWith, beginsWithName }: DailyFollower): Promise<string | null> {
    const loaded = await newestLoadedDay(this.#client, beginsWith, beginsWithName);
    if (loaded === null) {
      this.#wait(
        `Load its file first (${[...beginsWith, beginsWithName].filter(Boolean).join(' ')}), or say where to begin: ops follow --only ${register} --from YYYY-MM-DD.`,
        null,
      );
      return null;
    }
    // A file may have been made before its day was over.
    const after = daysLater(loaded, -1);
    await inTransaction(this.#client, () => beginAfter(this.#client, register, after));
    this.#context.onEvent?.({ register, event: 'begun', after });
    return after;
  }

  #settlesAt({ settledAfterHours }: DailyFollower, day: string): Date {
    return new Date(tokyoDayStart(daysLater(day, 1)).getTime() + settledAfterHours * hourMs);
  }

  /** A day that is not over has no entries yet: noted as complete by a clock that is ahead, it would be skipped. */
  #requireSettled(follower: DailyFollower, day: string): void {
    const { answeredAt } = this.#requests;
    const settlesAt = this.#settlesAt(follower, day);
    if (answeredAt === null || settlesAt.getTime() - answeredAt.getTime() <= maxAheadMs) return;
    throw new PublisherError(
      `By the publisher's clock it is ${answeredAt.toISOString()}, so what it publishes for ${day} is not final yet. Is the clock of this machine ahead?`,
    );
  }

  /** Whether to wait until then. No wait is longer than this, so otherwise the clock was set back meanwhile. */
  #isAhead(nextAt: Date, failure: string | null): boolean {
    const longestMs = Math.max(this.#follower.checkEveryMs, failure === null ? 0 : maxRetryAfterMs);
    return nextAt > this.#context.now() && nextAt <= this.#later(longestMs);
  }

  #fetching(): DayLoads {
    const { databaseUrl, stateFolder, signal } = this.#context;
    const folder = path.join(stateFolder, 'following', this.#follower.register);
    const { register, key, daily } = this.#follower;
    return new DayLoads({
      databaseUrl,
      stateFolder,
      folder,
      signal,
      client: this.#client,
      requests: this.#requests,
      register,
      key,
      isList: !daily,
    });
  }

  #checked(publishedThrough: string | null, nextAt: Date) {
    return { publishedThrough, at: this.#context.now(), nextAt };
  }

  #later(ms: number): Date {
    return new Date(this.#context.now().getTime() + ms);
  }

  #loaded(day: string, { done }: DayLoads, fetched: Fetched, complete: boolean): void {
    const { register, key } = this.#follower;
    const notes = fetched.notes.map((note) => withoutKey(note, key));
    this.#context.onEvent?.({ register, event: 'loaded', day, complete, notes, ...done });
  }

  #wait(reason: string, nextAt: Date | null): Date {
    const { register } = this.#follower;
    this.#context.onEvent?.({ register, event: 'waiting', reason, next_at: nextAt?.toISOString() ?? null });
    return nextAt ?? this.#later(notBegunPauseMs);
  }

  /** Throws if the failure cannot be noted, because the database is gone: that is no failure of the publisher. */
  async #fail(error: unknown, { failures }: Followed): Promise<Date> {
    const { register, publisher } = this.#follower;
    const asked = error instanceof PublisherError ? (error.retryAfterMs ?? 0) : 0;
    const backOff = Math.min(firstBackOffMs * 2 ** Math.min(failures, 10), maxBackOffMs);
    const nextAt = this.#later(Math.max(asked, backOff));
    const refusesAll = error instanceof PublisherError && error.refusesAll;
    const alsoWaiting = this.#context.followers
      .filter((other) => refusesAll && other.publisher === publisher && other.register !== register)
      .map((other) => other.register);
    const text = failureText(error, this.#follower.key);
    await noteFailure(this.#client, register, { text, nextAt, alsoWaiting });
    this.#context.onEvent?.({ register, event: 'failed', failure: text, next_at: nextAt.toISOString() });
    return nextAt;
  }
}

interface DayLoadsParts {
  readonly client: ClientBase;
  readonly databaseUrl: string;
  readonly stateFolder: string;
  readonly folder: string;
  readonly register: string;
  readonly key: string | null;
  /** A complete list is loaded unless it is the newest one loaded; days are loaded once. */
  readonly isList: boolean;
  readonly requests: Requests;
  readonly signal: AbortSignal | undefined;
}

/** Loads the files of a day, and counts what they do. */
class DayLoads {
  readonly fetching: Fetching;
  readonly #parts: DayLoadsParts;
  readonly #reports: LoadReport[] = [];
  readonly #requestsBefore: number;

  constructor(parts: DayLoadsParts) {
    this.#parts = parts;
    this.#requestsBefore = parts.requests.count;
    const { client, requests, folder, register, key } = parts;
    this.fetching = {
      requests,
      folder,
      countUnreadable: (document, failure) =>
        countUnreadable(client, register, document, failureText(failure, key)),
      load: async (file) => void (await this.#load(file)),
      isLoaded: (kind, name) => isFileLoaded(client, kind, name),
    };
  }

  get done(): DayWork {
    const sum = (count: 'rows_read' | 'added' | 'changed' | 'rejected') =>
      this.#reports.reduce((total, report) => total + report[count], 0);
    return {
      requests: this.#parts.requests.count - this.#requestsBefore,
      rows_read: sum('rows_read'),
      added: sum('added'),
      changed: sum('changed'),
      rejected: sum('rejected'),
      load_ids: this.#reports.map(({ load_id }) => load_id),
    };
  }

  async loadAll({ files }: Fetched): Promise<readonly LoadReport[]> {
    const reports: LoadReport[] = [];
    for (const file of files) reports.push(await this.#load(file));
    return reports;
  }

  async #load({ kind, file }: FetchedFile): Promise<LoadReport> {
    const { client, isList, databaseUrl, stateFolder, signal } = this.#parts;
    const report = await loadFile(kind, {
      databaseUrl,
      stateFolder,
      file,
      // After a kill between a load and the note of its day, the same content is not loaded a second time.
      skipIfDoneAfter: isList ? await newestLoad(client, kind) : [],
      // A day can consist of one entry that cannot be read, which must not stop the days after it.
      mayRejectAll: isList ? 0 : 20,
      ...(signal && { signal }),
    });
    this.#reports.push(report);
    rmSync(file, { force: true });
    return report;
  }
}
