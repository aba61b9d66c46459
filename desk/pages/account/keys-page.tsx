import { useRef, useState } from 'preact/hooks';
import type { Schema } from '../../../client/index.ts';
import { maxCreditAmount, maxKeyLabelLength, maxPageItems } from '../../../client/index.ts';
import { createIdempotencyKey } from '../../api.ts';
import { formatCount, formatTime, useLanguage, useTexts } from '../../language.ts';
import { useLoaded } from '../../loading.ts';
import { MoreOf, useCollected } from '../../parts/collected.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Button, Check, ChoiceGroup, Field, listOptions, Select } from '../../parts/form.tsx';
import { formatKeyName } from '../../parts/key-name.ts';
import { CollectionStart } from '../../parts/load-state.tsx';
import { Page } from '../../parts/page.tsx';
import { Secret } from '../../parts/secret.tsx';
import { linkTo } from '../../routing.ts';
import { isUnlimited, useSession } from '../../session.tsx';
import { abilities, describeAbilities, keyKinds, type PlannedKey } from './key-abilities.ts';
import { texts } from './keys-texts.ts';

type ApiKey = Schema<'ApiKey'>;

interface MadeKey {
  readonly label: string;
  /** Null if its answer was lost. */
  readonly value: string | null;
  readonly isForReconciliation: boolean;
}

/** Programs for reconciliation send no headers, so the key is in the address that people enter. */
function buildReconciliationAddress(key: string): string {
  return new URL(`reconcile/${key}`, location.href).href;
}

/** The account's keys: they are made, shown once, and revoked here. */
export function KeysPage() {
  const text = useTexts(texts);
  const { api, limits } = useSession();
  const [isMaking, setIsMaking] = useState(false);
  const [made, setMade] = useState<MadeKey | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const keys = useCollected(
    (page, signal) => api.get('/keys', { query: { limit: 50, ...page }, signal }),
    [api],
  );
  return (
    <Page
      title={text.title}
      wide
      aside={keys.first && <Button label={text.create} class="primary" onClick={() => setIsMaking(true)} />}
    >
      <p class="lead">{text.intro}</p>
      {made?.value && (
        <Secret
          label={text.madeKey(made.label)}
          about={made.isForReconciliation ? text.address : text.shownOnce}
          value={made.isForReconciliation ? buildReconciliationAddress(made.value) : made.value}
        />
      )}
      {made && made.value === null && <p class="notice notice-warning">{text.lostKey}</p>}
      <CollectionStart of={keys} />
      <ul class="cards">
        {keys.items.map((key) => (
          <KeyCard key={key.key_id} apiKey={key} onRevoke={() => setRevoking(key)} />
        ))}
      </ul>
      <MoreOf of={keys} />
      {isMaking && (
        <NewKey
          onMade={(key) => {
            setMade(key);
            setIsMaking(false);
            keys.reload();
          }}
          onClose={() => setIsMaking(false)}
        />
      )}
      {revoking && (
        <Confirm
          title={text.revokeTitle(describeKey(revoking))}
          yes={text.revoke}
          onYes={async () => {
            const { key } = await api.delete('/keys/{keyId}', { path: { keyId: revoking.key_id } });
            keys.change((before) => before.map((one) => (one.key_id === key.key_id ? key : one)));
            setRevoking(null);
            // The service refuses the key from now on, and the desk closes.
            if (key.key_id === limits.keyId) keys.reload();
          }}
          onClose={() => setRevoking(null)}
        >
          <KeyFacts apiKey={revoking} />
          <p>{text.revokeAbout}</p>
          {revoking.key_id === limits.keyId && <p class="notice notice-warning">{text.revokeOwn}</p>}
        </Confirm>
      )}
    </Page>
  );
}

function describeKey(key: ApiKey): string {
  return `${formatKeyName(key)} (${key.key_start}…)`;
}

/** What tells a key apart from others with its label. */
function KeyFacts({ apiKey: key }: { readonly apiKey: ApiKey }) {
  const text = useTexts(texts);
  const language = useLanguage();
  return (
    <p class="account-soft account-facts">
      <span>{text.createdAt(formatTime(key.created_at, language))}</span>
      <span>
        {key.last_used_at === null ? text.neverUsed : text.usedAt(formatTime(key.last_used_at, language))}
      </span>
      <span>
        {key.max_credits === null
          ? text.spent(formatCount(key.credits_spent))
          : text.spentOf(formatCount(key.credits_spent), formatCount(key.max_credits))}
      </span>
      {key.revoked_at !== null && <span>{text.revokedAt(formatTime(key.revoked_at, language))}</span>}
    </p>
  );
}

