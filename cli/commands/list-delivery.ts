import type { Command } from 'commander';
import { deliveryPayloads, deliveryTypes, type Schema } from '../../client/index.ts';
import type { Call } from '../calls.ts';
import { createChoiceOption, omitUndefined, readTextFile } from '../input/option-values.ts';
import { addPageOptions, type PageOptions, showPages } from '../input/pages.ts';
import type { Run, Session } from '../session.ts';

/** Delivery of a List to a webhook or a chat tool. */

interface TargetOptions {
  readonly type?: Schema<'DeliveryTarget'>['type'];
  readonly url?: string;
  readonly payload?: Payload;
  readonly enable?: true;
  readonly disable?: true;
  readonly rotateSecret?: true;
}

type Payload = Schema<'DeliveryTarget'>['payload'];

export function addListDeliveryCommands(list: Command, run: Run): void {
  list
    .command('delivery')
    .description("Show a List's delivery target; with flags, set it")
    .argument('<list_id>')
    .addOption(createChoiceOption('--type <type>', 'type of receiver', deliveryTypes))
    .option('--url <url>', 'public https URL; - reads it from stdin, for URLs that are secret')
    .addOption(createChoiceOption('--payload <payload>', 'what is delivered', deliveryPayloads))
    .option('--enable', 'enable deliveries')
    .option('--disable', 'disable deliveries')
    .option('--rotate-secret', 'make a new secret for webhook signatures; shown only once')
    .action(run(configureTarget));

  list
    .command('deliver')
    .description('Deliver the List now')
    .argument('<list_id>')
    .addOption(
      createChoiceOption('--payload <payload>', 'overrides the configured payload', deliveryPayloads),
    )
    .action(
      run((session, listId: string, { payload }: { payload?: Payload }) =>
        showAccepted(
          session,
          session.api.POST('/api/service/lists/{listId}/deliver', {
            params: { path: { listId } },
            body: omitUndefined({ payload }),
          }),
        ),
      ),
    );

  const deliveries = list
    .command('deliveries')
    .description('List deliveries with their attempts, or show one delivery')
    .argument('<list_id>')
    .argument('[delivery_id]');
  addPageOptions(deliveries).action(
    run((session, listId: string, deliveryId: string | undefined, options: PageOptions) => {
      if (deliveryId === undefined) return showDeliveries(session, listId, options);
      return showDelivery(session, listId, deliveryId);
    }),
  );

  list
    .command('redeliver')
    .description('Send a delivery again, with the same id')
    .argument('<list_id>')
    .argument('<delivery_id>')
    .action(
      run((session, listId: string, deliveryId: string) =>
        showAccepted(
          session,
          session.api.POST('/api/service/lists/{listId}/deliveries/{deliveryId}/redeliver', {
            params: { path: { listId, deliveryId } },
            body: {},
          }),
        ),
      ),
    );
}

async function configureTarget(session: Session, listId: string, options: TargetOptions): Promise<void> {
  const { type, url, payload, enable, disable, rotateSecret } = options;
  const body = omitUndefined({
    type,
    url: url === '-' ? readTextFile('-').trim() : url,
    payload,
    // Both flags are either absent or true.
    enabled: enable ?? (disable && false),
    rotate_secret: rotateSecret,
  });
  const at = '/api/service/lists/{listId}/delivery';
  const params = { path: { listId } };
  const api = session.api;
  const call = Object.keys(body).length > 0 ? api.PATCH(at, { params, body }) : api.GET(at, { params });
  await session.showAnswer(call, (answer) => {
    // Only the answer to a change can have a secret.
    const delivery: (Schema<'DeliveryTarget'> & { readonly secret?: string }) | null = answer.delivery;
    if (!delivery) return session.note('No target is configured. Set one with --type and --url.');
    const { secret } = delivery;
    session.printFields([
      ['type', delivery.type],
      ['url', delivery.url],
      ['payload', delivery.payload],
      ['enabled', delivery.enabled],
      ['secret', secret],
    ]);
    if (secret) session.note('Store the secret: it is shown only once.');
  });
}

interface AcceptedDelivery {
  readonly list_id: string;
  readonly delivery_id: string;
  readonly status: string;
  readonly payload: string;
}

async function showAccepted(session: Session, call: Call<AcceptedDelivery>): Promise<void> {
  await session.showAnswer(call, ({ list_id, delivery_id, status, payload }) => {
    session.print(`${delivery_id}  ${status}  ${payload}`);
    session.note(`To see the outcome: company-data list deliveries ${list_id} ${delivery_id}`);
  });
}

async function showDeliveries(session: Session, listId: string, options: PageOptions): Promise<void> {
  await showPages(
    session,
    options,
    (query) =>
      session.api.GET('/api/service/lists/{listId}/deliveries', { params: { path: { listId }, query } }),
    ({ items }) =>
      session.printTable(items, {
        delivery_id: 'delivery_id',
        status: 'status',
        payload: 'payload',
        attempts: ({ attempts }) => attempts.length,
        last: ({ attempts }) => attempts.at(-1)?.message,
        made: 'created_at',
      }),
  );
}

async function showDelivery(session: Session, listId: string, deliveryId: string): Promise<void> {
  const call = session.api.GET('/api/service/lists/{listId}/deliveries/{deliveryId}', {
    params: { path: { listId, deliveryId } },
  });
  await session.showAnswer(call, ({ delivery }) => {
    session.print(`${delivery.delivery_id}  ${delivery.status}  ${delivery.payload}`);
    session.printTable(delivery.attempts, {
      attempt: 'attempt',
      time: 'attempted_at',
      ms: 'duration_ms',
      outcome: 'outcome',
      status: 'status_code',
      message: 'message',
    });
  });
}
