import type { ListView } from '../../../contract/lists/lists.ts';
import { latestSlot, slotAfter } from '../../delivery/schedule-slots.ts';
import type { ListRecord } from './list-record.ts';

type Scheduled = Pick<
  ListRecord,
  'schedule' | 'status' | 'published_version' | 'schedule_since' | 'scheduled_for'
>;

/** When the schedule runs next, or why it does not run. Follows the same rules as `SchedulesStore.claimDue`. */
export function nextRun(list: Scheduled, now: Date): Pick<ListView, 'next_run_at' | 'no_next_run_because'> {
  const { schedule, status, published_version, schedule_since, scheduled_for } = list;
  if (schedule === 'manual') return never('manual');
  if (status !== 'active') return never(status);
  if (published_version === null) return never('not_published');
  const slot = latestSlot(schedule, now);
  const isDue = schedule_since < slot && (scheduled_for === null || scheduled_for < slot);
  return {
    next_run_at: (isDue ? slot : slotAfter(schedule, slot)).toISOString(),
    no_next_run_because: null,
  };
}

function never(no_next_run_because: NonNullable<ListView['no_next_run_because']>) {
  return { next_run_at: null, no_next_run_because };
}
