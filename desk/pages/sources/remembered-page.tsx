import { useState } from 'preact/hooks';
import type { Schema } from '../../../client/index.ts';
import { answer } from '../../api.ts';
import { count, counted, type Texts, time, useLanguage, useTexts } from '../../language.ts';
import { useLoaded } from '../../loading.ts';
import { MoreOf, useCollected } from '../../parts/collected.tsx';
import { CompanyLink } from '../../parts/company-link.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { keyName } from '../../parts/key-name.ts';
import { Failure, Notice } from '../../parts/notice.tsx';
import { Loading, Page } from '../../parts/page.tsx';
import { SettledRows } from '../../parts/settled-rows.tsx';
import { useSession } from '../../session.tsx';

type Choice = Schema<'RememberedChoice'>;

/** Rows that are listed before a choice is forgotten. */
const shownRows = 20;

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
  settledNone: string;
  forgotten: (name: string) => string;
  reopened: (rows: string) => string;
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
    forgetText: 'Later rows are matched without it.',
    settledNone: 'No row is settled by it.',
    forgotten: (name) => `Forgotten: ${name}.`,
    reopened: (rows) => `Open again: ${counted(rows, 'row')}.`,
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
    forgetText: '今後の行には使われません。',
    settledNone: 'この選択で確定している行はありません。',
    forgotten: (name) => `${name} の選択を削除しました。`,
    reopened: (rows) => `${rows} 行を未決定に戻しました。`,
  },
};

/** What the account remembers for names: it can be looked through and forgotten. */
export function RememberedPage() {
  const text = useTexts(texts);
  const { api } = useSession();
  const [typed, setTyped] = useState('');
  const [q, setQ] = useState('');
  const [forgetting, setForgetting] = useState<Choice | null>(null);
  const [done, setDone] = useState<{ readonly name: string; readonly reopened: number } | null>(null);
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
      {done && (
        <Notice kind="good">
          {text.forgotten(done.name)} {done.reopened > 0 && text.reopened(count(done.reopened))}
        </Notice>
      )}
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
        <Forgetting
          choice={forgetting}
          name={nameOf(forgetting)}
          onForgotten={(reopened) => {
            choices.change((before) => before.filter(({ choice_id }) => choice_id !== forgetting.choice_id));
            setDone({ name: nameOf(forgetting), reopened });
            setForgetting(null);
          }}
          onClose={() => setForgetting(null)}
        />
      )}
    </Page>
  );
}

/** Shows the rows that a choice settled before it is forgotten, and offers to reopen them. */
function Forgetting(props: {
  readonly choice: Choice;
  readonly name: string;
  readonly onForgotten: (reopened: number) => void;
  readonly onClose: () => void;
}) {
  const { choice, name } = props;
  const text = useTexts(texts);
  const { api } = useSession();
  const [reopens, setReopens] = useState(true);
  const path = { choiceId: choice.choice_id };
  const settled = useLoaded(
    (signal) =>
      answer(
        api.client.GET('/api/service/remembered-choices/{choiceId}/rows', {
          params: { path, query: { limit: shownRows } },
          signal,
        }),
      ),
    [api, choice.choice_id],
  );
  const { data } = settled;
  const total = data?.total_rows ?? 0;
  return (
    <Confirm
      title={text.forgetTitle(name)}
      yes={text.forget}
      ready={data !== null}
      onYes={async () => {
        const query = { reopen: reopens && total > 0 };
        const { settled: rows } = await answer(
          api.client.DELETE('/api/service/remembered-choices/{choiceId}', { params: { path, query } }),
        );
        props.onForgotten(rows.reopened_rows);
      }}
      onClose={props.onClose}
    >
      <p>{text.forgetText}</p>
      <Failure error={settled.error} onRetry={settled.reload} />
      {settled.loading && <Loading />}
      {data && total === 0 && <p>{text.settledNone}</p>}
      {data && <SettledRows total={total} rows={data.items} reopens={reopens} onReopens={setReopens} />}
    </Confirm>
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
            choice.key && keyName(choice.key),
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
