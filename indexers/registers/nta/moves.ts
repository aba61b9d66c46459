import { compareByPublication, type RegisterStatement, wholeHistory } from './name-history.ts';

/** A head office as it is stored. */
export interface StoredAddress {
  /** Prefecture, city and street. */
  readonly address: string;
  readonly validFrom: string | null;
}

type Place = { readonly [Part in 'prefecture' | 'city' | 'street']: string | null };

export function joinAddress({ prefecture, city, street }: Place): string {
  return `${prefecture ?? ''}${city ?? ''}${street ?? ''}`;
}

/**
 * The day since when a corporation is at its newest address; null if it is unknown. It depends only on what was stated, not
 * on the order in which it was loaded: of the rows since the corporation was elsewhere, the newest one about a move counts. A
 * row with process 01 begins a whole history, which replaces the rows before.
 * @param stored is believed where a build that did not keep addresses has loaded the rows
 */
export function findMoveDay(
  statements: readonly RegisterStatement[],
  stored: StoredAddress | undefined,
): string | null {
  const newestFirst = statements
    .filter(({ name }) => name !== null)
    .sort(compareByPublication)
    .reverse();
  const here = newestFirst[0]?.address ?? stored?.address;
  for (const { process, address, movedOn: day } of newestFirst) {
    if (address === null) {
      if (stored?.address === here) return stored?.validFrom ?? null;
      return null;
    }
    if (address !== here) return null;
    if (day !== null) return day;
    if (process === wholeHistory) return null;
  }
  return null;
}
