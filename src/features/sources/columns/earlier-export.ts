import { enrichmentFields } from '../../../contract/lists/enrichment-fields.ts';
import {
  type ExportLanguage,
  exportLanguages,
  getColumnTitle,
  isCandidateColumn,
  type ResultColumn,
  resultColumns,
} from '../../../contract/sources/columns/result-columns.ts';
import { parseCorporateNumber } from '../../../text/identifiers/corporate-number.ts';
import { parseCompanyId } from '../../../text/identifiers/identifiers.ts';
import { isEmptyCell } from '../../../text/letters/normalize.ts';
import { buildExportColumns } from '../../lists/exports/export-columns.ts';
import { type NamingColumn, namingColumns } from '../../row-matching/parse-row.ts';

/**
 * How the columns of an earlier export are recognised in a file: by their headers, and by cells that only an export
 * writes. Headers alone are not enough, because a column of the user with such a header would be replaced.
 */

/** What headers of an export in one language begin with. */
interface Naming {
  readonly prefix: string;
  readonly language: ExportLanguage;
}

export interface EarlierExport {
  /** Of its columns that an export writes anew, how their headers are made; null if there are none. */
  readonly columns: Naming | null;
  /** Headers of the columns that name the company of a row, the most reliable first. */
  readonly naming: Readonly<Partial<Record<NamingColumn, string>>>;
  /** Header of the column with the ids of the rows that were exported; null without one. */
  readonly rowIds: string | null;
}

/** So many headers with our names and prefix are no coincidence. */
const manyColumns = 4;
/** Prefixes that exports take by themselves. */
const ownPrefixes: readonly (readonly [language: ExportLanguage, form: RegExp])[] = [
  [null, /^cd\d*_$/],
  ['en', /^Match(?: \d+)?: $/],
  ['ja', /^照合\d*_$/],
];

/** Whether exports in this language take the prefix by themselves. */
export function isOwnPrefix({ prefix, language }: Naming): boolean {
  return ownPrefixes.some(([of, form]) => of === language && form.test(prefix));
}

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

const resultTitles: ReadonlyMap<ExportLanguage, ReadonlySet<string>> = new Map(
  exportLanguages.map((language) => [
    language,
    new Set(resultColumns.map((column) => getColumnTitle(column, language))),
  ]),
);
/** With those of Lists, which have no language. */
const addedTitles: ReadonlyMap<ExportLanguage, ReadonlySet<string>> = new Map(resultTitles).set(
  null,
  new Set([...resultColumns, ...buildExportColumns(enrichmentFields).map(({ name }) => name)]),
);

/** Whether a header is that of a column that exports of sources add. */
export function isResultHeader(naming: Naming, header: string): boolean {
  const title = titleAfter(naming.prefix, header);
  return title !== null && (resultTitles.get(naming.language)?.has(title) ?? false);
}

/** The titles of the columns that exports of sources and of Lists add in a language. */
export function listAddedTitles(language: ExportLanguage): ReadonlySet<string> {
  return addedTitles.get(language) ?? new Set();
}

function titleAfter(prefix: string, header: string): string | null {
  if (header.startsWith(prefix)) return header.slice(prefix.length);
  return null;
}

/** Whether a header of a file is that of a column that an earlier export added. */
export function isAddedHeader(earlier: EarlierExport | null, header: string): boolean {
  if (!earlier?.columns) return false;
  const { prefix, language } = earlier.columns;
  const title = titleAfter(prefix, header);
  return title !== null && listAddedTitles(language).has(title);
}

/** A column whose cells say whether it is one of an earlier export. */
interface TellingColumn extends Naming {
  readonly place: number;
  readonly header: string;
  readonly name: TellingName;
}

/** The columns whose cells `detectEarlierExport` needs. */
export function findTellingColumns(headers: readonly string[]): TellingColumn[] {
  return headers.flatMap((header, place) => {
    if (isCandidateColumn(header)) return [];
    return exportLanguages.flatMap((language) =>
      tellingNames.flatMap((name) => {
        const title = getColumnTitle(name, language);
        if (!header.endsWith(title)) return [];
        const prefix = header.slice(0, -title.length);
        if (!mayBeOfExport(headers, { prefix, language })) return [];
        return [{ place, header, name, language, prefix }];
      }),
    );
  });
}

/** Titles for people are words of people: 法人番号 alone says nothing. */
function mayBeOfExport(headers: readonly string[], naming: Naming): boolean {
  const { prefix, language } = naming;
  if (language === null || isOwnPrefix(naming)) return true;
  return headers.includes(prefix + getColumnTitle('source_row_id', language));
}

/**
 * The earlier export that a file has; null if there is none. Of several, the one with the most columns. Its columns are
 * recognised by `cd_`, or under any other prefix by the id of the row. A column `company_id`, or that of a List's export
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
  const countColumns = (naming: Naming) => headers.filter((header) => isResultHeader(naming, header)).length;
  const found = judged.filter((column, at) => {
    if (judged.findIndex((other) => hasSameNaming(other, column)) !== at) return false;
    const own = judged.filter((each) => hasSameNaming(each, column));
    const hasRowIds = own.some(({ name, fits }) => name === 'source_row_id' && fits);
    if (hasRowIds || !isOwnPrefix(column)) return hasRowIds;
    const number = countColumns(column);
    // People write 照合_法人番号, too. A joined table has three columns, with the id of the company.
    if (column.language !== null && number < manyColumns)
      return own.some(({ name, fits }) => name === 'company_id' && fits);
    if (own.some(({ given }) => given > 0)) return own.some(({ fits }) => fits);
    // An export that settled no row and whose ids were deleted: many columns, or a single empty one.
    return number === 1 || number >= manyColumns;
  });
  const [best] = found.toSorted((one, other) => countColumns(other) - countColumns(one));
  const naming = namingColumns.flatMap((name) => {
    const columns = judged.filter((column) => column.name === name);
    const ofList = columns.find(
      ({ fits, prefix, language }) =>
        name === 'company_id' &&
        language === null &&
        fits &&
        (prefix === '' || headers.includes(`${prefix}row_id`)),
    );
    const column = columns.find((each) => best && hasSameNaming(each, best)) ?? ofList;
    if (column) return [[name, column.header] as const];
    return [];
  });
  if (!best && naming.length === 0) return null;
  const rowIds = judged.find(
    (column) => column.name === 'source_row_id' && column.fits && best && hasSameNaming(column, best),
  );
  return {
    columns: best ? { prefix: best.prefix, language: best.language } : null,
    naming: Object.fromEntries(naming),
    rowIds: rowIds?.header ?? null,
  };
}

function hasSameNaming(one: Naming, other: Naming): boolean {
  return one.prefix === other.prefix && one.language === other.language;
}
