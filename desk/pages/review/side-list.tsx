import { findCodeText, formatCount, formatTime, useLanguage, useTexts } from '../../language.ts';
import { joinClasses } from '../../parts/classes.ts';
import { Button } from '../../parts/form.tsx';
import { formatKeyName } from '../../parts/key-name.ts';
import { actionTexts, makerTexts, reasonTexts, ruleTexts } from './code-words.ts';
import { reviewTexts } from './review-texts.ts';
import { isOver, listCalls, listFurtherActions } from './state/decided-calls.ts';
import type { HistoryEntry } from './state/review-api.ts';
import type { Task } from './state/task.ts';

const shownCalls = 30;

/** Who decided what last, and what they saw. What is on its way to the service comes first. */
export function SideList(props: {
  readonly tasks: readonly Task[];
  readonly history: readonly HistoryEntry[];
  readonly canUndo: boolean;
  /** Whether nothing is sent until a person sends it. */
  readonly isHeld: boolean;
  readonly onUndoTask: (task: Task) => void;
  readonly onUndo: (entry: HistoryEntry) => void;
  readonly onGo: (rowId: string) => void;
}) {
  const text = useTexts(reviewTexts);
  const own = props.tasks
    .filter(
      ({ state, batchId, undone, action, isListed }) =>
        !undone &&
        action !== 'undo' &&
        (state === 'waiting' || (state === 'done' && batchId !== null && !isListed)),
    )
    .slice(0, shownCalls);
  const undone = new Set(props.tasks.flatMap((task) => (task.undone && task.batchId ? [task.batchId] : [])));
  const listed = listCalls(props.history).slice(0, shownCalls - own.length);
  return (
    <section class="review-side" aria-labelledby="review-side-title">
      <h2 id="review-side-title" class="review-small-head">
        {text.lastDecisions}
      </h2>
      {own.length === 0 && listed.length === 0 && <p class="review-soft">{text.noDecisions}</p>}
      <ol>
        {own.map((task) => (
          <li key={task.id}>
            <OwnTask
              task={task}
              isHeld={props.isHeld}
              onGo={props.onGo}
              onUndo={(isUndoable(task) && (() => props.onUndoTask(task))) || null}
            />
          </li>
        ))}
        {listed.map((call) => (
          <li
            key={call.batch_id}
            class={joinClasses((undone.has(call.batch_id) || isOver(call)) && 'review-undone')}
          >
            <Decided
              first={call}
              onGo={props.onGo}
              onUndo={
                props.canUndo && call.can_undo && !undone.has(call.batch_id) ? () => props.onUndo(call) : null
              }
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A decision that was taken back is made again, not undone. */
function isUndoable({ action, state }: Task): boolean {
  return state === 'waiting' || (action !== 'reopen' && action !== 'take_back');
}

function OwnTask(props: {
  readonly task: Task;
  readonly isHeld: boolean;
  readonly onGo: (rowId: string) => void;
  readonly onUndo: (() => void) | null;
}) {
  const { task } = props;
  const text = useTexts(reviewTexts);
  const actions = useTexts(actionTexts);
  return (
    <>
      <p>
        <RowLink number={task.row.row_number} onGo={() => props.onGo(task.row.source_row_id)} />{' '}
        <span lang="ja">{task.company?.legal_name ?? findCodeText(actions, task.action)}</span>
        {task.rowsChanged > 1 && <strong> · {text.rows(formatCount(task.rowsChanged))}</strong>}
      </p>
      <p class="review-soft">
        {task.state === 'waiting' && (props.isHeld ? text.notSent : text.waiting)}
        {props.onUndo && <Button label={text.undo} class="quiet review-small" onClick={props.onUndo} />}
      </p>
    </>
  );
}

function Decided(props: {
  readonly first: HistoryEntry;
  readonly onGo: (rowId: string) => void;
  readonly onUndo: (() => void) | null;
}) {
  const { first } = props;
  const { batch_rows: rows } = first;
  const text = useTexts(reviewTexts);
  const language = useLanguage();
  const makers = useTexts(makerTexts);
  return (
    <>
      <p>
        <RowLink number={first.row_number} onGo={() => props.onGo(first.source_row_id)} />{' '}
        <Outcome first={first} />
        {rows > 1 && <strong> · {text.rows(formatCount(rows))}</strong>}
      </p>
      <p class="review-soft">
        {[
          first.key && formatKeyName(first.key),
          formatTime(first.decided_at, language),
          first.made_by !== 'decisions' && first.made_by !== 'select' && findCodeText(makers, first.made_by),
        ]
          .filter(Boolean)
          .join(' · ')}
        {props.onUndo && <Button label={text.undo} class="quiet review-small" onClick={props.onUndo} />}
      </p>
      <Seen entry={first} />
    </>
  );
}

/** What a call decided: all of it, if that is more than one thing. */
function Outcome({ first }: { readonly first: HistoryEntry }) {
  const { batch_companies: companies, after, action } = first;
  const text = useTexts(reviewTexts);
  const actions = useTexts(actionTexts);
  const further = listFurtherActions(first);
  if (further.length > 0) {
    const parts = further.map(
      (each) => `${findCodeText(actions, each.action)} ${text.rows(formatCount(each.rows))}`,
    );
    return (
      <>{[companies > 0 && text.companies(formatCount(companies)), ...parts].filter(Boolean).join(' · ')}</>
    );
  }
  if (action !== 'choose' || after.company_name === null)
    return <>{findCodeText(actions, action) ?? action}</>;
  return (
    <>
      <span lang="ja">{after.company_name}</span>
      {companies > 1 && ` ${text.otherCompanies(formatCount(companies - 1))}`}
    </>
  );
}

function RowLink({ number, onGo }: { readonly number: number; readonly onGo: () => void }) {
  const text = useTexts(reviewTexts);
  return <Button label={text.rowShort(formatCount(number))} class="review-link" onClick={onGo} />;
}

/** What the person had before them when they decided. */
export function Seen({ entry }: { readonly entry: HistoryEntry }) {
  const text = useTexts(reviewTexts);
  const reasons = useTexts(reasonTexts);
  const rules = useTexts(ruleTexts);
  const { seen } = entry;
  if (!seen) return null;
  const number = seen.candidates.length + seen.more_candidates + seen.suggestions.length;
  return (
    <details class="review-seen">
      <summary>{number === 0 ? text.seenNone : text.seen(formatCount(number))}</summary>
      {seen.name !== null && <p lang="ja">{seen.name}</p>}
      {seen.reason !== null && <p>{findCodeText(reasons, seen.reason)}</p>}
      <ul>
        {[...seen.candidates, ...seen.suggestions].map((company) => (
          <li key={company.company_id}>
            <span lang="ja">{company.display_name}</span>{' '}
            <small>
              {'rule' in company
                ? (findCodeText(rules, company.rule) ?? company.company_id)
                : company.company_id}
            </small>
          </li>
        ))}
        {seen.more_candidates > 0 && <li>{text.moreNames(formatCount(seen.more_candidates))}</li>}
      </ul>
    </details>
  );
}
