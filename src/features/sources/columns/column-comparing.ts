import type { DetectedField } from '../../../contract/sources/answers.ts';
import { readNumber } from '../../../text/identifiers/corporate-number.ts';
import { isEmptyCell } from '../../../text/letters/normalize.ts';
import { toCoreKey } from '../../../text/names/names.ts';
import { assignOwners, type ColumnRole, extractFirst, otherParty, removeNumber } from './column-roles.ts';
import { isSuggestable } from './column-suggestions.ts';
import { isAttribute, readHeader } from './header-words.ts';
import { isPersonOrShop } from './person-or-shop.ts';
import { hasLegalForm } from './table-words.ts';

/**
 * What the cells of a table say against a column that its header lets be the company. Cells only take a column out or
 * make a person choose. They never make a column the company, because the names of another party are names too.
 */

interface Column {
  readonly found: DetectedField;
  readonly role: ColumnRole;
  /** A key of each row's value; empty for an empty cell. */
  readonly keys: readonly string[];
  /** Of some of its values: how many there are, how many have a legal form, and how many are a person or a shop. */
  readonly judged: { readonly cells: number; readonly companies: number; readonly less: number };
  readonly filled: number;
  readonly different: number;
}

/** Enough rows to say that one value in all of them is no coincidence. */
const fewRows = 3;
/** Enough cells to say whether a column has companies. */
const cellsJudged = 30;
/** How full a column must be, as a share of another one for the same, by whether its header names its field. */
const leastFilled = { named: 0.1, unknown: 0.5 };
/** The share of rows in which two columns that are the same agree. */
const mostRows = 0.8;
/** The share of persons and shops that shows what a column has: most family names are not listed. */
const leastOfLess = 0.3;
/** So many names for each number are those of other companies. */
const manyNames = 3;

/**
 * @param found columns in the order of their confidence
 * @returns those that cannot be the company beside the others
 */
export function findContradicted(
  found: readonly DetectedField[],
  headers: readonly string[],
  rows: readonly (readonly (string | null)[])[],
): ReadonlySet<DetectedField> {
  const findOwner = assignOwners(headers, isAttribute);
  const measureColumns = (field: DetectedField['field']) =>
    found
      .filter((column) => column.field === field && isSuggestable(column))
      .map((column) =>
        measureColumn(column, findOwner(column.header, field), headers.indexOf(column.header), rows),
      );
  const names = measureColumns('name');
  const numbers = measureColumns('corporate_number');
  const out = new Set<DetectedField>();
  for (const columns of [names, numbers])
    for (const [at, column] of columns.entries()) {
      const peers = columns.filter((other) => other.role.rank === column.role.rank && other !== column);
      const least = readHeader(column.found) === 'unknown' ? leastFilled.unknown : leastFilled.named;
      if (
        peers.some((other) => column.filled < least * other.filled) ||
        columns
          .slice(0, at)
          .some((other) => peers.includes(other) && !out.has(other.found) && isSame(column, other))
      )
        out.add(column.found);
    }
  // A repeated header above one word that is no company: 会社名, 会社名 (2) with 担当者 in all rows.
  for (const column of names)
    if (names.some((other) => other.different >= fewRows && isIdleRepeat(column, other)))
      out.add(column.found);
  for (const column of names)
    if (
      names.some(
        (other) =>
          isOwn(column, other) ||
          isPlainlyLess(column, other) ||
          (hasCompanies(other) &&
            hasNoCompany(column) &&
            column.role.rank < otherParty &&
            (readHeader(column.found) === 'sure'
              ? column.role.rank > 0
              : other.role.rank <= column.role.rank)),
      )
    )
      out.add(column.found);
  // 会社名2 with the end of the name, or with a second company in a few rows.
  const firsts = new Map(
    names
      .filter(({ role }) => role.kind !== 'variant')
      .map((column) => [removeNumber(column.found.header), column]),
  );
  for (const column of names) {
    const first = firsts.get(extractFirst(column.found.header) ?? '');
    if (first && isPartOf(column, first)) out.add(column.found);
  }
  // One contractor for many agencies: perhaps the agencies are meant, for example in a list of one's own contracts.
  for (const column of names)
    if (column.role.rank < otherParty && column.filled >= fewRows && column.different === 1)
      if (names.some((other) => isOtherParty(other.role) && other.different >= fewRows))
        out.add(column.found);
  // One number for many names is the number of another party, for example of the parent.
  for (const number of numbers)
    if (
      number.role.rank < otherParty &&
      names.some((name) => name.role.rank < otherParty && hasManyNames(number, name))
    )
      out.add(number.found);
  return out;
}

