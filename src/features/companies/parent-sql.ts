/** The fields of `profile_values` that state the parent of a company. */
export const parentFields = "('parent_company', 'majority_holder')";

const nameKey = "regexp_replace(normalize(value ->> 'name', NFKC), '\\s', '', 'g')";

/**
 * SQL of the statement about the parent of a company that counts, or no row. A newer list of shareholders also counts if it has no
 * holder of more than half; a report of the parent does not speak of others, so one that was withdrawn says nothing. Of both, the newer counts, but of two
 * that name the same company the one with its number (docs/decisions/0077-parent-companies.md).
 */
export function buildParentSql(companyId: string): string {
  return `SELECT value, source, observed_at FROM (
      SELECT DISTINCT ON (field) field, value, source, observed_at FROM profile_values
      WHERE company_id = ${companyId} AND field IN ${parentFields} AND (field = 'majority_holder' OR value <> 'null')
      ORDER BY field, observed_at DESC NULLS LAST, source) stated
    WHERE value <> 'null'
    ORDER BY value ->> 'corporate_number' IS NOT NULL AND count(*) OVER (PARTITION BY ${nameKey}) > 1 DESC,
      observed_at DESC NULLS LAST, field DESC LIMIT 1`;
}

/** Mergers that are followed, one after another. */
const maxMergers = 10;

/** SQL of the company that has this number, or of the one into which it was merged, or no row. */
export function buildLivingParentSql(corporateNumber: string): string {
  return `WITH RECURSIVE living AS (
      SELECT company_id, 0 AS step FROM companies WHERE corporate_number = ${corporateNumber}
      UNION ALL
      SELECT next.company_id, step + 1 FROM living
        JOIN company_successors s ON s.company_id = living.company_id
        JOIN companies next ON next.corporate_number = s.successor_corporate_number
      WHERE step < ${maxMergers})
    SELECT company_id FROM living ORDER BY step DESC LIMIT 1`;
}

/** SQL of the statements that make a company a parent, also those about companies that were merged into it. `company` is its table. */
export function buildSubsidiariesSql(company: string): string {
  return `WITH RECURSIVE merged AS (
      SELECT ${company}.corporate_number AS number, 0 AS step
      UNION
      SELECT before.corporate_number, step + 1 FROM merged
        JOIN company_successors s ON s.successor_corporate_number = merged.number
        JOIN companies before ON before.company_id = s.company_id
      WHERE step < ${maxMergers})
    SELECT stating.company_id, p.value, p.source, p.observed_at
    FROM (SELECT DISTINCT s.company_id, merged.number FROM merged
        JOIN profile_values s ON s.value ->> 'corporate_number' = merged.number AND s.field IN ${parentFields}
      WHERE s.company_id <> ${company}.company_id) stating
    JOIN LATERAL (${buildParentSql('stating.company_id')}) p ON p.value ->> 'corporate_number' = stating.number`;
}
