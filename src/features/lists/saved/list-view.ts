import type { CompanySummary } from '../../../contract/companies/company-fields.ts';
import type { EstimateView } from '../../../contract/lists/definitions.ts';
import type { ListView } from '../../../contract/lists/lists.ts';
import type { ListRowView } from '../../../contract/lists/rows.ts';
import type { EstimateRow } from '../estimates/estimate-record.ts';
import type { ListRecord, ListRowRecord } from './list-record.ts';
import { nextRun } from './next-run.ts';

/** Lists, rows and estimates on the wire (docs/decisions/0028-lists.md). */

export function estimateView(row: EstimateRow): EstimateView {
  return {
    estimate_id: row.estimate_id,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    row_count: row.row_count,
    total_kind: row.total_kind,
  };
}

/** @param now the next run is after this moment, or due */
export function listView(list: ListRecord, now: Date): ListView {
  return {
    list_id: list.list_id,
    name: list.name,
    status: list.status,
    schedule: list.schedule,
    ...nextRun(list, now),
    row_count: list.row_count,
    source: { kind: list.definition_kind, id: list.origin_id },
    published_version: list.published_version,
    created_at: list.created_at.toISOString(),
    updated_at: list.updated_at.toISOString(),
  };
}

export function listRowView(row: ListRowRecord, company: CompanySummary | undefined): ListRowView {
  return {
    row_id: row.row_id,
    company_id: row.company_id,
    company: company ?? null,
    enrichments: row.enrichments,
    suppressed: row.suppressed,
    excluded: row.excluded,
  };
}
