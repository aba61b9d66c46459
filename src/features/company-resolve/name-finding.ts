import type { CompanyCard } from '../../../mappings/companies.ts';
import type { ResolveItem } from '../../contract/company-resolve/company-resolve.ts';
import { identifierFault, parseIdentifier } from '../../text/identifiers.ts';
import { nameKeys } from '../../text/names.ts';
import { explainMatch, type MatchedCompany } from '../matching/explain-match.ts';
import { namesakesShown } from './lookup-queries.ts';
import { type NameFound, wholeText, writtenName } from './name-found.ts';
import { type NameSettlement, onlyCard, settledByName } from './name-settlement.ts';
import { Namesakes } from './namesakes.ts';
import { type Finding, identifierGap, type NameNote, nothing } from './resolve-outcome.ts';

/** With `as_of`, without a rule. */
type Settled = Pick<NameSettlement, 'card'> & Partial<Pick<NameSettlement, 'rule'>>;

/** What the companies found by a name mean for it, today or on the day of `as_of`. */
export function readName(item: ResolveItem, given: NameFound | undefined): Finding {
  const parsed = parseIdentifier('name', item.identifier);
  if (!parsed.ok) return { ...nothing, gaps: [{ ...identifierFault(parsed), field: 'identifier' }] };
  const all = given ?? wholeText(item.identifier, []);
  if (!all.keys.exact) return { ...nothing, gaps: [emptyGap] };
  const { as_of: day } = item;
  const found = day ? foundOn(all, day) : all;
  const asName = { text: found.name, identifiers: [], companyIds: [], name: found.keys, prefix: null };
  const cutOff = all.hits.length >= namesakesShown;
  const settlement: Settled | null = day ? heldOn(found, day, cutOff) : settledByName(found);
  const settled = settlement?.card ?? null;
  return {
    settled,
    matches: found.hits.map((hit) => ({ card: hit.card, matchedBy: explainMatch(hit, asName) })),
    suggestions: found.suggestions,
    written: writtenName(found),
    notes: notesOf(found, settlement),
    gaps: cutOff && !settled ? [cutOffGap] : [],
    confirmedForDay:
      day !== undefined &&
      settled !== null &&
      legalNamesOn(settled, found.keys.exact, day).some(({ valid_from }) => valid_from !== null),
  };
}

function notesOf({ way, hits }: NameFound, settlement: Settled | null): NameNote[] {
  if (settlement)
    return settlement.rule === 'former_holder' && settlement.card.status === 'active' ? ['name_former'] : [];
  if (hits.length === 0 || way === 'name') return [];
  return [way === 'one_of_several' ? 'several_companies_named' : 'part_of_name'];
}

type CardName = CompanyCard['names'][number];

function within(day: string, { valid_from, valid_to }: Pick<CardName, 'valid_from' | 'valid_to'>): boolean {
  return (!valid_from || valid_from <= day) && (!valid_to || day < valid_to);
}

/** The same with only the names that the companies had on that day. */
function foundOn(found: NameFound, day: string): NameFound {
  const hits = found.hits.flatMap((hit): MatchedCompany[] => {
    const card = { ...hit.card, names: hit.card.names.filter((name) => within(day, name)) };
    const { text, name } = hit.asName ?? { text: found.name, name: found.keys };
    const namesakes = new Namesakes(new Map([[text, name]]));
    namesakes.add(card);
    const [then] = namesakes.found().get(text) ?? [];
    return then ? [{ ...hit, ...then }] : [];
  });
  return { ...found, hits };
}

/** The only company with this legal name on that day. */
function heldOn({ way, keys, hits }: NameFound, day: string, cutOff: boolean) {
  // With `as_of`, the company that held the name may rank after current holders, and be cut off.
  if (cutOff || way !== 'name') return null;
  const card = onlyCard(hits.filter((hit) => legalNamesOn(hit.card, keys.exact, day).length > 0));
  return card && { card };
}

/** The company's legal names on that day, current or former, that have this exact key. */
function legalNamesOn(card: CompanyCard, exact: string, day: string): CompanyCard['names'] {
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
