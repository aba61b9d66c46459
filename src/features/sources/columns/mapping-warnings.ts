import type { DetectedField, MappingWarning, SourceMapping } from '../../../contract/sources/answers.ts';
import { mappedHintFields, mappingFields } from '../../../contract/sources/sources.ts';
import { isEmptyCell, normalizeText } from '../../../text/letters/normalize.ts';
import { isEmptyCode } from '../../../text/letters/placeholders.ts';
import { type ColumnField, fits, isWholePostalCode, maxCellMeasured, roundShare } from './column-fit.ts';
import { detectRole, otherParty } from './column-roles.ts';
import { type Suggestions, suggestColumns, type UnclearField } from './column-suggestions.ts';
import { readHeader } from './header-words.ts';
import { hasLegalForm } from './table-words.ts';

/** Warnings about columns that may not be the company, before anything is resolved. */

const samplesShown = 3;
const sampleLength = 200;
/** Identifiers and names below this share of valid cells are warned of; hints, which only help, below half of them. */
const enoughValid = { identifier: 0.8, hint: 0.5 };
const mostlyEmpty = 0.9;
const columnsNamed = 10;

const fieldNames: Readonly<Record<ColumnField, string>> = {
  corporate_number: 'corporate numbers',
  ticker: 'securities codes',
  securities_code: 'securities codes',
  domain: 'domains, URLs or e-mail addresses of companies',
  email: 'e-mail addresses of companies',
  name: 'company names',
  prefecture: 'prefectures',
  city: 'cities',
  address: 'addresses',
  postal_code: 'postal codes',
  as_of: 'days',
};

/** @param cells a sample of each mapped column, by header */
export function mappingWarnings(mapping: SourceMapping, cells: Cells): MappingWarning[] {
  const mapped = [
    ...mappingFields.map((field) => ({
      field,
      header: mapping.columns[field],
      enough: enoughValid.identifier,
    })),
    ...mappedHintFields.map((field) => ({ field, header: mapping.hints[field], enough: enoughValid.hint })),
    { field: 'as_of' as const, header: mapping.as_of?.column, enough: enoughValid.identifier },
  ];
  return mapped.flatMap(({ field, header, enough }) => {
    const column = header === undefined ? undefined : cells.get(header);
    if (header === undefined || !column || column.length === 0) return [];
    return warningOf(field, header, column, enough);
  });
}

/** The headers of the columns that warnings are about: those of the mapping, or those that a person must choose from. */
export function warnedHeaders(
  mapping: SourceMapping | null,
  detected: readonly DetectedField[],
  headers: readonly string[],
): ReadonlySet<string | undefined> {
  if (mapping === null) {
    const { identifiers, unclear } = suggestColumns(detected, headers);
    return new Set([...unclear.flatMap((field) => field.headers), getSuggested(identifiers).name]);
  }
  const { columns, hints, as_of } = mapping;
  return new Set([...Object.values(columns), ...Object.values(hints), as_of?.column]);
}

/** What is doubtful about the columns proposed for a source without a mapping. @param cells as of `mappingWarnings` */
export function proposalWarnings(
  detected: readonly DetectedField[],
  headers: readonly string[],
  cells: Cells,
): MappingWarning[] {
  const { identifiers, unclear } = suggestColumns(detected, headers);
  return [...choiceWarnings(unclear, cells), ...placeWarnings(getSuggested(identifiers), cells)];
}

/** The columns that could each be the company. */
function choiceWarnings(unclear: readonly UnclearField[], cells: Cells): MappingWarning[] {
  return unclear.flatMap(({ field, headers: open }) => {
    // Each of them has a warning.
    const named = open.slice(0, columnsNamed).map((header) => header.slice(0, 100));
    const more = open.length - named.length;
    const list = named.join(', ') + (more > 0 ? ` and ${more} more` : '');
    const message = `Several columns could have the ${fieldNames[field]}: ${list}. Choose the one that is meant; none is suggested.`;
    return open.map((header) => createHeaderWarning(field, header, cells, 'several_columns', message));
  });
}

/** What the headers of mapped columns say against them. */
export function headerWarnings(
  mapping: SourceMapping,
  detected: readonly DetectedField[],
  headers: readonly string[],
  cells: Cells,
): MappingWarning[] {
  const others = partyWarnings(mapping, detected, headers, cells);
  return others.length > 0 ? others : placeWarnings(mapping.columns, cells);
}

/** Mapped columns of another party, although the table has a column of the company. */
function partyWarnings(
  mapping: SourceMapping,
  detected: readonly DetectedField[],
  headers: readonly string[],
  cells: Cells,
): MappingWarning[] {
  const { identifiers } = suggestColumns(detected, headers);
  return mappingFields.flatMap((field) => {
    const header = mapping.columns[field];
    if (header === undefined || detectRole(header).rank < otherParty) return [];
    const meant = identifiers.find(
      ({ suggested, header: other }) => suggested && detectRole(other).rank < otherParty,
    );
    if (!meant) return [];
    const message = `The column ${header.slice(0, 100)} seems to be about another party than ${meant.header.slice(0, 100)}. Check which company is meant.`;
    return [createHeaderWarning(field, header, cells, 'other_party', message)];
  });
}

