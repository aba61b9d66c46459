import type { Knex } from 'knex';
import type { JobTask } from '../../database/job-queue.ts';
import type { Logger } from '../../http/request-log.ts';
import type { Idempotency } from '../../idempotency/idempotency.ts';
import { Outside } from '../../outbound/post-outside.ts';
import type { Paging } from '../../paging/paging.ts';
import type { RecurringTask } from '../../recurring.ts';
import type { PublishingService } from '../lists/publishing/publishing-service.ts';
import type { ListsService } from '../lists/saved/lists-service.ts';
import { deliveryHandlers } from './delivery-handlers.ts';
import { DeliveryService } from './delivery-service.ts';
import { DeliveryStore, deliverTask } from './delivery-store.ts';
import { SchedulesService } from './schedules-service.ts';
import { refreshTask, SchedulesStore } from './schedules-store.ts';

export interface DeliveryNeeds {
  readonly knex: Knex;
  readonly log: Logger;
  readonly idempotency: Idempotency;
  readonly lists: ListsService;
  readonly publishing: PublishingService;
  readonly paging: Paging;
  /** See `Config`. */
  readonly deliveryTestReceivers: readonly string[];
  /** The public address of the service. */
  readonly baseUrl: string;
  now(): Date;
}

const lookForDueSchedulesMs = 30_000;

/** Delivery of saved Lists to webhooks and chat tools, and scheduled refreshes. */
export function createDelivery(needs: DeliveryNeeds) {
  const { knex, log, publishing, now } = needs;
  const service = new DeliveryService({
    idempotency: needs.idempotency,
    lists: needs.lists,
    publishing,
    store: new DeliveryStore(knex),
    outside: new Outside({
      permittedOrigins: needs.deliveryTestReceivers,
      onSilence: (what) => log.info(what, 'a receiver did not answer'),
    }),
    paging: needs.paging,
    baseUrl: needs.baseUrl,
    now,
  });
  const schedules = new SchedulesService({
    store: new SchedulesStore(knex),
    publishing,
    delivery: service,
    now,
  });
  const jobs: Readonly<Record<string, JobTask>> = {
    [deliverTask]: (payload, jobTry) => service.attempt(payload, jobTry),
    [refreshTask]: (payload) => schedules.refresh(payload),
  };
  const jobTasks: RecurringTask[] = [
    {
      everyMs: lookForDueSchedulesMs,
      run: () => schedules.claimDue(),
      failure: 'due schedules could not be checked',
    },
  ];
  return { handlers: deliveryHandlers(service), jobs, jobTasks };
}
