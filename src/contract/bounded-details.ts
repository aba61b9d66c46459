/** Limit for each list in an error's details; `details_omitted` counts the rest. */
export const maxDetails = 100;
/** Characters of each text in an error. Field paths contain keys that the caller chose. */
export const maxErrorText = 2_000;
/** The service's own details have only a few levels; anything deeper came from the caller. */
const maxLevels = 6;

export interface BoundedDetails {
  readonly details: unknown;
  /** Number of entries left out of all lists and objects. */
  readonly omitted: number;
}

/** A copy of an error's details whose size does not depend on what the caller sent. */
export function limitDetails(details: unknown): BoundedDetails {
  let omitted = 0;
  const takeFirst = <Entry>(entries: readonly Entry[]): readonly Entry[] => {
    omitted += Math.max(0, entries.length - maxDetails);
    return entries.slice(0, maxDetails);
  };
  const limitValue = (value: unknown, levels: number): unknown => {
    if (typeof value === 'string') return cutText(value);
    if (typeof value !== 'object' || value === null) return value;
    if (levels === 0) return '…';
    if (Array.isArray(value)) return takeFirst(value).map((entry) => limitValue(entry, levels - 1));
    return Object.fromEntries(
      takeFirst(Object.entries(value)).map(([key, inner]) => [cutText(key), limitValue(inner, levels - 1)]),
    );
  };
  return { details: limitValue(details, maxLevels), omitted };
}

/** The text, cut to the given length; never in the middle of a surrogate pair. */
export function cutText(text: string, maxLength = maxErrorText): string {
  if (text.length <= maxLength) return text;
  return `${text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')}…`;
}
