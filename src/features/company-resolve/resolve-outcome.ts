import type { CompanyCard } from '../../../mappings/companies.ts';
import type { InvoiceRegistration } from '../../contract/companies/invoice-registration.ts';
import type { Assurance, RegisterCoverage } from '../../contract/company-resolve/assurance.ts';
import {
  type Candidate,
  maxCandidates,
  type Resolution,
  type ResolveGap,
  type ResolveMatchedBy,
} from '../../contract/company-resolve/company-resolve.ts';
import type { NameHolder } from '../../contract/company-resolve/name-holders.ts';
import {
  maxSuggestions,
  type Suggestion,
  suggestionText,
} from '../../contract/company-resolve/suggestions.ts';
import type { WrittenName } from '../../contract/company-resolve/written-names.ts';
import type { CurrentFacts } from '../companies/company-record.ts';
import { namesakesShown } from '../row-matching/lookup/lookup-queries.ts';
import type { NameSuggestion } from '../row-matching/lookup/name-found.ts';
import {
  belowText,
  type NameMatch,
  nameAssurance,
  reaches,
  type Settling,
} from '../row-matching/settling/assurance.ts';

export interface ResolveOutcome {
  readonly data: Resolution;
  readonly gaps: ResolveGap[];
}

/** What was found for one item, before it is shown. */
export interface Finding {
  readonly settled: CompanyCard | null;
  readonly matches: readonly {
    readonly card: CompanyCard;
    readonly matchedBy: readonly ResolveMatchedBy[];
    /** The part of the text that names it, if that is not the whole text. */
    readonly namedAs?: string | undefined;
  }[];
  /** How many companies were found, if not all of them are among the matches. */
  readonly total?: number | undefined;
  readonly gaps: readonly ResolveGap[];
  /** Whether a source says that the settled company had the identifier on the day of `as_of`. */
  readonly confirmedForDay?: boolean;
  /** Companies with a similar name, the most likely first, if no rule found a company. */
  readonly suggestions?: readonly NameSuggestion[];
  /** How the name was read, if something was set aside. */
  readonly written?: WrittenName | null;
  /** What settled it; by default an identifier. */
  readonly settledBy?: 'identifier' | 'name_and_place' | NameMatch;
  /** How sure the match is, if it is known. */
  readonly assurance?: Assurance | null;
  /** If the assurance depends on it. */
  readonly register?: RegisterCoverage | null;
  /** What to know about the name, beside `gaps`. */
  readonly notes?: readonly NameNote[];
  /** Of an invoice number. */
  readonly invoice?: InvoiceRegistration | null;
  /** The companies between which the name passed within five years, the earlier one first. */
  readonly changedHands?: readonly NameHolder[];
}

export type NameNote = keyof typeof noteTexts;

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

export const nothing: Finding = { settled: null, matches: [], gaps: [] };

export function identifierGap(code: string, message: string): ResolveGap {
  return { code, message, field: 'identifier' };
}

export function candidatesOf({ settled, matches }: Finding = nothing): number {
  return settled ? 1 : matches.length;
}

/** How many candidates each item may list, so that all items together list at most `maxCandidates`. */
export function fairShare(counts: readonly number[]): number {
  for (let share = namesakesShown; share > 1; share--) {
    const together = counts.reduce((sum, count) => sum + Math.min(count, share), 0);
    if (together <= maxCandidates) return share;
  }
  return 1;
}

/** Answers about a past day rely on periods, whose start may be unknown. */
export function asOfGaps({ confirmedForDay }: Finding, day: string | undefined, today: string): ResolveGap[] {
  if (day === undefined) return [];
  if (day > today) {
    const message = `${day} is in the future. This answer is for today.`;
    return [{ code: 'as_of_in_future', message, field: 'as_of' }];
  }
  if (confirmedForDay || day === today) return [];
  const message = `No source says since when the company has held this identifier. We cannot confirm that it held this identifier on ${day}.`;
  return [{ code: 'validity_unknown', message, field: 'as_of' }];
}

/** The finding with its assurance. A match below the wanted level is a candidate, and settles nothing. */
export function assured(finding: Finding, settling: Settling): Finding {
  const { settled, matches, gaps, settledBy = 'identifier' } = finding;
  if (!settled) return finding;
  const isByName = settledBy !== 'identifier' && settledBy !== 'name_and_place';
  const level = isByName ? nameAssurance(settledBy, settling.register) : settledBy;
  const register = isByName ? settling.register : null;
  const known = Object.assign({}, finding, { assurance: level, register });
  if (reaches(level, settling.from)) return known;
  const below = { code: 'assurance_below', message: belowText(level, settling), field: 'settle_from' };
  return {
    ...known,
    settled: null,
    matches: matches.filter(({ card }) => card === settled),
    gaps: [...gaps, below],
    suggestions: [],
  };
}

