import type { DetectedField } from '../../../contract/sources/answers.ts';
import { isMailAddress } from '../columns/column-fit.ts';
import { detectRole, otherParty } from '../columns/column-roles.ts';
import { isSuggestable } from '../columns/column-suggestions.ts';
import { detectColumns } from '../columns/detect-columns.ts';
import { historyColumns } from '../columns/history-columns.ts';
import { hasLegalForm } from '../columns/table-words.ts';
import type { SheetLine } from './sheet-lines.ts';
import { findTable } from './table/find-table.ts';
import { nameColumns } from './table/table-headers.ts';
import { hasHeadersInFirstColumn } from './table/table-shapes.ts';

/**
 * What a sheet of a workbook seems to be. `sites`: nothing but sites could identify companies. `other_parties`: only columns of
 * shops, agencies or parents could, which another sheet may have beside the companies. `no_companies`: also a list of mail
 * addresses, which are rather those of people.
 */
export type SheetKind = 'companies' | 'other_parties' | 'sites' | 'form' | 'no_companies';

const linesJudged = 500;

/** @param lines with values, at least one */
export function judgeSheet(lines: readonly SheetLine[]): SheetKind {
  const found = findTable(lines.slice(0, linesJudged));
  // The record of decisions that an export added to the workbook.
  if (historyColumns.every((column) => found.header.includes(column))) return 'no_companies';
  // 会社名 beside the company that made the file is a line of a cover.
  if (found.header.some(hasLegalForm) || hasHeadersInFirstColumn(found)) return 'form';
  const rows = found.rows.map(({ cells }) => cells);
  if (rows.length === 0) return 'no_companies';
  const { headers } = nameColumns({ header: found.header, rows: found.rows });
  const suggestable = detectColumns(headers, rows).filter(isSuggestable);
  const decisive = suggestable.filter(({ field }) => field !== 'domain');
  if (decisive.some(({ header }) => detectRole(header).rank < otherParty)) return 'companies';
  if (decisive.length > 0) return 'other_parties';
  return suggestable.some((column) => !isMail(column)) ? 'sites' : 'no_companies';
}

function isMail({ sample_values }: DetectedField): boolean {
  return sample_values.every(isMailAddress);
}
