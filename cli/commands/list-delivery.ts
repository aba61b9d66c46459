import type { Command } from 'commander';
import type { Schema } from '../../client/index.ts';
import { answered } from '../calls.ts';
import { choiceOption, given, readTextFile } from '../option-values.ts';
import { addPageOptions, type PageOptions, showPages } from '../pages.ts';
import type { Session } from '../session.ts';
import { type DeliveryPayload, type DeliveryType, deliveryPayloads, deliveryTypes } from '../vocabulary.ts';

interface Accepted {
  readonly list_id: string;
  readonly delivery_id: string;
  readonly status: string;
  readonly payload: string;
}

/** Delivery of a List to a webhook or a chat tool. */

interface TargetOptions {
  readonly type?: DeliveryType;
  readonly url?: string;
  readonly payload?: DeliveryPayload;
  readonly enable?: true;
  readonly disable?: true;
  readonly rotateSecret?: true;
}

export function addListDeliveryCommands(list: Command, open: () => Session): void {
  list
    .command('delivery')
    .description("Show a List's delivery target; with flags, set it")
    .argument('<list_id>')
    .addOption(choiceOption('--type <type>', 'type of receiver', deliveryTypes))
    .option('--url <url>', 'public https URL; - reads it from stdin, for URLs that are secret')
    .addOption(choiceOption('--payload <payload>', 'what is delivered', deliveryPayloads))
    .option('--enable', 'enable deliveries')
    .option('--disable', 'disable deliveries')
    .option('--rotate-secret', 'make a new secret for webhook signatures; shown only once')
    .action((listId: string, options: TargetOptions) => deliveryTarget(open(), listId, options));

  list
    .command('deliver')
    .description('Deliver the List now')
    .argument('<list_id>')
    .addOption(choiceOption('--payload <payload>', 'overrides the configured payload', deliveryPayloads))
    .action(async (listId: string, { payload }: { payload?: DeliveryPayload }) => {
      const session = open();
      showAccepted(
        session,
        await answered(
          session.api().POST('/api/service/lists/{listId}/deliver', {
            params: { path: { listId } },
            body: given({ payload }),
          }),
        ),
      );
    });

  const deliveries = list
    .command('deliveries')
    .description('List deliveries with their attempts, or show one delivery')
    .argument('<list_id>')
    .argument('[delivery_id]');
  addPageOptions(deliveries);
  deliveries.action((listId: string, deliveryId: string | undefined, options: PageOptions) =>
    deliveryId === undefined
      ? showDeliveries(open(), listId, options)
      : showDelivery(open(), listId, deliveryId),
  );

  list
    .command('redeliver')
    .description('Send a delivery again, with the same id')
    .argument('<list_id>')
    .argument('<delivery_id>')
    .action(async (listId: string, deliveryId: string) => {
      const session = open();
      showAccepted(
        session,
        await answered(
          session.api().POST('/api/service/lists/{listId}/deliveries/{deliveryId}/redeliver', {
            params: { path: { listId, deliveryId } },
            body: {},
          }),
        ),
      );
    });
}

async function deliveryTarget(session: Session, listId: string, options: TargetOptions): Promise<void> {
  const { type, url, payload, enable, disable, rotateSecret } = options;
  const body = given({
    type,
    url: url === '-' ? readTextFile('-').trim() : url,
    payload,
    enabled: enable ? true : disable ? false : undefined,
    rotate_secret: rotateSecret,
  });
  const at = '/api/service/lists/{listId}/delivery';
  const params = { path: { listId } };
  const api = session.api();
  const answer = await answered(
    Object.keys(body).length > 0 ? api.PATCH(at, { params, body }) : api.GET(at, { params }),
  );
  session.answer(answer, () => {
    // Only the answer to a change can have a secret.
    const delivery: (Schema<'DeliveryTarget'> & { readonly secret?: string }) | null = answer.delivery;
    if (!delivery) return session.note('No target is configured. Set one with --type and --url.');
    const { secret } = delivery;
    session.fields([
      ['type', delivery.type],
      ['url', delivery.url],
      ['payload', delivery.payload],
      ['enabled', delivery.enabled],
      ['secret', secret],
    ]);
    if (secret) session.note('Store the secret: it is shown only once.');
  });
}

function showAccepted(session: Session, answer: Accepted): void {
  session.answer(answer, ({ delivery_id, status, payload }) => {
    session.print(`${delivery_id}  ${status}  ${payload}`);
    session.note(`To see the outcome: company-data list deliveries ${answer.list_id} ${delivery_id}`);
  });
}

async function showDeliveries(session: Session, listId: string, options: PageOptions): Promise<void> {
  const api = session.api();
  await showPages(
    session,
    options,
    (query) =>
      answered(api.GET('/api/service/lists/{listId}/deliveries', { params: { path: { listId }, query } })),
    ({ items }) =>
      session.table(
        [
          { title: 'delivery_id', cell: ({ delivery_id }) => delivery_id, whole: true },
          { title: 'status', cell: ({ status }) => status },
          { title: 'payload', cell: ({ payload }) => payload },
          { title: 'attempts', cell: ({ attempts }) => attempts.length },
          { title: 'last', cell: ({ attempts }) => attempts.at(-1)?.message },
          { title: 'made', cell: ({ created_at }) => created_at },
        ],
        items,
      ),
  );
}

async function showDelivery(session: Session, listId: string, deliveryId: string): Promise<void> {
  const answer = await answered(
    session.api().GET('/api/service/lists/{listId}/deliveries/{deliveryId}', {
      params: { path: { listId, deliveryId } },
    }),
  );
  session.answer(answer, ({ delivery }) => {
    session.print(`${delivery.delivery_id}  ${delivery.status}  ${delivery.payload}`);
    session.table(
      [
        { title: 'attempt', cell: ({ attempt }) => attempt },
        { title: 'time', cell: ({ attempted_at }) => attempted_at },
        { title: 'ms', cell: ({ duration_ms }) => duration_ms },
        { title: 'outcome', cell: ({ outcome }) => outcome },
        { title: 'status', cell: ({ status_code }) => status_code },
        { title: 'message', cell: ({ message }) => message },
      ],
      delivery.attempts,
    );
  });
}
