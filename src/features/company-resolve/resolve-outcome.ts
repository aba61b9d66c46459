import type { CompanyCard } from '../../../mappings/companies.ts';
import type { InvoiceRegistration } from '../../contract/companies/invoice-registration.ts';
import {
  type Candidate,
  maxCandidates,
  type Resolution,
  type ResolveGap,
  type ResolveItem,
  type ResolveMatchedBy,
} from '../../contract/company-resolve/company-resolve.ts';
import type { NameHolder } from '../../contract/company-resolve/name-holders.ts';
import {
  getSuggestionText,
  maxSuggestions,
  type Suggestion,
} from '../../contract/company-resolve/suggestions.ts';
import type { CurrentFacts } from '../companies/company-record.ts';
import { mergeCurrentFacts } from '../companies/current-facts.ts';
import { findRegistrationFault } from '../invoice-register/registration-fault.ts';
import { namesakesShown } from '../row-matching/lookup/lookup-queries.ts';
import { describeWritten, type NameFound, type NameSuggestion } from '../row-matching/lookup/name-found.ts';
import { describeChangeOfHands, listLegalNames } from '../row-matching/lookup/names-in-time.ts';
import { describeNamesakeCount } from '../row-matching/lookup/namesakes.ts';
import { identifierMatch } from '../row-matching/rules/explain-match.ts';
import { unreadableHints } from '../row-matching/rules/place-hints.ts';
import { describeCase } from '../row-matching/settling/explain-row.ts';
import { isNoCompany } from '../row-matching/settling/settle-name.ts';
import { describeBelow, type SettledRow } from '../row-matching/settling/settle-row.ts';

export interface ResolveOutcome {
  readonly data: Resolution;
  readonly gaps: ResolveGap[];
}

/** An item after matching, before it is shown. */
export interface MatchedItem {
  readonly item: ResolveItem;
  /** Null for a faulty identifier, or an empty name. */
  readonly row: SettledRow | null;
  readonly fault: ResolveGap | null;
  /** Of an invoice number. */
  readonly invoice: InvoiceRegistration | null;
}

/** A company that an item may mean, and why. */
interface Match {
  readonly card: CompanyCard;
  readonly namedAs: string | null;
  readonly matchedBy: readonly ResolveMatchedBy[];
}

/** The best first; only the settled company, or the one that the item would settle on. */
function listMatches({ row }: MatchedItem): Match[] {
  if (row === null) return [];
  const { identifiers, cases, question } = row;
  const [identifier] = identifiers;
  if (!identifier)
    return cases.map((each) => {
      const { named_as: namedAs, matched_by } = describeCase(each, question.name);
      return { card: each.card, namedAs, matchedBy: matched_by as ResolveMatchedBy[] };
    });
  const rule = identifier.heldOn === undefined ? 'identifier' : 'identifier_then';
  const matchedBy = [identifierMatch(identifier.type, identifier.value, rule)];
  return identifier.cards.map((card) => ({ card, namedAs: null, matchedBy }));
}

export function countMatches({ row }: MatchedItem): number {
  if (row === null) return 0;
  return row.identifiers[0]?.cards.length ?? row.cases.length;
}

/** How many candidates each item may list, so that all items together list at most `maxCandidates`. */
export function computeFairShare(counts: readonly number[]): number {
  for (let share = namesakesShown; share > 1; share--) {
    const together = counts.reduce((sum, count) => sum + Math.min(count, share), 0);
    if (together <= maxCandidates) return share;
  }
  return 1;
}

/** The companies that an answer lists, whose current facts it needs. @param share how many candidates it lists at most */
export function listCards(matched: MatchedItem, share: number): CompanyCard[] {
  const { row } = matched;
  if (row === null) return [];
  const cards = row.identifiers[0]?.cards ?? row.cases.map(({ card }) => card);
  return [...cards.slice(0, share), ...listSuggestions(row).map(({ card }) => card)];
}

/** Companies with a similar name, the most likely first, if no rule found a company. */
function listSuggestions({ state, found }: SettledRow): readonly NameSuggestion[] {
  if (state === 'open') return found?.suggestions.slice(0, maxSuggestions) ?? [];
  return [];
}

/**
 * @param share how many candidates are listed at most
 * @param facts of the listed companies; those that are no longer in the database are absent
 */
