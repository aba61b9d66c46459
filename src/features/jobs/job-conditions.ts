import type { JobsSearchBody } from '../../contract/jobs/jobs.ts';
import { type Clause, containsDay } from '../../search/clauses.ts';
import { normalizeText } from '../../text/letters/normalize.ts';

/** Conditions that one opening must meet. Texts are in NFKC and lower case, as they are compared. */
export interface JobConditions {
  readonly titleWords: readonly string[];
  readonly locations: readonly string[];
  readonly aiRelated?: boolean;
  /** `YYYY-MM-DD`. */
  readonly openedSince?: string;
}

export function jobConditions({ query, filters }: Pick<JobsSearchBody, 'query' | 'filters'>): JobConditions {
  const { ai_related, location = [], opened_since } = filters ?? {};
  return {
    titleWords: [
      ...new Set(
        compared(query ?? '')
          .split(/\s+/)
          .filter(Boolean),
      ),
    ],
    locations: location.map(compared),
    ...(ai_related !== undefined && { aiRelated: ai_related }),
    ...(opened_since !== undefined && { openedSince: opened_since }),
  };
}

/** The index has only the periods of openings and of AI openings. */
export function jobIndexClauses(conditions: JobConditions, today: string): readonly Clause[] | null {
  const { titleWords, locations, aiRelated, openedSince } = conditions;
  if (titleWords.length > 0 || locations.length > 0 || openedSince !== undefined || aiRelated === false)
    return null;
  return [containsDay(aiRelated ? 'ai_job_openings' : 'job_openings', today)];
}

function compared(text: string): string {
  return normalizeText(text).toLowerCase();
}
