import type { InvoiceRegistration } from '../../contract/companies/invoice-registration.ts';
import type { ResolveItem } from '../../contract/company-resolve/company-resolve.ts';
import { mapInSlices } from '../../running/time-slices.ts';
import { toTokyoDay } from '../../text/days/calendar.ts';
import { parseIdentifier } from '../../text/identifiers/identifiers.ts';
import { type IdentifierType, toIdentifierFault } from '../../text/identifiers/parsed-identifier.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import type { InvoiceRegisterService } from '../invoice-register/invoice-register-service.ts';
import { ParsedName } from '../row-matching/parsed-name.ts';
import type { RowMatching } from '../row-matching/row-matching-service.ts';
import {
  buildCellsKey,
  buildQuestion,
  noValues,
  type RowIdentifier,
  type RowQuestion,
} from '../row-matching/row-question.ts';
import { type MatchedItem, makeIdentifierGap } from './resolve-gaps.ts';
import { computeFairShare, describeOutcome, listShownCards, type ResolveOutcome } from './resolve-outcome.ts';

export interface CompanyResolveParts {
  readonly matching: RowMatching;
  readonly companies: CompaniesService;
  readonly invoiceRegister: InvoiceRegisterService;
  now(): Date;
}

/** An item as what it asks, or why it cannot be asked. */
interface ParsedItem {
  readonly item: ResolveItem;
  readonly question: RowQuestion | null;
  readonly fault: MatchedItem['fault'];
}

/** Resolves identifiers and names to one company, to candidates for a person, or to nothing. It never guesses. */
export class CompanyResolveService {
  constructor(private readonly parts: CompanyResolveParts) {}

  async resolve(item: ResolveItem, signal?: AbortSignal): Promise<ResolveOutcome> {
    const [outcome] = await this.resolveMany([item], signal);
    if (!outcome) throw new Error('an item was not answered');
    return outcome;
  }

  /** Answers in the order of the items. Items with the same question are matched once. */
  async resolveMany(items: readonly ResolveItem[], signal?: AbortSignal): Promise<ResolveOutcome[]> {
    const { matching, companies, now } = this.parts;
    const today = toTokyoDay(now());
    const names = new Map<string, ParsedName>();
    const parsed = await mapInSlices(items, (item) => parseItem(item, names));
    const keys = await mapInSlices(
      parsed,
      ({ question }) => question && `${question.settleFrom} ${buildCellsKey(question)}`,
    );
    const asked = new Map(
      parsed.flatMap(({ question }, at) => (question ? [[keys[at], question] as const] : [])),
    );
    const [rows, invoices] = await Promise.all([
      matching.match([...asked.values()], { today, readsFacts: true, signal }),
      this.#findRegistrations(parsed, today),
    ]);
    const rowsByKey = new Map([...asked.keys()].map((key, at) => [key, rows[at]]));
    const matched = parsed.map(({ item, fault }, at): MatchedItem => {
      const row = rowsByKey.get(keys[at]) ?? null;
      const cards = row?.identifiers[0]?.cards ?? row?.cases.map(({ card }) => card) ?? [];
      return { item, row, cards, fault, invoice: invoices.get(item) ?? null };
    });
    const share = computeFairShare(matched.map(({ cards }) => cards.length));
    const shown = new Set(matched.flatMap((each) => listShownCards(each, share)));
    const facts = await companies.findFactsForCards([...shown]);
    return mapInSlices(matched, (each) => describeOutcome(each, share, facts, today));
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
    const registrations = await this.parts.invoiceRegister.findRegistrations(asked);
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
  const { identifier_type: type, identifier, as_of, settle_from: settleFrom, hints = {} } = item;
  const parsed = parseIdentifier(type, identifier);
  if (!parsed.ok) {
    return { item, question: null, fault: { ...toIdentifierFault(parsed), field: 'identifier' } };
  }
  if (parsed.type !== 'name') {
    const heldOn = as_of !== undefined && changeHands.has(parsed.type) ? { heldOn: as_of } : {};
    const identifiers = [{ field: fields[parsed.type], type: parsed.type, value: parsed.value, ...heldOn }];
    return { item, question: buildQuestion({ ...noValues, identifiers }, null, { settleFrom }), fault: null };
  }
  const name = names.get(identifier) ?? new ParsedName(parsed.value);
  names.set(identifier, name);
  if (name.keys.exact === '') {
    return { item, question: null, fault: makeIdentifierGap('identifier_empty', 'The name is empty.') };
  }
  const values = { ...noValues, hints, asOf: as_of ?? null };
  return { item, question: buildQuestion(values, name, { settleFrom }), fault: null };
}
