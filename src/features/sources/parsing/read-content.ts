import { ServiceError } from '../../../contract/errors.ts';
import type { SourceFileReport } from '../../../contract/sources/source-file.ts';
import { readDelimited } from './delimited-text.ts';
import type { ContentParameters, ContentRules, FileContent } from './file-content.ts';
import { unfitting, unsupported } from './file-failures.ts';
import { isWorkbook, refuseOtherFiles } from './file-kinds.ts';
import type { SheetLine } from './sheet-lines.ts';
import { type DecodedText, decodeText } from './text-encoding.ts';

/** The one reader of files that people send: text in any encoding, and Excel workbooks. */

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
  if (!isWorkbook(file)) return readText(file, parameters, rules);
  // Loaded with the first workbook: a new process that reads text is ready sooner.
  const { readWorkbook } = await import('./workbook/workbook.ts');
  return readWorkbook(file, parameters, rules);
}

function readText(
  file: Uint8Array,
  { encoding, separator, sheet }: ContentParameters,
  { maxLines }: ContentRules,
): FileContent {
  if (sheet !== undefined) throw unfitting('sheet', 'is only for workbooks; this is a text file');
  const decoded = decodeText(file, encoding);
  refuseOtherTexts(decoded.text);
  const read = readDelimited(decoded.text, maxLines, separator);
  if (decoded.faulty && encoding === undefined) throw faultyBytes(decoded, read.lines);
  return {
    about: {
      file_type: 'csv',
      encoding: decoded.encoding,
      byte_order_mark: decoded.byteOrderMark,
      separator: read.separator,
      sheet: null,
      sheets: [],
      free_column: null,
      remarks: textRemarks(decoded, read.lines),
    },
    lines: read.lines,
  };
}

/** Files of other programs that are text, but no table. Web systems often call their HTML .xls. */
function refuseOtherTexts(text: string): void {
  const beginning = text.slice(0, 1000).trimStart().toLowerCase();
  if (/^<(\?xml|!doctype|!--|html|head|meta|body|table|style|workbook)\b/.test(beginning))
    throw unsupported('The file is a web page (HTML) or XML, whatever it is called.');
  if (/^(\[\s*[[{]|\{\s*")/.test(beginning))
    throw unsupported('The file is JSON. Rows in JSON are imported by POST /api/service/sources/import.');
  if (beginning.startsWith('{\\rtf')) throw unsupported('The file is a formatted text (RTF).');
}

const faultyLinesNamed = 10;

/** Names the lines, as a spreadsheet numbers them. */
function faultyPlaces(lines: readonly SheetLine[]): string {
  const rows = lines
    .filter(({ cells }) => cells.some((cell) => cell.includes('\ufffd')))
    .map(({ row }) => row);
  const more = rows.length > faultyLinesNamed ? ` and ${rows.length - faultyLinesNamed} more` : '';
  return `${rows.length === 1 ? 'line' : 'lines'} ${rows.slice(0, faultyLinesNamed).join(', ')}${more}`;
}

function faultyBytes({ encoding }: DecodedText, lines: readonly SheetLine[]): ServiceError {
  const message = `The file is ${encoding} except for a few bytes, in ${faultyPlaces(lines)}`;
  return new ServiceError('source_file_encoding_unclear', {
    message: `${message}. Correct them, or send encoding=${encoding} to read each of them as �.`,
    details: [{ field: 'encoding', message: `is ${encoding} except for bytes in ${faultyPlaces(lines)}` }],
  });
}

function textRemarks(
  { judged, faulty, encoding }: DecodedText,
  lines: readonly SheetLine[],
): SourceFileReport['remarks'] {
  const remarks: SourceFileReport['remarks'] = [];
  if (judged)
    remarks.push({
      code: 'encoding_judged',
      message: `The text also fits another encoding. Only as ${encoding} is it ordinary Japanese.`,
    });
  if (faulty)
    remarks.push({
      code: 'faulty_bytes',
      message: `A few bytes are not ${encoding}. They are read as �, in ${faultyPlaces(lines)}.`,
    });
  return remarks;
}
