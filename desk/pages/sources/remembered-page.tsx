import { useState } from 'preact/hooks';
import type { Schema } from '../../../client/index.ts';
import { maxSearchLength } from '../../../client/index.ts';
import { formatCount, formatTime, useLanguage, useTexts } from '../../language.ts';
import { useLoaded } from '../../loading.ts';
import { MoreOf, useCollected } from '../../parts/collected.tsx';
import { CompanyLink } from '../../parts/company-link.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { Button, Field, Form } from '../../parts/form.tsx';
import { formatKeyName } from '../../parts/key-name.ts';
import { CollectionStart, LoadState } from '../../parts/load-state.tsx';
import { Notice } from '../../parts/notice.tsx';
import { Page } from '../../parts/page.tsx';
import { SettledRows } from '../../parts/settled-rows.tsx';
import { useSession } from '../../session.tsx';
import { texts } from './remembered-texts.ts';

type Choice = Schema<'RememberedChoice'>;

/** Rows that are listed before a choice is forgotten. */
const shownRows = 20;

/**
 * What the account remembers for names: it can be looked through and forgotten, and rows can be reopened that a company settled which
 * was remembered before.
 * @param props.q text in the name or note, from the address
 */
export function RememberedPage(props: { readonly q: string }) {
  const text = useTexts(texts);
  const { api } = useSession();
  const [typed, setTyped] = useState(props.q);
  const [q, setQ] = useState(props.q);
  const [forgetting, setForgetting] = useState<Choice | null>(null);
  const [leaving, setLeaving] = useState<Choice | null>(null);
  const [done, setDone] = useState<{ readonly forgotten: string | null; readonly reopened: number } | null>(
    null,
  );
  const choices = useCollected(
    (page, signal) =>
      api.get('/remembered-choices', { query: { limit: 50, ...(q && { q }), ...page }, signal }),
    [api, q],
  );
  const getChoiceName = (choice: Choice) => choice.name ?? text.noName;
  return (
    <Page title={text.title}>
      <p class="lead">{text.lead}</p>
      <Form class="search-form" onSubmit={() => setQ(typed.trim())}>
        <Field
          label={text.search}
          type="search"
          lang="ja"
          maxLength={maxSearchLength}
          value={typed}
          onText={setTyped}
        />
        <Button label={text.go} type="submit" />
      </Form>
      {done && (
        <Notice kind="good">
          {done.forgotten !== null && text.forgotten(done.forgotten)}{' '}
          {done.reopened > 0 && text.reopened(formatCount(done.reopened))}
        </Notice>
      )}
      <CollectionStart of={choices}>
        <p role="status">{text.none}</p>
      </CollectionStart>
      <ul class="cards" aria-label={text.title}>
        {choices.items.map((choice) => (
          <ChoiceCard
            key={choice.choice_id}
            choice={choice}
            name={getChoiceName(choice)}
            onForget={() => setForgetting(choice)}
            onLeft={() => setLeaving(choice)}
          />
        ))}
      </ul>
      <MoreOf of={choices} />
      {forgetting && (
        <Forgetting
          choice={forgetting}
          name={getChoiceName(forgetting)}
          onForgotten={(reopened) => {
            choices.change((before) => before.filter(({ choice_id }) => choice_id !== forgetting.choice_id));
            setDone({ forgotten: getChoiceName(forgetting), reopened });
            setForgetting(null);
          }}
          onClose={() => setForgetting(null)}
        />
      )}
      {leaving && (
        <LeftRows
          choice={leaving}
          name={getChoiceName(leaving)}
          onReopened={(reopened) => {
            setDone({ forgotten: null, reopened });
            setLeaving(null);
          }}
          onClose={() => setLeaving(null)}
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
    (signal) => api.get('/remembered-choices/{choiceId}/rows', { path, query: { limit: shownRows }, signal }),
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
        const { settled: rows } = await api.delete('/remembered-choices/{choiceId}', { path, query });
        props.onForgotten(rows.reopened_rows);
      }}
      onClose={props.onClose}
    >
      <p>{text.forgetText}</p>
      <LoadState of={settled} />
      {data && total === 0 && <p>{text.settledNone}</p>}
      {data && <SettledRows total={total} rows={data.items} reopens={reopens} onReopens={setReopens} />}
    </Confirm>
  );
}

/** Shows the rows of a name whose company was remembered before and is not any more, and reopens them. */
function LeftRows(props: {
  readonly choice: Choice;
  readonly name: string;
  readonly onReopened: (reopened: number) => void;
  readonly onClose: () => void;
}) {
  const { choice } = props;
  const text = useTexts(texts);
  const { api } = useSession();
  const changeChoice = async (reopen: boolean) => {
    const { settled } = await api.patch('/remembered-choices/{choiceId}', {
      path: { choiceId: choice.choice_id },
      body: { reopen },
    });
    return settled;
  };
  // Changes nothing: the answer says which rows there are.
  const left = useLoaded(() => changeChoice(false), [api, choice.choice_id]);
  const total = left.data?.total_rows ?? 0;
  return (
    <Confirm
      title={text.leftTitle(props.name)}
      yes={text.reopen}
      ready={total > 0}
      onYes={async () => props.onReopened((await changeChoice(true)).reopened_rows)}
      onClose={props.onClose}
    >
      <LoadState of={left} />
      {left.data && total === 0 && <p>{text.leftNone}</p>}
      {left.data && <SettledRows total={total} rows={left.data.rows.slice(0, shownRows)} />}
    </Confirm>
  );
}

function ChoiceMeaning({ choice }: { readonly choice: Choice }) {
  const text = useTexts(texts);
  if (choice.mark !== null) return <>{text.marks[choice.mark]}</>;
  if (choice.company_id === null || choice.company_name === null) return <>{text.gone}</>;
  return (
    <span lang="ja">
      <CompanyLink companyId={choice.company_id} text={choice.company_name} />
    </span>
  );
}

function ChoiceCard(props: {
  readonly choice: Choice;
  readonly name: string;
  readonly onForget: () => void;
  readonly onLeft: () => void;
}) {
  const { choice, name } = props;
  const text = useTexts(texts);
  const language = useLanguage();
  const { limits } = useSession();
  return (
    <li class="card sources-card sources-card-short">
      <div class="sources-name">
        <strong lang={choice.name === null ? undefined : 'ja'}>{name}</strong>
        <ChoiceMeaning choice={choice} />
        <small>
          {[
            choice.corporate_number,
            choice.always ? text.always : text.first,
            choice.key && formatKeyName(choice.key),
            formatTime(choice.chosen_at, language),
            choice.note,
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </div>
      {!limits.readOnly && (
        <div class="sources-actions">
          <Button label={text.left} class="quiet" aria-label={text.leftOf(name)} onClick={props.onLeft} />
          <Button
            label={text.forget}
            class="quiet"
            aria-label={text.forgetChoice(name)}
            onClick={props.onForget}
          />
        </div>
      )}
    </li>
  );
}
