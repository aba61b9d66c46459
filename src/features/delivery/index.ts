import type { Knex } from 'knex';
import type { deliveryEndpoints } from '../../contract/delivery/endpoints.ts';
import { createLane } from '../../database/queue-tasks.ts';
import type { Logger } from '../../http/request-log.ts';
import { type Handlers, respond } from '../../http/route.ts';
import { buildKeyedCall } from '../../idempotency/idempotency-key.ts';
import { OutboundClient } from '../../outbound/outbound-client.ts';
import type { RecurringTask } from '../../running/recurring.ts';
import type { SecretBox } from '../../secrets/secret-box.ts';
import { DeliverySender, type SendingParts } from './delivery-sending-service.ts';
import { type DeliveryParts, DeliveryService } from './delivery-service.ts';
import { DeliveryStore } from './delivery-store.ts';
import { SchedulesService } from './schedules-service.ts';
import { SchedulesStore } from './schedules-store.ts';
import { findKeyFaults } from './target-secrets-service.ts';
import { TargetSecretsStore } from './target-secrets-store.ts';

export interface DeliveryNeeds
  extends Omit<DeliveryParts & SendingParts, 'store' | 'outside' | 'onUnreadable'> {
  readonly knex: Knex;
  readonly secrets: SecretBox;
  readonly log: Logger;
  /** See `Config`. */
  readonly deliveryTestReceivers: readonly string[];
}

const lookForDueSchedulesMs = 30_000;
const lookForKeysMs = 60_000;

/** Delivery of saved Lists to webhooks and chat tools, and scheduled refreshes. */
export function createDelivery(needs: DeliveryNeeds) {
  const { knex, log, publishing } = needs;
  const store = new DeliveryStore(knex, needs.secrets);
  const outside = new OutboundClient({
    permittedOrigins: needs.deliveryTestReceivers,
    onUnreachable: (what) => log.info(what, 'a receiver did not answer'),
  });
  const service = new DeliveryService({ ...needs, store, outside });
  const sender = new DeliverySender({
    ...needs,
    store,
    outside,
    onUnreadable: (err) => log.error({ err }, 'a delivery was not sent: its target cannot be read'),
  });
  const slots = new SchedulesStore(knex);
  const schedules = new SchedulesService({ store: slots, publishing, delivery: service });
  const handlers: Handlers<typeof deliveryEndpoints> = {
    getListDelivery: respond(({ account, params }) => service.getTarget(account.accountId, params.listId)),
    setListDelivery: respond(({ account, params, body }) =>
      service.configureTarget(account.accountId, params.listId, body),
    ),
    deliverList: (context) =>
      service.deliverList(buildKeyedCall(context), context.params.listId, context.body.payload),
    listDeliveries: respond(({ account, params, query }) =>
      service.listDeliveries(account.accountId, params.listId, query),
    ),
    getDelivery: respond(({ account, params }) =>
      service.getDelivery(account.accountId, params.listId, params.deliveryId),
    ),
    redeliver: async ({ account, params }) => ({
      status: 202,
      body: await service.redeliver(account.accountId, params.listId, params.deliveryId),
    }),
  };
  const lanes = [
    createLane('deliver_list', (payload, queuedTry) => sender.tryDelivery(payload, queuedTry)),
    createLane('refresh_list', (payload) => schedules.refreshList(payload)),
  ];
  const targets = new TargetSecretsStore(knex, needs.secrets);
  // Said again only when something has changed.
  const lastLogged = { faults: 'null' };
  const tasks: RecurringTask[] = [
    {
      everyMs: lookForDueSchedulesMs,
      run: () => schedules.claimDue(),
      failure: 'due schedules could not be checked',
    },
    {
      everyMs: lookForKeysMs,
      run: async () => {
        const faults = findKeyFaults(await targets.countKeysInUse(), needs.secrets);
        const found = JSON.stringify(faults);
        if (faults && found !== lastLogged.faults)
          log.warn(faults, 'not all secrets are encrypted with a key of SECRET_KEYS');
        lastLogged.faults = found;
      },
      failure: 'the keys of secrets could not be checked',
    },
  ];
  return { handlers, lanes, tasks };
}
