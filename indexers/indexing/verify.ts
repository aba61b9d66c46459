import { runInSnapshot } from '../operator/database-session.ts';
import { setDocumentCount } from './generations/generation-store.ts';
import {
  buildTombstone,
  type IndexDefinition,
  type IndexingContext,
} from './generations/index-definition.ts';
import { type IndexWork, withIndex } from './generations/index-work.ts';
import { refreshIndex } from './generations/search-indices.ts';
import { BulkWriter } from './writing/bulk-writer.ts';
import { listChangedCompanies } from './writing/change-feed.ts';
import { type Comparison, compareWithPostgres, type Difference } from './writing/compare.ts';
import { catchUp, requireServingGeneration, rewriteCompanies } from './writing/sync.ts';

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
  { repair }: { readonly repair?: boolean },
): Promise<VerifyReport> {
  return await withIndex(context, definition, async (work) => {
    const { indexName: index } = await requireServingGeneration(work);
    const comparison = await compareServing(work);
    await setDocumentCount(work.client, index, comparison.documents);
    if (!repair || comparison.differences.length === 0) return { index, ...comparison, left: null };
    await rewriteDiffering(work, index, comparison.differences);
    const { differences: left } = await compareServing(work);
    return { index, ...comparison, left };
  });
}

/** A document whose company changes meanwhile is not a difference: its change is in the feed after the position. */
async function compareServing(work: IndexWork): Promise<Comparison> {
  const { client } = work;
  await catchUp(work, await requireServingGeneration(work));
  const { indexName, position } = await requireServingGeneration(work);
  await refreshIndex(work.elasticsearch, indexName);
  const { documents, differences } = await runInSnapshot(client, () => compareWithPostgres(work, indexName));
  if (differences.length === 0 || position === null) return { documents, differences };
  const companies = await findCompanies(work, differences);
  const changing = await listChangedCompanies(client, position, [...new Set(companies.values())]);
  return {
    documents,
    differences: differences.filter(({ id }) => !changing.has(companies.get(id) ?? '')),
  };
}

async function findCompanies({ definition, client }: IndexWork, differences: readonly Difference[]) {
  const ids = differences.map(({ id }) => id);
  return await definition.findCompanyIds(client, ids);
}

/**
 * Rewrites all documents of the companies that differ. A document that Postgres does not have becomes a tombstone. A
 * document that is newer than Postgres (which was restored to an earlier state) stays as it is: that needs a reindex.
 */
async function rewriteDiffering(
  work: IndexWork,
  index: string,
  differences: readonly Difference[],
): Promise<void> {
  const { definition, elasticsearch } = work;
  const kept = differences.filter(({ versionInPostgres }) => versionInPostgres !== null);
  const companies = await findCompanies(work, kept);
  await rewriteCompanies(work, index, [...new Set(companies.values())]);
  const writer = new BulkWriter(elasticsearch, index);
  for (const { id, versionInPostgres, versionInIndex } of differences) {
    if (versionInPostgres === null)
      await writer.addDocument(buildTombstone(definition, id, (versionInIndex ?? 0) + 1));
  }
  await writer.flush();
}
