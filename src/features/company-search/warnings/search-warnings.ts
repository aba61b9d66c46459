import type { CompanyResult } from '../../../contract/companies/company-result.ts';
import type { Warning } from '../../../contract/envelope.ts';
import { maxBroadRows } from '../../../contract/limits.ts';
import { toIdentifierFault } from '../../../text/identifiers/parsed-identifier.ts';
import type { NameResult } from '../../row-matching/lookup/name-result.ts';
import { truncatedConditionsWarning } from '../filters/narrowing.ts';
import type { RequestedConditions } from '../filters/requested-conditions.ts';
import { buildUnsupportedConditionWarnings } from '../filters/unsupported-conditions.ts';
import type { CompanySearch } from '../requests/company-search.ts';

/** The rows that an answer can have, and up to how many matches are counted for a confirmed lower bound. */
export function computeReach(broad: boolean, limit: number, offset = 0) {
  if (!broad) return { maxRows: limit, countUpTo: offset + limit + 1, isEnd: false, hasCursor: true };
  const maxRows = Math.max(0, Math.min(limit, maxBroadRows - offset));
  const end = offset + maxRows;
  return {
    maxRows,
    countUpTo: Math.max(end, maxBroadRows) + 1,
    isEnd: end >= maxBroadRows,
    hasCursor: false,
  };
}

const broadWarning: Warning = {
  code: 'broad_query_restricted',
  message: `The query is too broad. Only exact names and beginnings of names are searched, and pages reach at most ${maxBroadRows} rows. Add a filter or more of the name.`,
  field: 'query',
};

/** Warnings about a query, whatever it finds. */
export function buildQueryWarnings({ query, broad }: CompanySearch): Warning[] {
  if (!query) return [];
  const faults = query.faults.map((fault) => ({
    ...toIdentifierFault(fault),
    field: 'query',
    value: query.text,
  }));
  if (broad) return [...faults, broadWarning];
  return faults;
}

/** Warnings about conditions in the text. If the text may be a name, only when it finds nothing. */
export function buildConditionWarnings(requested: RequestedConditions | null, foundNone: boolean): Warning[] {
  if (requested && (requested.certain || foundNone)) return buildUnsupportedConditionWarnings(requested);
  return [];
}

/** Warnings about a page. @param unsupported conditions in the text that were not applied */
export function buildPageWarnings(
  search: CompanySearch,
  unsupported: readonly Warning[],
  companies: readonly CompanyResult[],
): Warning[] {
  return [
    ...search.warnings,
    ...unsupported,
    ...buildQueryWarnings(search),
    ...buildFormerNameWarnings(companies),
    ...buildWrittenWarnings(search.written),
    ...(search.narrowed?.truncated ? [truncatedConditionsWarning] : []),
  ];
}

function buildWrittenWarnings(written: NameResult | null): Warning[] {
  if (!written || written.setAside.length === 0) return [];
  const what = written.way === 'one_of_several' ? 'It names several companies' : 'A part of it is a name';
  return [
    {
      code: 'part_of_query_matched',
      message: `No company matches the whole query. ${what}; \`written\` shows how it was read.`,
      field: 'query',
      value: written.name,
    },
  ];
}

function buildFormerNameWarnings(companies: readonly CompanyResult[]): Warning[] {
  const former = companies.filter(({ query_match }) => query_match.matched_by[0]?.field === 'former_name');
  if (former.length === 0) return [];
  return [
    {
      code: 'matched_former_name',
      message: 'The query is a former name of these companies.',
      field: 'query',
      suggestions: former.map(
        ({
          company,
          query_match: {
            matched_by: [match],
          },
        }) => ({
          company_id: company.company_id,
          legal_name: company.legal_name,
          former_name: match?.value,
          valid_from: match?.valid_from ?? null,
          valid_to: match?.valid_to ?? null,
        }),
      ),
    },
  ];
}

export const nothingFitsNow: Warning = {
  code: 'zero_results',
  message: 'The companies on this page have changed and no longer match. Later pages may have others.',
};
