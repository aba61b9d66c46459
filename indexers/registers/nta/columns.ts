import { closeCauses, companyKinds } from '../../loading/corporation-codes.ts';
import { requireCorporateNumber, requireDecoded } from '../../loading/files/cell-values.ts';
import { RowFault } from '../../loading/files/read-rows.ts';

/** The columns of both files in their published order, numbered from 1 as the agency does. The files have no header. */
const columns = [
  'sequenceNumber', // 1
  'corporateNumber', // 2
  'process', // 3
  'correct', // 4
  'updateDate', // 5
  'changeDate', // 6
  'name', // 7
  'nameImageId', // 8
  'kind', // 9
  'prefectureName', // 10
  'cityName', // 11
  'streetNumber', // 12
  'addressImageId', // 13
  'prefectureCode', // 14
  'cityCode', // 15
  'postCode', // 16
  'addressOutside', // 17
  'addressOutsideImageId', // 18
  'closeDate', // 19
  'closeCause', // 20
  'successorCorporateNumber', // 21
  'changeCause', // 22
  'assignmentDate', // 23
  'latest', // 24
  'enName', // 25
  'enPrefectureName', // 26
  'enCityName', // 27
  'enAddressOutside', // 28
  'furigana', // 29
  'hihyoji', // 30
] as const;
type Column = (typeof columns)[number];
const placeOf = Object.fromEntries(columns.map((column, at) => [column, at])) as Record<Column, number>;

const processes = new Set(['01', '11', '12', '13', '21', '22', '71', '72', '81', '99']);
/** The number was removed: nearly all other columns are blank. */
export const removedProcess = '99';

/**
 * One state of a corporation, from a row of the National Tax Agency's full or differential file. Days are `YYYY-MM-DD`; an
 * empty cell is null.
 */
export type RegisterState = ReturnType<typeof readRegisterRow>;

/** @throws RowFault */
export function readRegisterRow(cells: readonly string[]) {
  if (cells.length !== columns.length) throw new RowFault(`has ${cells.length} of ${columns.length} columns`);
  const row = new RegisterRow(cells);
  const process = row.requireCell('process');
  if (!processes.has(process)) throw new RowFault(`process ${process} is unknown`);
  const removed = process === removedProcess;
  const latest = row.getCell('latest') !== '0';
  return {
    corporateNumber: row.requireCell('corporateNumber', row.parseCorporateNumber('corporateNumber')),
    /** 01 new, 11 name, 12 address, 13 abroad, 21 closed, 22 revived, 71 absorption, 72 absorption annulled, 81, 99 removed. */
    process,
    updatedOn: row.requireCell('updateDate', row.parseDay('updateDate')),
    changedOn: row.parseDay('changeDate'),
    name: removed ? '' : readName(row.requireCell('name')),
    nameImageId: row.getCell('nameImageId'),
    kind: row.parseCode('kind', companyKinds, removed),
    prefecture: row.getCell('prefectureName'),
    prefectureCode: row.matchCell('prefectureCode', /^(0[1-9]|[1-3]\d|4[0-7])$/),
    city: row.getCell('cityName'),
    cityCode: row.matchCell('cityCode', /^\d{3}$/),
    street: row.getCell('streetNumber'),
    postalCode: row.matchCell('postCode', /^\d{7}$/),
    outsideJapan: row.getCell('addressOutside'),
    closedOn: row.parseDay('closeDate'),
    closeCause: row.parseCode('closeCause', closeCauses, true),
    successor: row.parseCorporateNumber('successorCorporateNumber'),
    assignedOn: row.parseDay('assignmentDate'),
    /** The place of an earlier state among the rows of its day; null for the state after that day (`latest` 1). */
    sequence: latest
      ? null
      : Number(row.requireCell('sequenceNumber', row.matchCell('sequenceNumber', /^\d{1,9}$/))),
    englishName: row.getCell('enName'),
    kana: row.getCell('furigana'),
    hidden: row.getCell('hihyoji') === '1',
  };
}

/** The cells of a row by column. A cell in the wrong format throws a RowFault that names the column. */
class RegisterRow {
  constructor(private readonly cells: readonly string[]) {}

  getCell(column: Column): string | null {
    return this.cells[placeOf[column]] || null;
  }

  requireCell(column: Column, value = this.getCell(column)): string {
    if (value === null) throw new RowFault(`${column} is empty`);
    return value;
  }

  matchCell(column: Column, form: RegExp): string | null {
    const value = this.getCell(column);
    if (value !== null && !form.test(value)) throw new RowFault(`${column} ${value} has the wrong format`);
    return value;
  }

  parseDay(column: Column): string | null {
    return this.matchCell(column, /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/);
  }

  parseCorporateNumber(column: Column): string | null {
    const value = this.getCell(column);
    if (value === null) return null;
    if (!/^\d{13}$/.test(value)) throw new RowFault(`${column} ${value} is not 13 digits`);
    requireCorporateNumber(`${column} ${value}`, value);
    return value;
  }

  parseCode<Meaning>(
    column: Column,
    meanings: Readonly<Partial<Record<string, Meaning>>>,
    mayBeEmpty: boolean,
  ): Meaning | null {
    const value = this.getCell(column);
    if (value === null && mayBeEmpty) return null;
    const meaning = meanings[value ?? ''];
    if (meaning === undefined) throw new RowFault(`${column} ${value ?? '(empty)'} is unknown`);
    return meaning;
  }
}

function readName(text: string): string {
  requireDecoded('name', text);
  if (text.length > 1000) throw new RowFault('name is longer than 1,000 characters');
  return text;
}
