import type { Schema } from '../../client/index.ts';
import { getAnswer } from '../calls.ts';
import { CommandFailure, createUsageFailure, exitCodes } from '../failure.ts';
import { omitUndefined } from '../input/option-values.ts';
import { askWhether } from '../input/prompts.ts';
import { checkPlace, isSameFile } from '../output/output-file.ts';
import { toPrintable } from '../output/text.ts';
import type { Session } from '../session.ts';
import {
  buildExportCommand,
  buildSourceFileQuery,
  checkMacros,
  exportSource,
  type SourceExportOptions,
} from './source-export.ts';
import { type ImportOptions, sendTable } from './source-import.ts';
import { confirmMapping, namesColumns } from './source-mapping.ts';
import { listAcceptCommands } from './source-reasons.ts';
import {
  endResolving,
  hasOpenRows,
  type ResolveOptions,
  type ResolveResult,
  resolveRows,
} from './source-resolving.ts';
import { reviewRows } from './source-review.ts';
import { requestSource, showResolveSummary } from './source-view.ts';

/** From file to file: imports, maps, resolves, lets a person review, and exports. */

export type MatchOptions = ImportOptions &
  ResolveOptions &
  SourceExportOptions & {
    readonly out: string;
    readonly review: boolean;
    readonly show?: string[];
    readonly sheets?: string[];
  };

/** The same file again continues where the earlier command ended. @throws CommandFailure */
export async function matchFile(session: Session, file: string, options: MatchOptions): Promise<void> {
  const { out } = options;
  checkOut(file, out);
  // Flags of the export are checked before anything is paid.
  buildSourceFileQuery(session, options);
  const asks = session.interactive && !session.json && !options.yes;
  const { source: imported, deduplicated } = await sendTable(session, file, options);
  const sourceId = imported.source_id;
  checkMacros(session, imported, options);
  if (!asks) checkSheet(imported, options);
  await confirmMapping(session, imported, options, asks);
  const resolved = await resolveRows(session, sourceId, { ...options, wait: true });
  if (!resolved) return;
  const creditsUsed = resolved.creditsUsed + (asks ? await offerReview(session, [resolved], options) : 0);
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
    await showNextSteps(session, [sourceId], buildExportCommand(sourceId, options));
  }
  endResolving(session, source.resolve_summary, resolved.exitCode);
}

/** @throws CommandFailure */
export function checkOut(file: string, out: string): void {
  if (isSameFile(out, file))
    throw createUsageFailure('--out is the file itself, which would be replaced.', 'Choose another name.');
  checkPlace(out);
}

/** At most three steps, the best first: what settles most rows at once. @param sourceIds of one table, or of each sheet */
export async function showNextSteps(
  session: Session,
  sourceIds: readonly string[],
  exportCommand: string,
): Promise<void> {
  const found = await Promise.all(sourceIds.map((sourceId) => listAcceptCommands(session, sourceId)));
  const deciding = sourceIds.flatMap((sourceId, at) =>
    found[at]?.hasOthers
      ? [
          `company-data source review ${sourceId}`,
          `company-data source candidates ${sourceId} --out candidates.xlsx`,
        ]
      : [],
  );
  const steps = [
    {
      text: 'Settle at once what is certain enough, the most rows first',
      commands: found.flatMap(({ accepting }) => accepting),
    },
    { text: 'Decide about the other rows, here or in a spreadsheet', commands: deciding },
    { text: 'Write the file again, after decisions', commands: [exportCommand] },
  ];
  session.note('\nNext:');
  for (const { text, commands } of steps.filter((step) => step.commands.length > 0)) {
    session.note(`  ${text}`);
    for (const command of commands) session.note(`    ${toPrintable(command)}`);
  }
}

/** A sheet that nobody named, and that seems to have no companies, is not resolved. @throws CommandFailure */
function checkSheet({ reading, mapping }: Schema<'SampledSource'>, options: MatchOptions): void {
  const isDoubtful = reading?.remarks.some(({ code }) => code === 'no_companies');
  if (!isDoubtful || mapping !== null || namesColumns(options)) return;
  throw new CommandFailure(
    exitCodes.usage,
    toPrintable(
      `No sheet seems to have a table of companies; the first one with a value is ${reading?.sheet}. Nothing was resolved or charged.`,
    ),
    'Name the sheet: --sheet <name>, or the column of the companies: --name-column <header>',
  );
}

/** Lets a person review the open rows of one table after the other. @returns the credits that were spent */
export async function offerReview(
  session: Session,
  resolved: readonly ResolveResult[],
  { review, show, maxCredits }: MatchOptions,
): Promise<number> {
  const open = resolved.filter(({ source }) => hasOpenRows(source.resolve_summary));
  if (!review || open.length === 0) return 0;
  showResolveSummary(session, addSummaries(open.map(({ source }) => source.resolve_summary)));
  if (!(await askWhether(session, 'Review the open rows now?'))) return 0;
  const before = resolved.reduce((sum, { creditsUsed }) => sum + creditsUsed, 0);
  let spent = 0;
  for (const { source } of open) {
    const left = maxCredits === undefined ? undefined : Math.max(0, maxCredits - before - spent);
    spent += await reviewRows(session, source.source_id, omitUndefined({ show, maxCredits: left }));
  }
  return spent;
}

export type Summary = Schema<'ResolveSummary'>;

export function addSummaries(summaries: readonly Summary[]): Summary {
  return summaries.reduce((sum, summary) => {
    const names = Object.keys(sum) as (keyof Summary)[];
    return Object.fromEntries(names.map((name) => [name, sum[name] + summary[name]])) as Summary;
  });
}
