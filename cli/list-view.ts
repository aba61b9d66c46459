import type { Session } from './session.ts';

/** How Lists look. */

export interface ShownList {
  readonly list_id: string;
  readonly name: string;
  readonly status: string;
  readonly schedule: string;
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
      { title: 'from', cell: ({ source }) => source.kind },
      { title: 'published', cell: ({ published_version: version }) => version },
      { title: 'changed', cell: ({ updated_at }) => updated_at.slice(0, 10) },
    ],
    lists,
  );
}