function isIdleRepeat(column: Column, of: Column): boolean {
  const title = ({ found }: Column) => found.header.replace(/(?<!\s)\s*\(\d+\)$/, '');
  return (
    title(column) === title(of) &&
    column.filled >= fewRows &&
    column.different === 1 &&
    !column.found.sample_values.some(hasLegalForm)
  );
}

function isPartOf(column: Column, first: Column): boolean {
  const { cells, companies } = column.judged;
  return 2 * companies < cells || 2 * column.filled < first.filled || isSame(column, first);
}

/** One company in all rows beside others of the same rank: whose table it is. */
function isOwn(column: Column, other: Column): boolean {
  return (
    column.role.rank === other.role.rank &&
    column.filled >= fewRows &&
    column.different === 1 &&
    other.different >= fewRows
  );
}

/** 応募者名 beside 応募企業, 宛名 beside 送付先会社名: persons or things. */
function hasNoCompany({ filled, judged }: Column): boolean {
  return filled >= fewRows && judged.companies === 0;
}

function hasCompanies({ judged: { cells, companies } }: Column): boolean {
  return cells >= fewRows && 2 * companies >= cells;
}

/**
 * Persons or shops beside companies, whatever their headers say: お客様名 beside 販売店, 加盟店名 beside 運営会社. Agencies, parents
 * and one's own company do not take the place of customers.
 */
function isPlainlyLess(column: Column, other: Column): boolean {
  if (Math.max(column.role.rank, other.role.rank) >= otherParty) return false;
  const { cells, companies, less } = column.judged;
  return (
    column.filled >= fewRows &&
    less >= leastOfLess * cells &&
    less >= companies &&
    other.different > 1 &&
    other.judged.cells >= fewRows &&
    other.judged.companies >= mostRows * other.judged.cells
  );
}

function isOtherParty({ rank, kind }: ColumnRole): boolean {
  return rank === otherParty && !['place', 'former', 'delivery', 'financial'].includes(kind);
}

function measureColumn(
  found: DetectedField,
  role: ColumnRole,
  place: number,
  rows: readonly (readonly (string | null)[])[],
): Column {
  const keys = rows.map((row) => {
    const cell = row[place]?.slice(0, 200) ?? '';
    if (isEmptyCell(cell)) return '';
    if (found.field === 'corporate_number') return readNumber(cell)?.digits ?? cell;
    return toCoreKey(cell);
  });
  const filled = keys.filter((key) => key !== '');
  const cells = rows
    .map((row) => row[place]?.slice(0, 200) ?? '')
    .filter((cell) => !isEmptyCell(cell))
    .slice(0, cellsJudged);
  // Counted once a column: each column is compared with each other one.
  const judged = {
    cells: cells.length,
    companies: cells.filter(hasLegalForm).length,
    less: cells.filter(isPersonOrShop).length,
  };
  return { found, role, keys, judged, filled: filled.length, different: new Set(filled).size };
}

/** Whether two columns have the same company in most rows. Among numbers, 未確認 and 免税 are none. */
function isSame(one: Column, other: Column): boolean {
  const isGiven = (key = '') => (one.found.field === 'corporate_number' ? /^\d{13}$/.test(key) : key !== '');
  const both = one.keys.flatMap((key, row) =>
    isGiven(key) && isGiven(other.keys[row]) ? [key === other.keys[row]] : [],
  );
  return both.length > 0 && both.filter(Boolean).length >= mostRows * both.length;
}

function hasManyNames(number: Column, name: Column): boolean {
  const namesByKey = new Map<string, Set<string>>();
  for (const [row, key] of number.keys.entries()) {
    const named = name.keys[row];
    // Branches of a company begin alike.
    if (key !== '' && named) namesByKey.set(key, (namesByKey.get(key) ?? new Set()).add(named.slice(0, 2)));
  }
  const different = [...namesByKey.values()].reduce((sum, names) => sum + names.size, 0);
  return namesByKey.size > 0 && different >= manyNames * namesByKey.size;
}
