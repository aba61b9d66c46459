import { useState } from 'preact/hooks';
import type { Schema } from '../../../client/index.ts';
import { answer } from '../../api.ts';
import { type Texts, time, useLanguage, useTexts } from '../../language.ts';
import { MoreOf, useCollected } from '../../parts/collected.tsx';
import { CompanyLink } from '../../parts/company-link.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Loading, Page } from '../../parts/page.tsx';
import { useSession } from '../../session.tsx';

type Choice = Schema<'RememberedChoice'>;

const texts: Texts<{
  title: string;
  lead: string;
  none: string;
  search: string;
  go: string;
  noName: string;
  gone: string;
  always: string;
  first: string;
  forget: string;
  forgetChoice: (name: string) => string;
  forgetTitle: (name: string) => string;
  forgetText: string;
}> = {
  en: {
    title: 'Remembered choices',
    lead: 'Companies that people chose for a name. They hold for all tables of the account.',
    none: 'No choice is remembered.',
    search: 'Name or note',
    go: 'Search',
    noName: 'Name not kept',
    gone: 'This company is gone.',
    always: 'settles rows with this name',
    first: 'comes first among candidates',
    forget: 'Forget',
    forgetChoice: (name) => `Forget: ${name}`,
    forgetTitle: (name) => `Forget the company for ${name}?`,
    forgetText: 'Later rows are matched without it. Rows that are settled stay as they are.',
  },
  ja: {
    title: '記憶した選択',
    lead: '名称に対して選んだ会社です。アカウントのすべての表に使われます。',
    none: '記憶した選択はありません。',
    search: '名称またはメモ',
    go: '検索',
    noName: '名称の記録なし',
    gone: 'この会社はもうありません。',
    always: 'この名称の行を自動で確定',
    first: '候補の先頭に表示',
    forget: '削除',
    forgetChoice: (name) => `削除: ${name}`,
    forgetTitle: (name) => `${name} の選択を削除しますか`,
    forgetText: '今後の行には使われません。確定済みの行は変わりません。',
  },
};

/** What the account remembers for names: it can be looked through and forgotten. */
export function RememberedPage() {
  const text = useTexts(texts);
  const { api } = useSession();
  const [typed, setTyped] = useState('');
  const [q, setQ] = useState('');
  const [forgetting, setForgetting] = useState<Choice | null>(null);
  const choices = useCollected(
    async (cursor, signal) => {
      const query = { limit: 50, ...(q && { q }), ...(cursor !== undefined && { cursor }) };
      const { items, meta } = await answer(
        api.client.GET('/api/service/remembered-choices', { params: { query }, signal }),
      );
      return { items, next: meta.next_cursor };
    },
    [api, q],
  );
  const nameOf = (choice: Choice) => choice.name ?? text.noName;
  return (
    <Page title={text.title}>
      <p class="lead">{text.lead}</p>
      <form
        class="search-form"
        onSubmit={(event) => {
          event.preventDefault();
          setQ(typed.trim());
        }}
      >
        <label>
          {text.search}
          <input
            type="search"
            lang="ja"
            maxLength={200}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </label>
        <button type="submit">{text.go}</button>
      </form>
      {choices.loading && choices.items.length === 0 && <Loading />}
      {choices.first && choices.items.length === 0 && <p role="status">{text.none}</p>}
      <ul class="cards" aria-label={text.title}>
        {choices.items.map((choice) => (
          <ChoiceCard
            key={choice.choice_id}
            choice={choice}
            name={nameOf(choice)}
            onForget={() => setForgetting(choice)}
          />
        ))}
      </ul>
      <MoreOf of={choices} />
      {forgetting && (
        <Confirm
          title={text.forgetTitle(nameOf(forgetting))}
          yes={text.forget}
          onYes={async () => {
            const params = { path: { choiceId: forgetting.choice_id } };
            await answer(api.client.DELETE('/api/service/remembered-choices/{choiceId}', { params }));
            choices.change((before) => before.filter(({ choice_id }) => choice_id !== forgetting.choice_id));
            setForgetting(null);
          }}
          onClose={() => setForgetting(null)}
        >
          <p>{text.forgetText}</p>
        </Confirm>
      )}
    </Page>
  );
}

function ChoiceCard(props: {
  readonly choice: Choice;
  readonly name: string;
  readonly onForget: () => void;
}) {
  const { choice, name } = props;
  const text = useTexts(texts);
  const language = useLanguage();
  const { limits } = useSession();
  return (
    <li class="card sources-card sources-card-short">
      <div class="sources-name">
        <strong lang={choice.name === null ? undefined : 'ja'}>{name}</strong>
        {choice.company_name === null ? (
          text.gone
        ) : (
          <span lang="ja">
            <CompanyLink companyId={choice.company_id} text={choice.company_name} />
          </span>
        )}
        <small>
          {[
            choice.corporate_number,
            choice.always ? text.always : text.first,
            choice.key?.label,
            time(choice.chosen_at, language),
            choice.note,
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </div>
      {!limits.readOnly && (
        <div class="sources-actions">
          <button type="button" class="quiet" aria-label={text.forgetChoice(name)} onClick={props.onForget}>
            {text.forget}
          </button>
        </div>
      )}
    </li>
  );
}
