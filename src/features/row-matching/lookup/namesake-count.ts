import type { MatchedCompany } from '../rules/explain-match.ts';
import { namesakesShown } from './lookup-queries.ts';

/** How many companies have a name, in any spelling. */
export interface NamesakeCount {
  readonly companies: number;
  /** Companies by code of the prefecture (JIS X 0401), the most first. Those without a known place are not counted. */
  readonly prefectures: ReadonlyMap<string, number>;
}

/** Says how many they are, in a sentence. */
export function namesakesText({ companies, prefectures }: NamesakeCount): string {
  const places = prefectures.size === 1 ? '1 prefecture' : `${prefectures.size} prefectures`;
  const where = prefectures.size === 0 ? '' : `, in ${places}`;
  return `${companies.toLocaleString('en')} companies have this name or a spelling of it${where}.`;
}

/** Whether companies of a name may have been left out, so that it needs a lookup of its own. */
export function isCrowded(hits: readonly MatchedCompany[]): boolean {
  return hits.length >= namesakesShown;
}
