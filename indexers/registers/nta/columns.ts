import { corporateNumberCheckDigit } from '../../../src/text/identifiers.ts';
import type { CompanyKind, CompanyRow } from '../../loading/facts.ts';
import { isUndecoded, undecoded } from '../../loading/reading.ts';
import { closeCauses, companyKinds } from './codes.ts';

/**
 * One state of a corporation, from a row of the full or the differential file of the National Tax Agency. Days are
 * `YYYY-MM-DD`; an empty cell is null.
 */
export interface RegisterState {
  readonly corporateNumber: string;
  /** 01 new, 11 name, 12 address, 13 abroad, 21 closed, 22 revived, 71 merged others, 72 that was invalid, 81, 99 removed. */
  readonly process: string;
  readonly updatedOn: string;
  readonly changedOn: string | null;
  readonly name: string;
  readonly nameImageId: string | null;
  readonly kind: CompanyKind | null;
  readonly prefecture: string | null;
  readonly prefectureCode: string | null;
  readonly city: string | null;
  readonly cityCode: string | null;
  readonly street: string | null;
  readonly postalCode: string | null;
  readonly outsideJapan: string | null;
  readonly closedOn: string | null;
  readonly closeCause: CompanyRow['close_cause'];
  readonly successor: string | null;
  readonly assignedOn: string | null;
  /** False for an earlier state, of which a newer one follows in the same file. */
  readonly latest: boolean;
  readonly englishName: string | null;
  readonly kana: string | null;
  readonly hidden: boolean;
}

const columnCount = 30;

const processes = new Set(['01', '11', '12', '13', '21', '22', '71', '72', '81', '99']);
const removedProcess = '99';

export class RowFault extends Error {
  override readonly name = 'RowFault';
}

/**
 * Reads a row by the published order of columns.
 * @throws RowFault with what is wrong, for the operator
 */
export function readRegisterRow(cells: readonly string[]): RegisterState {
  if (cells.length !== columnCount)
    throw new RowFault(`has ${cells.length} columns instead of ${columnCount}`);
  const cell = (at: number): string | null => cells[at] || null;
  const process = required(cell(2), 'process');
  if (!processes.has(process)) throw new RowFault(`process ${process} is unknown`);
  const removed = process === removedProcess;
  const successor = cell(20);
  return {
    corporateNumber: corporateNumber(required(cell(1), 'corporateNumber'), 'corporateNumber'),
    process,
    updatedOn: required(day(cell(4), 'updateDate'), 'updateDate'),
    changedOn: day(cell(5), 'changeDate'),
    name: removed ? '' : name(required(cell(6), 'name')),
    nameImageId: cell(7),
    kind: code(cell(8), companyKinds, 'kind', removed),
    prefecture: cell(9),
    prefectureCode: formed(cell(13), /^(0[1-9]|[1-3]\d|4[0-7])$/, 'prefectureCode'),
    city: cell(10),
    cityCode: formed(cell(14), /^\d{3}$/, 'cityCode'),
    street: cell(11),
    postalCode: formed(cell(15), /^\d{7}$/, 'postCode'),
    outsideJapan: cell(16),
    closedOn: day(cell(18), 'closeDate'),
    closeCause: code(cell(19), closeCauses, 'closeCause', true),
    successor: successor === null ? null : corporateNumber(successor, 'successorCorporateNumber'),
    assignedOn: day(cell(22), 'assignmentDate'),
    latest: cell(23) !== '0',
    englishName: cell(24),
    kana: cell(28),
    hidden: cell(29) === '1',
  };
}

function required(value: string | null, column: string): string {
  if (value === null) throw new RowFault(`${column} is empty`);
  return value;
}

function corporateNumber(value: string, column: string): string {
  if (!/^\d{13}$/.test(value)) throw new RowFault(`${column} ${value} is not 13 digits`);
  if (Number(value[0]) !== corporateNumberCheckDigit(value.slice(1))) {
    throw new RowFault(`${column} ${value} has a wrong check digit`);
  }
  return value;
}

function name(value: string): string {
  if (isUndecoded(value)) throw new RowFault(`name ${undecoded}`);
  if (value.length > 1000) throw new RowFault('name is longer than 1,000 characters');
  return value;
}

function day(value: string | null, column: string): string | null {
  return formed(value, /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, column);
}

function formed(value: string | null, form: RegExp, column: string): string | null {
  if (value !== null && !form.test(value)) throw new RowFault(`${column} ${value} has a wrong form`);
  return value;
}

function code<Meaning>(
  value: string | null,
  meanings: Readonly<Partial<Record<string, Meaning>>>,
  column: string,
  mayBeEmpty: boolean,
): Meaning | null {
  if (value === null && mayBeEmpty) return null;
  const meaning = value === null ? undefined : meanings[value];
  if (meaning === undefined) throw new RowFault(`${column} ${value ?? '(empty)'} is unknown`);
  return meaning;
}
