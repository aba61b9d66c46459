import type { ClientBase } from 'pg';
import { addDays, getTokyoDayStart, toTokyoDay } from '../../src/text/days/calendar.ts';
import { LoadRunningError } from '../loading/load-lock.ts';
import { OlderListError } from '../loading/load-record.ts';
import { runInTransaction } from '../operator/database-session.ts';
import { DayLoads } from './day-loads.ts';
import { busyPauseMs, computeBackOffMs, type FollowContext } from './follow-context.ts';
import {
  beginAfter,
  completeDay,
  completeList,
  type Followed,
  noteChecked,
  noteFailure,
  noteNext,
  notePosition,
  openFollowed,
  readDayOfLoad,
  readNewestLoadedDay,
} from './follow-store.ts';
import type { AnyFollower, DailyFollower, Fetched, ListFollower } from './follower.ts';
import { describeFailure, PublisherError, redactKey } from './publisher-error.ts';
import { maxRetryAfterMs, type Requests } from './requests.ts';

const hourMs = 60 * 60 * 1_000;
const notBegunPauseMs = 10 * 60 * 1_000;
/** How far the clock of this machine may be ahead of a publisher's. */
const maxAheadMs = 5 * 60 * 1_000;

/** One register in one pass. */
export class FollowerRun {
  constructor(
    private readonly context: FollowContext,
    private readonly client: ClientBase,
    private readonly requests: Requests,
    private readonly follower: AnyFollower,
  ) {}

  /** @returns when it is due again */
  async updateIfDue(all: boolean): Promise<Date> {
    const { register } = this.follower;
    const followed = await openFollowed(this.client, register);
    const { nextAt, failure } = followed;
    if (nextAt !== null && this.#isAhead(nextAt, failure) && !(all && failure === null)) {
      if (all && failure !== null) this.#reportWaiting(failure, nextAt);
      return nextAt;
    }
    try {
      if (this.follower.daily) return await this.#followDays(this.follower, followed);
      return await this.#followList(this.follower);
    } catch (error) {
      if (this.context.signal?.aborted) throw error;
      if (error instanceof LoadRunningError)
        return this.#reportWaiting(error.message, this.#getTimeAfter(busyPauseMs));
      return await this.#recordFailure(error, followed);
    }
  }

  async #followDays(follower: DailyFollower, followed: Followed): Promise<Date> {
    const { register, checkEveryMs } = follower;
    let through = followed.completeThrough ?? (await this.#beginFollowing(follower));
    if (through === null) return this.#getTimeAfter(notBegunPauseMs);
    let publishedThrough: string | null = null;
    const requestsBefore = this.requests.count;
    for (;;) {
      const day = addDays(through, 1);
      if (this.#computeSettleTime(follower, day) > this.context.now()) break;
      const work = this.#createDayLoads();
      const fetched = await follower.fetchDay(day, work.fetching);
      publishedThrough = fetched.publishedThrough;
      if (publishedThrough === null) this.#requireSettled(follower, day);
      else if (publishedThrough < day) break;
      await work.loadAll(fetched);
      await runInTransaction(this.client, async () => {
        await completeDay(this.client, register, day, work.done);
        await noteChecked(this.client, register, this.#buildChecked(publishedThrough, this.context.now()));
      });
      this.#reportLoaded(day, work, fetched, true);
      through = day;
      this.context.signal?.throwIfAborted();
    }
    await this.#followOpenDay(follower, await openFollowed(this.client, register), addDays(through, 1));
    const now = this.context.now();
    const settlesAt = this.#computeSettleTime(follower, addDays(through, 1)).getTime();
    const soonest = now.getTime() + checkEveryMs / 10;
    const nextAt = new Date(Math.min(now.getTime() + checkEveryMs, Math.max(settlesAt, soonest)));
    if (this.requests.count > requestsBefore)
      await noteChecked(this.client, register, this.#buildChecked(publishedThrough, nextAt));
    else await noteNext(this.client, register, nextAt);
    return nextAt;
  }

  /** Loads what was published so far on a day that is not over; the day itself is loaded once more when it is settled. */
  async #followOpenDay(follower: DailyFollower, followed: Followed, day: string): Promise<void> {
    if (!follower.fetchOpenDay || day > toTokyoDay(this.context.now())) return;
    const after = (followed.openDay === day && followed.openPosition) || 0;
    const work = this.#createDayLoads();
    const { position, ...fetched } = await follower.fetchOpenDay(day, after, work.fetching);
    if (position === after) return;
    await work.loadAll(fetched);
    await notePosition(this.client, follower.register, day, position);
    this.#reportLoaded(day, work, fetched, false);
  }

  async #followList(follower: ListFollower): Promise<Date> {
    const { register, checkEveryMs } = follower;
    const work = this.#createDayLoads();
    const file = await follower.fetchList(work.fetching);
    const notes: string[] = [];
    const [report] = await work
      .loadAll({ files: [file], publishedThrough: null, notes })
      .catch((error: unknown) => {
        // The publisher still has the list before the one that an operator has loaded.
        if (!(error instanceof OlderListError)) throw error;
        return [];
      });
    const nextAt = this.#getTimeAfter(checkEveryMs);
    const day = (report && (await readDayOfLoad(this.client, report.load_id))) ?? null;
    const isNew = report?.skipped === false;
    await runInTransaction(this.client, async () => {
      if (day !== null) await completeList(this.client, register, day, isNew ? work.done : null);
      await noteChecked(this.client, register, this.#buildChecked(day, nextAt));
    });
    if (day !== null && isNew)
      this.#reportLoaded(day, work, { files: [file], publishedThrough: day, notes }, true);
    return nextAt;
  }

  /** @returns the day after which following begins; null as long as there is nothing to begin with */
  async #beginFollowing({ register, beginsWith, beginsWithName }: DailyFollower): Promise<string | null> {
    const loaded = await readNewestLoadedDay(this.client, beginsWith, beginsWithName);
    if (loaded === null) {
      this.#reportWaiting(
        `Load its file first (${[...beginsWith, beginsWithName].filter(Boolean).join(' ')}), or say where to begin: ops follow --only ${register} --from YYYY-MM-DD.`,
        null,
      );
      return null;
    }
    // A file may have been made before its day was over.
    const after = addDays(loaded, -1);
    await runInTransaction(this.client, () => beginAfter(this.client, register, after));
    this.context.onEvent?.({ register, event: 'begun', after });
    return after;
  }

