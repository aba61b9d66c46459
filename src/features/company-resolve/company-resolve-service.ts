import type { CompanyCard } from '../../../mappings/companies.ts';
import { tokyoDay } from '../../calendar.ts';
import type { MatchedBy } from '../../contract/companies/company-result.ts';
import {
  type Candidate,
  maxCandidates,
  type Resolution,
  type ResolveItem,
} from '../../contract/company-resolve/company-resolve.ts';
import type { Gap } from '../../contract/envelope.ts';
import { inTurns } from '../../fair-turns.ts';
import { type IdentifierType, parseIdentifier } from '../../text/identifiers.ts';
import { nameKeys } from '../../text/names.ts';
import { isEmptyCell } from '../../text/normalize.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import type { CurrentFacts } from '../companies/company-record.ts';
import { listingStatusOf } from '../companies/listing-status.ts';
import { explainMatch, identifierMatch, type MatchedCompany } from '../matching/explain-match.ts';
import { identifierTerm } from '../matching/match-clauses.ts';
import { type CompanyLookup, nameQuestion } from './company-lookup-service.ts';
import type { CompanyResolveStore, HolderThen } from './company-resolve-store.ts';
import { namesakesShown } from './lookup-queries.ts';
import { settledByName, settledByNameOn } from './name-settlement.ts';

export interface ResolveOutcome {
  readonly data: Resolution;
  readonly gaps: readonly Gap[];
}

export interface CompanyResolveParts {
  readonly lookup: CompanyLookup;
  readonly store: CompanyResolveStore;
  readonly companies: CompaniesService;
}

/** What was found for one item, before it is shown. */
interface Finding {
  readonly settled: CompanyCard | null;
  readonly matches: readonly { readonly card: CompanyCard; readonly matchedBy: readonly MatchedBy[] }[];
  readonly gaps: readonly Gap[];
  /** A source says that the settled company had the identifier on the day of `as_of`. */
  readonly provenThen?: boolean;
}

const nothing: Finding = { settled: null, matches: [], gaps: [] };

/** Resolves identifiers and names to one company, to candidates for a person, or to nobody; never to a guess. */
export class CompanyResolveService {
  constructor(
    private readonly parts: CompanyResolveParts,
    private readonly now: () => Date = () => new Date(),
  ) {}

  async resolve(item: ResolveItem, signal?: AbortSignal): Promise<ResolveOutcome> {
    const [outcome] = await this.resolveMany([item], signal);
    if (!outcome) throw new Error('an item was not answered');
    return outcome;
  }

  /**
   * In the order of the items; identifiers by one query for a thousand, names by multi-search. Items that ask the same are
   * one question with one outcome.
   */
  async resolveMany(items: readonly ResolveItem[], signal?: AbortSignal): Promise<ResolveOutcome[]> {
    const asked = await inTurns(items, questionOf);
    const questions = new Map(asked.map((key, at) => [key, items[at]] as const));
    const distinct = [...questions.values()].filter((item) => item !== undefined);
    const [byIdentifier, byName] = await Promise.all([
      this.lookUpIdentifiers(distinct, signal),
      this.parts.lookup.byNames(namesOf(distinct), signal),
    ]);
    const findings = new Map(
      await inTurns(questions, ([key, item]) => {
        if (item === undefined) throw new Error('an item was not read');
        const finding =
          item.identifier_type === 'name'
            ? readName(item, byName.get(item.identifier) ?? [])
            : byIdentifier(item);
        return [key, { item, finding }] as const;
      }),
    );
    const share = fairShare(asked.map((key) => candidatesOf(findings.get(key)?.finding)));
    const listed = [...findings.values()].flatMap(({ finding: { settled, matches } }) =>
      settled ? [settled] : matches.slice(0, share).map(({ card }) => card),
    );
    const ids = [...new Set(listed.map(({ company_id }) => company_id))];
    const facts = await this.parts.companies.currentFacts(ids);
    const today = tokyoDay(this.now());
    const outcomes = new Map(
      await inTurns(findings, ([key, { item, finding }]) => {
        const doubts = asOfGaps(finding, item.as_of, today);
        return [key, show(finding, share, facts, doubts)] as const;
      }),
    );
    return asked.map((key) => {
      const outcome = outcomes.get(key);
      if (!outcome) throw new Error('an item was not answered');
      return outcome;
    });
  }

