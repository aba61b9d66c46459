import { findRecordsName } from '../../loading/files/archives.ts';
import { readCsv } from '../../loading/files/read-csv.ts';
import { readJsonList, readXmlElements } from '../../loading/files/read-documents.ts';
import { hideUnreadable, readJsonLines } from '../../loading/files/read-json-lines.ts';
import { type Located, RowFault, readRows } from '../../loading/files/read-rows.ts';
import type { SourceFile } from '../../loading/files/source-file.ts';
import { type Cells, columns, type InvoiceRow, readStatement, renderRejectedText } from './columns.ts';

/** The publisher's names: h_ corporations, j_ associations without legal personality, k_ natural persons. */
const filesOfCorporations = /^[hj]_all_/i;

/**
 * The statements of a file in any of the publisher's formats: CSV, JSON, XML, or JSON Lines with one `announcement` of the
 * Web-API on each line. Of rows that cannot be read, only the number of a corporation is reported, because they can be
 * about a natural person.
 */
export async function* readInvoiceFile(file: SourceFile): AsyncGenerator<Located<InvoiceRow>> {
  const ofCorporations = filesOfCorporations.test(file.name);
  const records = readInvoiceRecords(file, await findRecordsName(file));
  yield* readRows(records, (cells) => readStatement(cells, ofCorporations), renderRejectedText);
}

function readInvoiceRecords(file: SourceFile, name: string): AsyncGenerator<Located<Cells>> {
  const renderNothing = () => '';
  if (/\.jsonl$/i.test(name)) return readRows(hideUnreadable(readJsonLines(file)), pickCells, renderNothing);
  if (/\.json$/i.test(name)) return readRows(readJsonList(file, 'announcement'), pickCells, renderNothing);
  if (/\.xml$/i.test(name)) return readRows(readXmlElements(file, 'announcement'), pickCells, renderNothing);
  return readRows(skipHeader(readCsv(file)), nameCells, renderNothing);
}

/** The Web-API's first line has the day, the number of rows, and which part of the answer it is. */
async function* skipHeader(records: AsyncIterable<Located<string[]>>): AsyncGenerator<Located<string[]>> {
  let isFirst = true;
  for await (const record of records) {
    const isHeader =
      isFirst && 'value' in record && (record.value.length === 4 || record.value[0] === columns[0]);
    isFirst = false;
    if (!isHeader) yield record;
  }
}

function nameCells(cells: readonly string[]): Cells {
  if (cells.length !== columns.length) throw new RowFault(`has ${cells.length} of ${columns.length} columns`);
  return Object.fromEntries(columns.map((column, at) => [column, cells[at]]));
}

function pickCells(record: unknown): Cells {
  if (typeof record !== 'object' || record === null || Array.isArray(record))
    throw new RowFault('not a JSON object');
  const stated: Readonly<Record<string, unknown>> = { ...record };
  return Object.fromEntries(
    columns
      .filter((column) => typeof stated[column] === 'string' || typeof stated[column] === 'number')
      .map((column) => [column, String(stated[column])]),
  );
}
