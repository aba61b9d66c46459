import type { CompanyCard } from '../../../mappings/companies.ts';
import type { MatchedBy } from '../../contract/companies/company-result.ts';
import {
  type Candidate,
  maxCandidates,
  type Resolution,
} from '../../contract/company-resolve/company-resolve.ts';
import type { Gap } from '../../contract/envelope.ts';
import type { CurrentFacts } from '../companies/company-record.ts';
import { listingStatusOf } from '../companies/listing-status.ts';
import { namesakesShown } from './lookup-queries.ts';
import type { NameSuggestion } from './name-found.ts';

export interface ResolveOutcome {
  readonly data: Resolution;
  readonly gaps: Gap[];
}

/** What was found for one item, before it is shown. */
export interface Finding {
  readonly settled: CompanyCard | null;
  readonly matches: readonly { readonly card: CompanyCard; readonly matchedBy: readonly MatchedBy[] }[];
  readonly gaps: readonly Gap[];
  /** Companies with a name near to the item; the nearest first. */
  readonly suggestions?: readonly NameSuggestion[];
  /** Whether a source says that the settled company had the identifier on the day of `as_of`. */
  readonly confirmedForDay?: boolean;
}

export const nothing: Finding = { settled: null, matches: [], gaps: [] };

export function identifierGap(code: string, message: string): Gap {
  return { code, message, field: 'identifier' };
}

export function candidatesOf({ settled, matches }: Finding = nothing): number {
  return settled ? 1 : matches.length;
}

/** How many candidates each item may list, so that all items together list at most `maxCandidates`. */
export function fairShare(counts: readonly number[]): number {
  for (let share = namesakesShown; share > 1; share--) {
    const together = counts.reduce((sum, count) => sum + Math.min(count, share), 0);
    if (together <= maxCandidates) return share;
  }
  return 1;
}

/** Answers about a past day rely on periods, whose start may be unknown. */
export function asOfGaps({ confirmedForDay }: Finding, day: string | undefined, today: string): Gap[] {
  if (day === undefined) return [];
  if (day > today) {
    const message = `${day} is in the future. This answer is for today.`;
    return [{ code: 'as_of_in_future', message, field: 'as_of' }];
  }
  if (confirmedForDay || day === today) return [];
  const message = `No source says since when the company has held this identifier. We cannot confirm that it held this identifier on ${day}.`;
  return [{ code: 'validity_unknown', message, field: 'as_of' }];
}

/**
 * @param share how many candidates are listed at most
 * @param doubts gaps that apply if the item settles on a company
 */
export function show(
  { settled, matches, gaps }: Finding,
  share: number,
  facts: ReadonlyMap<string, CurrentFacts>,
  doubts: readonly Gap[],
): ResolveOutcome {
  const shown = settled ? matches.filter(({ card }) => card === settled) : matches.slice(0, share);
  const candidates = shown.flatMap(({ card, matchedBy }): Candidate[] => {
    const now = facts.get(card.company_id);
    if (!now) return [];
    return [
      {
        company_id: card.company_id,
        display_name: card.display_name,
        legal_name: card.legal_name,
        prefecture: card.prefecture,
        city: card.city,
        listing_status: listingStatusOf(now.listings, now.listing_statement),
        status: now.status,
        superseded_by: now.superseded_by,
        matched_by: [...matchedBy],
      },
    ];
  });
  const resolved = candidates.find(({ company_id }) => company_id === settled?.company_id);
  if (resolved) {
    return {
      data: {
        status: 'resolved',
        company_id: resolved.company_id,
        candidates: [resolved],
        candidate_count: 1,
        superseded_by: resolved.superseded_by,
      },
      gaps: [...gaps, ...doubts, ...endedGaps(resolved)],
    };
  }
  const omitted = settled ? 0 : matches.length - shown.length;
  const about = omitted > 0 ? [listCutGap(shown.length, matches.length)] : gaps;
  if (candidates.length === 0) {
    return {
      data: {
        status: 'not_found',
        company_id: null,
        candidates,
        candidate_count: 0,
        superseded_by: null,
      },
      gaps: [...about, ...(gaps.length > 0 ? [] : [unknownGap])],
    };
  }
  return {
    data: {
      status: 'ambiguous',
      company_id: null,
      candidates,
      candidate_count: candidates.length + omitted,
      superseded_by: null,
    },
    gaps: [...about, candidates.length === 1 ? confirmationGap : severalGap],
  };
}

function listCutGap(listed: number, total: number): Gap {
  return identifierGap(
    'candidates_truncated',
    `The best ${listed} of ${total.toLocaleString('en')} candidates are listed. POST /resolve lists up to ${namesakesShown}.`,
  );
}

const unknownGap = identifierGap(
  'identifier_unknown',
  'No loaded company has this identifier. This is not proof that no such company exists.',
);

const confirmationGap = identifierGap(
  'confirmation_needed',
  'One company is likely, but the match is too weak to settle on it. Let a person confirm it, or add another identifier.',
);

const severalGap = identifierGap(
  'another_identifier_needed',
  'Several companies match. Add a corporate number, securities code or domain, or let a person choose.',
);

function endedGaps({ status, superseded_by }: Candidate): Gap[] {
  if (status === 'active') return [];
  const successor = superseded_by ? ` Its successor is ${superseded_by}.` : '';
  return [{ code: `company_${status}`, message: `The company is ${status}.${successor}` }];
}
