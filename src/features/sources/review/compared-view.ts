import { maxComparedCompanies, maxComparedNames } from '../../../contract/limits.ts';
import type { ComparedCompany, SourceMatchedBy } from '../../../contract/sources/compared-companies.ts';
import type { ComparedFacts } from '../../companies/company-record.ts';
import type { SourceRecord, SourceRowRecord } from '../records/source-record.ts';
import { createCellComparer } from './compared-cells.ts';

/** The candidates and then the suggestions of a row with their facts; companies that are gone are left out. */
export function comparedCompanies(
  row: SourceRowRecord,
  source: Pick<SourceRecord, 'mapping' | 'headers'>,
  facts: ReadonlyMap<string, ComparedFacts>,
): ComparedCompany[] {
  const { candidates, suggestions } = row;
  const compareCells = createCellComparer(row, source);
  const listed = [
    ...candidates.map(({ company_id, matched_by }) => ({ company_id, matched_by, suggestion_reason: null })),
    ...suggestions.map(({ company_id, reason }) => ({
      company_id,
      matched_by: [],
      suggestion_reason: reason,
    })),
  ];
  return listed.slice(0, maxComparedCompanies).flatMap((each) => {
    const company = facts.get(each.company_id);
    if (company) return [{ ...comparedCompany(each, company), cells: compareCells(company) }];
    return [];
  });
}

function comparedCompany(
  {
    company_id,
    matched_by,
    suggestion_reason,
  }: {
    readonly company_id: string;
    readonly matched_by: readonly SourceMatchedBy[];
    readonly suggestion_reason: string | null;
  },
  { summary, office, supersededBy, record }: ComparedFacts,
): Omit<ComparedCompany, 'cells'> {
  const names = [
    ...record.names.map(({ kind, name, valid_from, valid_to }) => ({ kind, name, valid_from, valid_to })),
    ...record.name_aliases.map(({ alias }) => ({
      kind: 'alias',
      name: alias,
      valid_from: null,
      valid_to: null,
    })),
  ];
  // The current one comes first.
  const nameOf = (kind: string) => names.find((each) => each.kind === kind)?.name ?? null;
  return {
    company_id,
    role: suggestion_reason === null ? 'candidate' : 'suggestion',
    display_name: summary.display_name,
    legal_name: summary.legal_name,
    kana_name: nameOf('kana'),
    english_name: nameOf('english'),
    names: names.slice(0, maxComparedNames),
    corporate_number: summary.corporate_number,
    securities_code: summary.securities_code,
    listing_status: summary.listing_status,
    market_segment: summary.market_segment,
    prefecture: summary.prefecture,
    city: summary.city,
    street: office?.street ?? null,
    postal_code: office?.postal_code ?? null,
    website_url: summary.website_url,
    status: summary.status,
    closed_on: record.closed_on,
    close_cause: record.close_cause,
    superseded_by: supersededBy,
    observation_count: record.observations,
    matched_by: [...matched_by],
    suggestion_reason,
  };
}
