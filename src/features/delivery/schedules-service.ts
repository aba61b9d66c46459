import { z } from 'zod';
import { ServiceError } from '../../contract/errors.ts';
import type { PublishingService } from '../lists/publishing/publishing-service.ts';
import type { DeliveryService } from './delivery-service.ts';
import { findLatestSlot } from './schedule-slots.ts';
import type { SchedulesStore } from './schedules-store.ts';

export interface SchedulesParts {
  readonly store: SchedulesStore;
  readonly publishing: PublishingService;
  readonly delivery: DeliveryService;
}

const queuedPayload = z.object({ accountId: z.string(), listId: z.string(), scheduledFor: z.iso.datetime() });

/** Scheduled refreshes: once in each period, and once after a downtime of any length. */
export class SchedulesService {
  constructor(private readonly parts: SchedulesParts) {}

  /**
   * Queues tasks for due schedules, by the clock of Postgres: by a clock that is days ahead, the times until then would count as
   * done. Any number of processes may call it at once. @returns how many were queued
   */
  async claimDue(): Promise<number> {
    const now = await this.parts.store.readNow();
    const daily = await this.parts.store.claimDue('daily', findLatestSlot('daily', now));
    return daily + (await this.parts.store.claimDue('weekly', findLatestSlot('weekly', now)));
  }

  /** Refreshes a List for one scheduled time and delivers the changes. Repeated calls have no further effect. */
  async refreshList(payload: unknown): Promise<void> {
    const { accountId, listId, scheduledFor } = queuedPayload.parse(payload);
    try {
      await this.parts.publishing.findChanges(accountId, listId, {
        scheduledFor: new Date(scheduledFor),
        afterwards: async ({ list, diff }, transaction) => {
          if (diff.added + diff.removed + diff.changed === 0) return;
          await this.parts.delivery.deliverFound(accountId, list, transaction);
        },
      });
    } catch (error) {
      // The List was paused, archived or deleted meanwhile, so a retry would not help.
      const code = error instanceof ServiceError ? error.code : null;
      if (code === 'list_state_conflict' || code === 'list_not_found') return;
      throw error;
    }
  }
}
