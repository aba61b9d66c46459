import type { RefObject } from 'preact';
import { formatCount, useTexts } from '../../language.ts';
import { joinClasses } from '../../parts/classes.ts';
import { Button } from '../../parts/form.tsx';
import { formatKeyName } from '../../parts/key-name.ts';
import { Failure } from '../../parts/notice.tsx';
import { linkTo } from '../../routing.ts';
import { reviewTexts } from './review-texts.ts';
import type { ReviewStore } from './state/review-store.ts';

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
  /** When the page was opened: decisions are counted from then on. */
  readonly since: Date;
  readonly heading: RefObject<HTMLHeadingElement | null>;
  /** Whether the filter leaves out rows that are open. */
  readonly isFiltered: boolean;
  readonly onShowOpen: () => void;
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
    ({ action, state, undone, at }) =>
      at >= props.since &&
      action !== 'undo' &&
      action !== 'skip' &&
      !undone &&
      (state === 'waiting' || state === 'done'),
  ).length;
  const skipped = store.window.rows.filter(
    (row) => store.isOpen(row) && store.skipped.has(row.source_row_id),
  ).length;
  const left = Math.max(0, (store.openRowCount ?? 0) - skipped);
  return (
    <section class="review-row review-finished">
      <h2 ref={props.heading} tabIndex={-1}>
        {describeEnd(left, { skipped, isFiltered: props.isFiltered }, text)}
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
        {left > 0 && (
          <Button
            label={text.showOpen}
            class={joinClasses(skipped === 0 && 'primary')}
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

/** @param left open rows of the whole table that were not skipped here */
function describeEnd(
  left: number,
  { skipped, isFiltered }: { readonly skipped: number; readonly isFiltered: boolean },
  text: (typeof reviewTexts)['en'],
): string {
  if (left > 0) return isFiltered ? text.noneFits : text.stillOpen(formatCount(left));
  return skipped > 0 ? text.onlySkipped : text.done;
}
