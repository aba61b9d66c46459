import { enrichmentFields } from '../../../contract/lists/enrichment-fields.ts';
import {
  isCandidateColumn,
  type ResultColumn,
  resultColumns,
} from '../../../contract/sources/result-columns.ts';
import { parseCorporateNumber } from '../../../text/identifiers/corporate-number.ts';
import { parseCompanyId } from '../../../text/identifiers/identifiers.ts';
import { isEmptyCell } from '../../../text/letters/normalize.ts';
import { buildExportColumns } from '../../lists/exports/export-columns.ts';
import { type NamingColumn, namingColumns } from '../../row-matching/parse-row.ts';

/**
 * How the columns of an earlier export are recognised in a file: by their headers, and by cells that only an export
 * writes. Headers alone are not enough, because a column of the user with such a header would be replaced.
 */

export interface EarlierExport {
  /** Of its columns that an export writes anew, what their headers begin with; null if there are none. */
  readonly prefix: string | null;
  /** Headers of the columns that name the company of a row, the most reliable first. */
  readonly naming: Readonly<Partial<Record<NamingColumn, string>>>;
}

/** So many headers with our names and prefix are no coincidence. */
const manyColumns = 4;
/** Prefixes that exports take by themselves. */
const ownPrefixForm = /^cd\d*_$/;

/** What the cells of a column look like if an export wrote them. */
const forms = {
  // Version 7, see row-ids.ts.
  source_row_id: (cell: string) =>
    /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(cell),
  company_id: (cell: string) => parseCompanyId(cell).ok,
  corporate_number: (cell: string) => parseCorporateNumber(cell).ok,
} as const satisfies Partial<Record<ResultColumn, (cell: string) => boolean>>;
type TellingName = keyof typeof forms;
const tellingNames = Object.keys(forms) as TellingName[];

const resultNames: ReadonlySet<string> = new Set(resultColumns);
/** Whether exports of sources add a column with this name. */
export const isResultColumn = (name: string): boolean => resultNames.has(name);
/** Names of the columns that exports of sources and of Lists add. */
export const addedNames: ReadonlySet<string> = new Set([
  ...resultColumns,
  ...buildExportColumns(enrichmentFields).map(({ name }) => name),
]);

/** The name of an added column with this prefix; null for another header. */
export function nameAfter(prefix: string, header: string): string | null {
  if (header.startsWith(prefix)) return header.slice(prefix.length);
  return null;
}

/** The name of the added column that a header of a file is; null if it is none. */
export function addedNameOf(earlier: EarlierExport | null, header: string): string | null {
  const prefix = earlier?.prefix ?? null;
  const name = prefix === null ? null : nameAfter(prefix, header);
  if (name !== null && addedNames.has(name)) return name;
  return null;
}

/** A column whose cells say whether it is one of an earlier export. */
interface TellingColumn {
  readonly place: number;
  readonly header: string;
  readonly name: TellingName;
  readonly prefix: string;
}

/** The columns whose cells `detectEarlierExport` needs. */
export function findTellingColumns(headers: readonly string[]): TellingColumn[] {
  return headers.flatMap((header, place) =>
    tellingNames.flatMap((name) =>
      header.endsWith(name) && !isCandidateColumn(header)
        ? [{ place, header, name, prefix: header.slice(0, -name.length) }]
        : [],
    ),
  );
}

/**
 * The earlier export that a file has; null if there is none. Of several, the one with the most columns. Its columns are
 * recognised by `cd_`, or under any other prefix by `source_row_id`. A column `company_id`, or that of a List's export
 * under any prefix, names companies too.
 * @param cellsOf some cells of the column at a place, from 0
 */
export function detectEarlierExport(
  headers: readonly string[],
  cellsOf: (place: number) => readonly (string | null)[],
): EarlierExport | null {
  const judged = findTellingColumns(headers).map((column) => {
    const given = cellsOf(column.place).flatMap((cell) =>
      cell === null || isEmptyCell(cell) ? [] : [cell.trim()],
    );
    const right = given.filter((cell) => forms[column.name](cell)).length;
    // Most of the cells that are not empty have the form.
    return { ...column, given: given.length, fits: right > 0 && right * 2 >= given.length };
  });
  const countColumns = (prefix: string) =>
    headers.filter((header) => isResultColumn(nameAfter(prefix, header) ?? '')).length;
  const prefixes = [...new Set(judged.map(({ prefix }) => prefix))].filter((prefix) => {
    const own = judged.filter((each) => each.prefix === prefix);
    const hasRowIds = own.some(({ name, fits }) => name === 'source_row_id' && fits);
    if (!ownPrefixForm.test(prefix)) return hasRowIds;
    if (own.some(({ given }) => given > 0)) return own.some(({ fits }) => fits);
    // An export that settled no row and whose ids were deleted: many columns, or a single empty one.
    return countColumns(prefix) === 1 || countColumns(prefix) >= manyColumns;
  });
  const [prefix = null] = prefixes.toSorted((one, other) => countColumns(other) - countColumns(one));
  const naming = namingColumns.flatMap((name) => {
    const columns = judged.filter((column) => column.name === name);
    const ofList = columns.find(
      ({ fits, prefix: other }) =>
        name === 'company_id' && fits && (other === '' || headers.includes(`${other}row_id`)),
    );
    const column = columns.find((each) => each.prefix === prefix) ?? ofList;
    if (column) return [[name, column.header] as const];
    return [];
  });
  if (prefix === null && naming.length === 0) return null;
  return { prefix, naming: Object.fromEntries(naming) };
}
