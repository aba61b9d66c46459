import { type RowStatus, rowStatuses, rowStatusTexts } from '../../../client/index.ts';
import { defineTextPairs, formatCount, useTexts } from '../../language.ts';

/** In the order of the bar: rows that nobody has looked at come last. */
export const rowStates = [...rowStatuses.filter((status) => status !== 'unresolved'), 'unresolved'] as const;
export type StateCounts = Readonly<Record<RowStatus, number>>;

export const stateTexts = defineTextPairs(rowStatusTexts);

/** How many rows of a table are in each state: a bar, and the numbers in words. */
export function StateBar({ counts }: { readonly counts: StateCounts }) {
  const text = useTexts(stateTexts);
  const total = Math.max(
    1,
    rowStates.reduce((sum, state) => sum + counts[state], 0),
  );
  const shown = rowStates.filter((state) => counts[state] > 0);
  let from = 0;
  return (
    <div class="state-bar">
      <svg viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true">
        {shown.map((state) => {
          const width = (counts[state] / total) * 1000;
          const place = from;
          from += width;
          return <rect key={state} class={`state-${state}`} x={place} y="0" width={width} height="10" />;
        })}
      </svg>
      <ul>
        {shown.map((state) => (
          <li key={state}>
            <span class={`state-dot state-${state}`} aria-hidden="true" />
            {text[state]} <b>{formatCount(counts[state])}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}
