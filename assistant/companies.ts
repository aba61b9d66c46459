import { z } from 'zod';
import { companyStatuses, type Schema } from '../client/index.ts';
import { cleanLine, formatTerm, joinLines, type Line, line } from './quoted-text.ts';

/** How companies are shown to a model. */

export const nameLength = 150;

export const companyShape = z.object({
  company_id: z.string(),
  legal_name: z.string(),
  place: z.string().describe('Prefecture and city of the head office.'),
  listing_status: z.string(),
  status: z.string().describe(`${companyStatuses.slice(0, -1).join(', ')} or ${companyStatuses.at(-1)}.`),
  superseded_by: z.string().nullable().describe('The company that took it over.'),
});
export type CompanySummary = z.output<typeof companyShape>;

type Company = Pick<
  Schema<'Candidate'>,
  'company_id' | 'legal_name' | 'prefecture' | 'city' | 'listing_status' | 'status' | 'superseded_by'
>;

/** A company_id. A corporate number names its company, too: both tools and people write it without the prefix. */
export function toCompanyId(given: string): string {
  const number = given.normalize('NFKC').trim();
  if (/^\d{13}$/.test(number)) return `cn_${number}`;
  return given;
}

export function toCompanySummary(company: Company): CompanySummary {
  const { company_id, legal_name, prefecture, city, listing_status, status, superseded_by } = company;
  return {
    company_id,
    legal_name: cleanLine(legal_name, nameLength),
    place: cleanLine([prefecture, city].filter(Boolean).join(' '), nameLength),
    listing_status,
    status,
    superseded_by,
  };
}

/** One line. */
export function renderCompany(shown: CompanySummary): Line {
  const { company_id, legal_name, place, listing_status, status, superseded_by } = shown;
  const successor = superseded_by !== null && line`, now ${formatTerm(superseded_by)}`;
  const parts = [
    formatTerm(company_id),
    line`${legal_name}`,
    place !== '' && line`${place}`,
    listing_status !== '' && formatTerm(listing_status),
    status !== 'active' && line`${formatTerm(status)}${successor}`,
  ];
  return joinLines(parts, ' | ');
}

export const candidateShape = companyShape.extend({
  why: z.string().describe('The best reason why it may be meant.'),
});

export function toCandidateSummary(candidate: Schema<'Candidate'> | Schema<'SourceCandidate'>) {
  return { ...toCompanySummary(candidate), why: describeMatch(candidate.matched_by[0]) };
}

function describeMatch(match: Schema<'ResolveMatchedBy'> | Schema<'SourceMatchedBy'> | undefined): string {
  if (!match) return '';
  const { field, value, rule, strength } = match;
  return `${field.replaceAll('_', ' ')} ${cleanLine(value, nameLength)} (${rule.replaceAll('_', ' ')}, ${strength})`;
}

export const suggestionShape = companyShape.extend({
  why: z.string().describe('Why it is suggested. It is only a question, never a match.'),
});

export function toSuggestionSummary(suggestion: Schema<'CompanySuggestion'>) {
  return { ...toCompanySummary(suggestion), why: cleanLine(suggestion.message, nameLength) };
}

const compared = {
  place: 'place',
  listing_status: 'listing',
  status: 'status',
  legal_name: 'name',
} as const satisfies Partial<Record<keyof CompanySummary, string>>;

/** In which facts candidates differ, so that a person can be asked for them. */
export function findDifferingFacts(candidates: readonly CompanySummary[]): string[] {
  return Object.entries(compared)
    .filter(([fact]) => new Set(candidates.map((each) => each[fact as keyof typeof compared])).size > 1)
    .map(([, word]) => word);
}
