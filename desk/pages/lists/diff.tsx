import { useEffect, useRef, useState } from 'preact/hooks';
import type { Schema } from '../../../client/index.ts';
import {
  type DiffRowKind,
  diffRowKinds,
  maxReasonLength,
  maxReviewNoteLength,
  type ReviewOutcome,
  reviewOutcomes,
} from '../../../client/index.ts';
import { formatCount, useTexts } from '../../language.ts';
import { useAction } from '../../loading.ts';
import { MoreOf, useCollected } from '../../parts/collected.tsx';
import { ConfirmWithNote } from '../../parts/confirm-with-note.tsx';
import { Button, listOptions, Select } from '../../parts/form.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { useSession } from '../../session.tsx';
import { AddRows } from './add-rows.tsx';
import { excludeRow, reviewAllRows, reviewRow } from './diff-calls.ts';
import { DiffLine } from './diff-line.tsx';
import type { DiffRow } from './diff-rows.ts';
import { texts } from './list-texts.ts';
import type { PartProps } from './part-props.ts';

type DiffView = Schema<'ListDiffWithRows'>;

const stepOfKey: Readonly<Record<string, number>> = { arrowdown: 1, arrowup: -1 };
const outcomeOfKey: Readonly<Record<string, ReviewOutcome>> = {
  a: 'accepted',
  r: 'rejected',
  n: 'needs_review',
};

