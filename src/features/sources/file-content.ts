import type { SourceFileQuery, SourceReading } from '../../contract/sources/reading.ts';
import { readDelimited } from './delimited-text.ts';
import { unfitting } from './file-failures.ts';
import type { SheetLine } from './sheet-lines.ts';
import { decodeText } from './text-encoding.ts';
import { isWorkbook, readWorkbook, refuseOtherFiles } from './workbook.ts';

/** The one reader of files that people send: text in any encoding, and Excel workbooks. */

/** What the caller says about the file. */
export type ContentParameters = Pick<SourceFileQuery, 'encoding' | 'separator' | 'sheet'>;

/** What the caller's table needs. */
export interface ContentRules {
  /** The maximum number of lines, those around the table included. */
  readonly maxLines: number;
  /** Whether a sheet has the table. Without it, or if no sheet has it, the first sheet with values is read. */
  readonly isWanted?: (lines: readonly SheetLine[]) => boolean;
}

/** The content of a file before its table is found. */
export interface FileContent {
  readonly about: Pick<
    SourceReading,
    'file_type' | 'encoding' | 'byte_order_mark' | 'separator' | 'sheet' | 'sheets' | 'remarks'
  >;
  readonly lines: readonly SheetLine[];
}

/**
 * @throws ServiceError source_file_unreadable, source_file_type_unsupported, source_file_encoding_unclear,
 *   payload_too_large, invalid_request for a parameter that does not fit the file
 */
export async function readContent(
  file: Uint8Array,
  parameters: ContentParameters,
  rules: ContentRules,
): Promise<FileContent> {
  refuseOtherFiles(file);
  return isWorkbook(file) ? readWorkbook(file, parameters, rules) : readText(file, parameters, rules);
}

function readText(
  file: Uint8Array,
  { encoding, separator, sheet }: ContentParameters,
  { maxLines }: ContentRules,
): FileContent {
  if (sheet !== undefined) throw unfitting('sheet', 'is only for workbooks; this is a text file');
  const decoded = decodeText(file, encoding);
  const read = readDelimited(decoded.text, maxLines, separator);
  const judged = `The text also fits another encoding. Only as ${decoded.encoding} is it ordinary Japanese.`;
  return {
    about: {
      file_type: 'csv',
      encoding: decoded.encoding,
      byte_order_mark: decoded.byteOrderMark,
      separator: read.separator,
      sheet: null,
      sheets: [],
      remarks: decoded.judged ? [{ code: 'encoding_judged', message: judged }] : [],
    },
    lines: read.lines,
  };
}
