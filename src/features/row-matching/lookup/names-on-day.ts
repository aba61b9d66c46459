import type { CompanyCard } from '../../../../mappings/companies.ts';
import { calledAs, calledKeys, namesAndSite } from '../../../text/names/called-names.ts';
import { type CardName, legalNames } from '../rules/card-names.ts';
import type { MatchedCompany } from '../rules/explain-match.ts';
import type { NameReading } from '../rules/query-reading.ts';
import { namesakesShown } from './lookup-queries.ts';
import type { NameFound } from './name-found.ts';
import { Namesakes } from './namesakes.ts';

/** What a name found, as of a day (docs/decisions/0005-resolution.md). */

function within(day: string, { valid_from, valid_to }: Pick<CardName, 'valid_from' | 'valid_to'>): boolean {
  return (!valid_from || valid_from <= day) && (!valid_to || day < valid_to);
}

/** The same with only the names that the companies had on that day. @param day null for today */
export function restrictToDay(found: NameFound, day: string | null): NameFound {
  if (day === null) return found;
  const hits = found.hits.flatMap((hit): MatchedCompany[] => {
    const card = { ...hit.card, names: hit.card.names.filter((name) => within(day, name)) };
    const { text, name } = hit.asName ?? { text: found.name, name: found.keys };
    const namesakes = new Namesakes(new Map([[text, name]]));
    namesakes.add(card);
    const [then] = namesakes.found().get(text) ?? [];
    const called = hit.matchedQueries.includes('called') && isCalledBy(name, card) ? ['called'] : [];
    const matchedQueries = [...(then?.matchedQueries ?? []), ...called];
    return matchedQueries.length > 0 ? [{ ...hit, card, matchedQueries }] : [];
  });
  // The company that held the name may rank after current holders, and be cut off.
  return { ...found, hits, onDay: { day, isComplete: found.hits.length < namesakesShown } };
}

/** Whether people call the company so by the names that it has here. */
function isCalledBy(asked: NameReading, { names, profile }: CompanyCard): boolean {
  const keys = new Set(calledKeys(namesAndSite(names, profile.website_domain)));
  return calledAs(asked).some((key) => keys.has(key));
}

/**
 * The companies that had this legal name on that day; null if some of them may be missing.
 * @param isWhole whether others are known not to be meant
 */
export function holdersOn(
  { keys, hits, onDay }: Pick<NameFound, 'keys' | 'hits' | 'onDay'>,
  isWhole = false,
): readonly MatchedCompany[] | null {
  if (!onDay || !(onDay.isComplete || isWhole)) return null;
  return hits.filter(({ card }) => legalNamesOn(card, keys.exact, onDay.day).length > 0);
}

/** The company's legal names on that day, current or former, that have this exact key; none if it did not exist. */
export function legalNamesOn(card: CompanyCard, exact: string, day: string): CompanyCard['names'] {
  return existedOn(card, day) ? legalNames(card, exact).filter((name) => within(day, name)) : [];
}

/** All bodies that existed then got their corporate numbers on this day, so it says nothing about when they began. */
const firstNumbersOn = '2015-10-05';
/** These begin with their registration, and get their number with it. */
const BEGIN_WITH_NUMBER = new Set(['kabushiki', 'godo', 'gomei', 'goshi']);

/** Whether a company can have existed: after a merger, its successor alone has the name that both had. */
function existedOn(
  { company: { kind }, assigned_on: from, closed_on: to }: CompanyCard,
  day: string,
): boolean {
  const began = kind !== null && BEGIN_WITH_NUMBER.has(kind) && from !== null && from > firstNumbersOn;
  return (!began || from <= day) && (!to || day < to);
}
