import type { MappedHintField, MappingField } from '../../../contract/sources/sources.ts';
import { parseDayInCell } from '../../../text/days/written-days.ts';
import { parseCorporateNumber } from '../../../text/identifiers/corporate-number.ts';
import { parseDomain } from '../../../text/identifiers/identifiers.ts';
import { parseSecuritiesCode } from '../../../text/identifiers/securities-code.ts';
import { normalizeText } from '../../../text/letters/normalize.ts';
import { parsePostalCode } from '../../../text/places/addresses.ts';
import { readPlaceInLatin } from '../../../text/places/latin-places.ts';
import { parsePrefecture, prefectures } from '../../../text/places/prefectures.ts';
import { isContact, isDate, isNumeric } from './table-words.ts';

/** Whether a cell can be a value of a field. Detection and the warnings about a mapping share these rules. */

export type ColumnField = MappingField | MappedHintField | 'as_of';

/** Longer cells are not values of a field; measuring a column reads no more of them. */
export const maxCellMeasured = 1_000;

export const fits: Readonly<Record<ColumnField, (cell: string) => boolean>> = {
  corporate_number: (cell) => hasDigits(cell, 13) && parseCorporateNumber(cell).ok,
  ticker: (cell) => parseSecuritiesCode(cell).ok,
  domain: (cell) => hasDot(cell) && parseDomain(cell).ok,
  email: isAnyMail,
  name: isName,
  // Codes of prefectures are numbers that many columns have.
  prefecture: (cell) => /\p{L}/u.test(cell) && parsePrefecture(normalizeText(cell)) !== undefined,
  city: (cell) =>
    /^.{0,8}?(市|区|郡|町|村)[^\d]{0,8}$/u.test(stripPostalCode(cell)) ||
    (!/\d/.test(cell) && readPlaceInLatin(cell) !== null),
  address: isAddress,
  securities_code: (cell) => parseSecuritiesCode(cell).ok,
  as_of: (cell) => parseDayInCell(cell) !== null,
  postal_code: (cell) => parsePostalCode(cell) !== null,
};

/** Whether a cell is a postal code without a header that says so: with all its digits. */
export function isWholePostalCode(cell: string): boolean {
  return normalizeText(cell).replaceAll(/\D/g, '').length === 7 && fits.postal_code(cell);
}

export function isMailAddress(cell: string): boolean {
  return /[@＠]/.test(cell);
}

/** Also one of free mail, which identifies nobody. */
function isAnyMail(cell: string): boolean {
  if (!isMailAddress(cell)) return false;
  const parsed = parseDomain(cell);
  return parsed.ok || parsed.reason === 'not_identifying';
}

/** Shares are shown with three decimals. */
export function roundShare(share: number): number {
  return Math.round(share * 1000) / 1000;
}

// Most cells of a table are neither numbers nor addresses, and reading each as one takes much longer.

function hasDigits(cell: string, least: number): boolean {
  return normalizeText(cell).replaceAll(/\D/g, '').length >= least;
}

/** Also a Japanese one. */
function hasDot(cell: string): boolean {
  return /[.。]/.test(normalizeText(cell));
}

/** 総務部, 人事課: 所属 in a list of staff. 株式会社服部 is a company. */
const department = /^(?!.*(?:会社|法人|組合|[(（]|㈱|㈲)).{2,12}(?:部|課|係|室)$/u;

/** Persons and products have the same form as names; only what is certainly something else does not fit. */
function isName(cell: string): boolean {
  const text = normalizeText(cell);
  if (!/\p{L}/u.test(text) || text.length > 200) return false;
  return (
    !isContact(cell) &&
    !department.test(text) &&
    !isDate(cell) &&
    !isNumeric(cell) &&
    !parseCorporateNumber(cell).ok &&
    !isAddress(cell)
  );
}

function isAddress(cell: string): boolean {
  const text = stripPostalCode(cell);
  const [begin] = text.split(/\d/, 1);
  const named = prefectures.some(({ name }) => text.startsWith(name) && text.length > name.length);
  return (
    (/\d.*,/.test(text) && readPlaceInLatin(text) !== null) ||
    (named && /[市区町村郡]/u.test(text)) ||
    (/^.{1,7}[市区町村].+/u.test(begin ?? '') && /\d|丁目|番地/u.test(text))
  );
}

function stripPostalCode(cell: string): string {
  return normalizeText(cell.slice(0, 300)).replace(/^〒? ?\d{3}-?\d{4} ?/, '');
}
