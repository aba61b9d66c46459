import {
  industries,
  industryOf,
  marketSegmentOf,
  marketSegments,
} from '../../../contract/companies/company-vocabulary.ts';
import { isNoCondition, type WireFilters } from '../../../contract/company-search/requests.ts';
import type { Warning } from '../../../contract/envelope.ts';
import { parseCompanyId, parseDomain } from '../../../text/identifiers/identifiers.ts';
import { normalizeText } from '../../../text/letters/normalize.ts';
import { parsePrefecture, prefectures } from '../../../text/places/prefectures.ts';
import type { CompanyFilters } from './company-filters.ts';
import { indexKnownValues, type KnownValues } from './nearest-values.ts';

export interface ParsedFilters {
  readonly filters: CompanyFilters;
  /** About values that do not exist. They match nothing. */
  readonly warnings: readonly Warning[];
}

const prefectureNames = indexKnownValues(prefectures.map(({ name }) => name));
const segmentKeys = indexKnownValues(marketSegments.map(({ value }) => value));
const industryTerms = indexKnownValues(industries.map(({ value, label }) => `${value} ${label}`));

type ParsedValue =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly message?: string };

/** Filters whose values have several spellings, and the known values to suggest; ids and domains have no similar ones. */
const spelled: readonly {
  readonly name: 'prefecture' | 'market_segment' | 'industry_33_code' | 'website_domains' | 'company_ids';
  readonly known?: KnownValues;
  read(given: string): ParsedValue;
}[] = [
  {
    name: 'prefecture',
    read: createTermParser((given) => parsePrefecture(given)?.code),
    known: prefectureNames,
  },
  { name: 'market_segment', read: createTermParser(marketSegmentOf), known: segmentKeys },
  { name: 'industry_33_code', read: createTermParser(industryOf), known: industryTerms },
  { name: 'website_domains', read: parseDomain },
  { name: 'company_ids', read: parseCompanyId },
];

function createTermParser(find: (given: string) => string | undefined) {
  return (given: string): ParsedValue => {
    const value = find(given);
    if (value === undefined) return { ok: false };
    return { ok: true, value };
  };
}

/** Resolves the spellings that filters accept. An unknown value is kept and matches nothing. */
export function parseFilters(given: WireFilters): ParsedFilters {
  const applied = Object.entries(given).filter(
    ([name, value]) => value !== undefined && !isNoCondition(name, value),
  );
  const filters: CompanyFilters = Object.fromEntries(applied);
  const warnings = spelled.flatMap(({ name, read, known }) => {
    const parsedValues = filters[name]?.map((value) => ({ value, parsed: read(value) })) ?? [];
    if (filters[name])
      filters[name] = parsedValues.map(({ value, parsed }) => (parsed.ok ? parsed.value : value));
    const unknown = parsedValues.flatMap(({ value, parsed }) =>
      parsed.ok ? [] : [{ value, message: parsed.message }],
    );
    return buildUnknownValueWarnings(name, unknown, known);
  });
  if (filters.company_ids) filters.company_ids = [...new Set(filters.company_ids)];
  if (filters.city) filters.city = filters.city.map(normalizeText);
  if (filters.technologies)
    filters.technologies = filters.technologies.map((each) => normalizeText(each).toLowerCase());
  return { filters, warnings };
}

export interface UnknownValue {
  readonly value: string;
  /** Why no company can have this value. Without it, the value is valid, but no loaded company has it. */
  readonly message?: string | undefined;
}

/** How many unknown values of one filter get their own warning with suggestions. */
const namedOneByOne = 10;
const restShown = 5;

/**
 * A warning for each value up to a limit. The rest share one warning with their number and the first of them.
 * @param known values to suggest; ids and domains have no similar values, so many of them share one warning
 */
export function buildUnknownValueWarnings(
  field: string,
  unknown: readonly UnknownValue[],
  known?: KnownValues,
): Warning[] {
  const distinct = [...new Map(unknown.map((each) => [each.value, each])).values()];
  const named = distinct.length <= namedOneByOne || known ? distinct.slice(0, namedOneByOne) : [];
  const rest = distinct.slice(named.length);
  const about = `filters.${field}`;
  const warnings = named.map(
    ({ value, message = `No loaded company has this value of ${field}.` }): Warning => ({
      code: 'filter_value_unknown',
      message,
      field: about,
      value,
      suggestions: known?.findNearest(value) ?? [],
    }),
  );
  if (rest.length === 0) return warnings;
  const count = `${rest.length.toLocaleString('en')} ${named.length > 0 ? 'more ' : ''}values of ${field}`;
  return [
    ...warnings,
    {
      code: 'filter_values_unknown',
      message: `${count} match no loaded company. \`value\` lists the first ${restShown}.`,
      field: about,
      value: rest.slice(0, restShown).map(({ value }) => value),
    },
  ];
}
