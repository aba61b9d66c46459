import { ApiError } from '../../api.ts';
import { findCodeText, formatCount, useTexts } from '../../language.ts';
import { Button } from '../../parts/form.tsx';
import { describeKey } from '../../parts/key-name.ts';
import { Failure } from '../../parts/notice.tsx';
import { actionTexts } from './code-words.ts';
import { reviewTexts } from './review-texts.ts';
import type { ReviewStore } from './state/review-store.ts';
import type { Task } from './state/task.ts';

const shownRefusals = 5;

/** What went wrong in the background: no connection, and decisions that were refused, each with the reason. */
export function Problems(props: { readonly store: ReviewStore; readonly onGo: (rowId: string) => void }) {
  const { store } = props;
  const text = useTexts(reviewTexts);
  return (
    <>
      {store.outbox.stuck && (
        <div class="notice notice-warning review-notice" role="status">
          <p>
            {store.outbox.held ? text.held : text.notTaken}{' '}
            <strong>{text.unsent(formatCount(store.outbox.waiting))}</strong>
          </p>
          <Button label={text.retry} onClick={() => store.outbox.retryNow()} />
        </div>
      )}
      {store.unpaid && (
        <p class="notice notice-warning" role="alert">
          {text.unpaid(store.unpaid.price, Math.max(0, store.creditsLeft ?? 0))}
        </p>
      )}
      {store.unread && <Failure error={store.unread.error} onRetry={store.unread.again} />}
      {store.refusals.slice(0, shownRefusals).map((task) => (
        <Refusal key={task.id} task={task} store={store} onGo={props.onGo} />
      ))}
    </>
  );
}

function Refusal(props: {
  readonly task: Task;
  readonly store: ReviewStore;
  readonly onGo: (rowId: string) => void;
}) {
  const { task, store } = props;
  const text = useTexts(reviewTexts);
  const actions = useTexts(actionTexts);
  const { error, decidedBy } = task;
  const isTaken = error instanceof ApiError && error.code === 'source_row_not_selectable';
  const describeOther = () => {
    if (!isTaken || !decidedBy) return null;
    const who = describeKey(decidedBy.key);
    const isSame = decidedBy.after.company_id === (task.company?.company_id ?? null);
    if (decidedBy.action === task.action && isSame) return text.refusedSame(who);
    const what = formatCompany(decidedBy.after) ?? findCodeText(actions, decidedBy.action);
    return text.refusedOther(who, what ?? decidedBy.action);
  };
  const decidedFirst = describeOther();
  return (
    <section class="review-refusal" role="alert">
      <p>
        <strong>{text.refused(formatCount(task.row.row_number))}</strong>{' '}
        {(task.company && formatCompany({ ...task.company, company_name: task.company.legal_name })) ??
          findCodeText(actions, task.action)}
      </p>
      {decidedFirst && <p>{decidedFirst}</p>}
      {!decidedFirst && <Failure error={error} />}
      <p class="review-buttons">
        <Button
          label={text.goToRow}
          onClick={() => {
            props.onGo(task.row.source_row_id);
            store.dismissRefusal(task);
          }}
        />
        <Button label={text.dismiss} class="quiet" onClick={() => store.dismissRefusal(task)} />
      </p>
    </section>
  );
}

/** With its number, because the other company may have the same name. */
function formatCompany(company: {
  readonly company_id: string | null;
  readonly company_name: string | null;
}): string | null {
  const { company_id, company_name } = company;
  if (company_id === null) return null;
  return [company_name, company_id.replace(/^cn_/, '')].filter(Boolean).join(' · ');
}
