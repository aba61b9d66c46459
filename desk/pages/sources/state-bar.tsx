import { type RowStatus, rowDecisionTexts, rowStatuses, rowStatusTexts } from '../../../client/index.ts';
import type { Source } from '../../api-types.ts';
import { defineTextPairs, formatCount, useTexts } from '../../language.ts';

/** In the order of the bar: rows that nobody has looked at come last. */
export const rowStates = [...rowStatuses.filter((status) => status !== 'unresolved'), 'unresolved'] as const;
const shownStates = [...rowStates.slice(0, -1), 'dismissed', 'unresolved'] as const;
/** `dismissed`: rows that a person decided, without a company. */
export type StateCounts = Readonly<Record<RowStatus, number> & { readonly dismissed?: number }>;

/** The rows of a table by state; those that are open add up to `open_rows`. */
export function countStates({ resolve_summary: counts, row_count, open_rows }: Source): StateCounts {
  const dismissed = row_count - counts.matched - open_rows;
  return { ...counts, not_found: counts.not_found - dismissed, dismissed };
}

export const stateTexts = defineTextPairs({
  ...rowStatusTexts,
  dismissed: ['not a company, or none of these', '該当なし・会社ではないと確定'],
});

/** What a person said of a row. */
export const decisionTexts = defineTextPairs(rowDecisionTexts);

/** How many rows of a table are in each state: a bar, and the numbers in words. */
export function StateBar({ counts }: { readonly counts: StateCounts }) {
  const text = useTexts(stateTexts);
  const total = Math.max(
    1,
    shownStates.reduce((sum, state) => sum + (counts[state] ?? 0), 0),
  );
  const shown = shownStates.filter((state) => (counts[state] ?? 0) > 0);
  let from = 0;
  return (
    <div class="state-bar">
      <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
        {shown.map((state) => {
          const width = ((counts[state] ?? 0) / total) * 1000;
          const place = from;
          from += width;
          return <rect key={state} class={`state-${state}`} x={place} y="0" width={width} height="10" />;
        })}
      </svg>
      <ul>
        {shown.map((state) => (
          <li key={state}>
            <span class={`state-dot state-${state}`} aria-hidden="true" />
            {text[state]} <b>{formatCount(counts[state] ?? 0)}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}
