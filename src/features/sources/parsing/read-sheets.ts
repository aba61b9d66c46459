import type { SheetReason, SourceFileQuery } from '../../../contract/sources/source-file.ts';
import type { ContentRules, FileContent } from './file-content.ts';
import { unfitting } from './file-failures.ts';
import { isWorkbook, refuseOtherFiles } from './file-kinds.ts';
import { judgeSheet } from './judge-sheet.ts';
import type { UnreadSheet } from './workbook/workbook.ts';

/** Whether a sheet of a workbook is read. */
export interface SheetChoice {
  readonly sheet: string;
  readonly left_out: SheetReason | null;
}

/** A sheet, with its content if it is read. */
type ReadSheet = SheetChoice & {
  readonly content: FileContent | null;
  /** Whether another sheet with companies takes its place: of shops, offices, agencies or persons, and not asked for by name. */
  readonly isOfOthers: boolean;
};

/**
 * All sheets of a workbook in their order, one in memory at a time: those that are named are read in any case, of the others those
 * with companies, if all are asked for.
 * @throws ServiceError source_file_type_unsupported, source_file_unreadable, payload_too_large, invalid_request
 */
export async function readSheets(
  file: Uint8Array,
  { sheets: wanted = [], ...parameters }: SourceFileQuery,
  rules: ContentRules,
): Promise<AsyncIterable<ReadSheet>> {
  refuseOtherFiles(file);
  if (!isWorkbook(file)) throw unfitting('sheets', 'is only for workbooks; this is a text file');
  const { openSheets } = await import('./workbook/workbook.ts');
  const { sheets, isAll } = await openSheets(file, wanted, parameters, rules);
  return readChosen(sheets, isAll);
}

async function* readChosen(sheets: readonly UnreadSheet[], isAll: boolean): AsyncGenerator<ReadSheet> {
  for (const sheet of sheets) {
    const read = await readOne(sheet, isAll);
    yield {
      sheet: sheet.name,
      ...(typeof read === 'string' ? leftOut(read) : { left_out: null, ...read }),
    };
  }
}

const leftOut = (reason: SheetReason) => ({ left_out: reason, content: null, isOfOthers: false });

async function readOne(
  { isVisible, isChosen, read }: UnreadSheet,
  isAll: boolean,
): Promise<SheetReason | (Pick<ReadSheet, 'isOfOthers'> & { readonly content: FileContent })> {
  if (read === null) return 'not_a_table';
  if (!isAll && !isChosen) return 'not_chosen';
  if (!isVisible && !isChosen) return 'hidden';
  const content = await read();
  if (content.lines.length === 0) return 'empty';
  const kind = judgeSheet(content.lines);
  if (!isChosen && (kind === 'form' || kind === 'no_companies')) return kind;
  return { content, isOfOthers: !isChosen && kind === 'other_parties' };
}
