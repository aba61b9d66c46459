import type { DiffRowView, DiffView, SnapshotView } from '../../../contract/publishing/publishing.ts';

import type { DiffRecord, DiffRowRecord, SnapshotRecord } from './diff-record.ts';

/** Snapshots and diffs on the wire (docs/decisions/0030-publishing-and-schedules.md). */

export function toSnapshotView({ version, kind, row_count, created_at }: SnapshotRecord): SnapshotView {
  return { version, kind, row_count, created_at: created_at.toISOString() };
}

export function toDiffView(diff: DiffRecord): DiffView {
  return {
    diff_id: diff.diff_id,
    from_version: diff.from_version,
    to_version: diff.to_version,
    counts: { added: diff.added, removed: diff.removed, changed: diff.changed },
    scheduled_for: diff.scheduled_for?.toISOString() ?? null,
    created_at: diff.created_at.toISOString(),
  };
}

export function toDiffRowView(row: DiffRowRecord): DiffRowView {
  return {
    diff_row_id: row.diff_row_id,
    kind: row.kind,
    company_id: row.company_id,
    display_name: row.display_name,
    changes: row.changes,
    review: row.review_outcome &&
      row.reviewed_at && {
        outcome: row.review_outcome,
        note: row.review_note,
        reviewed_at: row.reviewed_at.toISOString(),
      },
    exclusion:
      row.excluded === null || row.excluded_at === null
        ? null
        : {
            excluded: row.excluded,
            reason: row.exclusion_reason,
            excluded_at: row.excluded_at.toISOString(),
          },
  };
}
