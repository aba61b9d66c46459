import {
  industries,
  industryOf,
  marketSegmentOf,
  marketSegments,
} from '../../contract/companies/company-vocabulary.ts';
import { asksNothing, type WireFilters } from '../../contract/company-search/requests.ts';
import type { Warning } from '../../contract/envelope.ts';
import { parseCompanyId, parseDomain } from '../../text/identifiers.ts';
import { normalizeText } from '../../text/normalize.ts';
import { parsePrefecture, prefectures } from '../../text/prefectures.ts';
import type { CompanyFilters } from './company-filters.ts';
import { type KnownValues, knownValues } from './nearest-values.ts';

export interface FilterReading {
  readonly filters: CompanyFilters;
  /** About values that do not exist. They match nothing. */
  readonly warnings: readonly Warning[];
}

const prefectureNames = knownValues(prefectures.map(({ name }) => name));
const segmentKeys = knownValues(marketSegments.map(({ value }) => value));
const industryTerms = knownValues(industries.map(({ value, label }) => `${value} ${label}`));

/** Resolves the spellings that filters accept. An unknown value is kept and matches nothing. */
export function readFilters(given: WireFilters): FilterReading {
  const wire = withoutEmptyLists(given);
  const warnings: Warning[] = [];
  const resolve = (
    field: string,
    values: readonly string[] | undefined,
    termOf: (given: string) => string | undefined,
    known: KnownValues,
  ) => {
    const unknown: UnknownValue[] = [];
    const read = values?.map((given) => {
      const value = termOf(given);
      if (value === undefined) unknown.push({ value: given });
      return value ?? given;
    });
    warnings.push(...unknownValues(field, unknown, known));
    return read;
  };
  const identify = (
    field: string,
    values: readonly string[] | undefined,
    parse: (given: string) => { ok: true; value: string } | { ok: false; message: string },
  ) => {
    const unknown: UnknownValue[] = [];
    const read = values?.map((given) => {
      const parsed = parse(given);
      if (!parsed.ok) unknown.push({ value: given, message: parsed.message });
      return parsed.ok ? parsed.value : given;
    });
    warnings.push(...unknownValues(field, unknown));
    return read;
  };

  const prefectureCodes = resolve(
    'prefecture',
    wire.prefecture,
    (given) => parsePrefecture(given)?.code,
    prefectureNames,
  );
  const segments = resolve('market_segment', wire.market_segment, marketSegmentOf, segmentKeys);
  const industryCodes = resolve('industry_33_code', wire.industry_33_code, industryOf, industryTerms);
  const websiteDomains = identify('website_domains', wire.website_domains, parseDomain);
  const companyIds = identify('company_ids', wire.company_ids, parseCompanyId);

  const filters: CompanyFilters = {
    ...(companyIds && { companyIds: [...new Set(companyIds)] }),
    ...(wire.status && { status: wire.status }),
    ...(wire.kind && { kind: wire.kind }),
    ...(wire.listing_status && { listingStatus: wire.listing_status }),
    ...(segments && { marketSegments: segments }),
    ...(prefectureCodes && { prefectureCodes }),
    ...(wire.city && { cities: wire.city.map(normalizeText) }),
    ...(industryCodes && { industry33Codes: industryCodes }),
    ...(wire.has_website !== undefined && { hasWebsite: wire.has_website }),
    ...(websiteDomains && { websiteDomains }),
    ...(wire.technologies && {
      technologies: wire.technologies.map((given) => normalizeText(given).toLowerCase()),
    }),
    ...(wire.has_jobs !== undefined && { hasJobs: wire.has_jobs }),
    ...(wire.ai_jobs !== undefined && { aiJobs: wire.ai_jobs }),
    ...(wire.construction !== undefined && { construction: wire.construction }),
    ...(wire.construction_license_types && { constructionLicenseTypes: wire.construction_license_types }),
    ...(wire.min_employees !== undefined && { minEmployees: wire.min_employees }),
    ...(wire.max_employees !== undefined && { maxEmployees: wire.max_employees }),
    ...(wire.min_insured_persons !== undefined && { minInsuredPersons: wire.min_insured_persons }),
    ...(wire.max_insured_persons !== undefined && { maxInsuredPersons: wire.max_insured_persons }),
    ...(wire.semantic_tag !== undefined && { semanticTag: wire.semantic_tag }),
  };
  return { filters, warnings };
}

function withoutEmptyLists(wire: WireFilters): WireFilters {
  return Object.fromEntries(
    Object.entries(wire).filter(([name, value]) => !asksNothing(name, value)),
  ) as WireFilters;
}

export interface UnknownValue {
  readonly value: string;
  /** Why no company can have this value. Without it, the value is valid, but no loaded company has it. */
  readonly message?: string;
}

/** How many unknown values of one filter get their own warning with suggestions. */
const namedOneByOne = 10;
const restShown = 5;

/**
 * A warning for each value up to a limit. The rest share one warning with their number and the first of them.
 * @param known values to suggest; ids and domains have no similar values, so many of them share one warning
 */
export function unknownValues(
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
      suggestions: known?.nearestTo(value) ?? [],
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