/** The rows of a diff, each with its decision. */
export function Diff({ diff, detail, isFixed, onChanged }: PartProps & { readonly diff: DiffView }) {
  const text = useTexts(texts);
  const { api } = useSession();
  const listId = detail.list.list_id;
  const [kind, setKind] = useState<DiffRowKind | null>(null);
  const [excluding, setExcluding] = useState<DiffRow | null>(null);
  const [bulk, setBulk] = useState<{ readonly kind: DiffRowKind; readonly outcome: ReviewOutcome } | null>(
    null,
  );
  const [isAdding, setIsAdding] = useState(false);
  const [added, setAdded] = useState<number | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const rows = useCollected(
    async (page, signal) => {
      const path = { listId, diffId: diff.diff_id };
      const query = { limit: 100, ...page };
      const { diff: read, meta } = await api.get('/lists/{listId}/diffs/{diffId}', { path, query, signal });
      return { items: read.rows, meta };
    },
    [api, listId, diff.diff_id],
  );
  const known = diffRowKinds.filter((one) => diff.counts[one] > 0);
  const shown = rows.items.filter((row) => kind === null || row.kind === kind);
  // Rows are ordered by kind, so those of the last kind may be on a later page.
  useEffect(() => {
    if (shown.length === 0 && rows.hasMore && !rows.loading && !rows.error) rows.more();
  });
  const replaceRow = (changed: DiffRow) =>
    rows.change((before) =>
      before.map((row) => [changed, row].find(({ diff_row_id }) => diff_row_id === row.diff_row_id) ?? row),
    );
  const reviewing = useAction(async (row: DiffRow, outcome: ReviewOutcome) => {
    replaceRow(await reviewRow(api, listId, row.diff_row_id, outcome));
  });
  const including = useAction(async (row: DiffRow) => {
    replaceRow(await excludeRow(api, listId, row.diff_row_id, false));
    onChanged();
  });
  /** Records one review for all rows of a kind. */
  const reviewAll = async (note: string) => {
    if (!bulk) return;
    const review = await reviewAllRows(api, { listId, diffId: diff.diff_id }, bulk.kind, bulk.outcome, note);
    const isReviewed = (row: DiffRow) => row.kind === bulk.kind && row.review?.outcome !== review.outcome;
    rows.change((before) => before.map((row) => ({ ...row, ...(isReviewed(row) && { review }) })));
    setBulk(null);
  };
  const focusRow = (at: number) => list.current?.querySelectorAll<HTMLElement>(':scope > li')[at]?.focus();
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = event.target as HTMLElement;
    const at = shown.findIndex((row) => row.diff_row_id === target.closest('li')?.dataset.row);
    const row = shown[at];
    if (!row || target.matches('input, select, textarea')) return;
    const key = event.key.toLowerCase();
    const step = stepOfKey[key];
    const outcome = outcomeOfKey[key];
    if (step === undefined && (isFixed || (!outcome && key !== 'x'))) return;
    event.preventDefault();
    if (step !== undefined) focusRow(at + step);
    else if (outcome)
      void reviewing.run(row, outcome).then(() => focusRow(Math.min(at + 1, shown.length - 1)));
    else if (row.exclusion?.excluded) void including.run(row);
    else setExcluding(row);
  };
  const open = shown.filter((row) => row.review === null).length;
  return (
    <>
      <div class="lists-kinds">
        {known.map((one) => (
          <KindCard
            key={one}
            kind={one}
            number={diff.counts[one]}
            isFixed={isFixed}
            onReviewAll={(outcome) => setBulk({ kind: one, outcome })}
            onAdd={() => setIsAdding(true)}
          />
        ))}
      </div>
      {added !== null && <Notice kind="good">{text.added(formatCount(added))}</Notice>}
      <div class="actions lists-bar">
        <Select
          labelClass="lists-filter"
          label={text.ofKind}
          value={kind ?? ''}
          options={[['', known.map((one) => text.kind[one]).join(' + ')], ...listOptions(known, text.kind)]}
          onChange={(value) => setKind(value || null)}
        />
        <span role="status">{text.openCount(formatCount(open))}</span>
        {!isFixed && <small>{text.keysHint}</small>}
      </div>
      <Failure error={reviewing.error ?? including.error} />
      <ol ref={list} class="cards" onKeyDown={handleKeyDown}>
        {shown.map((row, at) => (
          <DiffLine
            key={row.diff_row_id}
            row={row}
            isFirst={at === 0}
            isFixed={isFixed}
            onReview={(outcome) => void reviewing.run(row, outcome)}
            onExclude={() => setExcluding(row)}
            onInclude={() => void including.run(row)}
          />
        ))}
      </ol>
      <MoreOf of={rows} />
      {excluding && (
        <ConfirmWithNote
          title={text.excludeTitle(excluding.display_name)}
          about={text.excludeAbout}
          label={text.reason}
          maxLength={maxReasonLength}
          yes={text.exclude}
          onYes={async (reason) => {
            replaceRow(await excludeRow(api, listId, excluding.diff_row_id, true, reason));
            setExcluding(null);
            onChanged();
          }}
          onClose={() => setExcluding(null)}
        />
      )}
      {bulk && (
        <ConfirmWithNote
          title={text.allTitle(text.decide[bulk.outcome], formatCount(diff.counts[bulk.kind]))}
          about={`${text.allOfKind(text.kind[bulk.kind])}. ${text.allAbout}`}
          label={text.note}
          maxLength={maxReviewNoteLength}
          yes={text.decide[bulk.outcome]}
          onYes={reviewAll}
          onClose={() => setBulk(null)}
        />
      )}
      {isAdding && (
        <AddRows
          detail={detail}
          diffId={diff.diff_id}
          onAdded={(number) => {
            setIsAdding(false);
            setAdded(number);
            onChanged();
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  );
}

/** The companies of a kind, and what can be done with all of them. */
function KindCard(props: {
  readonly kind: DiffRowKind;
  readonly number: number;
  readonly isFixed: boolean;
  readonly onReviewAll: (outcome: ReviewOutcome) => void;
  readonly onAdd: () => void;
}) {
  const text = useTexts(texts);
  const { kind } = props;
  return (
    <section class="card" aria-labelledby={`lists-${kind}`}>
      <h2 id={`lists-${kind}`}>
        {text.kind[kind]} <span class="lists-number">{formatCount(props.number)}</span>
      </h2>
      <p class="lists-soft">{text.kindAbout[kind]}</p>
      {!props.isFixed && (
        <fieldset>
          <legend class="lists-soft">{text.allOfKind(text.kind[kind])}</legend>
          <span class="actions">
            {reviewOutcomes.map((outcome) => (
              <Button key={outcome} label={text.decide[outcome]} onClick={() => props.onReviewAll(outcome)} />
            ))}
          </span>
          {kind === 'added' && (
            <p class="lists-add">
              <Button label={text.addRows} class="primary" onClick={props.onAdd} />
            </p>
          )}
        </fieldset>
      )}
    </section>
  );
}
