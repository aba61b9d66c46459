import type { Knex } from 'knex';
import type { Job } from '../../contract/jobs/jobs.ts';
import { jobsOfEachCompany } from '../../contract/limits.ts';
import { createGroupedRows } from '../../database/grouped-rows.ts';
import type { JobConditions } from './job-conditions.ts';

/** The index finds texts that have all letter pairs of the word. `strpos` keeps those that contain the word itself. */
const buildContainsSql = (column: 'title' | 'location') =>
  `letter_grams(${column}) @> ?::text[] AND strpos(lower(normalize(${column}, NFKC)), ?) > 0`;

/** The letter grams (migration 0011) that every text with this word has. */
function listGrams(word: string): string[] {
  const letters = [...word];
  if (letters.length === 1) return letters;
  return letters.slice(1).map((letter, before) => `${letters[before]}${letter}`);
}

/** Current openings that meet the conditions, the newest first. Nothing here belongs to an account. */
export function findJobs(knex: Knex, { titleWords, locations, aiRelated, openedSince }: JobConditions) {
  const table = {
    columns: ['job_id', 'title', 'ai_related', 'location', 'opened_at', 'closed_at', 'source'],
    order: 'opened_at DESC, job_id',
    shown: jobsOfEachCompany,
    companyOrder: 'max(opened_at) DESC',
  };
  return createGroupedRows<Job>(knex, table, (today) => {
    const query = knex('job_postings')
      .where('opened_at', '<=', today)
      .where((open) => open.whereNull('closed_at').orWhere('closed_at', '>', today));
    for (const word of titleWords) query.whereRaw(buildContainsSql('title'), [listGrams(word), word]);
    if (locations.length > 0) {
      query.where((some) => {
        for (const place of locations)
          some.orWhereRaw(buildContainsSql('location'), [listGrams(place), place]);
      });
    }
    if (aiRelated !== undefined) query.where({ ai_related: aiRelated });
    if (openedSince !== undefined) query.where('opened_at', '>=', openedSince);
    return query;
  });
}