/**
 * @param share how many candidates are listed at most
 * @param doubts gaps that apply if the item settles on a company
 */
export function show(
  finding: Finding,
  share: number,
  facts: ReadonlyMap<string, CurrentFacts>,
  doubts: readonly ResolveGap[],
): ResolveOutcome {
  const { settled, matches, gaps, total } = finding;
  const shown = settled ? matches.filter(({ card }) => card === settled) : matches.slice(0, share);
  const candidates = shown.flatMap(({ card, matchedBy, namedAs = null }): Candidate[] => {
    const company = shownCompany(card, facts);
    return company ? [Object.assign(company, { named_as: namedAs, matched_by: [...matchedBy] })] : [];
  });
  const { written = null, assurance = null, register = null, invoice = null } = finding;
  const about = { written, assurance, register, invoice };
  const notes = notesOf(finding);
  const resolved = candidates.find(({ company_id }) => company_id === settled?.company.company_id);
  if (resolved) {
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
      gaps: [...gaps, ...notes, ...doubts, ...endedGaps(resolved)],
    };
  }
  const suggestions = suggestionsOf(finding).flatMap(({ card, name, reason }): Suggestion[] => {
    const company = shownCompany(card, facts);
    return company ? [{ ...company, name, reason, message: suggestionText(reason) }] : [];
  });
  const omitted = settled ? 0 : matches.length - shown.length;
  const isSaid = gaps.some(({ code }) => code === 'candidates_truncated');
  const known = omitted > 0 && !isSaid ? [...gaps, listCutGap(shown.length, matches.length)] : gaps;
  const open = { company_id: null, superseded_by: null, suggestions, ...about };
  if (candidates.length === 0) {
    // What is known of an invoice number's registration does not say which company it is of.
    const unknown = !invoice && gaps.some(({ field }) => field === 'identifier') ? [] : [unknownGap];
    return {
      data: { status: 'not_found', ...open, candidates, candidate_count: 0 },
      gaps: [...known, ...notes, ...unknown, ...(suggestions.length > 0 ? [suggestionsGap] : [])],
    };
  }
  const candidate_count = total ?? candidates.length + omitted;
  return {
    data: { status: 'ambiguous', ...open, candidates, candidate_count },
    gaps: [...known, ...notes, candidates.length === 1 ? confirmationGap : severalGap],
  };
}

/** The companies that an answer lists, whose current facts it needs. */
export function listedCards(finding: Finding, share: number): CompanyCard[] {
  const { settled, matches } = finding;
  if (settled) return [settled];
  return [...matches.slice(0, share), ...suggestionsOf(finding)].map(({ card }) => card);
}

function suggestionsOf({ suggestions = [] }: Finding): readonly NameSuggestion[] {
  return suggestions.slice(0, maxSuggestions);
}

/** Null if the company is no longer in the database. */
export function shownCompany(card: CompanyCard, facts: ReadonlyMap<string, CurrentFacts>) {
  const now = facts.get(card.company.company_id);
  if (!now) return null;
  const { company_id, display_name, legal_name, prefecture, city } = card.company;
  return {
    company_id,
    display_name,
    legal_name,
    prefecture,
    city,
    listing_status: now.listing_status,
    status: now.status,
    superseded_by: now.superseded_by,
  };
}

function notesOf({ notes = [], changedHands = [] }: Finding): ResolveGap[] {
  const said = notes.map((code) => identifierGap(code, noteTexts[code]));
  return changedHands.length > 0 ? [...said, changedHandsGap(changedHands)] : said;
}

function changedHandsGap(companies: readonly NameHolder[]): ResolveGap {
  return {
    code: 'name_changed_hands',
    message: `${changedHandsText(companies)} Give \`as_of\` to say which day is meant.`,
    field: 'identifier',
    companies,
  };
}

/** Between which companies a name passed, in one sentence. */
export function changedHandsText(companies: readonly NameHolder[]): string {
  const held = companies.map(({ legal_name, company_id, from, to }) => {
    const until = to === null ? '' : ` until ${to}`;
    const since = from === null ? '' : ` since ${from}`;
    return `${legal_name} (${company_id}${since}${until})`;
  });
  return `Within five years, the name passed from one company to another: ${held.join(', then ')}.`;
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
