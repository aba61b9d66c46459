import { maxListedCandidates } from '../../../contract/limits.ts';
import { isLatin } from '../../../text/letters/is-latin.ts';
import { fitsForm } from '../../../text/names/legal-forms.ts';
import { type NameKeys, toReadingKey } from '../../../text/names/names.ts';
import type { NameResult, NameSuggestion } from '../lookup/name-result.ts';
import { readNearKeys } from '../lookup/near-name.ts';
import { keysOf } from '../rules/compare-names.ts';
import type { MatchedCompany } from '../rules/explain-match.ts';
import { type HintVerdicts, saysMoreThanPrefecture } from '../rules/place-hints.ts';

/** Names in Latin letters that are how companies are read: Sakai Kogyo K.K. (docs/decisions/0004-settling-names.md) */

/** The rule of a hit that is only read so. */
export const byReading = 'reading';

/**
 * The same with the companies that fit but for an unknown sign in the order of how well their place fits, and those that are read so in the order of how well their place and legal form fit. The only one with such a
 * form in the city, or if its place fits the only one at all, becomes what the name finds: the readings of some companies are unknown.
 * Beside others that have the name, all whose place fits do.
 */
export function arrangeReadings(found: NameResult, verdicts: HintVerdicts): NameResult {
  const { hits, suggestions, name, keys } = found;
  if (suggestions.some(({ reason }) => reason === 'unknown_sign'))
    return { ...found, suggestions: rank(suggestions, (one) => rankPlace(one, verdicts)) };
  if (!suggestions.some(isReading) || !isLatin(name)) return found;
  const ranked = rank(suggestions, (one) => rankSuggestion(one, keys, verdicts));
  if (hits.length > 0) {
    const fitting = ranked.filter((one) => isActiveReader(one, keys) && fitsPlace(one, verdicts));
    const others = ranked.filter((one) => !fitting.includes(one));
    return { ...found, hits: [...hits, ...fitting.map(toHit)], suggestions: others };
  }
  const isWhole = suggestions.length < maxListedCandidates;
  const only = isWhole ? findOnlyReader(ranked, keys, verdicts) : null;
  if (only) return { ...found, hits: [toHit(only)], suggestions: [] };
  return { ...found, suggestions: ranked };
}

const toHit = ({ card }: NameSuggestion): MatchedCompany => ({ card, matchedQueries: [byReading] });

function fitsPlace({ card }: NameSuggestion, verdicts: HintVerdicts): boolean {
  const { agrees = [], contradicted = false } = verdicts.get(card.company.company_id) ?? {};
  return agrees.length > 0 && !contradicted;
}

function findOnlyReader(
  suggestions: readonly NameSuggestion[],
  keys: NameKeys,
  verdicts: HintVerdicts,
): NameSuggestion | null {
  if (keys.legalForm === null) return null;
  const readers = suggestions.filter((one) => isActiveReader(one, keys));
  const fitting = readers.filter((one) => fitsPlace(one, verdicts));
  const inCity = fitting.filter(({ card }) => saysMoreThanPrefecture(verdicts.get(card.company.company_id)));
  const [only, ...others] = inCity.length > 0 ? inCity : fitting;
  if (!only || others.length > 0 || (inCity.length === 0 && readers.length > 1)) return null;
  return only;
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
    (keys.legalForm === null || fitsInForm(one, keys)) &&
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
