import type { Knex } from 'knex';

/** What tables of tests are written from. */
export interface KnownCompany {
  readonly id: string;
  readonly number: string | null;
  readonly name: string;
  /** Of a listing that is valid today. */
  readonly code: string | null;
  readonly kana: string | null;
  readonly english: string | null;
  readonly former: string | null;
  readonly prefecture: string | null;
  readonly city: string | null;
  readonly street: string | null;
  readonly postal: string | null;
  readonly domain: string | null;
  readonly active: boolean;
  /** How many loaded companies have this legal name. */
  readonly namesakes: number;
}

/** The loaded companies, in the order of their ids. */
export async function knownCompanies(knex: Knex): Promise<KnownCompany[]> {
  const { rows } = await knex.raw<{ rows: KnownCompany[] }>(`
    SELECT c.company_id AS id, c.corporate_number AS number, l.name, c.status = 'active' AS active,
      count(*) OVER (PARTITION BY l.name)::int AS namesakes,
      (SELECT min(code) FROM listings WHERE company_id = c.company_id AND coalesce(listed_from <= t.day, true)
        AND coalesce(listed_to > t.day, true)) AS code,
      (SELECT min(name) FROM company_names WHERE company_id = c.company_id AND kind = 'kana') AS kana,
      (SELECT min(name) FROM company_names WHERE company_id = c.company_id AND kind = 'english') AS english,
      (SELECT min(name) FROM company_names WHERE company_id = c.company_id AND kind = 'former') AS former,
      (SELECT min(value) FROM company_identifiers WHERE company_id = c.company_id AND identifier_type = 'domain') AS domain,
      a.prefecture, a.city, a.street, a.postal_code AS postal
    FROM companies c JOIN company_names l ON l.company_id = c.company_id AND l.kind = 'legal'
      LEFT JOIN company_addresses a ON a.company_id = c.company_id AND a.kind = 'head_office'
      CROSS JOIN (SELECT (now() AT TIME ZONE 'Asia/Tokyo')::date AS day) t
    WHERE NOT hidden ORDER BY c.company_id`);
  return rows;
}

/** A random-looking number from 0 below `below`, the same for the same words. */
export function drawn(below: number, ...words: readonly (string | number)[]): number {
  let state = 2166136261;
  for (const letter of words.join('/'))
    state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 16777619) >>> 0;
  state ^= state >>> 15;
  state = Math.imul(state, 2246822519) >>> 0;
  return (state ^ (state >>> 13)) % below;
}

/** Companies in another order, the same for the same words. */
export function shuffled<Item extends { readonly id: string }>(items: readonly Item[], word: string): Item[] {
  return items.toSorted(
    (one, other) =>
      drawn(2 ** 31, word, one.id) - drawn(2 ** 31, word, other.id) || (one.id < other.id ? -1 : 1),
  );
}
