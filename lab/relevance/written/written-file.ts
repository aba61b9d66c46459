import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type HeadedRow, readHeadedCsv } from '../../../indexers/loading/files/read-headed-csv.ts';
import { openSource } from '../../../indexers/loading/files/source-file.ts';
import { OperatorError } from '../../../indexers/operator/operator-error.ts';
import { isCalendarDay } from '../../../src/text/days/written-days.ts';

/** A row of a file of written names. */
export interface WrittenRow {
  readonly written: string;
  readonly corporateNumber: string;
  readonly registered: string;
}

export interface EverydayRow {
  readonly name: string;
  readonly securitiesCode: string;
}

/** More rows than this are refused, because all are kept in memory. */
const maxRows = 500_000;
/** As for `/resolve`. */
const maxNameLength = 1000;

/** @throws OperatorError that names the line of a row that cannot be used */
export async function readWrittenRows(file: string): Promise<WrittenRow[]> {
  const columns = ['written_name', 'corporate_number', 'registered_name'] as const;
  return await readAll(file, columns, (row) => {
    const { written_name: written, corporate_number: corporateNumber, registered_name: registered } = row;
    if (!/^\d{13}$/.test(corporateNumber)) return 'corporate_number must have 13 digits.';
    return (
      nameFault('written_name', written) ??
      nameFault('registered_name', registered) ?? { written, corporateNumber, registered }
    );
  });
}

/** @throws OperatorError that names the line of a row that cannot be used */
export async function readEverydayRows(file: string): Promise<EverydayRow[]> {
  return await readAll(file, ['name', 'securities_code'], ({ name, securities_code: securitiesCode }) => {
    if (!/^\d[\dA-Z]\d[\dA-Z]$/.test(securitiesCode))
      return 'securities_code must be a code of four characters, for example 7203.';
    return nameFault('name', name) ?? { name, securitiesCode };
  });
}

/** A name of a company, and the first and the last of the days on which it is known to have had it. */
export interface DayRow {
  readonly corporateNumber: string;
  readonly name: string;
  readonly firstDay: string;
  readonly lastDay: string;
}

/** @throws OperatorError that names the line of a row that cannot be used */
export async function readDayRows(file: string): Promise<DayRow[]> {
  const columns = ['corporate_number', 'filer_name', 'first_day', 'last_day'] as const;
  return await readAll(file, columns, (row) => {
    const {
      corporate_number: corporateNumber,
      filer_name: name,
      first_day: firstDay,
      last_day: lastDay,
    } = row;
    if (!/^\d{13}$/.test(corporateNumber)) return 'corporate_number must have 13 digits.';
    if (!isCalendarDay(firstDay) || !isCalendarDay(lastDay))
      return 'first_day and last_day must be YYYY-MM-DD.';
    return nameFault('filer_name', name) ?? { corporateNumber, name, firstDay, lastDay };
  });
}

async function readAll<Name extends string, Row extends object>(
  file: string,
  columns: readonly Name[],
  read: (row: HeadedRow<Name>) => Row | string,
): Promise<Row[]> {
  const source = await openSource(file);
  const rows: Row[] = [];
  for await (const located of readHeadedCsv(source, columns)) {
    const row = 'fault' in located ? located.fault : read(located.value);
    if (typeof row === 'string') throw new OperatorError(`${source.name}, line ${located.line}: ${row}`);
    if (rows.length === maxRows)
      throw new OperatorError(`${source.name} has more than ${maxRows} rows: split it.`);
    rows.push(row);
  }
  if (rows.length === 0) throw new OperatorError(`${source.name} has no rows after its header.`);
  return rows;
}

function nameFault(column: string, name: string): string | null {
  if (name === '') return `${column} is empty.`;
  return name.length > maxNameLength ? `${column} has more than ${maxNameLength} characters.` : null;
}

/** Real names with their corporate numbers, next to the project if someone put them there; null if not. */
export function realNamesFile(): string | null {
  return besideSources('../shared/data/written_names.csv.gz');
}

/** Our everyday names of listed companies; null in a build without the sources. */
export function everydayFile(): string | null {
  return besideSources('lab/relevance/written/everyday/names.csv');
}

/** A file by its path from the root of the project, which is above the sources and above `dist`. */
export function besideSources(file: string): string | null {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!existsSync(path.join(folder, 'package.json'))) {
    const above = path.dirname(folder);
    if (above === folder) return null;
    folder = above;
  }
  const found = path.resolve(folder, file);
  return existsSync(found) ? found : null;
}
