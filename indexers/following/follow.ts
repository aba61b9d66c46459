import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { takeLock, withSession } from '../operator/database-session.ts';
import { OperatorError } from '../operator/operator-error.ts';
import {
  busyPauseMs,
  computeBackOffMs,
  type FollowContext,
  type FollowEvent,
  maxBackOffMs,
} from './follow-context.ts';
import { FollowerRun } from './follower-run.ts';
import { describeFailure } from './publisher-error.ts';
import { type RequestOptions, Requests } from './requests.ts';

/**
 * Brings every register that is due up to date.
 * @param all also those whose next check is later, except after failures
 * @returns when the next one is due
 * @throws OperatorError if another process follows the registers of this database
 */
export async function followOnce(context: FollowContext, { all }: { readonly all: boolean }): Promise<Date> {
  return await runWithFollowLock(
    context,
    async (client, locked) =>
      await checkRegisters(locked, client, new Requests(buildRequestOptions(locked)), all),
  );
}

/** Follows the registers until the signal stops it. Failures are noted and retried. */
export async function followUntilStopped(
  { onEvent, ...others }: FollowContext,
  signal: AbortSignal,
): Promise<void> {
  const context = { ...others, onEvent: reportWaitsOnce(onEvent) };
  const pause = (ms: number, until = signal) =>
    sleep(ms, undefined, { signal: until }).catch(() => undefined);
  let failed = 0;
  while (!signal.aborted) {
    try {
      await runWithFollowLock({ ...context, signal }, async (client, locked) => {
        // The process before may have asked a moment ago, so the first request waits.
        const requests = new Requests(buildRequestOptions(locked));
        while (!locked.signal.aborted) {
          const next = await checkRegisters(locked, client, requests, false);
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
      const pauseMs = computeBackOffMs(failed - 1);
      const next_at = new Date(context.now().getTime() + pauseMs).toISOString();
      context.onEvent({ register: 'all', event: 'failed', failure: describeFailure(error), next_at });
      await pause(pauseMs);
    }
  }
}

/** A register that waits for its first file says so once, and not whenever it is looked at. */
function reportWaitsOnce(onEvent: FollowContext['onEvent']): (event: FollowEvent) => void {
  const said = new Map<string, string>();
  return (event) => {
    const waits = event.event === 'waiting' && event.next_at === null && event.reason;
    if (waits && said.get(event.register) === waits) return;
    if (waits) said.set(event.register, waits);
    else said.delete(event.register);
    onEvent?.(event);
  };
}

function buildRequestOptions({ requests, signal }: FollowContext): RequestOptions {
  return { ...requests, ...(signal && { signal }) };
}

/** Another process follows the registers; this one takes over when it ends. */
class FollowedElsewhereError extends OperatorError {}

/**
 * Runs the work while no other process follows the registers. If the connection is lost, and the lock with it, the work is
 * aborted, because another process may already ask the publishers.
 */
async function runWithFollowLock<Result>(
  context: FollowContext,
  work: (client: ClientBase, locked: FollowContext & { readonly signal: AbortSignal }) => Promise<Result>,
): Promise<Result> {
  return await withSession(context.databaseUrl, async (client) => {
    // Two followers would ask twice as often as publishers permit.
    if (!(await takeLock(client, 'following the registers')))
      throw new FollowedElsewhereError(
        'Another process follows the registers of this database: it does what this one would do.',
      );
    const lost = new AbortController();
    client.once('end', () => lost.abort(new OperatorError('The connection to PostgreSQL was lost.')));
    const signal = AbortSignal.any([context.signal ?? lost.signal, lost.signal]);
    try {
      return await work(client, { ...context, signal });
    } finally {
      // Whatever the work made of it.
      lost.signal.throwIfAborted();
    }
  });
}

/** Brings each register that is due up to date, one after the other. @returns when the next one is due */
async function checkRegisters(
  context: FollowContext,
  client: ClientBase,
  requests: Requests,
  all: boolean,
): Promise<Date> {
  const due: number[] = [];
  for (const follower of context.followers) {
    if (context.signal?.aborted) break;
    const run = new FollowerRun(context, client, requests, follower);
    due.push((await run.updateIfDue(all)).getTime());
  }
  return new Date(Math.min(...due, context.now().getTime() + maxBackOffMs));
}