  private async lookUpIdentifiers(
    items: readonly ResolveItem[],
    signal: AbortSignal | undefined,
  ): Promise<(item: ResolveItem) => Finding> {
    const parsed = new Map(
      items
        .filter(({ identifier_type }) => identifier_type !== 'name')
        .map((item) => [item, parseIdentifier(item.identifier_type, item.identifier)] as const),
    );
    const holders = new Map<ResolveItem, readonly HolderThen[]>();
    for (const [item, reading] of parsed) {
      if (!reading.ok || !item.as_of || !changesHands(reading.type)) continue;
      signal?.throwIfAborted();
      holders.set(item, await this.parts.store.holdersOn(reading.type, reading.value, item.as_of));
    }
    const terms = new Set<string>();
    const ids = new Set([...holders.values()].flat().map(({ company_id }) => company_id));
    for (const [item, reading] of parsed) {
      if (!reading.ok || holders.has(item)) continue;
      if (reading.type === 'company_id') ids.add(reading.value);
      else terms.add(identifierTerm(reading));
    }
    const cards = await this.parts.lookup.byIdentifiers([...terms], [...ids], signal);
    return (item) => {
      const reading = parsed.get(item);
      if (!reading) return nothing;
      if (!reading.ok) {
        const code =
          reading.reason === 'check_digit'
            ? 'identifier_check_digit_invalid'
            : `identifier_${reading.reason}`;
        return { ...nothing, gaps: [{ code, message: reading.message, field: 'identifier' }] };
      }
      const then = holders.get(item);
      const key = reading.type === 'company_id' ? reading.value : identifierTerm(reading);
      const found = then
        ? then.flatMap(({ company_id }) => cards.get(company_id) ?? [])
        : (cards.get(key) ?? []);
      const matchedBy = identifierMatch(reading.type, reading.value, then ? 'identifier_then' : 'identifier');
      const [only] = found;
      return {
        settled: found.length === 1 && only ? only : null,
        matches: found.map((card) => ({ card, matchedBy: [matchedBy] })),
        gaps: found.length > 0 && reading.type === 'invoice_number' ? [unregisteredGap] : [],
        provenThen: !then || then.some(({ since_known }) => since_known),
      };
    };
  }
}

function namesOf(items: readonly ResolveItem[]): string[] {
  return [...new Set(items.filter((item) => item.identifier_type === 'name').map((item) => item.identifier))];
}

/** Codes and domains pass from company to company; numbers and ids never do. */
function changesHands(type: IdentifierType): boolean {
  return type === 'securities_code' || type === 'edinet_code' || type === 'domain';
}

/** Items of the same question have the same outcome: spellings of a name that have their keys in common, and equal values. */
function questionOf({ identifier_type, identifier, as_of }: ResolveItem): string {
  const value =
    identifier_type === 'name' && !isEmptyCell(identifier) ? nameQuestion(nameKeys(identifier)) : identifier;
  return JSON.stringify([identifier_type, value, as_of ?? null]);
}

function candidatesOf({ settled, matches }: Finding = nothing): number {
  return settled ? 1 : matches.length;
}

/** The most candidates that each item may list so that all of them list at most `maxCandidates` together. */
function fairShare(counts: readonly number[]): number {
  for (let share = namesakesShown; share > 1; share--) {
    const together = counts.reduce((sum, count) => sum + Math.min(count, share), 0);
    if (together <= maxCandidates) return share;
  }
  return 1;
}

function readName(item: ResolveItem, hits: readonly MatchedCompany[]): Finding {
  const name = isEmptyCell(item.identifier) ? null : nameKeys(item.identifier);
  if (!name?.exact) {
    return {
      ...nothing,
      gaps: [{ code: 'identifier_empty', message: 'The name is empty.', field: 'identifier' }],
    };
  }
  const asName = { text: item.identifier, identifiers: [], companyIds: [], name, prefix: null };
  const { as_of: day } = item;
  const explained = hits
    .map((hit) => ({
      hit,
      matchedBy: explainMatch(hit, asName).filter((match) => !day || validOn(match, hit, day)),
    }))
    .filter(({ matchedBy }) => matchedBy.length > 0);
  const namesThen = ({ card }: MatchedCompany) => (day ? legalNamesThen(card, name.exact, day) : []);
  const cutOff = hits.length >= namesakesShown;
  const found = explained.map(({ hit }) => hit);
  // Of a day, who had the name may stand behind those that were found: their order is that of today.
  const settledThen = () => (cutOff ? null : settledByNameOn(found, (hit) => namesThen(hit).length > 0));
  const settled = day ? settledThen() : settledByName(found, name.legalForm !== null);
  return {
    settled,
    matches: explained.map(({ hit, matchedBy }) => ({ card: hit.card, matchedBy })),
    gaps: cutOff && !settled ? [cutOffGap] : [],
    provenThen: explained.some(
      ({ hit }) => hit.card === settled && namesThen(hit).some(({ valid_from }) => valid_from !== null),
    ),
  };
}

