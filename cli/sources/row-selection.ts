import { maxPageRows, type RowStatus } from '../../client/index.ts';
import { getAnswer } from '../calls.ts';
import { CommandFailure, exitCodes } from '../failure.ts';
import { computeIdempotencyKey } from '../input/idempotency.ts';
import { omitUndefined } from '../input/option-values.ts';
import { type PageOptions, showPages } from '../input/pages.ts';
import { makePurchase, type PayingOptions } from '../input/paying.ts';
import { formatListing, formatPlace } from '../output/company-view.ts';
import { formatQuantity, toPrintable } from '../output/text.ts';
import type { Session } from '../session.ts';
import { requestReviewPage } from './review-rows.ts';
import { isRowNumber } from './source-decisions.ts';

/** One row by its number: the companies of its name, and the choice of one of them. */

/** `source select`. */
export async function selectRow(
  session: Session,
  sourceId: string,
  row: string,
  companyId: string,
  options: PayingOptions,
): Promise<void> {
  const rowId = await findRowId(session, sourceId, row);
  const params = { path: { sourceId }, query: { row: rowId, limit: maxPageRows } };
  const { items } = await getAnswer(session.api.GET('/api/service/sources/{sourceId}/history', { params }));
  // A row is settled once, and once again each time after it was reopened.
  const reopened = items.find(({ action }) => action === 'reopen')?.decision_id;
  const meaning = { url: session.url, source_id: sourceId, row: rowId, company_id: companyId };
  const key =
    options.idempotencyKey ??
    computeIdempotencyKey('source.select', { ...meaning, ...omitUndefined({ reopened }) });
  const answer = await makePurchase(session, options, 'Selecting the company', (limits) =>
    session.api.POST('/api/service/sources/{sourceId}/select', {
      params: { path: { sourceId }, header: { 'Idempotency-Key': key } },
      body: { row: rowId, companyId, ...limits },
    }),
  );
  if (!answer) return;
  session.printAnswer(answer, ({ selected, review }) => {
    session.print(`${toPrintable(selected.candidate.display_name)}  ${selected.company_id}`);
    session.note(`${formatQuantity(review.multiple_candidates_remaining, 'row')} remaining.`);
  });
}

export interface NamesakesOptions extends PageOptions {
  readonly prefecture?: string;
  readonly city?: string;
}

/** `source namesakes`: every company that has the name of a row. */
export async function showNamesakes(
  session: Session,
  sourceId: string,
  row: string,
  { prefecture, city, ...page }: NamesakesOptions,
): Promise<void> {
  const path = { sourceId, rowId: await findRowId(session, sourceId, row) };
  await showPages(
    session,
    page,
    (query) =>
      session.api.GET('/api/service/sources/{sourceId}/rows/{rowId}/namesakes', {
        params: { path, query: { ...query, ...omitUndefined({ prefecture, city }) } },
      }),
    ({ items, name, total }) => {
      session.note(
        `${formatQuantity(total, 'company', 'companies')} with the name ${toPrintable(name ?? '')}`,
      );
      session.printTable(items, {
        company_id: 'company_id',
        name: 'legal_name',
        place: formatPlace,
        listing: formatListing,
        status: 'status',
      });
    },
  );
}

/**
 * The id of a row given by its number in the review.
 * @throws CommandFailure if the row with this number has no candidates
 */
async function findRowId(session: Session, sourceId: string, row: string): Promise<string> {
  if (!isRowNumber(row)) return row;
  const wanted = Number(row.normalize('NFKC'));
  // Includes rows that this command has settled: run again, it shows the same answer.
  const status: RowStatus[] = ['multiple_candidates', 'matched'];
  let cursor: string | undefined;
  do {
    const page = { status, limit: maxPageRows, ...omitUndefined({ cursor }) };
    const { rows, meta } = await getAnswer(requestReviewPage(session, sourceId, page));
    const chosen = rows.find(({ row_number }) => row_number === wanted);
    if (chosen) return chosen.source_row_id;
    // Rows are in the order of the upload.
    cursor = (rows.at(-1)?.row_number ?? 0) < wanted ? (meta.next_cursor ?? undefined) : undefined;
  } while (cursor !== undefined);
  throw new CommandFailure(
    exitCodes.notFound,
    `Row ${wanted} of the source has no candidates to choose from.`,
    `To see the rows that have candidates: company-data source review ${sourceId}`,
  );
}
