import type { Knex } from 'knex';
import { type Job, jobsOfEachCompany } from '../../contract/jobs/jobs.ts';
import { groupsOf, type PlacedRow, type RowGroup } from '../company-search/grouped-search.ts';
import type { JobConditions } from './job-conditions.ts';

/** The index finds texts that have all letter pairs of the word. `strpos` keeps those that contain the word itself. */
const holds = (column: 'title' | 'location') =>
  `letter_grams(${column}) @> ?::text[] AND strpos(lower(normalize(${column}, NFKC)), ?) > 0`;

/** The letter grams (migration 0011) that every text with this word has. */
function gramsOf(word: string): string[] {
  const letters = [...word];
  if (letters.length === 1) return letters;
  return letters.slice(1).map((letter, before) => `${letters[before]}${letter}`);
}

/** Current openings. Nothing here belongs to an account. */
export class JobsStore {
  readonly #knex: Knex;

  constructor(knex: Knex) {
    this.#knex = knex;
  }

  /** Companies with matching openings, those with the newest openings first. */
  async companyIds(conditions: JobConditions, today: string, limit: number): Promise<string[]> {
    const rows = await this.#matching(conditions, today)
      .select<{ company_id: string }[]>('company_id')
      .groupBy('company_id')
      .orderByRaw('max(opened_at) DESC, company_id')
      .limit(limit);
    return rows.map(({ company_id }) => company_id);
  }

  /** For each company, the newest matching openings, and how many match. */
  async groups(
    conditions: JobConditions,
    today: string,
    companyIds: readonly string[],
  ): Promise<Map<string, RowGroup<Job>>> {
    const ranked = this.#matching(conditions, today)
      .whereRaw('company_id = ANY (?)', [[...companyIds]])
      .select(
        'company_id',
        'job_id',
        'title',
        'ai_related',
        'location',
        'opened_at',
        'closed_at',
        'source',
        this.#knex.raw('count(*) OVER (PARTITION BY company_id) AS count'),
        this.#knex.raw(
          'row_number() OVER (PARTITION BY company_id ORDER BY opened_at DESC, job_id) AS place',
        ),
      );
    const rows = await this.#knex
      .from(ranked.as('ranked'))
      .where('place', '<=', jobsOfEachCompany)
      .orderBy(['company_id', 'place'])
      .select<PlacedRow<Job>[]>('*');
    return groupsOf<Job>(rows, ({ company_id: _, count: __, place: ___, ...job }) => job);
  }

  #matching(conditions: JobConditions, today: string) {
    const { titleWords, locations, aiRelated, openedSince } = conditions;
    const query = this.#knex('job_postings')
      .where('opened_at', '<=', today)
      .where((open) => open.whereNull('closed_at').orWhere('closed_at', '>', today));
    for (const word of titleWords) query.whereRaw(holds('title'), [gramsOf(word), word]);
    if (locations.length > 0) {
      query.where((some) => {
        for (const place of locations) some.orWhereRaw(holds('location'), [gramsOf(place), place]);
      });
    }
    if (aiRelated !== undefined) query.where({ ai_related: aiRelated });
    if (openedSince !== undefined) query.where('opened_at', '>=', openedSince);
    return query;
  }
}
