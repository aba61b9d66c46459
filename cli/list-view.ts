import type { Session } from './session.ts';

/** Lists, as printed. */

export interface ShownList {
  readonly list_id: string;
  readonly name: string;
  readonly status: string;
  readonly schedule: string;
  readonly next_run_at: string | null;
  readonly no_next_run_because: string | null;
  readonly row_count: number;
  readonly source: { readonly kind: string; readonly id: string | null };
  readonly published_version: number | null;
  readonly updated_at: string;
}

export function showList(session: Session, list: ShownList): void {
  session.fields([
    ['list_id', list.list_id],
    ['name', list.name],
    ['rows', list.row_count],
    ['status', list.status],
    ['schedule', list.schedule],
    ['next run', nextRun(list)],
    ['made from', [list.source.kind, list.source.id].filter(Boolean).join(' ')],
    ['published', list.published_version],
    ['changed', list.updated_at],
  ]);
}

export function showLists(session: Session, lists: readonly ShownList[]): void {
  session.table(
    [
      { title: 'list_id', cell: ({ list_id }) => list_id, whole: true },
      { title: 'name', cell: ({ name }) => name },
      { title: 'rows', cell: ({ row_count }) => row_count },
      { title: 'status', cell: ({ status }) => status },
      { title: 'schedule', cell: ({ schedule }) => schedule },
      { title: 'next run', cell: nextRun },
      { title: 'from', cell: ({ source }) => source.kind },
      { title: 'published', cell: ({ published_version: version }) => version },
      { title: 'changed', cell: ({ updated_at }) => updated_at.slice(0, 10) },
    ],
    lists,
  );
}

/** A manual schedule needs no reason. */
function nextRun({ next_run_at, no_next_run_because: reason }: ShownList): string | null {
  if (next_run_at !== null) return next_run_at;
  return reason === null || reason === 'manual' ? null : `none: ${reason.replaceAll('_', ' ')}`;
}
