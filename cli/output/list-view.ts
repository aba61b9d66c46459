import type { Schema } from '../../client/index.ts';
import type { Session } from '../session.ts';

/** Lists, as printed. */

export function showList(session: Session, list: Schema<'List'>): void {
  session.printFields([
    ['list_id', list.list_id],
    ['name', list.name],
    ['rows', list.row_count],
    ['status', list.status],
    ['schedule', list.schedule],
    ['next run', describeNextRun(list)],
    ['made from', [list.source.kind, list.source.id].filter(Boolean).join(' ')],
    ['published', list.published_version],
    ['changed', list.updated_at],
  ]);
}

export function showLists(session: Session, lists: readonly Schema<'List'>[]): void {
  session.printTable(lists, {
    list_id: 'list_id',
    name: 'name',
    rows: 'row_count',
    status: 'status',
    schedule: 'schedule',
    'next run': describeNextRun,
    from: ({ source }) => source.kind,
    published: 'published_version',
    changed: ({ updated_at }) => updated_at.slice(0, 10),
  });
}

/** A manual schedule needs no reason. */
function describeNextRun({ next_run_at, no_next_run_because: reason }: Schema<'List'>): string | null {
  if (next_run_at !== null) return next_run_at;
  if (reason === null || reason === 'manual') return null;
  return `none: ${reason.replaceAll('_', ' ')}`;
}
