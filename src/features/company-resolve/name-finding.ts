import type { CompanyCard } from '../../../mappings/companies.ts';
import type { MatchedBy } from '../../contract/companies/company-result.ts';
import type { ResolveItem } from '../../contract/company-resolve/company-resolve.ts';
import { identifierFault, parseIdentifier } from '../../text/identifiers.ts';
import { nameKeys } from '../../text/names.ts';
import { explainMatch, type MatchedCompany } from '../matching/explain-match.ts';
import { namesakesShown } from './lookup-queries.ts';
import { onlyCard, settledByName } from './name-settlement.ts';
import { type Finding, identifierGap, nothing } from './resolve-outcome.ts';

/** What the companies found by a name mean for it, today or on the day of `as_of`. */
export function readName(item: ResolveItem, hits: readonly MatchedCompany[]): Finding {
  const parsed = parseIdentifier('name', item.identifier);
  if (!parsed.ok) return { ...nothing, gaps: [{ ...identifierFault(parsed), field: 'identifier' }] };
  const name = nameKeys(item.identifier);
  if (!name.exact) return { ...nothing, gaps: [emptyGap] };
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
  // With `as_of`, the company that held the name may rank after current holders, and be cut off.
  const heldThen = cutOff ? [] : found.filter((hit) => namesThen(hit).length > 0);
  const settled = day ? onlyCard(heldThen) : settledByName(found, name.legalForm !== null);
  return {
    settled,
    matches: explained.map(({ hit, matchedBy }) => ({ card: hit.card, matchedBy })),
    gaps: cutOff && !settled ? [cutOffGap] : [],
    confirmedForDay: explained.some(
      ({ hit }) => hit.card === settled && namesThen(hit).some(({ valid_from }) => valid_from !== null),
    ),
  };
}

function within(day: string, { valid_from, valid_to }: Pick<MatchedBy, 'valid_from' | 'valid_to'>): boolean {
  return (!valid_from || valid_from <= day) && (!valid_to || day < valid_to);
}

function validOn(match: MatchedBy, { card }: MatchedCompany, day: string): boolean {
  const name = card.names.find(
    ({ kind, name: text }) => `${kind}_name` === match.field && text === match.value,
  );
  return within(day, name ?? match);
}

/** The company's legal names on that day, current or former, that have this exact key. */
function legalNamesThen(card: CompanyCard, exact: string, day: string): CompanyCard['names'] {
  return card.names.filter(
    (name) =>
      (name.kind === 'legal' || name.kind === 'former') &&
      nameKeys(name.name).exact === exact &&
      within(day, name),
  );
}

const emptyGap = identifierGap('identifier_empty', 'The name is empty.');

const cutOffGap = identifierGap(
  'candidates_truncated',
  `Only the first ${namesakesShown} companies with this name were checked. There may be more.`,
);
