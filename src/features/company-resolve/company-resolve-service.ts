import type { InvoiceRegistration } from '../../contract/companies/invoice-registration.ts';
import { usualSettleLevel } from '../../contract/company-resolve/assurance.ts';
import type { ResolveItem } from '../../contract/company-resolve/company-resolve.ts';
import { mapInSlices } from '../../running/time-slices.ts';
import { toTokyoDay } from '../../text/days/calendar.ts';
import { parseIdentifier } from '../../text/identifiers/identifiers.ts';
import { type IdentifierType, toIdentifierFault } from '../../text/identifiers/parsed-identifier.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import type { InvoiceRegisterService } from '../invoice-register/invoice-register-service.ts';
import { ParsedName } from '../row-matching/parsed-name.ts';
import type { RowMatching } from '../row-matching/row-matching-service.ts';
import { noRow, type RowIdentifier, type RowQuestion } from '../row-matching/row-question.ts';
import { identifierGap, type MatchedItem } from './resolve-gaps.ts';
import {
  computeFairShare,
  countMatches,
  describeOutcome,
  listCards,
  type ResolveOutcome,
} from './resolve-outcome.ts';

export interface CompanyResolveParts {
  readonly matching: RowMatching;
  readonly companies: CompaniesService;
  readonly invoiceRegister: InvoiceRegisterService;
  now(): Date;
}

/** An item as what it asks, or why it cannot be asked. */
interface ParsedItem {
  /** Equal for items with the same outcome. */
  readonly key: string;
  readonly item: ResolveItem;
  readonly question: RowQuestion | null;
  readonly fault: MatchedItem['fault'];
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

  /** Answers in the order of the items. Items with the same question are resolved once. */
  async resolveMany(items: readonly ResolveItem[], signal?: AbortSignal): Promise<ResolveOutcome[]> {
    const { matching, companies, now } = this.#parts;
    const today = toTokyoDay(now());
    const names = new Map<string, ParsedName>();
    const parsed = await mapInSlices(items, (item) => parseItem(item, names));
    const distinct = [...new Map(parsed.map((each) => [each.key, each])).values()];
    const asked = distinct.flatMap(({ question }) => question ?? []);
    const [rows, invoices] = await Promise.all([
      matching.match(asked, { today, readsFacts: true, signal }),
      this.#findRegistrations(distinct, today),
    ]);
    const ofQuestions = new Map(asked.map((question, at) => [question, rows[at] ?? null] as const));
    const matched = distinct.map(({ item, question, fault }): MatchedItem => {
      const row = question && (ofQuestions.get(question) ?? null);
      return { item, row, fault, invoice: invoices.get(item) ?? null };
    });
    const counts = new Map(distinct.map(({ key }, at) => [key, matched[at] ? countMatches(matched[at]) : 0]));
    const share = computeFairShare(parsed.map(({ key }) => counts.get(key) ?? 0));
    const facts = await companies.findFactsForCards(matched.flatMap((each) => listCards(each, share)));
    const outcomes = await mapInSlices(matched, (each) => describeOutcome(each, share, facts, today));
    const byKey = new Map(distinct.map(({ key }, at) => [key, outcomes[at]]));
    return parsed.map(({ key }) => {
      const outcome = byKey.get(key);
      if (!outcome) throw new Error('an item was not answered');
      return outcome;
    });
  }

  /** Of each item with an invoice number, on its day. */
  async #findRegistrations(
    parsed: readonly ParsedItem[],
    today: string,
  ): Promise<ReadonlyMap<ResolveItem, InvoiceRegistration | null>> {
    const asked = parsed.flatMap(({ item, question }) => {
      const [identifier] = question?.identifiers ?? [];
      if (!identifier || item.identifier_type !== 'invoice_number') return [];
      // The register has no statements about the future.
      const on = item.as_of !== undefined && item.as_of < today ? item.as_of : today;
      return [{ item, corporateNumber: identifier.value.slice(1), on }];
    });
    const registrations = await this.#parts.invoiceRegister.findRegistrations(asked);
    return new Map(asked.map(({ item }, at) => [item, registrations[at] ?? null]));
  }
}

/** The column of a table that has such identifiers: how reliable they are. */
const fields: Readonly<Record<Exclude<IdentifierType, 'name'>, RowIdentifier['field']>> = {
  company_id: 'corporate_number',
  corporate_number: 'corporate_number',
  invoice_number: 'corporate_number',
  securities_code: 'ticker',
  edinet_code: 'ticker',
  domain: 'domain',
};

/** Codes and domains can pass to another company; numbers and ids never do. */
const changeHands: ReadonlySet<IdentifierType> = new Set(['securities_code', 'edinet_code', 'domain']);

/** @param names gets the names that were parsed, which items can share */
function parseItem(item: ResolveItem, names: Map<string, ParsedName>): ParsedItem {
  const { identifier_type: type, identifier, as_of, settle_from, hints = {} } = item;
  const sorted = Object.entries(hints).toSorted();
  const keyOf = (value: string) =>
    JSON.stringify([type, value, as_of ?? null, settle_from ?? null, item.hints ? sorted : null]);
  const parsed = parseIdentifier(type, identifier);
  if (!parsed.ok) {
    const fault = { ...toIdentifierFault(parsed), field: 'identifier' };
    return { key: keyOf(identifier), item, question: null, fault };
  }
  const common = { ...noRow, settleFrom: settle_from ?? usualSettleLevel };
  if (parsed.type !== 'name') {
    const heldOn = as_of !== undefined && changeHands.has(parsed.type) ? { heldOn: as_of } : {};
    const identifiers = [{ field: fields[parsed.type], type: parsed.type, value: parsed.value, ...heldOn }];
    const question = { ...common, name: null, identifiers, hints: {}, asOf: null };
    return { key: keyOf(identifier), item, question, fault: null };
  }
  const name = names.get(identifier) ?? new ParsedName(identifier);
  names.set(identifier, name);
  const key = keyOf(name.question);
  if (name.keys.exact === '') {
    return { key, item, question: null, fault: identifierGap('identifier_empty', 'The name is empty.') };
  }
  return {
    key,
    item,
    question: { ...common, name, identifiers: [], hints, asOf: as_of ?? null },
    fault: null,
  };
}
