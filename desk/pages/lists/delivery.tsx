import { useRef, useState } from 'preact/hooks';
import type { Schema } from '../../../client/index.ts';
import { deliveryPayloads, deliveryTypes, maxTargetUrlLength } from '../../../client/index.ts';
import { createIdempotencyKey } from '../../api.ts';
import { formatCount, useLanguage, useTexts } from '../../language.ts';
import { useAction, useLoaded } from '../../loading.ts';
import { MoreOf, useCollected } from '../../parts/collected.tsx';
import { Button, Check, Field, Form, listOptions, Select } from '../../parts/form.tsx';
import { CollectionStart, LoadState } from '../../parts/load-state.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { Secret } from '../../parts/secret.tsx';
import { Time } from '../../parts/time.tsx';
import { useSession } from '../../session.tsx';
import { texts } from './list-texts.ts';
import type { PartProps } from './part-props.ts';

type Target = Schema<'DeliveryTarget'>;

/** Where a List is sent, and what was sent. */
export function Delivery({ detail: { list }, isFixed }: PartProps) {
  const text = useTexts(texts);
  const { api } = useSession();
  const target = useLoaded(
    (signal) => api.get('/lists/{listId}/delivery', { path: { listId: list.list_id }, signal }),
    [api, list.list_id],
  );
  const [secret, setSecret] = useState<string | null>(null);
  const current = target.data?.delivery ?? null;
  return (
    <div class="lists-parts">
      <section class="card" aria-labelledby="lists-delivery">
        <h2 id="lists-delivery">{text.tabs.delivery}</h2>
        <p class="lists-soft">{text.deliveryAbout}</p>
        <LoadState of={target} />
        {target.data && (
          <TargetForm
            key={current?.updated_at ?? 'new'}
            listId={list.list_id}
            target={current}
            isFixed={isFixed}
            onSaved={(made) => {
              setSecret(made);
              target.reload();
            }}
          />
        )}
        {secret !== null && <Secret label={text.secret} about={text.secretAbout} value={secret} />}
      </section>
      <Deliveries listId={list.list_id} canSend={current?.enabled === true && !isFixed} />
    </div>
  );
}

function TargetForm(props: {
  readonly listId: string;
  readonly target: Target | null;
  readonly isFixed: boolean;
  readonly onSaved: (secret: string | null) => void;
}) {
  const text = useTexts(texts);
  const { api } = useSession();
  const { target } = props;
  const [type, setType] = useState<Target['type']>(target?.type ?? 'webhook');
  const [payload, setPayload] = useState<Target['payload']>(target?.payload ?? 'summary');
  const [isEnabled, setIsEnabled] = useState(target?.enabled ?? true);
  const [rotates, setRotates] = useState(false);
  const [url, setUrl] = useState('');
  const saving = useAction(async () => {
    const { delivery } = await api.patch('/lists/{listId}/delivery', {
      path: { listId: props.listId },
      body: {
        type,
        payload,
        enabled: isEnabled,
        ...(url.trim() && { url: url.trim() }),
        ...(rotates && type === 'webhook' && { rotate_secret: true }),
      },
    });
    props.onSaved(delivery.secret ?? null);
  });
  return (
    <Form class="form lists-narrow" onSubmit={saving.run}>
      <fieldset class="form" disabled={props.isFixed}>
        <Select
          label={text.deliveryType}
          value={type}
          options={listOptions(deliveryTypes, text.types)}
          onChange={setType}
        />
        <Field
          label={text.url}
          type="url"
          maxLength={maxTargetUrlLength}
          required={target === null}
          aria-describedby={target ? 'lists-url-hint' : undefined}
          value={url}
          onText={setUrl}
        />
        {target && <small id="lists-url-hint">{text.urlKeep(target.url)}</small>}
        <Select
          label={text.payload}
          value={payload}
          options={listOptions(deliveryPayloads, text.payloads)}
          onChange={setPayload}
        />
        <Check label={text.enabled} checked={isEnabled} onChange={() => setIsEnabled(!isEnabled)} />
        {target && type === 'webhook' && (
          <Check label={text.rotate} checked={rotates} onChange={() => setRotates(!rotates)} />
        )}
        <p class="actions">
          <Button label={text.save} type="submit" class="primary" disabled={saving.running} />
        </p>
      </fieldset>
      <Failure error={saving.error} />
    </Form>
  );
}

function Deliveries({ listId, canSend }: { readonly listId: string; readonly canSend: boolean }) {
  const text = useTexts(texts);
  const { api } = useSession();
  const [isSent, setIsSent] = useState(false);
  const key = useRef(createIdempotencyKey());
  const deliveries = useCollected(
    (page, signal) =>
      api.get('/lists/{listId}/deliveries', { path: { listId }, query: { limit: 10, ...page }, signal }),
    [api, listId],
  );
  const sending = useAction(async () => {
    setIsSent(false);
    await api.post('/lists/{listId}/deliver', { path: { listId }, key: key.current, body: {} });
    key.current = createIdempotencyKey();
    setIsSent(true);
    deliveries.reload();
  });
  const again = useAction(async (deliveryId: string) => {
    await api.post('/lists/{listId}/deliveries/{deliveryId}/redeliver', {
      path: { listId, deliveryId },
      body: {},
    });
    deliveries.reload();
  });
  return (
    <section class="card" aria-labelledby="lists-deliveries" aria-busy={deliveries.loading}>
      <h2 id="lists-deliveries">{text.deliveries}</h2>
      <p class="actions">
        {canSend && <Button label={text.deliver} action={sending} />}
        <Button label={text.reload} class="quiet" onClick={deliveries.reload} />
      </p>
      {isSent && <Notice kind="good">{text.delivered}</Notice>}
      <Failure error={sending.error ?? again.error} />
      <CollectionStart of={deliveries}>
        <p class="lists-soft">{text.noDeliveries}</p>
      </CollectionStart>
      <ul class="lists-lines">
        {deliveries.items.map((one) => (
          <DeliveryLine
            key={one.delivery_id}
            delivery={one}
            onAgain={canSend ? () => void again.run(one.delivery_id) : null}
          />
        ))}
      </ul>
      <MoreOf of={deliveries} />
    </section>
  );
}

const statusTag = { pending: 'tag', delivered: 'tag tag-good', failed: 'tag tag-bad' } as const;

function DeliveryLine({
  delivery,
  onAgain,
}: {
  readonly delivery: Schema<'ListDelivery'>;
  readonly onAgain: (() => void) | null;
}) {
  const text = useTexts(texts);
  const language = useLanguage();
  return (
    <li>
      <span class="lists-name">
        <span class={statusTag[delivery.status]}>{text.deliveryStatus[delivery.status]}</span>
        <Time at={delivery.created_at} />
        <span class="lists-soft">{text.payloads[delivery.payload]}</span>
        {onAgain && delivery.status !== 'pending' && <Button label={text.redeliver} onClick={onAgain} />}
      </span>
      {delivery.attempts.length > 0 && (
        <details>
          <summary>{text.attempts(delivery.attempts.length)}</summary>
          <ol class="lists-attempts">
            {delivery.attempts.map((attempt) => (
              <li key={attempt.attempt}>
                <Time at={attempt.attempted_at} />: {text.attemptOutcome[attempt.outcome]}
                {attempt.status_code !== null && ` (${attempt.status_code})`},{' '}
                {text.milliseconds(formatCount(attempt.duration_ms))}
                {language === 'en' && <small> {attempt.message}</small>}
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  );
}
