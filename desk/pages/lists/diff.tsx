import { useEffect, useRef, useState } from 'preact/hooks';
import type { Schema } from '../../../client/index.ts';
import { formatCount, type Language, useLanguage, useTexts } from '../../language.ts';
import { useAction } from '../../loading.ts';
import { MoreOf, useCollected } from '../../parts/collected.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { DataText } from '../../parts/data-text.tsx';
import { Button, Field, Select } from '../../parts/form.tsx';
import { Failure, Notice } from '../../parts/notice.tsx';
import { linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { translateCode } from '../../words.ts';
import { AddRows } from './add-rows.tsx';
import { excludeRow, reviewAllRows, reviewRow } from './diff-calls.ts';
import { type DiffRow, type Kind, kinds, type Outcome, outcomes } from './diff-rows.ts';
import type { PartProps } from './part-props.ts';
import { texts } from './texts.ts';

type DiffView = Schema<'ListDiffWithRows'>;

const outcomeOfKey: Readonly<Record<string, Outcome>> = { a: 'accepted', r: 'rejected', n: 'needs_review' };
const tagOf: Readonly<Record<Outcome, string>> = {
  accepted: 'tag tag-good',
  rejected: 'tag tag-bad',
  needs_review: 'tag tag-warn',
};

/** The rows of a diff, each with its decision. */
export function Diff({ diff, detail, isFixed, onChanged }: PartProps & { readonly diff: DiffView }) {
  const text = useTexts(texts);
  const { api } = useSession();
  const listId = detail.list.list_id;
  const [kind, setKind] = useState<Kind | null>(null);
  const [excluding, setExcluding] = useState<DiffRow | null>(null);
  const [bulk, setBulk] = useState<{ readonly kind: Kind; readonly outcome: Outcome } | null>(null);
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
  const shown = rows.items.filter((row) => kind === null || row.kind === kind);
  // Rows are ordered by kind, so those of the last kind may be on a later page.
  useEffect(() => {
    if (shown.length === 0 && rows.hasMore && !rows.loading && !rows.error) rows.more();
  });
  const replaceRow = (changed: DiffRow) =>
    rows.change((before) => before.map((row) => (row.diff_row_id === changed.diff_row_id ? changed : row)));
  const reviewing = useAction(async (row: DiffRow, outcome: Outcome) => {
    replaceRow(await reviewRow(api, listId, row.diff_row_id, outcome));
  });
  const including = useAction(async (row: DiffRow) => {
    replaceRow(await excludeRow(api, listId, row.diff_row_id, false));
    onChanged();
  });
  const focusRow = (at: number) => list.current?.querySelectorAll<HTMLElement>(':scope > li')[at]?.focus();
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const target = event.target as HTMLElement;
    const at = shown.findIndex((row) => row.diff_row_id === target.closest('li')?.dataset.row);
    const row = shown[at];
    if (!row || target.matches('input, select, textarea')) return;
    const outcome = outcomeOfKey[event.key.toLowerCase()];
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      focusRow(at + (event.key === 'ArrowDown' ? 1 : -1));
    } else if (isFixed) return;
    else if (outcome) {
      event.preventDefault();
      void reviewing.run(row, outcome).then(() => focusRow(Math.min(at + 1, shown.length - 1)));
    } else if (event.key.toLowerCase() === 'x') {
      event.preventDefault();
      if (row.exclusion?.excluded) void including.run(row);
      else setExcluding(row);
    }
  };
  const open = shown.filter((row) => row.review === null).length;
  return (
    <>
      <div class="lists-kinds">
        {kinds
          .filter((one) => diff.counts[one] > 0)
          .map((one) => (
            <section key={one} class="card" aria-labelledby={`lists-${one}`}>
              <h2 id={`lists-${one}`}>
                {text.kind[one]} <span class="lists-number">{formatCount(diff.counts[one])}</span>
              </h2>
              <p class="lists-soft">{text.kindAbout[one]}</p>
              {!isFixed && (
                <fieldset>
                  <legend class="lists-soft">{text.allOfKind(text.kind[one])}</legend>
                  <span class="actions">
                    {outcomes.map((outcome) => (
                      <Button
                        label={text.decide[outcome]}
                        key={outcome}
                        onClick={() => setBulk({ kind: one, outcome })}
                      />
                    ))}
                  </span>
                  {one === 'added' && (
                    <p class="lists-add">
                      <Button label={text.addRows} class="primary" onClick={() => setIsAdding(true)} />
                    </p>
                  )}
                </fieldset>
              )}
            </section>
          ))}
      </div>
      {added !== null && <Notice kind="good">{text.added(formatCount(added))}</Notice>}
      <div class="actions lists-bar">
        <Select
          labelClass="lists-filter"
          label={text.ofKind}
          value={kind ?? ''}
          options={[
            [
              '',
              kinds
                .filter((one) => diff.counts[one] > 0)
                .map((one) => text.kind[one])
                .join(' + '),
            ],
            ...kinds.filter((one) => diff.counts[one] > 0).map((one) => [one, text.kind[one]] as const),
          ]}
          onChange={(value) => setKind(kinds.find((one) => one === value) ?? null)}
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
        <Exclude
          row={excluding}
          onExclude={async (reason) => {
            replaceRow(await excludeRow(api, listId, excluding.diff_row_id, true, reason));
            setExcluding(null);
            onChanged();
          }}
          onClose={() => setExcluding(null)}
        />
      )}
      {bulk && (
        <ReviewAll
          listId={listId}
          diffId={diff.diff_id}
          number={diff.counts[bulk.kind]}
          kind={bulk.kind}
          outcome={bulk.outcome}
          onReviewed={(given) =>
            rows.change((before) =>
              before.map((row) =>
                row.kind === bulk.kind && row.review?.outcome !== given.outcome
                  ? { ...row, review: given }
                  : row,
              ),
            )
          }
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

function DiffLine(props: {
  readonly row: DiffRow;
  readonly isFirst: boolean;
  readonly isFixed: boolean;
  readonly onReview: (outcome: Outcome) => void;
  readonly onExclude: () => void;
  readonly onInclude: () => void;
}) {
  const text = useTexts(texts);
  const { row } = props;
  const isExcluded = row.exclusion?.excluded === true;
  return (
    // A row takes the focus, so that keys can decide about it; each key has a button, too.
    <li class="card lists-diff" data-row={row.diff_row_id} tabIndex={props.isFirst ? 0 : -1}>
      <div>
        <p class="lists-name">
          <span class="tag">{text.kind[row.kind]}</span>
          <a href={linkTo(['companies', row.company_id])}>
            <DataText text={row.display_name} />
          </a>
          {row.review && <span class={tagOf[row.review.outcome]}>{text.outcome[row.review.outcome]}</span>}
          {isExcluded && <span class="tag tag-warn">{text.excluded}</span>}
        </p>
        <Fields row={row} />
        {(row.review?.note ?? (isExcluded ? row.exclusion?.reason : null)) && (
          <p class="lists-soft">{row.review?.note ?? row.exclusion?.reason}</p>
        )}
      </div>
      {!props.isFixed && (
        <fieldset>
          <legend class="hidden-visually">
            <DataText text={row.display_name} />
          </legend>
          <span class="actions">
            {outcomes.map((outcome) => (
              <Button
                label={text.decide[outcome]}
                key={outcome}
                aria-pressed={row.review?.outcome === outcome}
                onClick={() => props.onReview(outcome)}
              />
            ))}
            <Button
              label={isExcluded ? text.include : text.exclude}
              onClick={isExcluded ? props.onInclude : props.onExclude}
            />
          </span>
        </fieldset>
      )}
    </li>
  );
}

function Fields({ row: { changes } }: { readonly row: DiffRow }) {
  const text = useTexts(texts);
  const language = useLanguage();
  if (changes.length === 0) return null;
  return (
    <dl class="lists-fields-changed">
      {changes.map((change) => (
        <div key={change.field}>
          <dt>{text.columnNames[change.field] ?? change.field}</dt>
          <dd>
            <del>
              <span class="hidden-visually">{text.before}: </span>
              <DataText text={formatFact(change.field, change.before, language) ?? text.noValue} />
            </del>{' '}
            <span aria-hidden="true">→</span>{' '}
            <ins>
              <span class="hidden-visually">{text.after}: </span>
              <DataText text={formatFact(change.field, change.after, language) ?? text.noValue} />
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function formatFact(field: string, value: string | number | null, language: Language): string | null {
  if (value === null) return null;
  if (typeof value === 'number') return formatCount(value);
  if (field === 'status') return translateCode('status', value, language);
  if (field === 'listing_status') return translateCode('listing', value, language);
  if (field === 'market_segment') return translateCode('segment', value, language);
  if (field === 'industry_33_code') return translateCode('sector', value, language);
  return value;
}

function Exclude(props: {
  readonly row: DiffRow;
  readonly onExclude: (reason: string) => Promise<void>;
  readonly onClose: () => void;
}) {
  const text = useTexts(texts);
  const [reason, setReason] = useState('');
  return (
    <Confirm
      title={text.excludeTitle(props.row.display_name)}
      yes={text.exclude}
      onYes={() => props.onExclude(reason.trim())}
      onClose={props.onClose}
    >
      <p>{text.excludeAbout}</p>
      <Field label={text.reason} maxLength={500} value={reason} onText={setReason} />
    </Confirm>
  );
}

/** Records one review for all rows of a kind. */
function ReviewAll(props: {
  readonly listId: string;
  readonly diffId: string;
  readonly number: number;
  readonly kind: Kind;
  readonly outcome: Outcome;
  readonly onReviewed: (review: NonNullable<DiffRow['review']>) => void;
  readonly onClose: () => void;
}) {
  const text = useTexts(texts);
  const { api } = useSession();
  const { listId, diffId, kind, outcome } = props;
  const [note, setNote] = useState('');
  return (
    <Confirm
      title={text.allTitle(text.decide[outcome], formatCount(props.number))}
      yes={text.decide[outcome]}
      onYes={async () => {
        props.onReviewed(await reviewAllRows(api, { listId, diffId }, kind, outcome, note.trim()));
        props.onClose();
      }}
      onClose={props.onClose}
    >
      <p>
        {text.allOfKind(text.kind[kind])}. {text.allAbout}
      </p>
      <Field label={text.note} maxLength={2000} value={note} onText={setNote} />
    </Confirm>
  );
}
