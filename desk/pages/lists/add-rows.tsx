import { useState } from 'preact/hooks';
import { formatCount, useLanguage, useTexts } from '../../language.ts';
import { Purchase } from '../../parts/purchase.tsx';
import { translateRemark } from '../../parts/remarks.ts';
import { useSession } from '../../session.tsx';
import { readAllRows } from './diff-calls.ts';
import { listWantedAdditions } from './diff-rows.ts';
import { texts } from './list-texts.ts';
import type { ListDetail } from './part-props.ts';

/** Adds the companies that a refresh found, without those that a person rejected or excluded. */
export function AddRows(props: {
  readonly detail: ListDetail;
  readonly diffId: string;
  readonly onAdded: (rows: number) => void;
  readonly onClose: () => void;
}) {
  const text = useTexts(texts);
  const language = useLanguage();
  const { api } = useSession();
  const { detail, diffId } = props;
  const { list_id: listId, source } = detail.list;
  const [estimateId, setEstimateId] = useState('');
  return (
    <Purchase
      title={text.addRowsTitle}
      inputs={[api, diffId]}
      price={async (signal) => {
        const rows = await readAllRows(api, { listId, diffId }, signal);
        const companyIds = listWantedAdditions(rows);
        const about = <p>{text.addRowsAbout(formatCount(companyIds.length))}</p>;
        if (companyIds.length === 0) return { credits: 0, creditClass: 'basic', about, refused: true };
        const takesAll = companyIds.length === rows.filter(({ kind }) => kind === 'added').length;
        // The rows of a table are paid already, but come only all together.
        const definition =
          takesAll && source.kind === 'source' && source.id !== null
            ? { source_id: source.id }
            : { company_ids: companyIds };
        const { estimate, billing, warnings } = await api.post('/lists/estimate', {
          body: { definition },
          signal,
        });
        setEstimateId(estimate.estimate_id);
        // A trial, because rows that the List already has cost nothing.
        const trial = await api.post('/lists/materialize', {
          key: `trial:${estimate.estimate_id}`,
          body: {
            estimate_id: estimate.estimate_id,
            list_id: listId,
            execute: true,
            dryRun: true,
            maxCredits: billing.materialize.estimated_credits,
          },
          signal,
        });
        return {
          credits: trial.billing.credits_used,
          creditClass: 'basic',
          about: (
            <>
              {about}
              {warnings.length > 0 && (
                <ul class="notice notice-warning">
                  {warnings.map((one) => (
                    <li key={`${one.code} ${JSON.stringify(one.value)}`}>{translateRemark(one, language)}</li>
                  ))}
                </ul>
              )}
            </>
          ),
        };
      }}
      buy={async ({ maxCredits, key }) => {
        const made = await api.post('/lists/materialize', {
          key,
          body: { estimate_id: estimateId, list_id: listId, execute: true, maxCredits },
        });
        props.onAdded(made.saved_rows);
      }}
      onClose={props.onClose}
    />
  );
}
