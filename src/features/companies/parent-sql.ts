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
