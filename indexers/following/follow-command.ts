import { type Command, InvalidArgumentError } from 'commander';
import type { Config } from '../../src/config.ts';
import { addDays, toTokyoDay } from '../../src/text/days/calendar.ts';
import { isCalendarDay } from '../../src/text/days/written-days.ts';
import { runInTransaction, withSession } from '../operator/database-session.ts';
import { OperatorError } from '../operator/operator-error.ts';
import { formatCount, type OutputOptions } from '../operator/output.ts';
import type { OperatorSession } from '../operator/session.ts';
import { followOnce, followUntilStopped } from './follow.ts';
import type { FollowContext, FollowEvent } from './follow-context.ts';
import { beginAfter, openFollowed } from './follow-store.ts';
import type { AnyFollower } from './follower.ts';
import { buildFollowers, registerOfKey } from './followers.ts';

interface FollowOptions extends OutputOptions {
  readonly once?: true;
  readonly only?: readonly string[];
  readonly from?: string;
  readonly withParent?: true;
}

/** Adds `follow`. It refuses with a one-sentence OperatorError. */
export function addFollowCommand(program: Command, session: OperatorSession): void {
  program
    .command('follow')
    .description('Keep the data up to date with the registers of the publishers that are set, until stopped')
    .option('--once', 'load what is published now, then end; fails if a register failed')
    .option('--only <register...>', 'only these registers')
    .option('--from <day>', 'read their days from this one on, YYYY-MM-DD; needs --only', parseCalendarDay)
    .option('--with-parent', 'also stop when standard input ends')
    .option('--json', 'print each event as a line of JSON')
    .action(async (options: FollowOptions) => {
      const { databaseUrl, config } = session;
      const { stateFolder, publishers, missingPublisherKeys } = config;
      const followers = chooseFollowers(buildFollowers(publishers), missingPublisherKeys, options.only);
      if (options.from !== undefined) await beginFrom(databaseUrl, followers, options, options.from);
      const stopping = new AbortController();
      const stop = () => stopping.abort();
      process.once('SIGINT', stop).once('SIGTERM', stop);
      if (options.withParent) process.stdin.resume().once('close', stop);
      const failed = new Set<string>();
      const context: FollowContext = {
        databaseUrl,
        stateFolder,
        followers,
        now: () => new Date(),
        signal: stopping.signal,
        onEvent(event) {
          // A register that waits because of an earlier failure is not up to date either.
          if (event.event === 'failed' || (event.event === 'waiting' && event.next_at !== null))
            failed.add(event.register);
          console.log(options.json ? JSON.stringify(event) : formatEvent(event));
        },
      };
      for (const key of missingPublisherKeys)
        if (!options.only)
          context.onEvent?.({ register: registerOfKey[key], event: 'off', reason: `${key} is not set.` });
      try {
        if (options.once) await followOnce(context, { all: true });
        else await followUntilStopped(context, stopping.signal);
      } catch (error) {
        if (!stopping.signal.aborted) throw error;
      } finally {
        // An open input would keep the process alive.
        if (options.withParent) process.stdin.destroy();
      }
      if (!options.once) return;
      if (failed.size > 0) process.exitCode = 1;
    });
}

function parseCalendarDay(text: string): string {
  if (!isCalendarDay(text)) throw new InvalidArgumentError('It must be a day, YYYY-MM-DD.');
  return text;
}

function chooseFollowers(
  followers: readonly AnyFollower[],
  missingKeys: Config['missingPublisherKeys'],
  only: readonly string[] | undefined,
): readonly AnyFollower[] {
  const off = missingKeys.map((key) => ` ${registerOfKey[key]} is off, because ${key} is not set.`).join('');
  if (followers.length === 0)
    throw new OperatorError(`No publisher is set: docs/following.md says which variables name them.${off}`);
  if (only === undefined) return followers;
  const known = followers.map(({ register }) => register);
  const unknown = only.filter((register) => !known.includes(register));
  if (unknown.length > 0)
    throw new OperatorError(
      `${unknown.join(', ')} is not followed. These registers are: ${known.join(', ')}.${off}`,
    );
  return followers.filter(({ register }) => only.includes(register));
}

async function beginFrom(
  databaseUrl: string,
  followers: readonly AnyFollower[],
  { only }: FollowOptions,
  from: string,
): Promise<void> {
  if (only === undefined)
    throw new OperatorError('--from needs --only, so that no other register begins again.');
  const lists = followers.filter(({ daily }) => !daily).map(({ register }) => register);
  if (lists.length > 0)
    throw new OperatorError(`${lists.join(', ')} is a complete list without days: leave out --from.`);
  if (from > toTokyoDay(new Date())) throw new OperatorError(`${from} is in the future.`);
  await withSession(databaseUrl, (client) =>
    runInTransaction(client, async () => {
      for (const { register } of followers) {
        const { completeThrough } = await openFollowed(client, register);
        if (completeThrough !== null && addDays(completeThrough, 1) < from)
          throw new OperatorError(
            `${register} is complete through ${completeThrough}: the days until ${from} would be left out.`,
          );
        await beginAfter(client, register, addDays(from, -1));
      }
    }),
  );
}

function formatEvent(event: FollowEvent): string {
  const { register } = event;
  switch (event.event) {
    case 'loaded':
      return [
        `${register}: ${event.day}${event.complete ? '' : ' so far'}, ${formatCount(event.rows_read)} rows, ${formatCount(event.added)} added, ${formatCount(event.changed)} changed, ${formatCount(event.rejected)} rejected, ${formatCount(event.requests)} requests.`,
        ...event.notes,
      ].join(' ');
    case 'begun':
      return `${register}: follows what is published after ${event.after}.`;
    case 'off':
      return `${register}: off. ${event.reason}`;
    case 'failed':
      return `${register}: ${event.failure} Next attempt ${event.next_at}.`;
    case 'waiting':
      if (event.next_at === null) return `${register}: ${event.reason}`;
      return `${register}: ${event.reason} Next attempt ${event.next_at}.`;
  }
}
