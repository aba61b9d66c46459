import { type ReviewOutcome, reviewOutcomes } from '../../../client/index.ts';
import { formatCount, type Language, useLanguage, useTexts } from '../../language.ts';
import { DataText } from '../../parts/data-text.tsx';
import { Button } from '../../parts/form.tsx';
import { linkTo } from '../../routing.ts';
import type { WordList } from '../../words.ts';
import { translateCode } from '../../words.ts';
import type { DiffRow } from './diff-rows.ts';
import { texts } from './list-texts.ts';

const tagOf: Readonly<Record<ReviewOutcome, string>> = {
  accepted: 'tag tag-good',
  rejected: 'tag tag-bad',
  needs_review: 'tag tag-warn',
};

export function DiffLine(props: {
  readonly row: DiffRow;
  readonly isFirst: boolean;
  readonly isFixed: boolean;
  readonly onReview: (outcome: ReviewOutcome) => void;
  readonly onExclude: () => void;
  readonly onInclude: () => void;
}) {
  const text = useTexts(texts);
  const { row } = props;
  const isExcluded = row.exclusion?.excluded === true;
  const note = row.review?.note ?? (isExcluded && row.exclusion?.reason);
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
        {note && <p class="lists-soft">{note}</p>}
      </div>
      {!props.isFixed && (
        <fieldset>
          <legend class="hidden-visually">
            <DataText text={row.display_name} />
          </legend>
          <span class="actions">
            {reviewOutcomes.map((outcome) => (
              <Button
                label={text.decide[outcome]}
                key={outcome}
                aria-pressed={row.review?.outcome === outcome}
                onClick={() => props.onReview(outcome)}
              />
            ))}
            {isExcluded && <Button label={text.include} onClick={props.onInclude} />}
            {!isExcluded && <Button label={text.exclude} onClick={props.onExclude} />}
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

const wordsOfField: Readonly<Record<string, WordList>> = {
  status: 'status',
  listing_status: 'listing',
  market_segment: 'segment',
  industry_33_code: 'sector',
};

function formatFact(field: string, value: string | number | null, language: Language): string | null {
  if (typeof value === 'number') return formatCount(value);
  const words = wordsOfField[field];
  if (value === null || !words) return value;
  return translateCode(words, value, language);
}
