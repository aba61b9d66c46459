import type { Knex } from 'knex';
import type { IdentifierType } from '../../text/identifiers/parsed-identifier.ts';

/** Who had this identifier on a day (`YYYY-MM-DD`)? */
export interface HolderQuestion {
  readonly type: IdentifierType;
  readonly value: string;
  readonly day: string;
}

export interface HolderOnDay {
  readonly company_id: string;
  /** Whether a source says since when the company has had it, or that it had it by that day. */
  readonly since_known: boolean;
}

/** Reads which companies had an identifier on a day. Nothing here belongs to an account. */
export class IdentifierHoldersStore {
  constructor(private readonly knex: Knex) {}

  /**
   * For each question, in order, the companies that had the identifier on that day, in one statement. An unknown start
   * or end excludes nothing. Numbers and ids never change hands, so only codes and domains are looked up here.
   */
  async findHolders(questions: readonly HolderQuestion[]): Promise<HolderOnDay[][]> {
    if (questions.length === 0) return [];
    const { rows } = await this.knex.raw<{ rows: (HolderOnDay & { place: number })[] }>(
      `WITH questions AS (
         SELECT place::int - 1 AS place, type, value, day
         FROM unnest(:types::text[], :values::text[], :days::date[]) WITH ORDINALITY AS a(type, value, day, place)
       )
       SELECT place, company_id, bool_or(since_known) AS since_known FROM (
         SELECT place, company_id, valid_from IS NOT NULL AS since_known
         FROM questions JOIN company_identifiers i ON i.identifier_type = questions.type AND i.value = questions.value
         WHERE (valid_from IS NULL OR valid_from <= day) AND (valid_to IS NULL OR day < valid_to)
         UNION ALL
         SELECT place, company_id, listed_from IS NOT NULL OR as_of <= day
         FROM questions JOIN listings l ON questions.type = 'securities_code' AND l.code = questions.value
         WHERE (listed_from IS NULL OR listed_from <= day) AND (listed_to IS NULL OR day < listed_to)
       ) held
       GROUP BY place, company_id ORDER BY place, company_id`,
      {
        types: questions.map(({ type }) => type),
        values: questions.map(({ value }) => value),
        days: questions.map(({ day }) => day),
      },
    );
    const holders: HolderOnDay[][] = questions.map(() => []);
    for (const { place, ...holder } of rows) holders[place]?.push(holder);
    return holders;
  }
}
