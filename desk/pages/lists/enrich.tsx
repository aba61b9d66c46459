import { useState } from 'preact/hooks';
import { type EnrichmentField, enrichmentFields } from '../../../client/index.ts';
import { formatCount, useTexts } from '../../language.ts';
import { MoreOf, useCollected } from '../../parts/collected.tsx';
import { BoxGroup, Button, Form, listOptions } from '../../parts/form.tsx';
import { CollectionStart } from '../../parts/load-state.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Purchase } from '../../parts/purchase.tsx';
import { Time } from '../../parts/time.tsx';
import { linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { texts } from './list-texts.ts';
import type { PartProps } from './part-props.ts';

/** Buys values for the rows. */
export function Enrich({ detail, isFixed, onChanged }: PartProps) {
  const text = useTexts(texts);
  const { api } = useSession();
  const path = { listId: detail.list.list_id };
  const [fields, setFields] = useState<readonly EnrichmentField[]>([]);
  const [isBuying, setIsBuying] = useState(false);
  const [bought, setBought] = useState<number | null>(null);
  const runs = useCollected(
    (page, signal) => api.get('/lists/{listId}/enrichments', { path, query: { limit: 20, ...page }, signal }),
    [api, detail.list.list_id],
  );
  return (
    <div class="lists-parts">
      {!isFixed && (
        <Form
          class="card form"
          onSubmit={() => {
            setBought(null);
            setIsBuying(true);
          }}
        >
          <BoxGroup
            class="lists-fields"
            legend={<h2>{text.enrich}</h2>}
            values={fields}
            options={listOptions(enrichmentFields, text.fields)}
            onChange={setFields}
          >
            <p class="lists-soft">{text.enrichAbout}</p>
          </BoxGroup>
          <p class="actions">
            <Button label={text.showPrice} type="submit" class="primary" disabled={fields.length === 0} />
          </p>
          {bought !== null && (
            <Notice kind="good">
              {text.bought(formatCount(bought))}{' '}
              <a href={linkTo(['lists', detail.list.list_id])}>{text.toRows}</a>
            </Notice>
          )}
        </Form>
      )}
      <section class="card" aria-labelledby="lists-runs">
        <h2 id="lists-runs">{text.runs}</h2>
        <CollectionStart of={runs}>
          <p class="lists-soft">{text.noRuns}</p>
        </CollectionStart>
        <ul class="lists-lines">
          {runs.items.map((run) => (
            <li key={run.run_id}>
              <strong>{run.fields.map((field) => text.fields[field]).join(', ')}</strong>
              <span class="lists-soft">
                <Time at={run.created_at} /> ·{' '}
                {text.runOf(
                  formatCount(run.found_count),
                  formatCount(run.unchanged_count),
                  formatCount(run.not_found_count),
                )}
              </span>
            </li>
          ))}
        </ul>
        <MoreOf of={runs} />
      </section>
      {isBuying && (
        <Purchase
          title={text.priceTitle}
          inputs={[api, fields.join(' ')]}
          price={async (signal) => {
            const { estimate } = await api.post('/lists/{listId}/enrichments/estimate', {
              path,
              body: { fields: [...fields] },
              signal,
            });
            return {
              credits: estimate.estimated_max_credits,
              creditClass: 'enrichment',
              about: (
                <ul class="lists-lines">
                  {estimate.per_field.map((one) => (
                    <li key={one.field}>
                      <strong>{text.fields[one.field]}</strong>
                      <span>{text.perField(formatCount(one.found_rows), formatCount(one.credits))}</span>
                    </li>
                  ))}
                </ul>
              ),
            };
          }}
          buy={async ({ maxCredits, key }) => {
            const { run } = await api.post('/lists/{listId}/enrichments/run', {
              path,
              key,
              body: { fields: [...fields], execute: true, maxCredits },
            });
            setBought(run.found_count);
            setIsBuying(false);
            setFields([]);
            runs.reload();
            onChanged();
          }}
          onClose={() => setIsBuying(false)}
        />
      )}
    </div>
  );
}
