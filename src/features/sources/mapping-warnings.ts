import { hintFields } from '../../contract/company-resolve/hints.ts';
import type { MappingWarning, SourceMapping } from '../../contract/sources/answers.ts';
import { mappingFields } from '../../contract/sources/sources.ts';
import { isEmptyCell, normalizeText } from '../../text/normalize.ts';
import { isEmptyCode } from '../../text/placeholders.ts';
import { type ColumnField, fits, maxCellMeasured } from './column-fit.ts';

/** Warnings about mapped columns whose cells do not fit, before anything is resolved. */

const samplesShown = 3;
const sampleLength = 200;
/** Identifiers and names below this share of valid cells are warned of; hints, which only help, below half of them. */
const enoughValid = { identifier: 0.8, hint: 0.5 };
const mostlyEmpty = 0.9;

const fieldNames: Readonly<Record<ColumnField, string>> = {
  corporate_number: 'corporate numbers',
  ticker: 'securities codes',
  securities_code: 'securities codes',
  domain: 'domains, URLs or e-mail addresses of companies',
  name: 'company names',
  prefecture: 'prefectures',
  city: 'cities',
  address: 'addresses',
  postal_code: 'postal codes',
  as_of: 'days',
};

/** @param cells a sample of each mapped column, by header */
export function mappingWarnings(
  mapping: SourceMapping,
  cells: ReadonlyMap<string, readonly (string | null)[]>,
): MappingWarning[] {
  const mapped = [
    ...mappingFields.map((field) => ({
      field,
      header: mapping.columns[field],
      enough: enoughValid.identifier,
    })),
    ...hintFields.map((field) => ({ field, header: mapping.hints[field], enough: enoughValid.hint })),
    { field: 'as_of' as const, header: mapping.as_of?.column, enough: enoughValid.identifier },
  ];
  return mapped.flatMap(({ field, header, enough }) => {
    const column = header === undefined ? undefined : cells.get(header);
    return header === undefined || !column || column.length === 0
      ? []
      : warningOf(field, header, column, enough);
  });
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
      valid_ratio: rounded(validRatio),
      empty_ratio: rounded(emptyRatio),
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
  return (
    specific.find((each) => each !== field && cells.filter((cell) => isFit(each, cell)).length >= enough) ??
    null
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
  return rounded === 0 && share > 0 ? 'Less than 1%' : `${rounded}%`;
}

function rounded(share: number): number {
  return Math.round(share * 1000) / 1000;
}