  #computeSettleTime({ settledAfterHours }: DailyFollower, day: string): Date {
    return new Date(getTokyoDayStart(addDays(day, 1)).getTime() + settledAfterHours * hourMs);
  }

  /** A day that is not over has no entries yet: noted as complete by a clock that is ahead, it would be skipped. */
  #requireSettled(follower: DailyFollower, day: string): void {
    const { answeredAt } = this.requests;
    const settlesAt = this.#computeSettleTime(follower, day);
    if (answeredAt === null || settlesAt.getTime() - answeredAt.getTime() <= maxAheadMs) return;
    throw new PublisherError(
      `By the publisher's clock it is ${answeredAt.toISOString()}, so what it publishes for ${day} is not final yet. Is the clock of this machine ahead?`,
    );
  }

  /** Whether to wait until then. No wait is longer than this, so otherwise the clock was set back meanwhile. */
  #isAhead(nextAt: Date, failure: string | null): boolean {
    const longestMs = Math.max(this.follower.checkEveryMs, failure === null ? 0 : maxRetryAfterMs);
    return nextAt > this.context.now() && nextAt <= this.#getTimeAfter(longestMs);
  }

  #createDayLoads(): DayLoads {
    return new DayLoads(this.context, this.client, this.requests, this.follower);
  }

  #buildChecked(publishedThrough: string | null, nextAt: Date) {
    return { publishedThrough, at: this.context.now(), nextAt };
  }

  #getTimeAfter(ms: number): Date {
    return new Date(this.context.now().getTime() + ms);
  }

  #reportLoaded(day: string, { done }: DayLoads, fetched: Fetched, complete: boolean): void {
    const { register, key } = this.follower;
    const notes = fetched.notes.map((note) => redactKey(note, key));
    this.context.onEvent?.({ register, event: 'loaded', day, complete, notes, ...done });
  }

  #reportWaiting(reason: string, nextAt: Date | null): Date {
    const { register } = this.follower;
    this.context.onEvent?.({ register, event: 'waiting', reason, next_at: nextAt?.toISOString() ?? null });
    return nextAt ?? this.#getTimeAfter(notBegunPauseMs);
  }

  /** Throws if the failure cannot be noted, because the database is gone: that is no failure of the publisher. */
  async #recordFailure(error: unknown, { failures }: Followed): Promise<Date> {
    const { register, publisher } = this.follower;
    const retryAfterMs = (error instanceof PublisherError && error.retryAfterMs) || 0;
    const nextAt = this.#getTimeAfter(Math.max(retryAfterMs, computeBackOffMs(failures)));
    const refusesAll = error instanceof PublisherError && error.refusesAll;
    const alsoWaiting = this.context.followers
      .filter((other) => refusesAll && other.publisher === publisher && other.register !== register)
      .map((other) => other.register);
    const text = describeFailure(error, this.follower.key);
    await noteFailure(this.client, register, { text, nextAt, alsoWaiting });
    this.context.onEvent?.({ register, event: 'failed', failure: text, next_at: nextAt.toISOString() });
    return nextAt;
  }
}
