import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { readCsv } from '../../../indexers/loading/files/read-csv.ts';
import { openSource } from '../../../indexers/loading/files/source-file.ts';
import { OperatorError } from '../../../indexers/operator/operator-error.ts';
import type { MappedHintField, MappingField } from '../../../src/contract/sources/sources.ts';
import { suggestColumns } from '../../../src/features/sources/columns/column-suggestions.ts';
import { detectColumns } from '../../../src/features/sources/columns/detect-columns.ts';
import type { CaseCells } from '../match-rows.ts';
import { besideSources } from '../written/written-file.ts';

/** A row of a table of cases, before it is known who its company is here. */
export interface CaseRow {
  /** The file's name. */
  readonly class: string;
  readonly cells: CaseCells;
  readonly corporateNumber: string;
  readonly settles: boolean;
}

/** What is right stands in columns that say so. Only the others are the table. */
const answerColumn = /[(（]参考[)）]$/;
const numberColumn = '正しい法人番号(参考)';
/** A table with rows that must not settle has a column that says which. */
const outcomeColumn = '期待(参考)';
const staysOpen = /確定してはいけない/;

/** Tables of cases next to the project, if someone put them there; null if not. */
export function caseFolder(): string | null {
  return besideSources('../shared/cases/expected');
}

/**
 * The rows of every table in a folder, in columns that are recognised as in an import.
 * @throws OperatorError if a table cannot be used
 */
export async function readCaseRows(folder: string): Promise<CaseRow[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.csv')).sort();
  const tables = await Promise.all(files.map((name) => readCaseTable(path.join(folder, name))));
  const rows = tables.flat();
  if (rows.length === 0) throw new OperatorError(`${folder} has no rows of cases.`);
  return rows;
}

async function readCaseTable(file: string): Promise<CaseRow[]> {
  const source = await openSource(file);
  const records: string[][] = [];
  for await (const record of readCsv(source)) {
    if ('fault' in record) throw new OperatorError(`${source.name}, line ${record.line}: ${record.fault}`);
    records.push(record.value);
  }
  const [titles = [], ...rows] = records;
  const number = titles.indexOf(numberColumn);
  if (number < 0) throw new OperatorError(`${source.name} has no column ${numberColumn}.`);
  const outcome = titles.indexOf(outcomeColumn);
  const columns = mapColumns(titles, rows);
  if (columns.length === 0) throw new OperatorError(`${source.name} has no column of companies.`);
  return rows.map((row) => ({
    class: path.basename(file, '.csv'),
    cells: Object.fromEntries(columns.map(([field, place]) => [field, row[place] ?? ''])),
    corporateNumber: row[number] ?? '',
    settles: !staysOpen.test(row[outcome] ?? ''),
  }));
}

/** @returns the place of each column that an import would use */
export function mapColumns(
  titles: readonly string[],
  rows: readonly (readonly string[])[],
): (readonly [MappingField | MappedHintField, number])[] {
  const places = titles.flatMap((title, place) => (answerColumn.test(title) ? [] : [place]));
  const headers = places.map((place) => titles[place] ?? '');
  const cells = rows.map((row) => places.map((place) => row[place] ?? ''));
  const { identifiers, hints } = suggestColumns(detectColumns(headers, cells), headers);
  return [...identifiers, ...hints]
    .filter(({ suggested }) => suggested)
    .map(({ field, header }) => [field, titles.indexOf(header)] as const);
}
