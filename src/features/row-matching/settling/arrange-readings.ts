import type { CompanyCard } from '../../../../mappings/companies.ts';
import { maxListedCandidates } from '../../../contract/limits.ts';
import { toNfkc } from '../../../text/letters/nfkc.ts';
import { fitsForm } from '../../../text/names/legal-forms.ts';
import { type NameKeys, toReadingKey } from '../../../text/names/names.ts';
import type { NameResult, NameSuggestion } from '../lookup/name-result.ts';
import { readNearKeys } from '../lookup/near-name.ts';
import { keysOf } from '../rules/compare-names.ts';
import { type HintVerdicts, saysMoreThanPrefecture } from '../rules/place-hints.ts';

/** Names in Latin letters that are how companies are read: Sakai Kogyo K.K. (docs/decisions/0004-settling-names.md) */

/** The rule of a hit that is only read so. */
export const byReading = 'reading';

/** As Latin letters are written, with digits and marks. */
export const LATIN = /^[\x20-\x7e]+$/;
export const isLatin = (name: string): boolean => LATIN.test(toNfkc(name));

/**
 * The same with the companies that fit but for an unknown sign in the order of how well their place fits, and those that are read so in the order of how well their place and legal form fit. The only one with such a
 * form in the city, or if its place fits the only one at all, becomes what the name finds: the readings of some companies are unknown.
 */
export function arrangeReadings(found: NameResult, verdicts: HintVerdicts): NameResult {
  const { hits, suggestions, name, keys } = found;
  if (suggestions.some(({ reason }) => reason === 'unknown_sign'))
    return { ...found, suggestions: rank(suggestions, (one) => rankPlace(one, verdicts)) };
  if (!suggestions.some(isReading) || !isLatin(name)) return found;
  const isWhole = suggestions.length < maxListedCandidates;
  const only = isWhole && hits.length === 0 ? findOnlyReader(suggestions, keys, verdicts) : null;
  if (only) return { ...found, hits: [{ card: only, matchedQueries: [byReading] }], suggestions: [] };
  return { ...found, suggestions: rank(suggestions, (one) => rankSuggestion(one, keys, verdicts)) };
}

function findOnlyReader(
  suggestions: readonly NameSuggestion[],
  keys: NameKeys,
  verdicts: HintVerdicts,
): CompanyCard | null {
  const readers = suggestions
    .filter((one) => isActiveReader(one, keys))
    .map(({ card }) => ({ card, verdict: verdicts.get(card.company.company_id) }));
  const fitting = readers.filter(
    ({ verdict }) => verdict && verdict.agrees.length > 0 && !verdict.contradicted,
  );
  const inCity = fitting.filter(({ verdict }) => saysMoreThanPrefecture(verdict));
  const [only, ...others] = inCity.length > 0 ? inCity : fitting;
  if (!only || others.length > 0 || (inCity.length === 0 && readers.length > 1)) return null;
  return only.card;
}

/** The highest first; equals stay as they are. */
function rank(
  suggestions: readonly NameSuggestion[],
  measure: (one: NameSuggestion) => number,
): readonly NameSuggestion[] {
  const ranked = suggestions.map((one) => ({ one, height: measure(one) }));
  return ranked.toSorted((a, b) => b.height - a.height).map(({ one }) => one);
}

const isReading = ({ reason }: NameSuggestion): boolean => reason === 'same_reading';

/** Whether it is read as the whole name, without translating a word of it. */
function isActiveReader(one: NameSuggestion, keys: NameKeys): boolean {
  const reading = toReadingKey(keys);
  return (
    one.card.company.status === 'active' &&
    fitsInForm(one, keys) &&
    one.card.names.some((name) => readNearKeys(name)?.reading === reading)
  );
}

function fitsInForm({ card: { names } }: NameSuggestion, { legalForm }: NameKeys): boolean {
  if (legalForm === null) return false;
  return names.some((name) => name.kind === 'legal' && fitsForm(legalForm, keysOf(name).legalForm));
}

/** The place counts more than the form; names that are near otherwise come last. */
function rankSuggestion(one: NameSuggestion, keys: NameKeys, verdicts: HintVerdicts): number {
  if (!isReading(one)) return -10;
  return Number(fitsInForm(one, keys)) + rankPlace(one, verdicts);
}

function rankPlace({ card }: NameSuggestion, verdicts: HintVerdicts): number {
  const verdict = verdicts.get(card.company.company_id);
  if (!verdict) return 0;
  if (verdict.contradicted) return -4;
  return 2 * verdict.agrees.length + 4 * Number(verdict.sameStreet ?? false);
}
