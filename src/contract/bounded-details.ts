/** Entries of each list in an error's details; the rest is counted in `details_omitted`. */
export const maxDetails = 100;
/** Characters of each text in an error. Field paths hold keys that the caller chose. */
export const maxErrorText = 2_000;
/** Details are a few levels deep; what is deeper came from outside. */
const maxLevels = 6;

export interface BoundedDetails {
  readonly details: unknown;
  /** Entries left out of all lists and objects together. */
  readonly omitted: number;
}

/** A copy of an error's details whose size does not depend on what the caller sent. */
export function boundedDetails(details: unknown): BoundedDetails {
  let omitted = 0;
  const listed = <Entry>(entries: readonly Entry[]): readonly Entry[] => {
    omitted += Math.max(0, entries.length - maxDetails);
    return entries.slice(0, maxDetails);
  };
  const bounded = (value: unknown, levels: number): unknown => {
    if (typeof value === 'string') return cutText(value);
    if (typeof value !== 'object' || value === null) return value;
    if (levels === 0) return '…';
    if (Array.isArray(value)) return listed(value).map((entry) => bounded(entry, levels - 1));
    return Object.fromEntries(
      listed(Object.entries(value)).map(([key, inner]) => [cutText(key), bounded(inner, levels - 1)]),
    );
  };
  return { details: bounded(details, maxLevels), omitted };
}

/** The text, or its beginning when it is longer than an error shows; never half of a surrogate pair. */
export function cutText(text: string, longest = maxErrorText): string {
  return text.length <= longest ? text : `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…`;
}