function within(
  day: string,
  period: { valid_from?: string | null | undefined; valid_to?: string | null | undefined },
): boolean {
  return (!period.valid_from || period.valid_from <= day) && (!period.valid_to || day < period.valid_to);
}

function validOn(match: MatchedBy, { card }: MatchedCompany, day: string): boolean {
  const name = card.names.find(
    ({ kind, name: text }) => `${kind}_name` === match.field && text === match.value,
  );
  return within(day, name ?? match);
}

/** The company's legal names on the day that have this exact key, be they still so or former ones. */
function legalNamesThen(card: CompanyCard, exact: string, day: string): CompanyCard['names'] {
  return card.names.filter(
    (name) =>
      (name.kind === 'legal' || name.kind === 'former') &&
      nameKeys(name.name).exact === exact &&
      within(day, name),
  );
}

/** A day in the past is answered from periods, which may be open because no source tells when they began. */
function asOfGaps({ provenThen }: Finding, day: string | undefined, today: string): Gap[] {
  if (day === undefined) return [];
  if (day > today)
    return [
      { code: 'as_of_in_future', message: `${day} lies ahead; this is what holds today.`, field: 'as_of' },
    ];
  if (provenThen || day === today) return [];
  return [
    {
      code: 'validity_unknown',
      message: `No source says since when the company has had this identifier; that it had it on ${day} is not proven.`,
      field: 'as_of',
    },
  ];
}

/**
 * @param share candidates that are listed at most
 * @param doubts what is said of a company that is settled on
 */
function show(
  { settled, matches, gaps }: Finding,
  share: number,
  facts: ReadonlyMap<string, CurrentFacts>,
  doubts: readonly Gap[],
): ResolveOutcome {
  const shown = settled ? matches.filter(({ card }) => card === settled) : matches.slice(0, share);
  const candidates = shown.flatMap(({ card, matchedBy }): Candidate[] => {
    const now = facts.get(card.company_id);
    if (!now) return [];
    return [
      {
        company_id: card.company_id,
        display_name: card.display_name,
        legal_name: card.legal_name,
        prefecture: card.prefecture,
        city: card.city,
        listing_status: listingStatusOf(now.listings, now.listing_statement),
        status: now.status,
        superseded_by: now.superseded_by,
        matched_by: [...matchedBy],
      },
    ];
  });
  const resolved = candidates.find(({ company_id }) => company_id === settled?.company_id);
  if (resolved) {
    return {
      data: {
        status: 'resolved',
        company_id: resolved.company_id,
        candidates: [resolved],
        candidate_count: 1,
        superseded_by: resolved.superseded_by,
      },
      gaps: [...gaps, ...doubts, ...endedGaps(resolved)],
    };
  }
  const ambiguous = candidates.length > 0;
  const left = settled ? 0 : matches.length - shown.length;
  const about = left > 0 ? [listCutGap(shown.length, matches.length)] : gaps;
  return {
    data: {
      status: ambiguous ? 'ambiguous' : 'not_found',
      company_id: null,
      candidates,
      candidate_count: candidates.length + (ambiguous ? left : 0),
      superseded_by: null,
    },
    gaps: [...about, ...(ambiguous ? [severalGap(candidates)] : gaps.length > 0 ? [] : [unknownGap])],
  };
}

const cutOffGap: Gap = {
  code: 'candidates_truncated',
  message: `Only ${namesakesShown} companies of this name are looked at; there may be more.`,
  field: 'identifier',
};

function listCutGap(listed: number, total: number): Gap {
  return {
    code: 'candidates_truncated',
    message: `The best ${listed} of ${total.toLocaleString('en')} candidates are listed. POST /resolve lists up to ${namesakesShown}.`,
    field: 'identifier',
  };
}

const unregisteredGap: Gap = {
  code: 'invoice_registration_unknown',
  message:
    'The company has the corporate number in this invoice number; whether it is registered as an issuer of invoices is not known.',
  field: 'identifier',
};

const unknownGap: Gap = {
  code: 'identifier_unknown',
  message: 'No loaded company has this identifier; this is not proof that no such company exists.',
  field: 'identifier',
};

function severalGap(candidates: readonly Candidate[]): Gap {
  return candidates.length === 1
    ? {
        code: 'confirmation_needed',
        message:
          'One company is likely, by a rule that does not settle by itself; a person or another identifier must confirm it.',
        field: 'identifier',
      }
    : {
        code: 'another_identifier_needed',
        message:
          'Several companies match; add a corporate number, securities code or domain, or let a person choose.',
        field: 'identifier',
      };
}

function endedGaps({ status, superseded_by }: Candidate): Gap[] {
  if (status === 'active') return [];
  const successor = superseded_by ? ` Its successor is ${superseded_by}.` : '';
  return [{ code: `company_${status}`, message: `The company is ${status}.${successor}` }];
}
