import type { CompanyCard } from '../../../mappings/companies.ts';
import type { InvoiceRegistration } from '../../contract/companies/invoice-registration.ts';
import type { Candidate, ResolveGap, ResolveItem } from '../../contract/company-resolve/company-resolve.ts';
import { findRegistrationFault } from '../invoice-register/invoice-registration.ts';
import { describeFund } from '../row-matching/listed-fund.ts';
import type { NameResult } from '../row-matching/lookup/name-result.ts';
import {
  describeChangeOfHands,
  isConfirmedOn,
  listLegalNames,
} from '../row-matching/lookup/names-in-time.ts';
import { describeNamesakeCount } from '../row-matching/lookup/namesakes.ts';
import { listUnreadableHints } from '../row-matching/rules/place-hints.ts';
import { isNoCompany } from '../row-matching/settling/settle-name.ts';
import { describeBelow, type SettledRow } from '../row-matching/settling/settle-row.ts';

/** What an answer of resolve says beside its company or candidates. */

/** An item after matching, before it is shown. */
export interface MatchedItem {
  readonly item: ResolveItem;
  /** Null for a faulty identifier, or an empty name. */
  readonly row: SettledRow | null;
  /** The companies that it may mean, the best first; only the settled one, or the one that it would settle on. */
  readonly cards: readonly CompanyCard[];
  readonly fault: ResolveGap | null;
  /** Of an invoice number. */
  readonly invoice: InvoiceRegistration | null;
}

/** What is wrong with the item, or keeps it from settling. */
export function listGaps({ item, row, cards, fault, invoice }: MatchedItem): ResolveGap[] {
  if (row === null) return [fault ?? []].flat();
  const { question, level, register, nameCount, state, settlement } = row;
  const hints = item.hints ?? {};
  const gaps: ResolveGap[] = listUnreadableHints(hints).map((field) => ({
    code: 'hint_malformed',
    message: `The ${field.replaceAll('_', ' ')} cannot be read. It was ignored.`,
    field: `hints.${field}`,
  }));
  if (row.verdicts.get(row.ofName?.card.company.company_id ?? '')?.contradicted)
    gaps.push(Object.keys(hints).length > 0 ? hintsContradict : placeContradicts);
  if (nameCount && !settlement)
    gaps.push(
      makeIdentifierGap(
        'candidates_truncated',
        `${describeNamesakeCount(nameCount)} Narrow by place: give hints, such as prefecture, city or address.`,
      ),
    );
  const registration = findRegistrationFault(invoice);
  // If neither a company nor a statement has the number, it is only unknown.
  const isUnknown = invoice?.status === 'unknown' && cards.length === 0;
  if (registration && !isUnknown) gaps.push(makeIdentifierGap(registration.code, registration.message));
  if (state === 'below' && level !== null)
    gaps.push({
      code: 'assurance_below',
      message: describeBelow(level, { from: question.settleFrom, register }),
      field: 'settle_from',
    });
  return gaps;
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
export function listNotes({ item, row }: MatchedItem): ResolveGap[] {
  if (!row?.found) return [];
  const { changedHands, tookOver = [] } = row.found;
  const notes: ResolveGap[] = [];
  const code = chooseNote(row, row.found);
  if (code) notes.push(makeIdentifierGap(code, noteTexts[code]));
  const companies = changedHands ?? tookOver;
  const settledOn = row.settlement?.card.company.company_id;
  // With hints, the name can be settled on a company that this does not concern.
  const concerns = settledOn === undefined || companies.some(({ company_id }) => company_id === settledOn);
  if (companies.length > 0 && concerns && !item.as_of)
    notes.push({
      code: 'name_changed_hands',
      message: `${describeChangeOfHands(companies)} Give \`as_of\` to say which day is meant.`,
      field: 'identifier',
      companies,
    });
  return notes;
}

function chooseNote({ settlement }: SettledRow, found: NameResult): keyof typeof noteTexts | null {
  const { way, hits, otherNumber } = found;
  if (settlement?.reason === 'name_former') return 'name_former';
  if (settlement) return null;
  if (isNoCompany(found)) return 'no_company_meant';
  if (hits.length === 0 || way === 'name') return null;
  if (otherNumber) return 'identifier_and_name_differ';
  if (way === 'one_of_several') return 'several_companies_named';
  return 'part_of_name';
}

/** Answers about a past day rely on periods, whose start may be unknown. */
export function listDayGaps({ item: { as_of: day }, row }: MatchedItem, today: string): ResolveGap[] {
  if (day === undefined || row === null) return [];
  if (day > today) {
    const message = `${day} is in the future. This answer is for today.`;
    return [{ code: 'as_of_in_future', message, field: 'as_of' }];
  }
  if (day === today) return [];
  const { identifiers, found, settlement } = row;
  const [identifier] = identifiers;
  const names = found && settlement ? listLegalNames(settlement.card, found.keys.exact, day) : [];
  const isConfirmed = identifier
    ? (identifier.isConfirmed ?? true)
    : names.some((name) => isConfirmedOn(day, name));
  if (isConfirmed) return [];
  const message = `${describeStatements(names)} We cannot confirm that it held this identifier on ${day}.`;
  return [{ code: 'validity_unknown', message, field: 'as_of' }];
}

/** What sources say about the time of a name. */
function describeStatements(names: CompanyCard['names']): string {
  const stated = names.find(({ filed_only }) => filed_only);
  if (!stated) return 'No source says since when the company has held this identifier.';
  const { filed_from: from, filed_to: to } = stated;
  const days = to === undefined ? `since ${from}` : `from ${from} to ${to}`;
  return `EDINET states this name ${days}; the exact day of a change is unknown.`;
}

export function makeIdentifierGap(code: string, message: string): ResolveGap {
  return { code, message, field: 'identifier' };
}

const hintsContradict: ResolveGap = {
  code: 'hints_contradict',
  message:
    'The only company with this name does not fit the hints, or a place in the text. Correct it, or let a person decide.',
  field: 'hints',
};
const placeContradicts: ResolveGap = {
  code: 'hints_contradict',
  message:
    'The only company with this name does not fit the place in the text. Correct it, or let a person decide.',
  field: 'identifier',
};

export function buildUnknownGap(row: Pick<SettledRow, 'identifiers' | 'fund'> | null): ResolveGap {
  const fund = row?.identifiers[0]?.fund ?? row?.fund;
  if (fund) return makeIdentifierGap('identifier_of_fund', describeFund(fund));
  return unknownGap;
}

const unknownGap = makeIdentifierGap(
  'identifier_unknown',
  'No loaded company has this identifier. This is not proof that no such company exists.',
);

export const suggestionsGap = makeIdentifierGap(
  'suggestions_only',
  '`suggestions` lists companies with similar names. Let a person decide whether one of them is meant.',
);

export const confirmationGap = makeIdentifierGap(
  'confirmation_needed',
  'One company is likely, but the match is too weak to settle on it. Let a person confirm it, or add another identifier.',
);

export const severalGap = makeIdentifierGap(
  'another_identifier_needed',
  'Several companies match. Add a corporate number, securities code or domain, or let a person choose.',
);

export function listStatusGaps({ status, superseded_by }: Candidate): ResolveGap[] {
  if (status === 'active') return [];
  const message = `The company is ${status}.`;
  if (!superseded_by) return [{ code: `company_${status}`, message }];
  return [{ code: `company_${status}`, message: `${message} Its successor is ${superseded_by}.` }];
}
