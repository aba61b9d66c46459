import type { DetectedField } from '../../../contract/sources/answers.ts';
import { getHistoryHeaders } from '../../../contract/sources/columns/history-columns.ts';
import { exportLanguages } from '../../../contract/sources/columns/result-columns.ts';
import { isMailAddress } from '../columns/column-fit.ts';
import { type ColumnRole, detectRole, isPartner, namesParty, otherParty } from '../columns/column-roles.ts';
import { isSuggestable } from '../columns/column-suggestions.ts';
import { detectColumns } from '../columns/detect-columns.ts';
import { isPerson } from '../columns/person-or-shop.ts';
import { hasLegalForm } from '../columns/table-words.ts';
import type { SheetLine } from './sheet-lines.ts';
import { findTable } from './table/find-table.ts';
import { nameColumns } from './table/table-headers.ts';
import { hasHeadersInFirstColumn } from './table/table-shapes.ts';

/**
 * What a sheet of a workbook seems to be. `sites`: nothing but sites could identify companies. `other_parties`: only columns of
 * shops, agencies, parents or holders of accounts could, or it is of the offices of one company or of persons with where they
 * belong, which another sheet may have beside the companies. `no_companies`:
 * also a list of mail addresses, which are rather those of people, of the staff of one company, or of bank accounts alone.
 */
export type SheetKind = 'companies' | 'other_parties' | 'sites' | 'form' | 'no_companies';

const linesJudged = 500;
/** In so many rows, one value in nearly all of them is no coincidence. */
const fewRows = 3;
const nearlyAll = 0.9;
/** The share of cells that shows persons: most family names are not listed. */
const enoughPersons = 0.3;

/** @param lines with values, at least one */
export function judgeSheet(lines: readonly SheetLine[]): SheetKind {
  const found = findTable(lines.slice(0, linesJudged));
  // The record of decisions that an export added to the workbook.
  if (exportLanguages.some((language) => hasAll(found.header, getHistoryHeaders(language))))
    return 'no_companies';
  // 会社名 beside the company that made the file is a line of a cover.
  if (found.header.some(hasLegalForm) || hasHeadersInFirstColumn(found)) return 'form';
  const rows = found.rows.map(({ cells }) => cells);
  if (rows.length === 0) return 'no_companies';
  const { headers } = nameColumns({ header: found.header, rows: found.rows });
  const suggestable = detectColumns(headers, rows).filter(isSuggestable);
  const decisive = suggestable.filter(({ field }) => field !== 'domain');
  const columnOf = (header: string) => rows.map((cells) => cells[headers.indexOf(header)]?.trim() ?? '');
  const isStaff = decisive.length > 0 && decisive.every(({ header }) => isRepeated(columnOf(header)));
  if (isStaff && headers.some((header) => hasPersons(header, columnOf(header)))) return 'no_companies';
  const kinds = decisive.map(({ header }) => detectRole(header));
  const parties = decisive.filter(({ header }) => isParty(detectRole(header)));
  const isOwn = ({ header }: DetectedField) => !isPartner(detectRole(header)) && isRepeated(columnOf(header));
  const isOfOffices =
    parties.every(isOwn) && headers.some((header) => isOffice(header) && !isRepeated(columnOf(header)));
  const isOfPersons =
    parties.every(({ header }) => isAffiliation(header)) &&
    headers.some((header) => hasPersons(header, columnOf(header)));
  if (parties.length > 0 && (isOfOffices || isOfPersons)) return 'other_parties';
  if (parties.length > 0) return 'companies';
  if (kinds.every(({ kind }) => kind === 'financial') && headers.some(isOfAccount)) return 'no_companies';
  if (decisive.length > 0) return 'other_parties';
  return suggestable.some((column) => !isMail(column)) ? 'sites' : 'no_companies';
}

/** One company in nearly all rows, below a header as 所属会社. */
function isRepeated(column: readonly string[]): boolean {
  const filled = column.filter((cell) => cell !== '');
  const counts = new Map<string, number>();
  for (const cell of filled) counts.set(cell, (counts.get(cell) ?? 0) + 1);
  return filled.length >= fewRows && Math.max(...counts.values()) >= nearlyAll * filled.length;
}

function isParty({ rank, kind }: ColumnRole): boolean {
  return rank < otherParty && kind !== 'account';
}

/** 拠点名 or 支店, and not 拠点住所. */
function isOffice(header: string): boolean {
  return detectRole(header).kind === 'place' && namesParty(header);
}

/** 所属 beside 委員名. 会社名 and 勤務先 beside persons are of contacts. */
function isAffiliation(header: string): boolean {
  return /所属|affiliation/i.test(header);
}

function hasPersons(header: string, column: readonly string[]): boolean {
  if (/氏名|[社職]員名|従業員名|スタッフ名|委員名?$|employee|staff name/i.test(header)) return true;
  const filled = column.filter((cell) => cell !== '');
  return filled.length > 0 && filled.filter(isPerson).length >= enoughPersons * filled.length;
}

function isOfAccount(header: string): boolean {
  return /口座|account[ _]?(no|number|holder|name)/i.test(header);
}

function hasAll(header: readonly string[], expected: readonly string[]): boolean {
  return expected.every((title) => header.includes(title));
}

function isMail({ sample_values }: DetectedField): boolean {
  return sample_values.every(isMailAddress);
}
