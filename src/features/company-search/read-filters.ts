import { asksNothing, type WireFilters } from '../../contract/company-search.ts';
import { industries, marketSegments, termValue } from '../../contract/company-vocabulary.ts';
import type { Warning } from '../../contract/envelope.ts';
import { registrableDomain } from '../../text/domains.ts';
import { parseIdentifier } from '../../text/identifiers.ts';
import { normalizeText } from '../../text/normalize.ts';
import { parsePrefecture, prefectures } from '../../text/prefectures.ts';
import type { CompanyFilters } from './company-filters.ts';
import { nearestValues } from './nearest-values.ts';

export interface FilterReading {
  readonly filters: CompanyFilters;
  /** Values that exist nowhere; they match nothing and the answer says so. */
  readonly warnings: readonly Warning[];
}

/** Resolves the spellings that filters accept. A value that is not known stays and matches nothing. */
export function readFilters(given: WireFilters): FilterReading {
  const wire = withoutEmptyLists(given);
  const warnings: Warning[] = [];
  const resolve = (
    field: string,
    values: readonly string[] | undefined,
    termOf: (given: string) => string | undefined,
    known: readonly string[],
  ) =>
    values?.map((given) => {
      const value = termOf(given);
      if (value === undefined) warnings.push(unknownValue(field, given, known));
      return value ?? given;
    });

  const prefectureCodes = resolve(
    'prefecture',
    wire.prefecture,
    (given) => parsePrefecture(given)?.code,
    prefectures.map(({ name }) => name),
  );
  const segments = resolve(
    'market_segment',
    wire.market_segment,
    (given) => termValue(marketSegments, given),
    marketSegments.map(({ value }) => value),
  );
  const industryCodes = resolve(
    'industry_33_code',
    wire.industry_33_code,
    (given) => termValue(industries, given),
    industries.map(({ value, label }) => `${value} ${label}`),
  );
  const websiteDomains = wire.website_domains?.map((given) => {
    const parsed = registrableDomain(given);
    if (!parsed.ok) warnings.push({ ...unknownValue('website_domains', given, []), message: parsed.message });
    return parsed.ok ? parsed.domain : given;
  });
  const companyIds = wire.company_ids?.map((given) => {
    const parsed = parseIdentifier('company_id', given);
    if (!parsed.ok) warnings.push({ ...unknownValue('company_ids', given, []), message: parsed.message });
    return parsed.ok ? parsed.value : given;
  });

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

export function unknownValue(field: string, value: string, known: readonly string[]): Warning {
  return {
    code: 'filter_value_unknown',
    message: `No loaded company has this value of ${field}.`,
    field: `filters.${field}`,
    value,
    suggestions: nearestValues(value, known),
  };
}
