import type { InvoiceRegistration } from '../../contract/companies/invoice-registration.ts';
import { type RegisterCoverage, usualSettleLevel } from '../../contract/company-resolve/assurance.ts';
import type { ResolveGap, ResolveItem } from '../../contract/company-resolve/company-resolve.ts';
import { inTurns } from '../../running/fair-turns.ts';
import { tokyoDay } from '../../text/days/calendar.ts';
import { type IdentifierType, identifierFault, parseIdentifier } from '../../text/identifiers/identifiers.ts';
import { type NameKeys, nameKeys } from '../../text/names/names.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import type { InvoiceRegisterService } from '../invoice-register/invoice-register-service.ts';
import { registrationFault } from '../invoice-register/registration-fault.ts';
import { type CompanyLookup, writtenQuestion } from '../row-matching/lookup/company-lookup-service.ts';
import { foundOn } from '../row-matching/lookup/names-on-day.ts';
import { isCrowded } from '../row-matching/lookup/namesake-count.ts';
import { identifierMatch } from '../row-matching/rules/explain-match.ts';
import { identifierTerm } from '../row-matching/rules/match-clauses.ts';
import { hintVerdictsOf } from '../row-matching/rules/place-hints.ts';
import { narrowByHints } from '../row-matching/settling/hinted-names-service.ts';
import { type HintedFinding, readName } from '../row-matching/settling/name-finding.ts';
import { placesInName, withPlacesInName } from '../row-matching/settling/places-in-name.ts';
import type { CompanyResolveStore } from './company-resolve-store.ts';
import {
  asOfGaps,
  assured,
  candidatesOf,
  type Finding,
  fairShare,
  identifierGap,
  listedCards,
  nothing,
  type ResolveOutcome,
  show,
} from './resolve-outcome.ts';

/** Identifiers need no register. */
const unknownCoverage: RegisterCoverage = { complete: null, share: null, companies: 0 };

export interface CompanyResolveParts {
  readonly lookup: CompanyLookup;
  readonly store: CompanyResolveStore;
  readonly companies: CompaniesService;
  readonly invoiceRegister: InvoiceRegisterService;
  now(): Date;
}

/** Resolves identifiers and names to one company, to candidates for a person, or to nothing. It never guesses. */
export class CompanyResolveService {
  readonly #parts: CompanyResolveParts;

  constructor(parts: CompanyResolveParts) {
    this.#parts = parts;
  }

  async resolve(item: ResolveItem, signal?: AbortSignal): Promise<ResolveOutcome> {
    const [outcome] = await this.resolveMany([item], signal);
    if (!outcome) throw new Error('an item was not answered');
    return outcome;
  }

  /**
   * Answers in the order of the items. Identifiers of a thousand items need a few queries, names need multi-searches.
   * Items with the same question are resolved once.
   */
  async resolveMany(items: readonly ResolveItem[], signal?: AbortSignal): Promise<ResolveOutcome[]> {
    const keysOfNames = new Map<string, NameKeys>();
    const keys = await inTurns(items, (item) => questionOf(item, keysOfNames));
    const questions = new Map(items.map((item, at) => [keys[at], item] as const));
    const distinct = [...questions.values()];
    const today = tokyoDay(this.#parts.now());
    const named = distinct.filter(isNamed);
    const [byIdentifier, byName, register] = await Promise.all([
      this.#lookUpIdentifiers(distinct, today, signal),
      this.#lookUpNames(named, keysOfNames, today, signal),
      named.length > 0 ? this.#parts.companies.registerCoverage() : unknownCoverage,
    ]);
    const findings = new Map(
      await inTurns(questions, ([key, item]) => {
        const finding =
          item.identifier_type === 'name' ? readName(item, byName.get(item)) : byIdentifier(item);
        return [
          key,
          { item, finding: assured(finding, { from: item.settle_from ?? usualSettleLevel, register }) },
        ] as const;
      }),
    );
    const share = fairShare(keys.map((key) => candidatesOf(findings.get(key)?.finding)));
    const listed = [...findings.values()].flatMap(({ finding }) => listedCards(finding, share));
    const facts = await this.#parts.companies.factsOf(listed);
    const outcomes = new Map(
      await inTurns(findings, ([key, { item, finding }]) => {
        const doubts = asOfGaps(finding, item.as_of, today);
        return [key, show(finding, share, facts, doubts)] as const;
      }),
    );
    return keys.map((key) => {
      const outcome = outcomes.get(key);
      if (!outcome) throw new Error('an item was not answered');
      return outcome;
    });
  }

  async #lookUpNames(
    items: readonly ResolveItem[],
    keysOfNames: ReadonlyMap<string, NameKeys>,
    today: string,
    signal: AbortSignal | undefined,
  ): Promise<ReadonlyMap<ResolveItem, HintedFinding>> {
    const { lookup, companies } = this.#parts;
    const names = [...new Set(items.map(({ identifier }) => identifier))];
    const byName = await lookup.byWrittenNames(names, today, signal, keysOfNames);
    const asked = items.flatMap((item) => {
      const found = byName.get(item.identifier);
      return found ? [{ item, found, hints: item.hints ?? {} }] : [];
    });
    const crowded = asked.filter(({ found }) => isCrowded(found.hits)).map(({ found }) => found.name);
    const [narrowed, counts] = await Promise.all([
      narrowByHints(lookup, asked, signal),
      lookup.namesakes.counts(crowded, signal),
    ]);
    const hinted = narrowed.filter(
      ({ found }, at) => asked[at]?.item.hints || placesInName(found).length > 0,
    );
    const ids = hinted.flatMap(({ found }) => found.hits.map(({ card }) => card.company.company_id));
    const places = await companies.headOffices([...new Set(ids)]);
    return new Map(
      await inTurns(asked.entries(), ([at, { item, hints, found }]) => {
        const { found: all = found, holders = new Map() } = narrowed[at] ?? {};
        const ofHints = hintVerdictsOf(hints, all.hits, { places, holders });
        const verdicts = withPlacesInName(ofHints, all, places);
        const onDay = foundOn(all, item.as_of ?? null);
        const count = isCrowded(found.hits) ? (counts.get(found.name) ?? null) : null;
        return [item, { found: onDay, verdicts, count }] as const;
      }),
    );
  }

