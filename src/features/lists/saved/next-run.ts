import type { ListView } from '../../../contract/lists/lists.ts';
import { findLatestSlot, findNextSlot } from '../../delivery/schedule-slots.ts';
import type { ListRecord } from './list-record.ts';

type Scheduled = Pick<
  ListRecord,
  'schedule' | 'status' | 'published_version' | 'schedule_since' | 'scheduled_for'
>;

/** When the schedule runs next, or why it does not run. Follows the same rules as `SchedulesStore.claimDue`. */
export function computeNextRun(
  list: Scheduled,
  now: Date,
): Pick<ListView, 'next_run_at' | 'no_next_run_because'> {
  const { schedule, status, published_version, schedule_since, scheduled_for } = list;
  if (schedule === 'manual') return createNoRun('manual');
  if (status !== 'active') return createNoRun(status);
  if (published_version === null) return createNoRun('not_published');
  const slot = findLatestSlot(schedule, now);
  const isDue = schedule_since < slot && (scheduled_for === null || scheduled_for < slot);
  return {
    next_run_at: (isDue ? slot : findNextSlot(schedule, slot)).toISOString(),
    no_next_run_because: null,
  };
}

function createNoRun(no_next_run_because: NonNullable<ListView['no_next_run_because']>) {
  return { next_run_at: null, no_next_run_because };
}
