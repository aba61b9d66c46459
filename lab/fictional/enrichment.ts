import type { FactBatch, JobPostingRow, ProfileValueRow } from '../../indexers/facts/index.ts';

/** A row of `company_source_enrichment`. Ranges are Postgres daterange literals. */
export interface EnrichmentRow {
  company_id: string;
  employees: number | null;
  insured_persons: number | null;
  job_openings: string[];
  ai_job_openings: string[];
  latest_job_opened_at: string | null;
  permits: { license_types: string[]; valid_from: string; valid_until: string }[];
  observation_counts: Record<string, number>;
  latest_observed_at: string | null;
}

/**
 * The rows that refresh_company_source_enrichment() would make for every company of the batch with data in the view.
 * Making them from the batch costs a fraction of another query (a test checks that the two are equal).
 */
export function enrichmentRows(batch: Required<FactBatch>): EnrichmentRow[] {
  const rows = new Map<string, EnrichmentRow>();
  const rowOf = (companyId: string): EnrichmentRow => {
    const row = rows.get(companyId) ?? emptyRow(companyId);
    rows.set(companyId, row);
    return row;
  };
  for (const { company_id, field, value } of [...batch.profile_values].sort(newestFirst)) {
    if (field === 'employees' || field === 'insured_persons') rowOf(company_id)[field] ??= Number(value);
  }
  for (const { company_id, opened_at, closed_at, ai_related } of [...batch.job_postings].sort(byOpening)) {
    const row = rowOf(company_id);
    const range = `[${opened_at},${closed_at ?? ''})`;
    row.job_openings.push(range);
    if (ai_related) row.ai_job_openings.push(range);
    row.latest_job_opened_at = opened_at;
  }
  const permits = [...batch.construction_permits].sort((a, b) => compare(a.valid_from, b.valid_from));
  for (const { company_id, license_types, valid_from, valid_until } of permits) {
    rowOf(company_id).permits.push({ license_types, valid_from, valid_until });
  }
  for (const { company_id, type, observed_at } of batch.observations) {
    const row = rowOf(company_id);
    row.observation_counts[type] = (row.observation_counts[type] ?? 0) + 1;
    if (observed_at > (row.latest_observed_at ?? '')) row.latest_observed_at = observed_at;
  }
  return [...rows.values()];
}

function emptyRow(companyId: string): EnrichmentRow {
  return {
    company_id: companyId,
    employees: null,
    insured_persons: null,
    job_openings: [],
    ai_job_openings: [],
    latest_job_opened_at: null,
    permits: [],
    observation_counts: {},
    latest_observed_at: null,
  };
}

function newestFirst(a: ProfileValueRow, b: ProfileValueRow): number {
  return compare(b.observed_at ?? '', a.observed_at ?? '') || compare(a.source, b.source);
}

function byOpening(a: JobPostingRow, b: JobPostingRow): number {
  return compare(a.opened_at, b.opened_at) || compare(a.job_id, b.job_id);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
