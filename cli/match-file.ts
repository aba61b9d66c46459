import { checkPlace } from './output-file.ts';
import type { PayingOptions } from './paying.ts';
import type { Session } from './session.ts';
import { exportSource, type SourceExportOptions } from './source-export.ts';
import { type ImportOptions, importAndMap } from './source-import.ts';
import { resolveRows } from './source-resolve.ts';
import { reviewSource } from './source-review.ts';
import { showColumns, showResolveSummary } from './source-view.ts';
import { printable } from './text.ts';

export interface MatchOptions extends Omit<ImportOptions, 'name'>, PayingOptions, SourceExportOptions {
  readonly out: string;
  readonly review: boolean;
}

/** `match`: imports a file, maps its columns, resolves its rows, goes through the open ones, and exports the table. */
export async function matchFile(session: Session, file: string, options: MatchOptions): Promise<void> {
  checkPlace(options.out);
  // Without a person, the columns are those that the service suggests.
  const mapping = session.interactive && !session.json ? options : { ...options, detected: true as const };
  const { source } = await importAndMap(session, file, mapping);
  const { source_id: sourceId } = source;
  if (!session.json) showColumns(session, source);
  for (const { message } of source.mapping_warnings) session.warn(printable(message));
  // A file that was matched before continues where it was left.
  const isOpen = source.status !== 'resolved' || source.resolve_summary.not_found > 0;
  const resolved = isOpen ? await resolveRows(session, source, options) : null;
  if (options.dryRun) return;
  const { resolve_summary: summary } = resolved?.source ?? source;
  const review = options.review && session.interactive && !session.json && summary.multiple_candidates > 0;
  if (review) await reviewSource(session, sourceId, {});
  await exportSource(session, sourceId, options);
  const answer = {
    source_id: sourceId,
    out: options.out,
    resolve_summary: summary,
    credits_used: resolved?.billing.credits_used ?? 0,
  };
  session.answer(answer, () => showResolveSummary(session, summary));
  if (summary.multiple_candidates > 0 && !review) session.needsPerson();
}
