import type { CompanyCard } from '../../../../mappings/companies.ts';
import type { NameHolder } from '../../../contract/company-resolve/name-holders.ts';
import { maxListedCandidates } from '../../../contract/limits.ts';
import { type CardName, findCalledName, keysOf, legalNames } from '../rules/compare-names.ts';
import type { MatchedCompany } from '../rules/explain-match.ts';
import type { NameResult } from './name-result.ts';
import { Namesakes } from './namesakes.ts';

/** What a name found, as of a day (docs/decisions/0005-resolution.md). */

/** Whether the company can have had the name on the day: in its period, or because EDINET states it then. */
function isWithin(day: string, name: Omit<CardName, 'kind' | 'name'>): boolean {
  const { valid_from, valid_to } = name;
  return ((!valid_from || valid_from <= day) && (!valid_to || day < valid_to)) || isFiledOn(day, name);
}

function isFiledOn(day: string, { filed_from, filed_to }: Omit<CardName, 'kind' | 'name'>): boolean {
  return filed_from !== undefined && filed_from <= day && (filed_to === undefined || day <= filed_to);
}

/**
 * The same with only the names that the companies had on that day. Those for which a filing states it come first: others may have
 * had it. @param day null for today
 */
export function restrictToDay(found: NameResult, day: string | null): NameResult {
  if (day === null) return found;
  const hits = found.hits.flatMap((hit): MatchedCompany[] => {
    const card = { ...hit.card, names: hit.card.names.filter((name) => isWithin(day, name)) };
    const { text, name } = hit.asName ?? { text: found.name, name: found.keys };
    const namesakes = new Namesakes(new Map([[text, name]]));
    namesakes.add(card);
    const [then] = namesakes.listHits().get(text) ?? [];
    const isCalled = hit.matchedQueries.includes('called') && findCalledName(card, name) !== undefined;
    const matchedQueries = [...(then?.matchedQueries ?? []), ...(isCalled ? ['called'] : [])];
    if (matchedQueries.length > 0) return [{ ...hit, card, matchedQueries }];
    return [];
  });
  const isStated = ({ card }: MatchedCompany) =>
    listLegalNames(card, found.keys.exact, day).some((name) => isFiledOn(day, name));
  return {
    ...found,
    hits: hits.toSorted((one, other) => Number(isStated(other)) - Number(isStated(one))),
    // The company that held the name may rank after current holders, and be cut off.
    onDay: { day, isComplete: found.hits.length < maxListedCandidates },
  };
}

/**
 * The companies that had this legal name on that day; null if some of them may be missing.
 * @param isWhole whether others are known not to be meant
 */
export function listHolders(
  { keys, hits, onDay }: Pick<NameResult, 'keys' | 'hits' | 'onDay'>,
  isWhole = false,
): readonly MatchedCompany[] | null {
  if (!onDay || !(onDay.isComplete || isWhole)) return null;
  return hits.filter(({ card }) => listLegalNames(card, keys.exact, onDay.day).length > 0);
}

/**
 * The company's legal names on that day, current or former, that have this exact key, and others under which it filed then;
 * none if it did not exist.
 */
export function listLegalNames(card: CompanyCard, exact: string, day: string): CompanyCard['names'] {
  const { assigned_on: from, closed_on: to } = card;
  const { kind } = card.company;
  // After a merger, its successor alone has the name that both had.
  const began = kind !== null && BEGIN_WITH_NUMBER.has(kind) && from !== null && from > firstNumbersOn;
  const existed = (!began || from <= day) && (!to || day < to);
  if (!existed) return [];
  return card.names.filter((name) => {
    const isLegal = name.kind === 'legal' || name.kind === 'former';
    return keysOf(name).exact === exact && (isLegal ? isWithin(day, name) : isFiledOn(day, name));
  });
}

/** Whether a source says that the company had the name on a day of its time, and not only that it may have had it. */
export function isConfirmedOn(day: string, name: CardName): boolean {
  const { valid_from, filed_from, filed_only } = name;
  if (filed_only) return isFiledOn(day, name);
  return [valid_from, filed_from].some((from) => from !== undefined && from !== null && from <= day);
}

/** All bodies that existed then got their corporate numbers on this day, so it says nothing about when they began. */
const firstNumbersOn = '2015-10-05';
/** These begin with their registration, and get their number with it. */
const BEGIN_WITH_NUMBER = new Set(['kabushiki', 'godo', 'gomei', 'goshi']);

