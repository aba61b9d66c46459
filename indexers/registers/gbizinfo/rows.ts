import { stat } from 'node:fs/promises';
import { toTokyoDay } from '../../../src/text/days/calendar.ts';
import { parseCorporateNumber } from '../../../src/text/identifiers/identifiers.ts';
import { readCellText, requireDecoded, requireIdentifier } from '../../loading/files/cell-values.ts';
import { findDayInName } from '../../loading/files/day-in-name.ts';
import { readCsv } from '../../loading/files/read-csv.ts';
import { type Located, RowFault, readRows } from '../../loading/files/read-rows.ts';
import type { SourceFile } from '../../loading/files/source-file.ts';
import { OperatorError } from '../../operator/operator-error.ts';
import { mayBePerson, readDay } from './cells.ts';
import {
  bookkeepingColumns,
  type GbizFile,
  type GbizFileName,
  gbizFileNames,
  gbizFiles,
  metadataColumns,
  normalizeHeader,
} from './columns.ts';

/** A row of one of the eight files, without data about natural persons. */
export interface GbizRow {
  readonly file: GbizFileName;
  readonly corporateNumber: string;
  /** Cells by the keys of `gbizFiles`, and by the keys of `metadataColumns` that the file has. */
  readonly cells: Readonly<Record<string, string>>;
  /** Cells of columns that are not in the format, by header. */
  readonly other: Readonly<Record<string, string>>;
  /** When the publisher collected the row; null if it does not say. */
  readonly collectedOn: string | null;
  /** The day for a row without one: when the publisher collected it, else the day of the file. */
  readonly knownOn: string;
}

interface Layout {
  readonly file: GbizFileName;
  readonly columns: ReadonlyMap<string, number>;
  readonly bookkeeping: readonly number[];
  readonly other: readonly (readonly [header: string, at: number])[];
  readonly width: number;
}

/** @throws OperatorError if the file is not one of the eight, or lacks columns, which the error names */
export async function* readGbizRows(file: SourceFile): AsyncGenerator<Located<GbizRow>> {
  const fileDay = await readFileDay(file);
  yield* readRows(
    readRecords(file),
    (record) => readRow(record, fileDay),
    (record) => getCell(record, 'corporate_number'),
  );
}

/** The day for rows without one. */
export async function readFileDay({ name, path }: SourceFile): Promise<string> {
  return findDayInName(name) ?? toTokyoDay((await stat(path)).mtime);
}

interface GbizRecord {
  readonly layout: Layout;
  readonly record: readonly string[];
}

async function* readRecords(file: SourceFile): AsyncGenerator<Located<GbizRecord>> {
  let layout: Layout | undefined;
  for await (const located of readCsv(file)) {
    if ('fault' in located) yield located;
    else if (layout === undefined) layout = recogniseLayout(file, located.value);
    else yield { line: located.line, value: { layout, record: located.value } };
  }
  if (layout === undefined) throw new OperatorError(`${file.name} has no header.`);
}

function recogniseLayout(file: SourceFile, header: readonly string[]): Layout {
  const written = header.map(normalizeHeader);
  const name = recogniseFile(file.name, written);
  const format: GbizFile = gbizFiles[name];
  const missing = findMissingColumns(format, written);
  if (missing.length > 0) {
    throw new OperatorError(
      `${file.name} is read as ${name} but has no column ${missing.join(', ')}; it has: ${header.join(', ')}.`,
    );
  }
  const named = new Map(
    [...Object.entries(format.columns), ...Object.entries(metadataColumns)].map(([column, key]) => [
      normalizeHeader(column),
      key,
    ]),
  );
  const unread = new Set([...(format.personal ?? []), ...bookkeepingColumns].map(normalizeHeader));
  return {
    file: name,
    columns: new Map(
      [...named]
        .filter(([column]) => written.includes(column))
        .map(([column, key]) => [key, written.indexOf(column)]),
    ),
    bookkeeping: ['最終更新日', '最終取得日'].map((column) => written.indexOf(column)),
    other: header.flatMap((text, at) => {
      const key = normalizeHeader(text);
      if (named.has(key) || unread.has(key) || isAboutPersons(key)) return [];
      return [[text.trim(), at] as const];
    }),
    width: header.length,
  };
}

/** The file's name says which file it is. If it was renamed, its columns do. */
function recogniseFile(fileName: string, written: readonly string[]): GbizFileName {
  const byName = gbizFileNames.find((name) => fileName.toLowerCase().includes(name.toLowerCase()));
  if (byName !== undefined) return byName;
  // If two formats fit, the one with more columns is right: Hyoshojoho has all columns of TodokedeNinteijoho.
  const [fitting] = gbizFileNames
    .filter((name) => findMissingColumns(gbizFiles[name], written).length === 0)
    .sort(
      (one, other) =>
        Object.keys(gbizFiles[other].columns).length - Object.keys(gbizFiles[one].columns).length,
    );
  if (fitting === undefined) {
    throw new OperatorError(
      `Neither the name nor the columns of ${fileName} are those of a gBizINFO file (${gbizFileNames.join(', ')}).`,
    );
  }
  return fitting;
}

function findMissingColumns({ columns, personal = [] }: GbizFile, written: readonly string[]): string[] {
  return [...Object.keys(columns), ...personal].filter(
    (column) => !written.includes(normalizeHeader(column)),
  );
}

/** Recognises columns about persons that a later format may add, for example representatives or officers in charge. */
function isAboutPersons(header: string): boolean {
  return /代表|氏名|担当|役員名|株主|署名|責任者|電話|メール/.test(header);
}

function getCell({ layout, record }: GbizRecord, key: string): string {
  return record[layout.columns.get(key) ?? -1] ?? '';
}

function readRow(row: GbizRecord, fileDay: string): GbizRow {
  const { layout, record } = row;
  if (record.length > layout.width)
    throw new RowFault(`has ${record.length} cells instead of ${layout.width}`);
  const corporateNumber = requireIdentifier(parseCorporateNumber(getCell(row, 'corporate_number')));
  if (layout.file === 'Kihonjoho') requireDecoded('商号または名称', getCell(row, 'name'));
  const [collectedOn = null] = layout.bookkeeping
    .map((at) => readDay(record[at]))
    .filter((day) => day !== null);
  return {
    file: layout.file,
    corporateNumber,
    cells: Object.fromEntries([...layout.columns].map(([key, at]) => [key, record[at] ?? ''])),
    other: Object.fromEntries(
      layout.other
        .map(([header, at]) => [header, readCellText(record[at])] as const)
        .filter((entry): entry is readonly [string, string] => entry[1] !== null && !mayBePerson(entry[1])),
    ),
    collectedOn,
    knownOn: collectedOn ?? fileDay,
  };
}
