import type { ClientBase } from 'pg';
import { inSnapshot, withSession } from '../operator/database-session.ts';
import { BulkWriter } from './bulk-writer.ts';
import { companiesWithChangesAfter } from './change-feed.ts';
import { type Comparison, compareWithPostgres, type Difference } from './compare.ts';
import { setDocumentCount } from './generation-store.ts';
import type { IndexDefinition, IndexingContext } from './index-definition.ts';
import { refreshIndex } from './search-indices.ts';
import { catchUp, rewriteCompanies, servingGeneration } from './sync.ts';

export interface VerifyReport {
  readonly index: string;
  readonly documents: number;
  readonly differences: readonly Difference[];
  /** Differences that remain after the repair; null without a repair. */
  readonly left: readonly Difference[] | null;
}

/**
 * Brings the serving index up to date and compares it with Postgres.
 * @param options.repair rewrite the documents that differ, then compare again
 */
export async function verifyServing(
  context: IndexingContext,
  definition: IndexDefinition,
  { repair }: { readonly repair: boolean },
): Promise<VerifyReport> {
  return await withSession(context.databaseUrl, async (client) => {
    const { indexName: index } = await servingGeneration(context, definition, client);
    const found = await compareServing(context, definition, client);
    await setDocumentCount(client, index, found.documents);
    if (!repair || found.differences.length === 0) return { index, ...found, left: null };
    await rewriteDiffering(context, definition, client, index, found.differences);
    const { differences: left } = await compareServing(context, definition, client);
    return { index, ...found, left };
  });
}

/** A document whose company changes meanwhile is not a difference: its change is in the feed after the position. */
async function compareServing(
  context: IndexingContext,
  definition: IndexDefinition,
  client: ClientBase,
): Promise<Comparison> {
  const { elasticsearch } = context;
  await catchUp(context, definition, client, await servingGeneration(context, definition, client));
  const { indexName, position } = await servingGeneration(context, definition, client);
  await refreshIndex(elasticsearch, indexName);
  const { documents, differences } = await inSnapshot(client, () =>
    compareWithPostgres(elasticsearch, definition, client, indexName),
  );
  if (differences.length === 0 || position === null) return { documents, differences };
  const companies = await definition.companiesOf(
    client,
    differences.map(({ id }) => id),
  );
  const changing = await companiesWithChangesAfter(client, position, [...new Set(companies.values())]);
  return {
    documents,
    differences: differences.filter(({ id }) => !changing.has(companies.get(id) ?? '')),
  };
}

/**
 * Rewrites all documents of the companies that differ. A document that Postgres does not have becomes a tombstone. A
 * document that is newer than Postgres (which was restored to an earlier state) stays as it is: that needs a reindex.
 */
async function rewriteDiffering(
  context: IndexingContext,
  definition: IndexDefinition,
  client: ClientBase,
  index: string,
  differences: readonly Difference[],
): Promise<void> {
  const kept = differences.filter(({ versionInPostgres }) => versionInPostgres !== null);
  const companies = await definition.companiesOf(
    client,
    kept.map(({ id }) => id),
  );
  await rewriteCompanies(context, definition, client, index, [...new Set(companies.values())]);
  const writer = new BulkWriter(context.elasticsearch, index);
  for (const { id, versionInPostgres, versionInIndex } of differences) {
    if (versionInPostgres === null) await writer.add(definition.tombstone(id, (versionInIndex ?? 0) + 1));
  }
  await writer.flush();
}
