import type { JobsSearchBody } from '../../contract/jobs/jobs.ts';
import { type Clause, matchValue } from '../../search/clauses.ts';
import { normalizeText } from '../../text/letters/normalize.ts';

/** Conditions that one opening must meet. Texts are in NFKC and lower case, as they are compared. */
export interface JobConditions {
  readonly titleWords: readonly string[];
  readonly locations: readonly string[];
  readonly aiRelated?: boolean;
  /** `YYYY-MM-DD`. */
  readonly openedSince?: string;
}

export function toJobConditions({
  query,
  filters,
}: Pick<JobsSearchBody, 'query' | 'filters'>): JobConditions {
  const { ai_related, location = [], opened_since } = filters ?? {};
  const words = foldText(query ?? '').split(/\s+/);
  return {
    titleWords: [...new Set(words.filter(Boolean))],
    locations: location.map(foldText),
    ...(ai_related !== undefined && { aiRelated: ai_related }),
    ...(opened_since !== undefined && { openedSince: opened_since }),
  };
}

/** The index has only the periods of openings and of AI openings. */
export function buildJobIndexClauses(conditions: JobConditions, today: string): readonly Clause[] | null {
  const { titleWords, locations, aiRelated, openedSince } = conditions;
  if (titleWords.length > 0 || locations.length > 0 || openedSince !== undefined || aiRelated === false)
    return null;
  return [matchValue(aiRelated ? 'ai_job_openings' : 'job_openings', today)];
}

function foldText(text: string): string {
  return normalizeText(text).toLowerCase();
}
