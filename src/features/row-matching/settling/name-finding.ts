import type { ResolveGap, ResolveItem } from '../../../contract/company-resolve/company-resolve.ts';
import type { Hints } from '../../../contract/company-resolve/hints.ts';
import { identifierFault, parseIdentifier } from '../../../text/identifiers/identifiers.ts';
import {
  type Finding,
  identifierGap,
  type NameNote,
  nothing,
} from '../../company-resolve/resolve-outcome.ts';
import { type NameFound, wholeText, writtenName } from '../lookup/name-found.ts';
import { legalNamesOn } from '../lookup/names-on-day.ts';
import { type NamesakeCount, namesakesText } from '../lookup/namesake-count.ts';
import { explainMatch } from '../rules/explain-match.ts';
import { type HintVerdicts, unreadableHints } from '../rules/place-hints.ts';
import { nameMatch } from './assurance.ts';
import { bestByName, bestFitting, byHint, type HintedSettlement } from './hint-settlement.ts';
import { isNoCompany } from './name-settlement.ts';

/** What a name found, on the day of `as_of` if there is one, and the hints beside it. */
export interface HintedFinding {
  readonly found: NameFound;
  readonly verdicts: HintVerdicts;
  /** How many companies have the name, if some of them may have been left out; otherwise null. */
  readonly count: NamesakeCount | null;
}

/** What the companies found by a name mean for it, on the day of `as_of` or by default today. */
export function readName(item: ResolveItem, given: HintedFinding | undefined): Finding {
  const parsed = parseIdentifier('name', item.identifier);
  if (!parsed.ok) return { ...nothing, gaps: [{ ...identifierFault(parsed), field: 'identifier' }] };
  const { found, verdicts, count }: HintedFinding = given ?? {
    found: wholeText(item.identifier, []),
    verdicts: new Map(),
    count: null,
  };
  if (!found.keys.exact) return { ...nothing, gaps: [emptyGap] };
  const { as_of: day, hints = {} } = item;
  const asName = { text: found.name, identifiers: [], companyIds: [], name: found.keys, prefix: null };
  const hits = bestFitting(found.hits, verdicts);
  const settlement = bestByName(found, verdicts);
  const verdict = settlement && verdicts.get(settlement.card.company.company_id);
  const isContradicted = verdict?.contradicted ?? false;
  const settled = isContradicted ? null : (settlement?.card ?? null);
  const agrees = (verdict?.agrees.length ?? 0) > 0;
  return {
    settled,
    matches: hits.map((hit) => ({
      card: hit.card,
      namedAs: hit.asName?.text,
      matchedBy: [
        ...explainMatch(hit, asName),
        ...(verdicts.get(hit.card.company.company_id)?.agrees ?? []).map(byHint),
      ],
    })),
    total: count?.companies,
    suggestions: found.suggestions,
    ...(settled && { settledBy: agrees && !found.wordCut ? 'name_and_place' : nameMatch(found, settled) }),
    written: writtenName(found),
    notes: notesOf(found, settled && settlement),
    ...(!day && { changedHands: passedBetween(found, settled?.company.company_id) }),
    gaps: [
      ...malformedHints(hints),
      ...(isContradicted ? [contradictionGap(Object.keys(hints).length > 0)] : []),
      ...(count && !settled ? [cutOffGap(count)] : []),
    ],
    confirmedForDay:
      day !== undefined &&
      settled !== null &&
      legalNamesOn(settled, found.keys.exact, day).some(({ valid_from }) => valid_from !== null),
  };
}

/** Between which companies the name passed; with hints, it can be settled on one that this does not concern. */
function passedBetween({ changedHands, tookOver = [] }: NameFound, settledOn?: string) {
  const between = changedHands ?? tookOver;
  const concerns = settledOn === undefined || between.some(({ company_id }) => company_id === settledOn);
  return concerns ? between : [];
}

function notesOf(found: NameFound, settlement: HintedSettlement | null): NameNote[] {
  const { way, hits, otherNumber } = found;
  if (settlement)
    return settlement.rule === 'former_holder' && settlement.card.company.status === 'active'
      ? ['name_former']
      : [];
  if (isNoCompany(found)) return ['no_company_meant'];
  if (hits.length === 0 || way === 'name') return [];
  if (otherNumber) return ['identifier_and_name_differ'];
  return [way === 'one_of_several' ? 'several_companies_named' : 'part_of_name'];
}

const emptyGap = identifierGap('identifier_empty', 'The name is empty.');

function cutOffGap(count: NamesakeCount): ResolveGap {
  const message = `${namesakesText(count)} Narrow by place: give hints, such as prefecture, city or address.`;
  return identifierGap('candidates_truncated', message);
}

function contradictionGap(hasHints: boolean): ResolveGap {
  const what = hasHints ? 'fit the hints, or a place in the text' : 'fit the place in the text';
  return {
    code: 'hints_contradict',
    message: `The only company with this name does not ${what}. Correct it, or let a person decide.`,
    field: hasHints ? 'hints' : 'identifier',
  };
}

/** Hints that say nothing because they cannot be read. */
function malformedHints(hints: Hints): ResolveGap[] {
  return unreadableHints(hints).map((field) => ({
    code: 'hint_malformed',
    message: `The ${field.replaceAll('_', ' ')} cannot be read. It was ignored.`,
    field: `hints.${field}`,
  }));
}
