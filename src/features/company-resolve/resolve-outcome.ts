import type { CompanyCard } from '../../../mappings/companies.ts';
import type {
  Candidate,
  Resolution,
  ResolveGap,
  ResolveMatchedBy,
} from '../../contract/company-resolve/company-resolve.ts';
import { getSuggestionText, type Suggestion } from '../../contract/company-resolve/suggestions.ts';
import { maxBatchCandidates, maxListedCandidates, maxSuggestions } from '../../contract/limits.ts';
import type { CurrentFacts } from '../companies/company-record.ts';
import { mergeCurrentFacts } from '../companies/current-facts.ts';
import { describeWritten, type NameSuggestion } from '../row-matching/lookup/name-result.ts';
import { identifierMatch } from '../row-matching/rules/explain-match.ts';
import { describeCase } from '../row-matching/settling/explain-row.ts';
import type { SettledRow } from '../row-matching/settling/settle-row.ts';
import {
  buildUnknownGap,
  confirmationGap,
  listDayGaps,
  listGaps,
  listNotes,
  listStatusGaps,
  type MatchedItem,
  makeIdentifierGap,
  severalGap,
  suggestionsGap,
} from './resolve-gaps.ts';

export interface ResolveOutcome {
  readonly data: Resolution;
  readonly gaps: ResolveGap[];
}

/** A company that an item may mean, and why. */
interface Match {
  readonly card: CompanyCard;
  readonly namedAs: string | null;
  readonly matchedBy: readonly ResolveMatchedBy[];
}

/** The best first; only the settled company, or the one that the item would settle on. */
function listMatches({ row }: MatchedItem): Match[] {
  if (row === null) return [];
  const { identifiers, cases, question } = row;
  const [identifier] = identifiers;
  if (!identifier)
    return cases.map((each) => {
      const { named_as: namedAs, matched_by } = describeCase(each, question.name);
      return { card: each.card, namedAs, matchedBy: matched_by as ResolveMatchedBy[] };
    });
  const rule = identifier.heldOn === undefined ? 'identifier' : 'identifier_then';
  const matchedBy = [identifierMatch(identifier.type, identifier.value, rule)];
  return identifier.cards.map((card) => ({ card, namedAs: null, matchedBy }));
}

/** How many candidates each item may list, so that all items together list at most `maxBatchCandidates`. */
export function computeFairShare(counts: readonly number[]): number {
  for (let share = maxListedCandidates; share > 1; share--) {
    const together = counts.reduce((sum, count) => sum + Math.min(count, share), 0);
    if (together <= maxBatchCandidates) return share;
  }
  return 1;
}

/** The companies that an answer lists, whose current facts it needs. @param share how many candidates it lists at most */
export function listShownCards(matched: MatchedItem, share: number): CompanyCard[] {
  const { cards, row } = matched;
  return [...cards.slice(0, share), ...listSuggestions(row).map(({ card }) => card)];
}

/** Companies with a similar name, the most likely first, if no rule found a company. */
function listSuggestions(row: SettledRow | null): readonly NameSuggestion[] {
  if (row?.state !== 'open') return [];
  return row.found?.suggestions.slice(0, maxSuggestions) ?? [];
}

/**
 * @param share how many candidates are listed at most
 * @param facts of the listed companies; those that are no longer in the database are absent
 */
export function describeOutcome(
  matched: MatchedItem,
  share: number,
  facts: ReadonlyMap<string, CurrentFacts>,
  today: string,
): ResolveOutcome {
  const { row, invoice } = matched;
  const matches = listMatches(matched);
  const shown = matches.slice(0, share);
  const candidates = shown.flatMap(({ card, namedAs, matchedBy }): Candidate[] => {
    const company = mergeCurrentFacts(card, facts);
    if (company) return [Object.assign(company, { named_as: namedAs, matched_by: [...matchedBy] })];
    return [];
  });
  const written = (row?.found && describeWritten(row.found)) ?? null;
  const about = { written, ...describeAssurance(row), invoice };
  const gaps = listGaps(matched);
  const [resolved] = candidates;
  if (row?.state === 'settled' && resolved) {
    return {
      data: {
        status: 'resolved',
        company_id: resolved.company_id,
        candidates: [resolved],
        candidate_count: 1,
        superseded_by: resolved.superseded_by,
        suggestions: [],
        ...about,
      },
      gaps: [...gaps, ...listNotes(matched), ...listDayGaps(matched, today), ...listStatusGaps(resolved)],
    };
  }
  const suggestions = describeSuggestions(row, facts);
  const omitted = matches.length - shown.length;
  const isSaid = gaps.some(({ code }) => code === 'candidates_truncated');
  // What is known of an invoice number's registration does not say which company it is of.
  const isFaulty = !invoice && gaps.some(({ field }) => field === 'identifier');
  if (omitted > 0 && !isSaid)
    gaps.push(
      makeIdentifierGap(
        'candidates_truncated',
        `The best ${shown.length} of ${matches.length.toLocaleString('en')} candidates are listed. POST /resolve lists up to ${maxListedCandidates}.`,
      ),
    );
  const notes = listNotes(matched);
  const open = { company_id: null, superseded_by: null, suggestions, ...about };
  if (candidates.length === 0) {
    gaps.push(...notes);
    if (!isFaulty) gaps.push(buildUnknownGap(row));
    if (suggestions.length > 0) gaps.push(suggestionsGap);
    return { data: { status: 'not_found', ...open, candidates, candidate_count: 0 }, gaps };
  }
  const candidate_count = row?.nameCount?.companies ?? candidates.length + omitted;
  return {
    data: { status: 'ambiguous', ...open, candidates, candidate_count },
    gaps: [...gaps, ...notes, candidates.length === 1 ? confirmationGap : severalGap],
  };
}

function describeSuggestions(row: SettledRow | null, facts: ReadonlyMap<string, CurrentFacts>): Suggestion[] {
  return listSuggestions(row).flatMap(({ card, name, reason }) => {
    const company = mergeCurrentFacts(card, facts);
    if (company) return [{ ...company, name, reason, message: getSuggestionText(reason) }];
    return [];
  });
}

/** How sure the match is, if there is one, and how whole the register is if that depends on it. */
function describeAssurance(row: SettledRow | null): Pick<Resolution, 'assurance' | 'register'> {
  if (row === null || row.level === null) return { assurance: null, register: null };
  if (row.level === 'identifier' || row.level === 'name_and_place')
    return { assurance: row.level, register: null };
  return { assurance: row.level, register: row.register };
}
