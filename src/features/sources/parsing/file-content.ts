import { setAsideShown } from '../../../contract/limits.ts';
import type { SourceFileQuery, SourceFileReport } from '../../../contract/sources/source-file.ts';
import type { SheetLine } from './sheet-lines.ts';
import type { WideMerge } from './workbook/free-column.ts';
import type { Drawing } from './workbook/read-drawings.ts';

/** What the caller says about the file. */
export type ContentParameters = Pick<SourceFileQuery, 'encoding' | 'separator' | 'sheet'>;

/** What the caller's table needs. */
export interface ContentRules {
  /** The maximum number of lines, those around the table included. */
  readonly maxLines: number;
  /** Whether a sheet has the table; if none surely has, the first that perhaps has it is read, or the first with values. */
  readonly isWanted?: (lines: readonly SheetLine[]) => boolean | 'perhaps';
}

/** The content of a file before its table is found. */
export interface FileContent {
  readonly about: Pick<
    SourceFileReport,
    | 'file_type'
    | 'encoding'
    | 'byte_order_mark'
    | 'separator'
    | 'sheet'
    | 'sheets'
    | 'free_column'
    | 'remarks'
  >;
  readonly lines: readonly SheetLine[];
  /** Of a sheet: merged cells that reach beyond its cells. */
  readonly wideMerges?: readonly WideMerge[];
  readonly drawings?: readonly Drawing[];
}

/** The report about a file for an answer: with only the first lines around the table that are not empty. */
export function limitSetAside(report: SourceFileReport): SourceFileReport {
  const shown = report.set_aside.filter(({ kind }) => kind !== 'blank').slice(0, setAsideShown);
  // Workbooks that were read by an earlier version were not kept.
  return { ...report, free_column: report.free_column ?? null, set_aside: shown };
}
