import { useState } from 'preact/hooks';
import { type CreditClass, creditClasses, type Schema } from '../../../client/index.ts';
import { findCodeText, formatCount, formatDay, formatTime, useLanguage, useTexts } from '../../language.ts';
import { useLoaded } from '../../loading.ts';
import { joinClasses } from '../../parts/classes.ts';
import { MoreOf, useCollected } from '../../parts/collected.tsx';
import { type Column, DataTable } from '../../parts/data-table.tsx';
import { Field, listOptions, Select } from '../../parts/form.tsx';
import { CollectionStart, LoadState } from '../../parts/load-state.tsx';
import { Page } from '../../parts/page.tsx';
import { Time } from '../../parts/time.tsx';
import { linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { translateCode } from '../../words.ts';
import { DayChart } from './chart.tsx';
import { getDayBefore, listDays } from './chart-scale.ts';
import { texts } from './credits-texts.ts';

/** Balances, usage and the ledger. */
export function CreditsPage() {
  const text = useTexts(texts);
  return (
    <Page title={text.title} wide>
      <Balances />
      <div class="account-charts">
        <Spent />
        <Searches />
      </div>
      <Ledger />
    </Page>
  );
}

function Balances() {
  const text = useTexts(texts);
  const language = useLanguage();
  const { api } = useSession();
  const loaded = useLoaded((signal) => api.get('/credits/balance', { signal }), [api]);
  const { data } = loaded;
  return (
    <section class="account-balances" aria-label={text.balances}>
      <LoadState of={loaded} />
      {data &&
        creditClasses.map((one) => {
          const { available, next_expiry: expiry } = data.balances[one];
          return (
            <div key={one} class="card">
              <h2>{text[one]}</h2>
              <p class="account-balance">{formatCount(available)}</p>
              <p class="account-soft">
                {expiry
                  ? text.expires(formatCount(expiry.amount), formatDay(expiry.expires_at, language))
                  : available > 0 && text.noExpiry}
              </p>
              <p class="account-soft">{one === 'basic' ? text.basicAbout : text.enrichmentAbout}</p>
            </div>
          );
        })}
    </section>
  );
}

const periods = [30, 90, 365] as const;

function Spent() {
  const text = useTexts(texts);
  const language = useLanguage();
  const { api } = useSession();
  const [days, setDays] = useState(30);
  const loaded = useLoaded(
    (signal) => {
      const now = new Date();
      const query = { from: getDayBefore(now, days - 1), to: getDayBefore(now, 0) };
      return api.get('/credits/daily', { query, signal });
    },
    [api, days],
  );
  const { data } = loaded;
  const getSpentByDay = (one: CreditClass) =>
    new Map((data?.days ?? []).filter((row) => row.class === one).map((row) => [row.date, row.charged]));
  return (
    <section class="card" aria-labelledby="account-spent" aria-busy={loaded.loading}>
      <div class="account-head">
        <h2 id="account-spent">{text.spent}</h2>
        <Select
          label={text.period}
          value={String(days)}
          options={periods.map((one) => [String(one), text.days(formatCount(one))])}
          onChange={(value) => setDays(Number(value))}
        />
      </div>
      <LoadState of={loaded} />
      {data && !loaded.error && (
        <DayChart
          title={text.spentTitle(formatCount(listDays(data.from, data.to).length))}
          from={data.from}
          to={data.to}
          series={creditClasses.map((one) => ({
            key: one,
            label: translateCode('creditClass', one, language),
            values: getSpentByDay(one),
          }))}
        />
      )}
    </section>
  );
}

function Searches() {
  const text = useTexts(texts);
  const { api } = useSession();
  const loaded = useLoaded((signal) => api.get('/usage', { signal }), [api]);
  const { data } = loaded;
  const formatLimit = (limit: number | null) => {
    if (limit === null) return text.noLimit;
    return formatCount(limit);
  };
  return (
    <section class="card" aria-labelledby="account-searches" aria-busy={loaded.loading}>
      <h2 id="account-searches">{text.searches}</h2>
      <LoadState of={loaded} />
      {data && (
        <>
          <Quota label={text.today} quota={data.day.search_quota} />
          <Quota label={text.month} quota={data.month.search_quota} />
          <DayChart
            title={text.searchesTitle}
            from={`${data.month.month}-01`}
            to={data.day.date}
            series={[
              {
                key: 'basic',
                label: text.searches,
                values: new Map(data.days.map(({ date, searches }) => [date, searches])),
              },
            ]}
          />
          <small>
            {text.perMinute(formatLimit(data.rates.search.limit), formatLimit(data.rates.heavy.limit))}{' '}
            {data.month.heavy > 0 && text.heavy(formatCount(data.month.heavy))}
          </small>
        </>
      )}
    </section>
  );
}

function Quota({ label, quota }: { readonly label: string; readonly quota: Schema<'SearchQuota'> }) {
  const text = useTexts(texts);
  const language = useLanguage();
  const { limit, used } = quota;
  return (
    <p class="account-quota">
      <strong>{label}</strong>{' '}
      <span>
        {limit === null
          ? text.unlimited(formatCount(used))
          : text.used(formatCount(used), formatCount(limit))}
      </span>
      {limit !== null && <meter min={0} max={limit} high={limit * 0.9} value={used} aria-label={label} />}
      {limit !== null && <small>{text.resets(formatTime(quota.resets_at, language))}</small>}
    </p>
  );
}

function Ledger() {
  const text = useTexts(texts);
  const { api } = useSession();
  const [creditClass, setCreditClass] = useState<CreditClass | ''>('');
  const [operation, setOperation] = useState('');
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const entries = useCollected(
    (page, signal) =>
      api.get('/credits', {
        query: {
          limit: 50,
          ...(creditClass && { class: creditClass }),
          ...(operation && { operation }),
          ...(from && { from }),
          ...(to && { to }),
          ...page,
        },
        signal,
      }),
    [api, creditClass, operation, from, to],
  );
  return (
    <section class="card" aria-labelledby="account-ledger" aria-busy={entries.loading}>
      <h2 id="account-ledger">{text.ledger}</h2>
      <div class="account-filters">
        <Select
          label={text.creditClass}
          value={creditClass}
          options={[['', text.all], ...listOptions(creditClasses, text)]}
          onChange={setCreditClass}
        />
        <Select
          label={text.operation}
          value={operation}
          options={[
            ['', text.all],
            ...Object.entries(text.operations).map(([code, label]) => [code, label] as const),
          ]}
          onChange={setOperation}
        />
        <Field label={text.from} type="date" max={to || undefined} value={from} onText={setFrom} />
        <Field label={text.to} type="date" min={from || undefined} value={to} onText={setTo} />
      </div>
      <CollectionStart of={entries}>
        <p role="status">{text.noEntries}</p>
      </CollectionStart>
      {entries.items.length > 0 && <Entries items={entries.items} />}
      <MoreOf of={entries} />
    </section>
  );
}

function Entries({ items }: { readonly items: readonly Schema<'LedgerEntry'>[] }) {
  const text = useTexts(texts);
  const language = useLanguage();
  const columns: readonly Column<Schema<'LedgerEntry'>>[] = [
    { title: text.when, renderCell: (entry) => <Time at={entry.created_at} /> },
    {
      title: text.what,
      renderCell: ({ operation }) => findCodeText(text.operations, operation) ?? operation,
    },
    { title: text.about, renderCell: ({ subject }) => <Subject subject={subject} /> },
    { title: text.creditClass, renderCell: (entry) => translateCode('creditClass', entry.class, language) },
    {
      title: text.amount,
      class: 'number',
      renderCell: ({ amount }) => (
        <span class={joinClasses(amount > 0 && 'account-plus')}>
          {amount > 0 ? '+' : '−'}
          {formatCount(Math.abs(amount))}
        </span>
      ),
    },
    { title: text.after, class: 'number', renderCell: (entry) => formatCount(entry.balance_after) },
  ];
  return (
    <DataTable
      label={text.ledger}
      class="account-ledger"
      columns={columns}
      rows={items}
      getKey={({ entry_id }) => entry_id}
    />
  );
}

const pageOfSubject: Readonly<Record<string, string>> = {
  source: 'sources',
  list: 'lists',
  company: 'companies',
};

/** What was charged for, with its page if it has one. It may be deleted since. */
function Subject({
  subject: { type, id },
}: {
  readonly subject: { readonly type: string; readonly id: string };
}) {
  const text = useTexts(texts);
  const label = findCodeText(text.subjects, type) ?? type;
  if (type === 'api_key') return <a href={linkTo(['keys'])}>{label}</a>;
  const page = pageOfSubject[type];
  if (!page) return <span title={id}>{label}</span>;
  return <a href={linkTo([page, id])}>{label}</a>;
}
