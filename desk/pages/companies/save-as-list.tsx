import { useState } from 'preact/hooks';
import { maxListNameLength, maxMaterializedRows } from '../../../client/index.ts';
import type { AnswerOf } from '../../api-calls.ts';
import { formatCount, useTexts } from '../../language.ts';
import { Field } from '../../parts/form.tsx';
import { type Price, Purchase } from '../../parts/purchase.tsx';
import { Remarks } from '../../parts/remarks.tsx';
import { saveEstimate } from '../../parts/saving-in-list.ts';
import { goTo, linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { type CompanySearch, toFilters } from './search-state.ts';
import { texts } from './search-texts.ts';

/** Saves the companies of a search: estimate, price, materialize. */
export function SaveAsList({
  search,
  onClose,
}: {
  readonly search: CompanySearch;
  readonly onClose: () => void;
}) {
  const text = useTexts(texts);
  const { api } = useSession();
  const [name, setName] = useState('');
  const [first, setFirst] = useState('');
  const [limit, setLimit] = useState<number | null>(null);
  const [estimateId, setEstimateId] = useState('');

  async function findPrice(signal: AbortSignal): Promise<Price> {
    const { query, order } = search;
    const definition = {
      filters: toFilters(search),
      ...(query && { query }),
      ...(order && { order }),
      limit,
    };
    const estimated = await api.post('/lists/estimate', { body: { definition }, signal });
    setEstimateId(estimated.estimate.estimate_id);
    const rows = estimated.estimate.row_count;
    return {
      credits: estimated.billing.materialize.estimated_credits,
      creditClass: 'basic',
      about: <EstimateRemarks estimated={estimated} />,
      refused: rows === 0 || rows > maxMaterializedRows || estimated.unsupported_conditions.length > 0,
    };
  }

  async function saveList(agreed: { readonly maxCredits: number; readonly key: string }) {
    const { list } = await saveEstimate(api, estimateId, { name: name.trim() }, agreed);
    goTo(linkTo(['lists', list.list_id]));
  }

  return (
    <Purchase
      title={text.saveTitle}
      price={findPrice}
      inputs={[api, JSON.stringify(search), limit]}
      ready={name.trim() !== ''}
      buy={saveList}
      onClose={onClose}
    >
      <div class="form">
        <Field label={text.listName} required maxLength={maxListNameLength} value={name} onText={setName} />
        <Field
          label={text.onlyFirst}
          type="number"
          min={1}
          max={maxMaterializedRows}
          aria-describedby="companies-first-hint"
          value={first}
          onChange={() => setLimit(/^[1-9]\d*$/.test(first) ? Number(first) : null)}
          onText={setFirst}
        />
        <small id="companies-first-hint">{text.onlyFirstHint}</small>
      </div>
    </Purchase>
  );
}

type ListEstimate = Pick<
  AnswerOf<'estimateList'>,
  'estimate' | 'weak_conditions' | 'unsupported_conditions' | 'warnings'
>;

function describeRows(
  { row_count, total_kind }: ListEstimate['estimate'],
  text: (typeof texts)['en'],
): string {
  if (row_count === 0) return text.noRows;
  if (total_kind === 'exact') return text.rows(formatCount(row_count));
  return text.rowsAtLeast(formatCount(row_count));
}

function EstimateRemarks({ estimated }: { readonly estimated: ListEstimate }) {
  const text = useTexts(texts);
  const { estimate, weak_conditions: weak, unsupported_conditions: unsupported, warnings } = estimated;
  const remarks = [...weak, ...warnings];
  return (
    <div class="companies-estimate">
      <p>{describeRows(estimate, text)}</p>
      {estimate.row_count > maxMaterializedRows && <p class="notice notice-warning">{text.tooMany}</p>}
      {unsupported.length > 0 && (
        <div class="notice notice-error">
          {text.unsupported}
          <Remarks remarks={unsupported} />
        </div>
      )}
      {remarks.length > 0 && (
        <div class="notice notice-warning">
          {text.weakConditions}
          <Remarks remarks={remarks} />
        </div>
      )}
    </div>
  );
}
