import { useState } from 'preact/hooks';
import { formatCount, useTexts } from '../../language.ts';
import { Purchase } from '../../parts/purchase.tsx';
import { Remarks } from '../../parts/remarks.tsx';
import { findPriceInList, saveEstimate } from '../../parts/saving-in-list.ts';
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
        const estimated = await api.post('/lists/estimate', { body: { definition }, signal });
        setEstimateId(estimated.estimate.estimate_id);
        return {
          credits: await findPriceInList(api, estimated, listId, signal),
          creditClass: 'basic',
          about: (
            <>
              {about}
              <Remarks remarks={estimated.warnings} class="notice notice-warning" />
            </>
          ),
        };
      }}
      buy={async (agreed) => {
        const made = await saveEstimate(api, estimateId, { list_id: listId }, agreed);
        props.onAdded(made.saved_rows);
      }}
      onClose={props.onClose}
    />
  );
}
