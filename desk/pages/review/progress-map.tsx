import { useMemo, useRef } from 'preact/hooks';
import { formatCount, useTexts } from '../../language.ts';
import { Button } from '../../parts/form.tsx';
import { reviewTexts } from './review-texts.ts';
import type { readProgress } from './state/review-api.ts';

type Progress = Awaited<ReturnType<typeof readProgress>>;

const height = 20;

/**
 * Where in the file open, decided and skipped rows are. A click goes to the first row of a part; with the keyboard, arrow keys
 * move through the parts.
 */
export function ProgressMap(props: {
  readonly progress: Progress;
  /** Open rows, without those that are decided and not sent yet. */
  readonly open: number;
  /** How many of them were skipped. */
  readonly skipped: number;
  /** Number of the row that is shown. */
  readonly at: number | null;
  readonly onGo: (rowNumber: number) => void;
}) {
  const { total, segments } = props.progress;
  const text = useTexts(reviewTexts);
  const list = useRef<HTMLOListElement>(null);
  // Only the mark of the row that is shown changes from row to row.
  const drawn = useMemo(
    () => segments.map((part) => <PartOfMap key={part.from_row} part={part} />),
    [segments],
  );
  const labels = useMemo(
    () =>
      segments.map((part) =>
        text.mapPart(
          formatCount(part.from_row),
          formatCount(part.to_row),
          formatCount(part.open),
          formatCount(part.rows - part.open),
          part.skipped > 0 ? formatCount(part.skipped) : null,
        ),
      ),
    [segments, text],
  );
  const here = segments.findIndex(
    ({ from_row, to_row }) => props.at !== null && props.at >= from_row && props.at <= to_row,
  );
  const moveFocus = (event: KeyboardEvent, by: number) => {
    event.preventDefault();
    event.stopPropagation();
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])];
    const place = buttons.indexOf(event.target as HTMLButtonElement);
    buttons[Math.min(buttons.length - 1, Math.max(0, place + by))]?.focus();
  };
  return (
    <nav class="review-map" aria-label={text.map}>
      <ol
        ref={list}
        onKeyDown={(event) => {
          if (event.key === 'ArrowRight') moveFocus(event, 1);
          if (event.key === 'ArrowLeft') moveFocus(event, -1);
        }}
      >
        {segments.map((part, place) => {
          const label = labels[place];
          return (
            <li key={part.from_row}>
              <Button
                label={drawn[place]}
                title={label}
                aria-label={label}
                aria-current={place === here ? 'step' : undefined}
                tabIndex={place === Math.max(0, here) ? 0 : -1}
                onClick={() => props.onGo(part.from_row)}
              />
            </li>
          );
        })}
      </ol>
      <p class="review-map-hint">
        {text.mapHint(
          formatCount(props.open),
          formatCount(total.rows - props.open),
          props.skipped > 0 ? formatCount(Math.min(props.skipped, props.open)) : null,
        )}
      </p>
    </nav>
  );
}

function PartOfMap({ part }: { readonly part: Progress['segments'][number] }) {
  const decided = ((part.rows - part.open) / part.rows) * height;
  const skipped = (part.skipped / part.rows) * height;
  return (
    <svg viewBox={`0 0 4 ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <rect class="review-map-open" x="0" y="0" width="4" height={height} />
      <rect class="review-map-skipped" x="0" y={height - decided - skipped} width="4" height={skipped} />
      <rect class="review-map-decided" x="0" y={height - decided} width="4" height={decided} />
    </svg>
  );
}