export function describeOutcome(
  matched: MatchedItem,
  share: number,
  facts: ReadonlyMap<string, CurrentFacts>,
  today: string,
): ResolveOutcome {
  const { row, invoice } = matched;
  const matches = listMatches(matched);
  const shown = matches.slice(0, share);
  const candidates = shown.flatMap(({ card, namedAs, matchedBy }): Candidate[] => {
    const company = mergeCurrentFacts(card, facts);
    if (company) return [Object.assign(company, { named_as: namedAs, matched_by: [...matchedBy] })];
    return [];
  });
  const about = {
    written: row?.found ? describeWritten(row.found) : null,
    ...describeAssurance(row),
    invoice,
  };
  const gaps = listGaps(matched, matches.length);
  const [resolved] = candidates;
  if (row?.state === 'settled' && resolved) {
    return {
      data: {
        status: 'resolved',
        company_id: resolved.company_id,
        candidates: [resolved],
        candidate_count: 1,
        superseded_by: resolved.superseded_by,
        suggestions: [],
        ...about,
      },
      gaps: [...gaps, ...listNotes(matched), ...asOfGaps(matched, today), ...endedGaps(resolved)],
    };
  }
  const suggestions = (row ? listSuggestions(row) : []).flatMap(({ card, name, reason }): Suggestion[] => {
    const company = mergeCurrentFacts(card, facts);
    if (company) return [{ ...company, name, reason, message: getSuggestionText(reason) }];
    return [];
  });
  const omitted = matches.length - shown.length;
  const isSaid = gaps.some(({ code }) => code === 'candidates_truncated');
  const known = omitted > 0 && !isSaid ? [...gaps, listCutGap(shown.length, matches.length)] : gaps;
  const notes = listNotes(matched);
  const open = { company_id: null, superseded_by: null, suggestions, ...about };
  if (candidates.length === 0) {
    // What is known of an invoice number's registration does not say which company it is of.
    const unknown = !invoice && gaps.some(({ field }) => field === 'identifier') ? [] : [unknownGap];
    return {
      data: { status: 'not_found', ...open, candidates, candidate_count: 0 },
      gaps: [...known, ...notes, ...unknown, ...(suggestions.length > 0 ? [suggestionsGap] : [])],
    };
  }
  const candidate_count = row?.nameCount?.companies ?? candidates.length + omitted;
  return {
    data: { status: 'ambiguous', ...open, candidates, candidate_count },
    gaps: [...known, ...notes, candidates.length === 1 ? confirmationGap : severalGap],
  };
}

/** How sure the match is, if there is one, and how whole the register is if that depends on it. */
function describeAssurance(row: SettledRow | null): Pick<Resolution, 'assurance' | 'register'> {
  if (row === null || row.level === null) return { assurance: null, register: null };
  const isByName = row.level !== 'identifier' && row.level !== 'name_and_place';
  return { assurance: row.level, register: isByName ? row.register : null };
}

/** What is wrong with the item, or keeps it from settling. @param count of its matches */
function listGaps({ item, row, fault, invoice }: MatchedItem, count: number): ResolveGap[] {
  if (row === null) {
    if (fault) return [fault];
    return [];
  }
  const { question, level, register, nameCount, state, settlement } = row;
  const hints = item.hints ?? {};
  const unreadable = unreadableHints(hints).map((field) => ({
    code: 'hint_malformed',
    message: `The ${field.replaceAll('_', ' ')} cannot be read. It was ignored.`,
    field: `hints.${field}`,
  }));
  const isContradicted = row.verdicts.get(row.ofName?.card.company.company_id ?? '')?.contradicted ?? false;
  const isBelow = state === 'below' && level !== null;
  return [
    ...unreadable,
    ...(isContradicted ? [contradictionGap(Object.keys(hints).length > 0)] : []),
    ...(nameCount && !settlement
      ? [
          identifierGap(
            'candidates_truncated',
            `${describeNamesakeCount(nameCount)} Narrow by place: give hints, such as prefecture, city or address.`,
          ),
        ]
      : []),
    ...registrationGaps(invoice, count > 0),
    ...(isBelow
      ? [
          {
            code: 'assurance_below',
            message: describeBelow(level, { from: question.settleFrom, register }),
            field: 'settle_from',
          },
        ]
      : []),
  ];
}

/** If neither a company nor a statement has the number, it is only unknown. */
function registrationGaps(invoice: InvoiceRegistration | null, isFound: boolean): ResolveGap[] {
  const fault = findRegistrationFault(invoice);
  if (fault === null || (invoice?.status === 'unknown' && !isFound)) return [];
  return [identifierGap(fault.code, fault.message)];
}

