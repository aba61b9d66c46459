import type { RowStatus, Schema } from '../../client/index.ts';
import { describeWrittenName } from '../output/company-view.ts';
import { joinText, toPrintable } from '../output/text.ts';
import type { Session } from '../session.ts';

/** Rows of a source as they are reviewed: how they are asked for, and what is shown of them. */

export type ReviewRow = Schema<'SourceRow'>;

export function requestReviewPage(
  session: Session,
  sourceId: string,
  query: {
    readonly status: RowStatus[];
    readonly sort?: 'work';
    readonly limit?: number;
    readonly cursor?: string;
  },
) {
  const params = { path: { sourceId }, query };
  return session.api.GET('/api/service/sources/{sourceId}/review', { params });
}

/** Commands take the number of the row; people see the line in their spreadsheet. */
export function formatRowTitle({ row_number, file_row }: ReviewRow): string {
  if (file_row === null) return `Row ${row_number}`;
  return `Row ${row_number}, line ${file_row}`;
}

/** Why a row is open, as lines. */
export function listOpenReasons({ reason: why, issues, written }: ReviewRow): string[] {
  const faults = issues.map(({ header, message }) => joinText('! ', header && `${header}: `, message));
  return [written && describeWrittenName(written), why?.message, ...faults]
    .filter((each) => typeof each === 'string')
    .map(toPrintable);
}

/** The cells of a row that are shown, by their headers. */
export function pickCells({ cells }: ReviewRow, show: readonly string[] | undefined): [string, string][] {
  return Object.entries(cells).filter(([header]) => show === undefined || show.includes(header));
}

/** The row, with what makes a decision hold only for what the person saw. */
export function toDecisionTarget({ source_row_id, mapping_version, decision }: ReviewRow) {
  return { row: source_row_id, mappingVersion: mapping_version, shownDecision: decision };
}
