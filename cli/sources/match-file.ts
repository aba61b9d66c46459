import { getAnswer } from '../calls.ts';
import { buildFileQuery } from '../download.ts';
import { createUsageFailure } from '../failure.ts';
import { omitUndefined } from '../input/option-values.ts';
import { askWhether } from '../input/prompts.ts';
import { checkPlace, isSameFile } from '../output/output-file.ts';
import { toPrintable } from '../output/text.ts';
import type { Session } from '../session.ts';
import { buildExportCommand, exportSource, type SourceExportOptions } from './source-export.ts';
import { type ImportOptions, sendTable } from './source-import.ts';
import { confirmMapping } from './source-mapping.ts';
import { listAcceptCommands } from './source-reasons.ts';
import { endResolving, hasOpenRows, type ResolveOptions, resolveRows } from './source-resolving.ts';
import { reviewRows } from './source-review.ts';
import { requestSource, showResolveSummary } from './source-view.ts';

/** From file to file: imports, maps, resolves, lets a person review, and exports. */

export type MatchOptions = ImportOptions &
  ResolveOptions &
  SourceExportOptions & { readonly out: string; readonly review: boolean; readonly show?: string[] };

/** The same file again continues where the earlier command ended. @throws CommandFailure */
export async function matchFile(session: Session, file: string, options: MatchOptions): Promise<void> {
  const { out, show } = options;
  if (isSameFile(out, file))
    throw createUsageFailure('--out is the file itself, which would be replaced.', 'Choose another name.');
  checkPlace(out);
  // Flags of the export are checked before anything is paid.
  buildFileQuery(session, options);
  const asks = session.interactive && !session.json && !options.yes;
  const { source: imported, deduplicated } = await sendTable(session, file, options);
  const sourceId = imported.source_id;
  await confirmMapping(session, imported, options, asks);
  const resolved = await resolveRows(session, sourceId, { ...options, wait: true });
  if (!resolved) return;
  let creditsUsed = resolved.creditsUsed;
  if (asks && options.review && hasOpenRows(resolved.source.resolve_summary)) {
    showResolveSummary(session, resolved.source.resolve_summary);
    if (await askWhether(session, 'Review the open rows now?')) {
      const { maxCredits } = options;
      const left = maxCredits === undefined ? undefined : Math.max(0, maxCredits - creditsUsed);
      creditsUsed += await reviewRows(session, sourceId, omitUndefined({ show, maxCredits: left }));
    }
  }
  const bytes = await exportSource(session, sourceId, options);
  const { source, next_steps } = await getAnswer(requestSource(session, sourceId));
  const needsPerson = hasOpenRows(source.resolve_summary);
  const summary = {
    source_id: sourceId,
    deduplicated,
    mapping: source.mapping,
    resolve_summary: source.resolve_summary,
    credits_used: creditsUsed,
    needs_person: needsPerson,
    out,
    bytes,
    next_steps: next_steps.filter(({ action }) => action !== 'download_rows'),
  };
  if (session.json) session.printAnswer(summary, () => undefined);
  else {
    showResolveSummary(session, source.resolve_summary);
    await showNextSteps(session, sourceId, options);
  }
  endResolving(session, source.resolve_summary, resolved.exitCode);
}

/** At most three steps, the best first: what settles most rows at once. */
async function showNextSteps(session: Session, sourceId: string, options: MatchOptions): Promise<void> {
  const { accepting, hasOthers } = await listAcceptCommands(session, sourceId);
  const deciding = [
    `company-data source review ${sourceId}`,
    `company-data source candidates ${sourceId} --out candidates.xlsx`,
  ];
  const steps = [
    { text: 'Settle at once what is certain enough, the most rows first', commands: accepting },
    { text: 'Decide about the other rows, here or in a spreadsheet', commands: hasOthers ? deciding : [] },
    { text: 'Write the file again, after decisions', commands: [buildExportCommand(sourceId, options)] },
  ];
  session.note('\nNext:');
  for (const { text, commands } of steps.filter((step) => step.commands.length > 0)) {
    session.note(`  ${text}`);
    for (const command of commands) session.note(`    ${toPrintable(command)}`);
  }
}
