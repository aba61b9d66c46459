import type { Schema } from '../../client/index.ts';
import { getAnswer } from '../calls.ts';
import { createUsageFailure, exitCodes } from '../failure.ts';
import { type Billing, createPaymentFailure, formatCredits, requireAgreement } from '../input/paying.ts';
import { formatQuantity, toPrintable } from '../output/text.ts';
import type { Session } from '../session.ts';
import {
  addSummaries,
  checkOut,
  type MatchOptions,
  offerReview,
  type Summary,
  showNextSteps,
} from './match-file.ts';
import { buildExportCommand, buildSourceFileQuery, checkMacros, exportSource } from './source-export.ts';
import { sendSheets } from './source-import.ts';
import { confirmMapping, divideOptions } from './source-mapping.ts';
import {
  describeExpected,
  endResolving,
  findPrice,
  hasOpenRows,
  type ResolveResult,
  resolveRows,
} from './source-resolving.ts';
import { requestSource } from './source-view.ts';

/** From a workbook to the same workbook: several of its sheets are matched, for one price. */

export type SheetsOptions = MatchOptions & { readonly sheets: string[] };

/** @throws CommandFailure */
export async function matchSheets(session: Session, file: string, options: SheetsOptions): Promise<void> {
  checkOut(file, options.out);
  checkWorkbook(session, options);
  const asks = session.interactive && !session.json && !options.yes;
  const sheets = await sendSheets(session, file, options);
  const imported = sheets.flatMap(({ sheet, source }) => (source ? [{ sheet, source }] : []));
  checkWritable(imported);
  for (const { source } of imported) checkMacros(session, source, options);
  const divided = divideOptions(
    options,
    imported.map(({ source }) => source),
  );
  for (const [at, { sheet, source }] of imported.entries()) {
    session.note(toPrintable(`Sheet ${sheet}`));
    await confirmMapping(session, source, divided[at] ?? options, asks);
  }
  const ids = imported.map(({ source }) => source.source_id);
  const agreed = await agreeToSheets(session, ids, options);
  if (agreed === null) return;
  const resolved = await resolveSheets(session, ids, options, agreed);
  const paid = resolved.reduce((sum, { creditsUsed }) => sum + creditsUsed, 0);
  const creditsUsed = paid + (asks ? await offerReview(session, resolved, options) : 0);
  const [first = '', ...others] = ids;
  const exported = { ...options, with: others };
  const bytes = await exportSource(session, first, exported);
  const ended = await Promise.all(
    ids.map(async (id) => (await getAnswer(requestSource(session, id))).source),
  );
  const total = addSummaries(ended.map(({ resolve_summary }) => resolve_summary));
  const summary = {
    sheets: sheets.map((sheet) => summarizeSheet(sheet, ended)),
    resolve_summary: total,
    credits_used: creditsUsed,
    needs_person: hasOpenRows(total),
    out: options.out,
    bytes,
  };
  session.printAnswer(summary, () => showSheets(session, summary.sheets));
  if (!session.json) await showNextSteps(session, ids, buildExportCommand(first, exported));
  const stopped = resolved.find(({ exitCode }) => exitCode !== exitCodes.ok);
  endResolving(session, total, stopped?.exitCode ?? exitCodes.ok);
}

/** One after the other. @param agreed what all may cost together */
async function resolveSheets(
  session: Session,
  ids: readonly string[],
  options: SheetsOptions,
  agreed: number,
): Promise<readonly ResolveResult[]> {
  const resolved: ResolveResult[] = [];
  let left = agreed;
  for (const id of ids) {
    const result = await resolveRows(session, id, { ...options, agreed: left, wait: true });
    if (!result) throw new Error('an agreed purchase was not made');
    left -= result.creditsUsed;
    resolved.push(result);
  }
  return resolved;
}

function summarizeSheet(
  { sheet, left_out, message, source, deduplicated }: Schema<'ImportedSheet'>,
  ended: readonly Schema<'Source'>[],
) {
  const now = ended.find(({ source_id }) => source_id === source?.source_id);
  const { source_id = null, mapping = null, resolve_summary = null } = now ?? {};
  return { sheet, left_out, message, source_id, deduplicated, mapping, resolve_summary };
}

/** @throws CommandFailure */
function checkWorkbook(session: Session, options: SheetsOptions): void {
  const { format } = buildSourceFileQuery(session, options);
  const { layout = 'file', status, audit, sheet } = options;
  if (sheet !== undefined) throw createUsageFailure('Give --sheet or --sheets, not both.');
  if (format !== 'csv' && layout === 'file' && !status && !audit) return;
  throw createUsageFailure(
    'Several sheets come back in the same workbook.',
    'Choose a name for --out that ends with .xlsx or .xlsm, without --layout table, --status and --audit.',
  );
}

/** @throws CommandFailure */
function checkWritable(
  imported: readonly { readonly sheet: string; readonly source: Schema<'SampledSource'> }[],
) {
  const closed = imported
    .filter(({ source }) => source.reading?.free_column == null)
    .map(({ sheet }) => sheet);
  if (closed.length === 0) return;
  throw createUsageFailure(
    toPrintable(
      `No columns can be written into ${closed.join(', ')}: the sheet has no header, or the workbook is signed.`,
    ),
    'Nothing was resolved or charged. Name the other sheets: --sheets <names>',
  );
}

/**
 * Finds what all sheets cost together, and agrees to it.
 * @returns what may be charged; null if only the price was requested
 * @throws CommandFailure without agreement
 */
async function agreeToSheets(
  session: Session,
  ids: readonly string[],
  options: SheetsOptions,
): Promise<number | null> {
  let billing: Billing | null = null;
  for (const id of ids) {
    const price = await findPrice(session, id, options);
    session.note(describeExpected(price));
    const credits_used: number = (billing?.credits_used ?? 0) + price.billing.credits_used;
    const available = price.billing.balance_after + price.billing.credits_used;
    billing = { ...price.billing, credits_used, balance_after: available - credits_used };
  }
  if (!billing) throw new Error('no sheet was read');
  const what = `Resolving ${formatQuantity(ids.length, 'sheet')}`;
  if (billing.balance_after < 0)
    throw createPaymentFailure(
      `${what} costs ${formatCredits(billing)}. That is more than the balance.`,
      'Nothing was charged. Add credits, or name fewer sheets.',
    );
  if (!options.dryRun) return requireAgreement(session, options, what, billing);
  session.printAnswer({ billing }, () => session.print(`${what} would cost ${formatCredits(billing)}.`));
  return null;
}

function showSheets(
  session: Session,
  sheets: readonly { readonly sheet: string; readonly resolve_summary: Summary | null }[],
): void {
  const count = (name: keyof Summary) => (shown: (typeof sheets)[number]) =>
    String(shown.resolve_summary?.[name] ?? '');
  session.printTable(
    sheets.filter(({ resolve_summary }) => resolve_summary !== null),
    {
      sheet: ({ sheet }) => sheet,
      matched: count('matched'),
      'several candidates': count('multiple_candidates'),
      'not found': count('not_found'),
      invalid: count('invalid'),
      rows: count('total'),
    },
  );
}
