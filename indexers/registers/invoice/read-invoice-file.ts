import { findRecordsName } from '../../loading/files/archives.ts';
import { readCsv } from '../../loading/files/read-csv.ts';
import { readJsonList, readXmlElements } from '../../loading/files/read-documents.ts';
import { readJsonLines } from '../../loading/files/read-json-lines.ts';
import type { Located } from '../../loading/files/read-rows.ts';
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
  const name = await findRecordsName(file);
  const ofCorporations = filesOfCorporations.test(file.name);
  for await (const { line, ...record } of readInvoiceRecords(file, name)) {
    if ('fault' in record) {
      yield { line, fault: record.fault, text: '' };
      continue;
    }
    const read = readStatement(record.value, ofCorporations);
    yield typeof read === 'string'
      ? { line, fault: read, text: renderRejectedText(record.value) }
      : { line, value: read.row };
  }
}

function readInvoiceRecords(file: SourceFile, name: string): AsyncGenerator<Located<Cells>> {
  if (/\.jsonl$/i.test(name)) return readJsonObjects(readJsonLines(file));
  if (/\.json$/i.test(name)) return readJsonObjects(readJsonList(file, 'announcement'));
  if (/\.xml$/i.test(name)) return readJsonObjects(readXmlElements(file, 'announcement'));
  return readCsvRows(file);
}

async function* readCsvRows(file: SourceFile): AsyncGenerator<Located<Cells>> {
  let isFirst = true;
  for await (const record of readCsv(file)) {
    const mayBeHeader = isFirst;
    isFirst = false;
    if ('fault' in record) {
      yield record;
      continue;
    }
    const { line, value } = record;
    // The Web-API's first line has the day, the number of rows, and which part of the answer it is.
    if (mayBeHeader && (value.length === 4 || value[0] === columns[0])) continue;
    if (value.length === columns.length)
      yield { line, value: toCells(columns.map((column, at) => [column, value[at]])) };
    else yield { line, fault: `has ${value.length} of ${columns.length} columns`, text: '' };
  }
}

async function* readJsonObjects(records: AsyncGenerator<Located<unknown>>): AsyncGenerator<Located<Cells>> {
  for await (const record of records) {
    if ('fault' in record) {
      // The message of JSON.parse quotes the text, which can have a name.
      yield { line: record.line, fault: 'not JSON', text: '' };
      continue;
    }
    const { line, value } = record;
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      yield {
        line,
        value: toCells(columns.map((column) => [column, (value as Record<string, unknown>)[column]])),
      };
    else yield { line, fault: 'not a JSON object', text: '' };
  }
}

function toCells(cells: readonly (readonly [string, unknown])[]): Cells {
  return Object.fromEntries(
    cells.flatMap(([column, cell]) =>
      typeof cell === 'string' || typeof cell === 'number' ? [[column, String(cell)]] : [],
    ),
  );
}
