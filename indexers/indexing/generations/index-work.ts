import type { ClientBase } from 'pg';
import { toTokyoDay } from '../../../src/text/days/calendar.ts';
import { withAliasLock, withSession } from '../../operator/database-session.ts';
import type { IndexDefinition, IndexingContext } from './index-definition.ts';
import { buildAliasName } from './index-name.ts';

/** What every step of building, syncing and checking a kind of index works with. */
export interface IndexWork extends IndexingContext {
  readonly definition: IndexDefinition;
  /** The alias that the service queries. */
  readonly alias: string;
  readonly client: ClientBase;
  /** The day in Tokyo, `YYYY-MM-DD`. */
  today(): string;
}

type Steps<T> = (work: IndexWork) => Promise<T>;

/** Runs the steps on one connection. */
export async function withIndex<T>(
  context: IndexingContext,
  definition: IndexDefinition,
  steps: Steps<T>,
): Promise<T> {
  return await withSession(context.databaseUrl, (client) =>
    steps(buildIndexWork(context, definition, client)),
  );
}

/** Runs the steps while no other process changes what the alias points to. */
export async function withLockedIndex<T>(
  context: IndexingContext,
  definition: IndexDefinition,
  steps: Steps<T>,
): Promise<T> {
  const alias = buildAliasName(context.indexPrefix, definition.kind);
  return await withAliasLock(context.databaseUrl, alias, (client) =>
    steps(buildIndexWork(context, definition, client)),
  );
}

function buildIndexWork(
  context: IndexingContext,
  definition: IndexDefinition,
  client: ClientBase,
): IndexWork {
  const alias = buildAliasName(context.indexPrefix, definition.kind);
  return { ...context, definition, alias, client, today: () => toTokyoDay(context.now()) };
}