function KeyCard({ apiKey: key, onRevoke }: { readonly apiKey: ApiKey; readonly onRevoke: () => void }) {
  const text = useTexts(texts);
  const isOwn = key.key_id === useSession().limits.keyId;
  return (
    <li class="card account-key">
      <div>
        <p class="account-key-name">
          <strong>{formatKeyName(key)}</strong>
          <code>{key.key_start}…</code>
          {key.revoked_at !== null && <span class="tag tag-bad">{text.revoked}</span>}
          {isOwn && <span class="tag tag-good">{text.own}</span>}
          {isUnlimited(key) && <span class="tag">{text.full}</span>}
          {key.read_only && <span class="tag tag-good">{text.readOnly}</span>}
          {key.purpose !== null && <span class="tag">{text.purposes[key.purpose] ?? key.purpose}</span>}
          {key.source_id !== null && (
            <a class="tag" href={linkTo(['sources', key.source_id])}>
              {text.oneSource}
            </a>
          )}
        </p>
        <KeyFacts apiKey={key} />
      </div>
      {key.revoked_at === null && (
        <Button label={text.revoke} onClick={onRevoke} aria-label={text.revokeKey(describeKey(key))} />
      )}
    </li>
  );
}

function NewKey(props: { readonly onMade: (made: MadeKey) => void; readonly onClose: () => void }) {
  const text = useTexts(texts);
  const { api } = useSession();
  const [label, setLabel] = useState('');
  const [kind, setKind] = useState<PlannedKey['kind']>('full');
  const [sourceId, setSourceId] = useState('');
  const [isReadOnly, setIsReadOnly] = useState(false);
  const [limit, setLimit] = useState('');
  const request = useRef({ body: '', key: '' });
  const needsLimit = kind === 'reconciliation';
  const maySpend = kind === 'full' || needsLimit || (kind === 'source' && !isReadOnly);
  const isReady = (kind !== 'source' || sourceId !== '') && (!needsLimit || limit !== '');
  async function createKey() {
    const body = {
      label: label.trim(),
      read_only: kind === 'read_only' || (kind === 'source' && isReadOnly),
      source_id: kind === 'source' ? sourceId : null,
      purpose: needsLimit ? ('reconciliation' as const) : null,
      max_credits: maySpend && limit !== '' ? Number(limit) : null,
    };
    // The same request again, after a lost answer, makes no second key.
    const written = JSON.stringify(body);
    if (request.current.body !== written) request.current = { body: written, key: createIdempotencyKey() };
    const { key, api_key: value } = await api.post('/keys', { key: request.current.key, body });
    props.onMade({ label: key.label || key.key_start, value, isForReconciliation: needsLimit });
  }
  return (
    <Confirm title={text.create} yes={text.create} ready={isReady} onYes={createKey} onClose={props.onClose}>
      <Field label={text.label} maxLength={maxKeyLabelLength} value={label} onText={setLabel} />
      <ChoiceGroup
        class="account-kinds"
        legend={text.kind}
        name="kind"
        value={kind}
        options={listOptions(keyKinds, (one) => (
          <span>
            {text.kinds[one]} <small>{text.kindAbout[one]}</small>
          </span>
        ))}
        onChange={setKind}
      />
      <Abilities kind={kind} isReadOnly={isReadOnly} hasLimit={maySpend && limit !== ''} />
      {kind === 'source' && (
        <>
          <SourceChoice sourceId={sourceId} onChange={setSourceId} />
          <Check label={text.alsoReadOnly} checked={isReadOnly} onChange={() => setIsReadOnly(!isReadOnly)} />
        </>
      )}
      {maySpend && (
        <>
          <Field
            label={needsLimit ? text.limit : text.limitOptional}
            type="number"
            min={0}
            step={1}
            max={maxCreditAmount}
            required={needsLimit}
            aria-describedby="account-limit-hint"
            value={limit}
            onText={setLimit}
          />
          <small id="account-limit-hint">{text.limitHint}</small>
        </>
      )}
    </Confirm>
  );
}

/** What the key can do, before it is made. */
function Abilities(planned: PlannedKey) {
  const text = useTexts(texts);
  const { api } = useSession();
  const { data: usage } = useLoaded((signal) => api.get('/usage', { signal }), [api]);
  const extents = describeAbilities(planned);
  const daily = usage?.day.search_quota.limit ?? null;
  return (
    <section aria-labelledby="account-abilities">
      <h3 id="account-abilities">{text.abilities}</h3>
      <dl class="account-abilities">
        {abilities.map((ability) => (
          <div key={ability}>
            <dt>{text.ability[ability]}</dt>
            <dd>{text.extent[extents[ability]]}</dd>
          </div>
        ))}
      </dl>
      {daily !== null && extents.search === 'yes' && <small>{text.dailySearches(formatCount(daily))}</small>}
    </section>
  );
}

/** The table that a key is for. */
function SourceChoice(props: { readonly sourceId: string; readonly onChange: (sourceId: string) => void }) {
  const text = useTexts(texts);
  const { api } = useSession();
  const sources = useCollected(
    (page, signal) => api.get('/sources', { query: { limit: maxPageItems, ...page }, signal }),
    [api],
  );
  return (
    <>
      <Select
        label={text.source}
        required
        value={props.sourceId}
        options={[
          ['', text.choose],
          ...sources.items.map(
            (source) =>
              [source.source_id, source.name ?? source.original_filename ?? source.source_id] as const,
          ),
        ]}
        onChange={props.onChange}
      />
      <MoreOf of={sources} />
    </>
  );
}