const noteTexts = {
  name_former: 'No active company has this name. It is a former name of the company.',
  no_company_meant:
    'The text is a word that people write where no company is meant. If a company has it as its name, write the legal form.',
  part_of_name: 'Only a part of the text, for example in brackets, is the name of a company.',
  identifier_and_name_differ:
    'The text also has a corporate number, and none of the companies with this name has it. Check both.',
  several_companies_named:
    'The text names several companies, for example a joint venture, or one company "and others".',
} as const;

/** What to know about the name, and between which companies it passed. */
function listNotes({ item, row }: MatchedItem): ResolveGap[] {
  if (!row?.found) return [];
  const code = chooseNote(row, row.found);
  const settledOn = row.settlement?.card.company.company_id;
  const between = item.as_of ? [] : passedBetween(row.found, settledOn);
  return [
    ...(code ? [identifierGap(code, noteTexts[code])] : []),
    ...(between.length > 0 ? [changedHandsGap(between)] : []),
  ];
}

function chooseNote({ settlement }: SettledRow, found: NameFound): keyof typeof noteTexts | null {
  const { way, hits, otherNumber } = found;
  if (settlement) {
    if (settlement.reason === 'name_former') return 'name_former';
    return null;
  }
  if (isNoCompany(found)) return 'no_company_meant';
  if (hits.length === 0 || way === 'name') return null;
  if (otherNumber) return 'identifier_and_name_differ';
  if (way === 'one_of_several') return 'several_companies_named';
  return 'part_of_name';
}

/** With hints, the name can be settled on a company that this does not concern. */
function passedBetween(
  { changedHands, tookOver = [] }: NameFound,
  settledOn?: string,
): readonly NameHolder[] {
  const between = changedHands ?? tookOver;
  const concerns = settledOn === undefined || between.some(({ company_id }) => company_id === settledOn);
  if (concerns) return between;
  return [];
}

/** Answers about a past day rely on periods, whose start may be unknown. */
function asOfGaps({ item: { as_of: day }, row }: MatchedItem, today: string): ResolveGap[] {
  if (day === undefined || row === null) return [];
  if (day > today) {
    const message = `${day} is in the future. This answer is for today.`;
    return [{ code: 'as_of_in_future', message, field: 'as_of' }];
  }
  if (day === today || isConfirmedFor(day, row)) return [];
  const message = `No source says since when the company has held this identifier. We cannot confirm that it held this identifier on ${day}.`;
  return [{ code: 'validity_unknown', message, field: 'as_of' }];
}

/** Whether a source says that the settled company had the identifier or name on the day. */
function isConfirmedFor(day: string, { identifiers, found, settlement }: SettledRow): boolean {
  const [identifier] = identifiers;
  if (identifier) return identifier.isConfirmed ?? true;
  if (!found || !settlement) return false;
  return listLegalNames(settlement.card, found.keys.exact, day).some(({ valid_from }) => valid_from !== null);
}

export function identifierGap(code: string, message: string): ResolveGap {
  return { code, message, field: 'identifier' };
}

function contradictionGap(hasHints: boolean): ResolveGap {
  const what = hasHints ? 'fit the hints, or a place in the text' : 'fit the place in the text';
  return {
    code: 'hints_contradict',
    message: `The only company with this name does not ${what}. Correct it, or let a person decide.`,
    field: hasHints ? 'hints' : 'identifier',
  };
}

function changedHandsGap(companies: readonly NameHolder[]): ResolveGap {
  return {
    code: 'name_changed_hands',
    message: `${describeChangeOfHands(companies)} Give \`as_of\` to say which day is meant.`,
    field: 'identifier',
    companies,
  };
}

function listCutGap(listed: number, total: number): ResolveGap {
  return identifierGap(
    'candidates_truncated',
    `The best ${listed} of ${total.toLocaleString('en')} candidates are listed. POST /resolve lists up to ${namesakesShown}.`,
  );
}
const unknownGap = identifierGap(
  'identifier_unknown',
  'No loaded company has this identifier. This is not proof that no such company exists.',
);

const suggestionsGap = identifierGap(
  'suggestions_only',
  '`suggestions` lists companies with similar names. Let a person decide whether one of them is meant.',
);

const confirmationGap = identifierGap(
  'confirmation_needed',
  'One company is likely, but the match is too weak to settle on it. Let a person confirm it, or add another identifier.',
);

const severalGap = identifierGap(
  'another_identifier_needed',
  'Several companies match. Add a corporate number, securities code or domain, or let a person choose.',
);

function endedGaps({ status, superseded_by }: Candidate): ResolveGap[] {
  if (status === 'active') return [];
  const successor = superseded_by ? ` Its successor is ${superseded_by}.` : '';
  return [{ code: `company_${status}`, message: `The company is ${status}.${successor}` }];
}
