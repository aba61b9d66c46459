import type { RefObject } from 'preact';
import { formatCount, useTexts } from '../../language.ts';
import { Button } from '../../parts/form.tsx';
import { formatKeyName } from '../../parts/key-name.ts';
import { Failure } from '../../parts/notice.tsx';
import { linkTo } from '../../routing.ts';
import type { ReviewStore } from './state/review-store.ts';
import { reviewTexts } from './texts.ts';

/** Who else is here, and whether everything is sent. */
export function Head(props: { readonly store: ReviewStore; readonly onHelp: () => void }) {
  const { store } = props;
  const text = useTexts(reviewTexts);
  const { waiting } = store.outbox;
  const others = [...new Set(store.present.map(({ key }) => formatKeyName(key)))];
  return (
    <div class="review-head">
      {others.length > 0 && <span class="review-chip">{text.alsoPresent(others.join(', '))}</span>}
      <span class="review-soft review-sent">
        {waiting > 0 ? text.unsent(formatCount(waiting)) : text.allSent}
      </span>
      <button type="button" class="quiet" onClick={props.onHelp} aria-keyshortcuts="?">
        {text.help} <kbd>?</kbd>
      </button>
    </div>
  );
}

/** In place of a row, when there is none. */
export function Finished(props: {
  readonly store: ReviewStore;
  readonly sourceId: string;
  readonly opening: boolean;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  /** Leaves the filter; null if it leaves no open row out. */
  readonly onShowOpen: (() => void) | null;
}) {
  const { store } = props;
  const text = useTexts(reviewTexts);
  const { error, ended } = store.window;
  if (error !== null) return <Failure error={error} onRetry={() => void store.openRows(null)} />;
  if (props.opening || !ended)
    return (
      <p class="loading" role="status">
        {text.loadingRow}
      </p>
    );
  const made = store.tasks.filter(
    ({ action, state, undone }) =>
      action !== 'undo' && action !== 'skip' && !undone && (state === 'waiting' || state === 'done'),
  ).length;
  const skipped = store.window.rows.filter(
    (row) => store.isOpen(row) && store.skipped.has(row.source_row_id),
  ).length;
  return (
    <section class="review-row review-finished">
      <h2 ref={props.heading} tabIndex={-1}>
        {props.onShowOpen ? text.noneFits : skipped > 0 ? text.onlySkipped : text.done}
      </h2>
      <p>{text.doneText(formatCount(made))}</p>
      <p class="review-buttons">
        {skipped > 0 && (
          <Button
            label={text.showSkipped(formatCount(skipped))}
            class="primary"
            onClick={() => store.showSkipped()}
          />
        )}
        {props.onShowOpen && (
          <Button
            label={text.showOpen}
            class={skipped > 0 ? undefined : 'primary'}
            onClick={props.onShowOpen}
          />
        )}
        <a class="button" href={linkTo(['sources', props.sourceId])}>
          {text.backToTable}
        </a>
      </p>
    </section>
  );
}
