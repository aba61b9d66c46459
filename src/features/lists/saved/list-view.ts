import type { CompanySummary } from '../../../contract/companies/company-fields.ts';
import type { ListView } from '../../../contract/lists/lists.ts';
import type { ListRowView } from '../../../contract/lists/rows.ts';
import type { ListRecord, ListRowRecord } from './list-record.ts';
import { computeNextRun } from './next-run.ts';

/** Lists and rows on the wire (docs/decisions/0028-lists.md). */

/** @param now the next run is after this moment, or due */
export function toListView(list: ListRecord, now: Date): ListView {
  return {
    list_id: list.list_id,
    name: list.name,
    status: list.status,
    schedule: list.schedule,
    ...computeNextRun(list, now),
    row_count: list.row_count,
    source: { kind: list.definition_kind, id: list.origin_id },
    published_version: list.published_version,
    created_at: list.created_at.toISOString(),
    updated_at: list.updated_at.toISOString(),
  };
}

export function toListRowView(row: ListRowRecord, company: CompanySummary | undefined): ListRowView {
  const { row_id, company_id, enrichments, suppressed, excluded } = row;
  return { row_id, company_id, company: company ?? null, enrichments, suppressed, excluded };
}
