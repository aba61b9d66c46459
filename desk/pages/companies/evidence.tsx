import { useState } from 'preact/hooks';
import type { operations, Schema } from '../../../client/index.ts';
import { formatCount, formatDay, useLanguage, useTexts } from '../../language.ts';
import { useAction } from '../../loading.ts';
import { MoreOf, useCollected } from '../../parts/collected.tsx';
import { detectLanguage } from '../../parts/data-text.tsx';
import { Button, listOptions, Select } from '../../parts/form.tsx';
import { CollectionStart } from '../../parts/load-state.tsx';
import { Failure } from '../../parts/notice.tsx';
import { OutsideLink } from '../../parts/outside-link.tsx';
import { useSession } from '../../session.tsx';
import { listCodes, translateCode } from '../../words.ts';
import { texts } from './company-texts.ts';
import { useLoadedFacts } from './loaded-facts.ts';

type Query = NonNullable<operations['listCompanyObservations']['parameters']['query']>;
type Source = NonNullable<Query['source']>[number];

/** Observations about the company, the newest first. Their text comes from outside. */
export function Evidence({ companyId }: { readonly companyId: string }) {
  const text = useTexts(texts);
  const language = useLanguage();
  const { api } = useSession();
  const [type, setType] = useState('');
  const [source, setSource] = useState('');
  const observations = useCollected(
    (page, signal) =>
      api.get('/companies/{companyId}/observations', {
        path: { companyId },
        query: {
          limit: 20,
          ...(type && { type: [type] }),
          ...(source && { source: [source as Source] }),
          ...page,
        },
        signal,
      }),
    [api, companyId, type, source],
  );
  return (
    <section class="card" aria-labelledby="companies-evidence" aria-busy={observations.loading}>
      <h2 id="companies-evidence">{text.evidence}</h2>
      <div class="companies-evidence-filters">
        <Select
          label={text.type}
          value={type}
          options={[
            ['', text.allTypes],
            ...listOptions(listCodes('observation'), (code) => translateCode('observation', code, language)),
          ]}
          onChange={setType}
        />
        <Select
          label={text.source}
          value={source}
          options={[
            ['', text.allSources],
            ...listOptions(listCodes('source'), (code) => translateCode('source', code, language)),
          ]}
          onChange={setSource}
        />
      </div>
      <CollectionStart of={observations}>
        <p role="status">{text.noEvidence}</p>
      </CollectionStart>
      <ol class="companies-timeline">
        {observations.items.map((one) => (
          <Observation key={one.observation_id} observation={one} />
        ))}
      </ol>
      <MoreOf of={observations} />
    </section>
  );
}

function Observation({ observation }: { readonly observation: Schema<'Observation'> }) {
  const text = useTexts(texts);
  const language = useLanguage();
  const { type, source, summary, evidence, confidence, observed_at: on } = observation;
  const entries = Object.entries(evidence).filter(([, value]) => value !== null);
  return (
    <li>
      <small>
        <time dateTime={on}>{formatDay(on, language)}</time> · {translateCode('observation', type, language)}{' '}
        · {translateCode('source', source, language)}
        {confidence < 1 && ` · ${text.confidence(Math.round(confidence * 100))}`}
      </small>
      <p lang={detectLanguage(summary)}>{summary}</p>
      {entries.length > 0 && (
        <details class="companies-record">
          <summary>{text.record}</summary>
          <dl>
            {entries.map(([name, value]) => (
              <>
                <dt key={`${name} name`}>{name}</dt>
                <dd key={name}>
                  {typeof value === 'string' ? <OutsideLink url={value} /> : JSON.stringify(value)}
                </dd>
              </>
            ))}
          </dl>
        </details>
      )}
    </li>
  );
}

/** Openings and permits are searches, so they are made only when a person asks for them. */
export function OpeningsAndPermits({ companyId }: { readonly companyId: string }) {
  const text = useTexts(texts);
  const language = useLanguage();
  const { api } = useSession();
  const isLoaded = useLoadedFacts(api);
  const asksJobs = isLoaded('has_jobs');
  const asksPermits = isLoaded('construction');
  const [jobs, setJobs] = useState<Schema<'JobsResult'> | 'none' | null>(null);
  const [permits, setPermits] = useState<Schema<'ConstructionResult'> | 'none' | null>(null);
  const body = { company_filters: { company_ids: [companyId] }, limit: 1 };
  const readJobs = useAction(async () => {
    const { results } = await api.post('/jobs/search', { body });
    setJobs(results[0] ?? 'none');
  });
  const readPermits = useAction(async () => {
    const { results } = await api.post('/construction/search', { body });
    setPermits(results[0] ?? 'none');
  });
  if (!asksJobs && !asksPermits) return null;
  return (
    <section class="card" aria-labelledby="companies-openings">
      <h2 id="companies-openings">
        {[asksJobs && text.openings, asksPermits && text.permits].filter(Boolean).join(' · ')}
      </h2>
      <div aria-live="polite">
        {jobs === 'none' && <p>{text.noOpenings}</p>}
        {jobs !== null && jobs !== 'none' && (
          <>
            <h3>{text.openings}</h3>
            <ul class="companies-related">
              {jobs.jobs.map((job) => (
                <li key={job.job_id}>
                  {job.title}{' '}
                  <span class="companies-origin">
                    {[
                      job.location,
                      formatDay(job.opened_at, language),
                      translateCode('source', job.source, language),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </li>
              ))}
            </ul>
            {jobs.count > jobs.jobs.length && (
              <small>{text.shownOf(formatCount(jobs.jobs.length), formatCount(jobs.count))}</small>
            )}
          </>
        )}
        {permits === 'none' && <p>{text.noPermits}</p>}
        {permits !== null && permits !== 'none' && (
          <>
            <h3>{text.permits}</h3>
            <ul class="companies-related">
              {permits.permits.map((permit) => (
                <li key={permit.license_number}>
                  {permit.license_number}{' '}
                  {permit.license_types.map((one) => translateCode('license', one, language)).join(', ')}
                  <br />
                  <span class="companies-origin">
                    {text.validFromTo(
                      formatDay(permit.valid_from, language),
                      formatDay(permit.valid_until, language),
                    )}{' '}
                    · {translateCode('source', permit.source, language)}
                  </span>
                </li>
              ))}
            </ul>
            {permits.count > permits.permits.length && (
              <small>{text.shownOf(formatCount(permits.permits.length), formatCount(permits.count))}</small>
            )}
          </>
        )}
      </div>
      <Failure error={readJobs.error ?? readPermits.error} />
      <p class="actions">
        {asksJobs && jobs === null && <Button label={text.showOpenings} action={readJobs} />}
        {asksPermits && permits === null && <Button label={text.showPermits} action={readPermits} />}
        {((asksJobs && jobs === null) || (asksPermits && permits === null)) && (
          <small>{text.countsAsSearch}</small>
        )}
      </p>
    </section>
  );
}
