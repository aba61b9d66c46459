import type { CompanyCard } from '../../../mappings/companies.ts';
import type { MatchedBy } from '../../contract/companies/company-result.ts';
import type { ResolveItem } from '../../contract/company-resolve/company-resolve.ts';
import type { Gap } from '../../contract/envelope.ts';
import { nameKeys } from '../../text/names.ts';
import { isEmptyCell } from '../../text/normalize.ts';
import { explainMatch, type MatchedCompany } from '../matching/explain-match.ts';
import { namesakesShown } from './lookup-queries.ts';
import { settledByName, settledByNameOn } from './name-settlement.ts';
import { type Finding, nothing } from './resolve-outcome.ts';

/** What the companies found by a name mean for it, today or on the day of `as_of`. */
export function readName(item: ResolveItem, hits: readonly MatchedCompany[]): Finding {
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
  // With `as_of`, the company that held the name may rank after current holders, and be cut off.
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

/** The company's legal names on that day, current or former, that have this exact key. */
function legalNamesThen(card: CompanyCard, exact: string, day: string): CompanyCard['names'] {
  return card.names.filter(
    (name) =>
      (name.kind === 'legal' || name.kind === 'former') &&
      nameKeys(name.name).exact === exact &&
      within(day, name),
  );
}

const cutOffGap: Gap = {
  code: 'candidates_truncated',
  message: `Only the first ${namesakesShown} companies with this name were checked. There may be more.`,
  field: 'identifier',
};