/**
 * The same with the companies between which the name passed, if it did (docs/decisions/0006-written-names.md).
 * @param today `YYYY-MM-DD`, in Asia/Tokyo
 */
export function noteChangeOfHands(found: NameResult, today: string): NameResult {
  if (found.hits.length < 2) return found;
  const between = findChangeOfHands(found, today);
  if (between.length > 0) return { ...found, changedHands: between };
  const successors = findTakeover(found, today);
  if (successors.length > 0) return { ...found, tookOver: successors };
  return found;
}

/**
 * Tables are older than their upload. The changes of the register that were measured reach so far back, and an older table
 * has a day (docs/decisions/0006-written-names.md#why-five-years).
 */
const years = 5;
/** A holding company can give up its name some months before its subsidiary takes it, or the other way round. */
const monthsBetween = 12;

/**
 * The companies between which the name passed within five years, the earlier one first; none if it did not. One must have
 * given it up when the other took it, or no source says since when the other has had it.
 * @param today `YYYY-MM-DD`
 */
export function findChangeOfHands(
  { keys, hits }: Pick<NameResult, 'keys' | 'hits'>,
  today: string,
): readonly NameHolder[] {
  const since = addMonths(today, -12 * years);
  const isGivenUp = hits.some(({ card }) =>
    card.names.some(
      ({ kind, valid_to: to }) => kind === 'former' && to !== null && since <= to && to <= today,
    ),
  );
  // Most names never pass on, and the keys of all names of all namesakes are costly.
  if (!isGivenUp) return [];
  const holders = hits
    .flatMap(({ card }) => listTimes(card, keys.exact))
    .toSorted((one, other) => ((one.from ?? '') < (other.from ?? '') ? -1 : 1));
  for (const before of holders) {
    const { to } = before;
    if (to === null || to < since || to > today) continue;
    const after = holders.find(
      ({ company_id, from, to: until }) =>
        company_id !== before.company_id &&
        (until === null || until > to) &&
        (from === null || (addMonths(to, -monthsBetween) <= from && from <= addMonths(to, monthsBetween))),
    );
    if (after) return [before, after];
  }
  return [];
}

/**
 * The company that ended within five years with this name, and then the active one that took it; none if there is no such
 * pair. Only the second can be meant today.
 * @param today `YYYY-MM-DD`
 */
export function findTakeover(
  { keys, hits }: Pick<NameResult, 'keys' | 'hits'>,
  today: string,
): readonly NameHolder[] {
  const since = addMonths(today, -12 * years);
  const ended = hits.filter(
    ({ card: { company, closed_on: on } }) =>
      company.status !== 'active' && on !== null && since <= on && on <= today,
  );
  const active = hits
    .filter(({ card }) => card.company.status === 'active')
    .flatMap(({ card }) => listCurrentTimes(card, keys.exact));
  const [after, ...others] = active;
  // Of a frequent name, one company ends and another begins every year.
  if (!after?.from || others.length > 0) return [];
  for (const { card } of ended) {
    const to = card.closed_on ?? today;
    const isNear = addMonths(to, -monthsBetween) <= after.from && after.from <= addMonths(to, monthsBetween);
    const [before] = isNear ? listCurrentTimes(card, keys.exact) : [];
    if (before) return [{ ...before, to }, after];
  }
  return [];
}

/** Since when the company has this legal name today; a company without an earlier one since it exists. */
function listCurrentTimes(card: CompanyCard, exact: string): NameHolder[] {
  return listTimes(card, exact)
    .filter(({ to }) => to === null)
    .map((time) => ({ ...time, from: time.from ?? card.assigned_on }));
}

function listTimes(card: CompanyCard, exact: string): NameHolder[] {
  const { company_id, legal_name } = card.company;
  return legalNames(card, exact).map(({ valid_from: from, valid_to: to }) => ({
    company_id,
    legal_name,
    from,
    to,
  }));
}

/** The same day some months later. */
function addMonths(day: string, months: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() + months);
  return date.toISOString().slice(0, 10);
}

/** Between which companies a name passed, in one sentence. */
export function describeChangeOfHands(companies: readonly NameHolder[]): string {
  const held = companies.map(({ legal_name, company_id, from, to }) => {
    const until = to === null ? '' : ` until ${to}`;
    const since = from === null ? '' : ` since ${from}`;
    return `${legal_name} (${company_id}${since}${until})`;
  });
  return `Within five years, the name passed from one company to another: ${held.join(', then ')}.`;
}