/**
 * A column of shops, schools or facilities that alone says who the company is: companies may be named like them, but are
 * others. Cells with legal forms show companies below such a header.
 */
function placeWarnings({ name: header, corporate_number }: MappedColumns, cells: Cells): MappingWarning[] {
  if (header === undefined || corporate_number !== undefined || detectRole(header).kind !== 'place')
    return [];
  // 事業所名 is also what a company calls itself.
  if (readHeader({ field: 'name', header }) === 'sure') return [];
  const given = (cells.get(header) ?? []).filter((cell): cell is string => !isEmptyFor('name', cell));
  if (given.length === 0 || given.filter(hasLegalForm).length * 2 > given.length) return [];
  const message = `The column ${header.slice(0, 100)} seems to have names of places, such as shops, schools or facilities, which are not companies. Map the column of the company if there is one, and check every row that settles.`;
  return [createHeaderWarning('name', header, cells, 'names_of_places', message)];
}

function getSuggested(identifiers: Suggestions['identifiers']): MappedColumns {
  return Object.fromEntries(
    identifiers.filter(({ suggested }) => suggested).map(({ field, header }) => [field, header]),
  );
}

function createHeaderWarning(
  field: ColumnField,
  header: string,
  cells: Cells,
  code: MappingWarning['code'],
  message: string,
): MappingWarning {
  return {
    ...measured(field, cells.get(header) ?? []),
    field,
    header,
    code,
    other_field: null,
    samples: [],
    message,
  };
}

type Cells = ReadonlyMap<string, readonly (string | null)[]>;
type MappedColumns = SourceMapping['columns'];

function measured(field: ColumnField, column: readonly (string | null)[]) {
  const given = column.filter((cell): cell is string => !isEmptyFor(field, cell));
  const valid = given.filter((cell) => isFit(field, cell)).length;
  return {
    valid_ratio: given.length === 0 ? 0 : roundShare(valid / given.length),
    empty_ratio: column.length === 0 ? 0 : roundShare((column.length - given.length) / column.length),
  };
}

function warningOf(
  field: ColumnField,
  header: string,
  column: readonly (string | null)[],
  enough: number,
): MappingWarning[] {
  const given = column.filter((cell): cell is string => !isEmptyFor(field, cell));
  const unfit = given.filter((cell) => !isFit(field, cell));
  const validRatio = given.length === 0 ? 0 : (given.length - unfit.length) / given.length;
  const emptyRatio = (column.length - given.length) / column.length;
  const warning = (
    code: MappingWarning['code'],
    message: string,
    other: MappingWarning['other_field'] = null,
  ): MappingWarning[] => [
    {
      field,
      header,
      code,
      other_field: other,
      valid_ratio: roundShare(validRatio),
      empty_ratio: roundShare(emptyRatio),
      samples: [...new Set(unfit)].slice(0, samplesShown).map((cell) => cell.slice(0, sampleLength)),
      message,
    },
  ];
  const shown = header.slice(0, 100);
  if (given.length === 0)
    return warning('mostly_empty', `The column ${shown} is empty in all rows looked at.`);
  if (validRatio < enough) {
    const share = `${percent(1 - validRatio)} of the cells of ${shown} are not ${fieldNames[field]}`;
    const other = otherField(field, given);
    if (other === null) return warning('does_not_fit', `${share}.`);
    return warning('fits_other_field', `${share}; they look like ${fieldNames[other]}.`, other);
  }
  if (emptyRatio >= mostlyEmpty)
    return warning('mostly_empty', `${percent(emptyRatio)} of the cells of ${shown} are empty.`);
  return [];
}

/** The field that most cells fit, the most specific one first. */
function otherField(field: ColumnField, cells: readonly string[]): MappingWarning['other_field'] {
  const specific = [
    'corporate_number',
    'domain',
    'postal_code',
    'prefecture',
    'address',
    'ticker',
    'city',
    'name',
  ] as const;
  const enough = enoughValid.identifier * cells.length;
  const looksLike = (each: ColumnField, cell: string) =>
    isFit(each, cell) && (each !== 'postal_code' || isWholePostalCode(cell));
  return (
    specific.find(
      (each) => each !== field && cells.filter((cell) => looksLike(each, cell)).length >= enough,
    ) ?? null
  );
}

/** 未登録 and 免税 are empty cells of numbers, but not of names. */
function isEmptyFor(field: ColumnField, cell: string | null): boolean {
  return (
    isEmptyCell(cell) ||
    (field !== 'name' && isEmptyCode(normalizeText((cell ?? '').slice(0, maxCellMeasured))))
  );
}

function isFit(field: ColumnField, cell: string): boolean {
  return cell.length <= maxCellMeasured && fits[field](cell);
}

function percent(share: number): string {
  const rounded = Math.round(share * 100);
  if (rounded === 0 && share > 0) return 'Less than 1%';
  return `${rounded}%`;
}