  async #lookUpIdentifiers(
    items: readonly ResolveItem[],
    today: string,
    signal: AbortSignal | undefined,
  ): Promise<(item: ResolveItem) => Finding> {
    const parsed = new Map(
      items
        .filter(({ identifier_type }) => identifier_type !== 'name')
        .map((item) => [item, parseIdentifier(item.identifier_type, item.identifier)] as const),
    );
    const questions = [...parsed].flatMap(([item, reading]) =>
      reading.ok && item.as_of && changesHands(reading.type)
        ? [{ item, type: reading.type, value: reading.value, day: item.as_of }]
        : [],
    );
    const invoiced = [...parsed].flatMap(([item, reading]) =>
      reading.ok && reading.type === 'invoice_number'
        ? [{ item, corporateNumber: reading.value.slice(1), on: earlierOf(item.as_of ?? today, today) }]
        : [],
    );
    const [answers, registered] = await Promise.all([
      this.#parts.store.holdersOn(questions),
      this.#parts.invoiceRegister.registrations(invoiced),
    ]);
    const registrations = new Map(invoiced.map(({ item }, at) => [item, registered[at] ?? null] as const));
    signal?.throwIfAborted();
    const holders = new Map(questions.map(({ item }, at) => [item, answers[at] ?? []] as const));
    const formerHolders = [...holders.values()].flat().map(({ company_id }) => company_id);
    const keys = [...parsed].flatMap(([item, reading]) =>
      reading.ok && !holders.has(item) ? [lookupKey(reading)] : [],
    );
    const cards = await this.#parts.lookup.byIdentifiers([...new Set([...keys, ...formerHolders])], signal);
    return (item) => {
      const reading = parsed.get(item);
      if (!reading) return nothing;
      if (!reading.ok) {
        return { ...nothing, gaps: [{ ...identifierFault(reading), field: 'identifier' }] };
      }
      const then = holders.get(item);
      const found = (then?.map(({ company_id }) => company_id) ?? [lookupKey(reading)]).flatMap(
        (key) => cards.get(key) ?? [],
      );
      const invoice = registrations.get(item) ?? null;
      const matchedBy = identifierMatch(reading.type, reading.value, then ? 'identifier_then' : 'identifier');
      const [only] = found;
      return {
        settled: found.length === 1 && only ? only : null,
        matches: found.map((card) => ({ card, matchedBy: [matchedBy] })),
        gaps: registrationGaps(invoice, found.length > 0),
        invoice,
        confirmedForDay: !then || then.some(({ since_known }) => since_known),
      };
    };
  }
}

function lookupKey(reading: { type: IdentifierType; value: string }): string {
  return reading.type === 'company_id' ? reading.value : identifierTerm(reading);
}

function isNamed({ identifier_type, identifier }: ResolveItem): boolean {
  return identifier_type === 'name' && parseIdentifier('name', identifier).ok;
}

/** Codes and domains can pass to another company; numbers and ids never do. */
function changesHands(type: IdentifierType): boolean {
  return type === 'securities_code' || type === 'edinet_code' || type === 'domain';
}

/**
 * Equal for items with the same outcome: equal values, and spellings of a name with the same keys.
 * @param keysOfNames gets the keys that were made
 */
function questionOf(item: ResolveItem, keysOfNames: Map<string, NameKeys>): string {
  const { identifier_type, identifier, as_of, settle_from, hints } = item;
  let value = identifier;
  if (isNamed(item)) {
    const keys = keysOfNames.get(identifier) ?? nameKeys(identifier);
    keysOfNames.set(identifier, keys);
    value = writtenQuestion(identifier, keys);
  }
  const hinted = hints ? Object.entries(hints).toSorted() : null;
  return JSON.stringify([identifier_type, value, as_of ?? null, settle_from ?? null, hinted]);
}

/** If neither a company nor a statement has the number, it is only unknown. */
function registrationGaps(invoice: InvoiceRegistration | null, isFound: boolean): ResolveGap[] {
  const fault = registrationFault(invoice);
  if (fault === null || (invoice?.status === 'unknown' && !isFound)) return [];
  return [identifierGap(fault.code, fault.message)];
}

/** The register has no statements about the future (see `asOfGaps`). */
function earlierOf(day: string, other: string): string {
  return day < other ? day : other;
}
