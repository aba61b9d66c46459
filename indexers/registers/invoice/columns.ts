import { isCalendarDay } from '../../../src/text/days/written-days.ts';
import { requireCorporateNumber, requireDecoded } from '../../loading/files/cell-values.ts';
import { RowFault } from '../../loading/files/read-rows.ts';

/**
 * The fields of a statement, in the order of the publisher's CSV files, which have no header. JSON and XML have the same
 * names. Fields about natural persons (popularName_previousName, kana) are never read.
 */
export const columns = [
  'sequenceNumber',
  'registratedNumber',
  'process',
  'correct',
  'kind',
  'country',
  'latest',
  'registrationDate',
  'updateDate',
  'disposalDate',
  'expireDate',
  'address',
  'addressPrefectureCode',
  'addressCityCode',
  'addressRequest',
  'addressRequestPrefectureCode',
  'addressRequestCityCode',
  'kana',
  'name',
  'addressInside',
  'addressInsidePrefectureCode',
  'addressInsideCityCode',
  'tradeName',
  'popularName_previousName',
] as const;
export type Column = (typeof columns)[number];

/** The cells of a statement; absent ones are empty. */
export type Cells = Readonly<Partial<Record<Column, string>>>;

/** What the register states about one corporation at one time. Days are `YYYY-MM-DD`. */
export interface InvoiceStatement {
  readonly corporateNumber: string;
  /**
   * Whether it certainly is about a corporation. The publisher blanks earlier and deleted states, so that they can also be
   * those of a natural person.
   */
  readonly isCorporation: boolean;
  /** 01 new, 02 changed, 03 expired, 04 cancelled, 99 deleted. */
  readonly process: string;
  readonly updatedOn: string;
  /** Null only for a deletion. */
  readonly registeredOn: string | null;
  readonly cancelledOn: string | null;
  readonly expiredOn: string | null;
  readonly name: string | null;
  readonly tradeName: string | null;
  readonly address: string | null;
}

/** A row about a natural person, of which nothing is kept. */
export const person = 'person';
export type InvoiceRow = InvoiceStatement | typeof person;

const processes = new Set(['01', '02', '03', '04', '99']);
const maxTextLength = 1000;

/** The text that is kept of a rejected row: only the number of a corporation. */
export function renderRejectedText({ kind, registratedNumber = '' }: Cells): string {
  if (kind === '2') return registratedNumber.slice(0, 100);
  return '';
}

/**
 * @param ofCorporations the file has only corporations
 * @throws RowFault
 */
export function readStatement(cells: Cells, ofCorporations: boolean): InvoiceRow {
  const { kind = '', process = '' } = cells;
  if (kind === '1') return person;
  if (kind !== '2' && kind !== '') throw new RowFault('kind is unknown');
  if (!processes.has(process)) throw new RowFault('process is unknown');
  const registeredOn = readDay(cells, 'registrationDate');
  if (registeredOn === null && process !== '99') throw new RowFault('registrationDate is empty');
  const updatedOn = readDay(cells, 'updateDate');
  if (updatedOn === null) throw new RowFault('updateDate is empty');
  return {
    corporateNumber: readNumber(cells),
    isCorporation: kind === '2' || ofCorporations,
    process,
    updatedOn,
    registeredOn,
    cancelledOn: readDay(cells, 'disposalDate'),
    expiredOn: readDay(cells, 'expireDate'),
    name: readStatedText(cells, 'name'),
    tradeName: readStatedText(cells, 'tradeName'),
    // Of the head office; of a foreign company, of its office in Japan; of an association, if it asked for publication.
    address:
      readStatedText(cells, 'address') ??
      readStatedText(cells, 'addressInside') ??
      readStatedText(cells, 'addressRequest'),
  };
}

function readNumber({ registratedNumber = '' }: Cells): string {
  const [, number] = /^T(\d{13})$/.exec(registratedNumber.trim()) ?? [];
  if (number === undefined) throw new RowFault('registratedNumber is not T and 13 digits');
  requireCorporateNumber('registratedNumber', number);
  return number;
}

function readDay(cells: Cells, column: Column): string | null {
  const day = cells[column]?.trim() ?? '';
  if (day === '') return null;
  if (!isCalendarDay(day)) throw new RowFault(`${column} is not a day`);
  return day;
}

function readStatedText(cells: Cells, column: Column): string | null {
  const text = cells[column]?.trim() ?? '';
  requireDecoded(column, text);
  if (text.length > maxTextLength) throw new RowFault(`${column} is longer than 1,000 characters`);
  if (text === '') return null;
  return text;
}
