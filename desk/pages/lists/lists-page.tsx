import type { Schema } from '../../../client/index.ts';
import { listStatuses } from '../../../client/index.ts';
import { formatCount, formatTime, type Language, useLanguage, useTexts } from '../../language.ts';
import { joinClasses } from '../../parts/classes.ts';
import { MoreOf, useCollected } from '../../parts/collected.tsx';
import { DataText } from '../../parts/data-text.tsx';
import { listOptions, Select } from '../../parts/form.tsx';
import { CollectionStart } from '../../parts/load-state.tsx';
import { Page } from '../../parts/page.tsx';
import { Time } from '../../parts/time.tsx';
import { type Address, goTo, linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { texts } from './lists-texts.ts';

export type List = Schema<'List'>;

/** The account's Lists, newest first. */
export function ListsPage({ address }: { readonly address: Address }) {
  const text = useTexts(texts);
  const { api } = useSession();
  const status = listStatuses.find((one) => one === address.query.get('status'));
  const lists = useCollected(
    (page, signal) => api.get('/lists', { query: { limit: 50, ...(status && { status }), ...page }, signal }),
    [api, status],
  );
  return (
    <Page
      title={text.title}
      aside={
        <Select
          labelClass="lists-filter"
          label={text.statusFilter}
          value={status ?? ''}
          options={[['', text.all], ...listOptions(listStatuses, text.status)]}
          onChange={(value) => goTo(linkTo(['lists'], { status: value }), { replace: true })}
        />
      }
    >
      <CollectionStart of={lists}>
        <div class="card">
          <p>{text.none}</p>
          <p>{text.noneHint}</p>
          <a class="button primary" href={linkTo(['companies'])}>
            {text.findCompanies}
          </a>
        </div>
      </CollectionStart>
      {lists.items.length > 0 && (
        <ul class="cards">
          {lists.items.map((list) => (
            <li key={list.list_id} class="card lists-card">
              <ListCard list={list} />
            </li>
          ))}
        </ul>
      )}
      <MoreOf of={lists} />
    </Page>
  );
}

function ListCard({ list }: { readonly list: List }) {
  const text = useTexts(texts);
  const language = useLanguage();
  return (
    <>
      <p class="lists-name">
        <a href={linkTo(['lists', list.list_id])}>
          <DataText text={list.name} />
        </a>
        <StatusTag list={list} />
      </p>
      <p class="lists-facts">
        <span>{text.rows(formatCount(list.row_count))}</span>
        <span>{text.source[list.source.kind]}</span>
        <span>
          {text.published}:{' '}
          {list.published_version === null ? text.neverPublished : text.version(list.published_version)}
        </span>
        <span>{describeNextRun(list, text, language)}</span>
        <span>
          {text.changed}: <Time at={list.updated_at} />
        </span>
      </p>
    </>
  );
}

export function StatusTag({ list: { status } }: { readonly list: List }) {
  const text = useTexts(texts);
  return <span class={joinClasses('tag', status === 'active' && 'tag-good')}>{text.status[status]}</span>;
}

/** When the List is refreshed next, or why it is not. */
export function describeNextRun(list: List, text: (typeof texts)['en'], language: Language): string {
  if (list.next_run_at !== null) return text.nextRun(formatTime(list.next_run_at, language));
  return text.noRun[list.no_next_run_because ?? 'manual'] ?? '';
}
