import { useState } from 'preact/hooks';
import type { Schema } from '../../../../client/index.ts';
import { maxSearchLength } from '../../../../client/index.ts';
import { formatCount, formatTime, useLanguage, useTexts } from '../../../language.ts';
import { useAction, useLoaded } from '../../../loading.ts';
import { MoreOf, useCollected } from '../../../parts/collected.tsx';
import { CompanyLink } from '../../../parts/company-link.tsx';
import { Confirm } from '../../../parts/confirm.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Button, Field, Form } from '../../../parts/form.tsx';
import { formatKeyName } from '../../../parts/key-name.ts';
import { CollectionStart, LoadState } from '../../../parts/load-state.tsx';
import { Failure, Notice } from '../../../parts/notice.tsx';
import { Page } from '../../../parts/page.tsx';
import { SettledRows } from '../../../parts/undo/settled-rows.tsx';
import { useSession } from '../../../session.tsx';
import { EditRemembered } from './edit-remembered.tsx';
import { RememberedFile } from './remembered-file.tsx';
import { texts } from './remembered-texts.ts';

type Choice = Schema<'RememberedChoice'>;

/** Rows that are listed before a choice is forgotten. */
const shownRows = 20;

/**
 * What the account remembers for names: it can be looked through, changed, switched off, forgotten, and taken from a file; rows can be reopened that a company settled which
 * was remembered before.
 * @param props.q text in the name or note, from the address
 */
export function RememberedPage(props: { readonly q: string }) {
  const text = useTexts(texts);
  const { api } = useSession();
  const [typed, setTyped] = useState(props.q);
  const [q, setQ] = useState(props.q);
  const [open, setOpen] = useState<Opened | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const choices = useCollected(
    (page, signal) =>
      api.get('/remembered-choices', { query: { limit: 50, ...(q && { q }), ...page }, signal }),
    [api, q],
  );
  const getChoiceName = (choice: Choice) => choice.name ?? text.noName;
  const switching = useAction(async (choice: Choice) => {
    const { choice: changed, settled } = await api.patch('/remembered-choices/{choiceId}', {
      path: { choiceId: choice.choice_id },
      body: { enabled: !choice.enabled },
    });
    choices.change((before) => before.map((each) => (each.choice_id === changed.choice_id ? changed : each)));
    const name = getChoiceName(choice);
    setDone({
      what: changed.enabled ? text.switchedOn(name) : text.switchedOff(name),
      left: settled.total_rows,
    });
  });
  const renderDialog = ({ what, choice }: Opened) => {
    const name = getChoiceName(choice);
    const given = { choice, name, onClose: () => setOpen(null) };
    const finish = (made: Done) => {
      setDone(made);
      setOpen(null);
    };
    switch (what) {
      case 'rows':
        return <ListedRows {...given} />;
      case 'edit':
        return (
          <EditRemembered
            {...given}
            onChanged={(left) => {
              finish({ what: text.saved(name), left });
              // Another choice of the name may have become a suggestion.
              choices.reload();
            }}
          />
        );
      case 'left':
        return (
          <LeftRows
            {...given}
            onReopened={(reopened) => {
              finish({ what: null, reopened });
              choices.reload();
            }}
          />
        );
      case 'forget':
        return (
          <Forgetting
            {...given}
            onForgotten={(reopened) => {
              choices.change((before) => before.filter(({ choice_id }) => choice_id !== choice.choice_id));
              finish({ what: text.forgotten(name), reopened });
            }}
          />
        );
    }
  };
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
      <RememberedFile onRead={() => setDone(null)} onChanged={choices.reload} />
      {done && (
        <Notice kind="good">
          {[
            done.what,
            (done.reopened ?? 0) > 0 && text.reopened(formatCount(done.reopened ?? 0)),
            (done.left ?? 0) > 0 && text.leftSettled(formatCount(done.left ?? 0)),
          ]
            .filter(Boolean)
            .join(' ')}
        </Notice>
      )}
      <Failure error={switching.error} />
      <CollectionStart of={choices}>
        <p role="status">{text.none}</p>
      </CollectionStart>
      <ul class="cards" aria-label={text.title}>
        {choices.items.map((choice) => (
          <ChoiceCard
            key={choice.choice_id}
            choice={choice}
            name={getChoiceName(choice)}
            onOpen={(what) => setOpen({ what, choice })}
            onSwitch={() => void switching.run(choice)}
          />
        ))}
      </ul>
      <MoreOf of={choices} />
      {open && renderDialog(open)}
    </Page>
  );
}

/** A dialog about a choice. */
interface Opened {
  readonly what: 'rows' | 'edit' | 'left' | 'forget';
  readonly choice: Choice;
}

/** What was done last. */
interface Done {
  readonly what: string | null;
  readonly reopened?: number;
  /** Rows that stay settled without a choice. */
  readonly left?: number;
}

/** The rows that a choice settled, each with a link. */
function ListedRows(props: { readonly choice: Choice; readonly name: string; readonly onClose: () => void }) {
  const text = useTexts(texts);
  const { api } = useSession();
  const { choice_id: choiceId } = props.choice;
  const rows = useCollected(
    (page, signal) =>
      api.get('/remembered-choices/{choiceId}/rows', {
        path: { choiceId },
        query: { limit: shownRows, ...page },
        signal,
      }),
    [api, choiceId],
  );
  return (
    <Dialog title={text.rowsTitle(props.name)} onClose={props.onClose}>
      <CollectionStart of={rows}>
        <p>{text.settledNone}</p>
      </CollectionStart>
      <SettledRows total={rows.first?.total_rows ?? 0} rows={rows.items} />
      <MoreOf of={rows} />
    </Dialog>
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
  readonly onOpen: (what: Opened['what']) => void;
  readonly onSwitch: () => void;
}) {
  const { choice, name, onOpen } = props;
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
            choice.enabled && (choice.always ? text.always : text.first),
            choice.key && formatKeyName(choice.key),
            formatTime(choice.chosen_at, language),
            choice.note,
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </div>
      {!choice.enabled && <span class="tag tag-warn">{text.off}</span>}
      {choice.settled_rows > 0 && (
        <Button
          label={text.settledRows(formatCount(choice.settled_rows))}
          class="review-link"
          aria-label={text.settledRowsOf(name, formatCount(choice.settled_rows))}
          onClick={() => onOpen('rows')}
        />
      )}
      {!limits.readOnly && (
        <div class="sources-actions">
          <Button
            label={text.edit}
            class="quiet"
            aria-label={text.editChoice(name)}
            onClick={() => onOpen('edit')}
          />
          <Button
            label={choice.enabled ? text.switchOff : text.switchOn}
            class="quiet"
            aria-label={(choice.enabled ? text.switchOffChoice : text.switchOnChoice)(name)}
            onClick={props.onSwitch}
          />
          <Button
            label={text.left}
            class="quiet"
            aria-label={text.leftOf(name)}
            onClick={() => onOpen('left')}
          />
          <Button
            label={text.forget}
            class="quiet"
            aria-label={text.forgetChoice(name)}
            onClick={() => onOpen('forget')}
          />
        </div>
      )}
    </li>
  );
}
