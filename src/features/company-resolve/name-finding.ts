import type { ResolveItem } from '../../contract/company-resolve/company-resolve.ts';
import { identifierFault, parseIdentifier } from '../../text/identifiers.ts';
import { explainMatch } from '../matching/explain-match.ts';
import { nameMatch } from './assurance.ts';
import { namesakesShown } from './lookup-queries.ts';
import { type NameFound, wholeText, writtenName } from './name-found.ts';
import { type NameSettlement, settledByName } from './name-settlement.ts';
import { foundOn, legalNamesOn } from './names-on-day.ts';
import { type Finding, identifierGap, type NameNote, nothing } from './resolve-outcome.ts';

/** What the companies found by a name mean for it, on the day of `as_of` or by default today. */
export function readName(item: ResolveItem, given: NameFound | undefined): Finding {
  const parsed = parseIdentifier('name', item.identifier);
  if (!parsed.ok) return { ...nothing, gaps: [{ ...identifierFault(parsed), field: 'identifier' }] };
  const all = given ?? wholeText(item.identifier, []);
  if (!all.keys.exact) return { ...nothing, gaps: [emptyGap] };
  const { as_of: day } = item;
  const found = foundOn(all, day ?? null);
  const asName = { text: found.name, identifiers: [], companyIds: [], name: found.keys, prefix: null };
  const cutOff = all.hits.length >= namesakesShown;
  const settlement = settledByName(found);
  const settled = settlement?.card ?? null;
  return {
    settled,
    matches: found.hits.map((hit) => ({ card: hit.card, matchedBy: explainMatch(hit, asName) })),
    suggestions: found.suggestions,
    ...(settled && { settledBy: nameMatch(found, settled) }),
    written: writtenName(found),
    notes: notesOf(found, settlement),
    ...(!day && found.changedHands && { changedHands: found.changedHands }),
    gaps: cutOff && !settled ? [cutOffGap] : [],
    confirmedForDay:
      day !== undefined &&
      settled !== null &&
      legalNamesOn(settled, found.keys.exact, day).some(({ valid_from }) => valid_from !== null),
  };
}

function notesOf({ way, hits }: NameFound, settlement: NameSettlement | null): NameNote[] {
  if (settlement)
    return settlement.rule === 'former_holder' && settlement.card.status === 'active' ? ['name_former'] : [];
  if (hits.length === 0 || way === 'name') return [];
  return [way === 'one_of_several' ? 'several_companies_named' : 'part_of_name'];
}

const emptyGap = identifierGap('identifier_empty', 'The name is empty.');

const cutOffGap = identifierGap(
  'candidates_truncated',
  `Only the first ${namesakesShown} companies with this name were checked. There may be more.`,
);
