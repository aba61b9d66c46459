import { useRef, useState } from 'preact/hooks';
import { maxListNameLength, maxPageItems } from '../../../client/index.ts';
import type { AnswerOf } from '../../api-calls.ts';
import { useTexts } from '../../language.ts';
import { MoreOf, useCollected } from '../../parts/collected.tsx';
import { DataText } from '../../parts/data-text.tsx';
import { Button, Field, Select } from '../../parts/form.tsx';
import { CollectionStart } from '../../parts/load-state.tsx';
import { Notice } from '../../parts/notice.tsx';
import { type Price, Purchase } from '../../parts/purchase.tsx';
import { Remarks } from '../../parts/remarks.tsx';
import { findPriceInList, saveEstimate } from '../../parts/saving-in-list.ts';
import { linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { texts } from './company-texts.ts';

interface Added {
  readonly listId: string;
  readonly name: string;
  readonly isNew: boolean;
}

/** Puts the company into a List that is there, or into a new one. */
export function AddToList({ companyId }: { readonly companyId: string }) {
  const text = useTexts(texts);
  const { limits } = useSession();
  const [isChoosing, setIsChoosing] = useState(false);
  const [added, setAdded] = useState<Added | null>(null);
  if (limits.readOnly) return null;
  return (
    <>
      <p class="buttons">
        <Button label={text.addToList} onClick={() => setIsChoosing(true)} />
      </p>
      {added && (
        <Notice kind="good">
          {added.isNew ? text.addedToList : text.alreadyInList}{' '}
          <a href={linkTo(['lists', added.listId])}>
            <DataText text={added.name} />
          </a>
        </Notice>
      )}
      {isChoosing && (
        <Choose
          companyId={companyId}
          onAdded={(list) => {
            setAdded(list);
            setIsChoosing(false);
          }}
          onClose={() => setIsChoosing(false)}
        />
      )}
    </>
  );
}

function Choose(props: {
  readonly companyId: string;
  readonly onAdded: (added: Added) => void;
  readonly onClose: () => void;
}) {
  const text = useTexts(texts);
  const { api } = useSession();
  const { companyId } = props;
  const [listId, setListId] = useState('');
  const [name, setName] = useState('');
  const estimated = useRef<AnswerOf<'estimateList'> | null>(null);
  const lists = useCollected(
    (page, signal) => api.get('/lists', { query: { limit: maxPageItems, ...page }, signal }),
    [api],
  );

  async function findPrice(signal: AbortSignal): Promise<Price> {
    const definition = { company_ids: [companyId] };
    estimated.current ??= await api.post('/lists/estimate', { body: { definition }, signal });
    const { billing, warnings } = estimated.current;
    const credits =
      listId === ''
        ? billing.materialize.estimated_credits
        : await findPriceInList(api, estimated.current, listId, signal);
    // What to know before it is paid, for example that a table has the company already.
    const about = <Remarks remarks={warnings} class="notice notice-warning" />;
    return { credits, creditClass: 'basic', about };
  }

  async function addCompany(agreed: { readonly maxCredits: number; readonly key: string }) {
    if (!estimated.current) return;
    const place = listId === '' ? { name: name.trim() } : { list_id: listId };
    const { estimate_id } = estimated.current.estimate;
    const { list, saved_rows } = await saveEstimate(api, estimate_id, place, agreed);
    props.onAdded({ listId: list.list_id, name: list.name, isNew: saved_rows > 0 });
  }

  // An archived List cannot be changed.
  const open = lists.items.filter(({ status }) => status !== 'archived');
  return (
    <Purchase
      title={text.addToList}
      price={findPrice}
      inputs={[api, companyId, listId]}
      ready={listId !== '' || name.trim() !== ''}
      buy={addCompany}
      onClose={props.onClose}
    >
      <div class="form">
        <CollectionStart of={lists} />
        <Select
          label={text.whichList}
          value={listId}
          options={[['', text.newList], ...open.map((list) => [list.list_id, list.name] as const)]}
          onChange={setListId}
        />
        <MoreOf of={lists} />
        {listId === '' && (
          <Field
            label={text.newListName}
            required
            maxLength={maxListNameLength}
            value={name}
            onText={setName}
          />
        )}
      </div>
    </Purchase>
  );
}
