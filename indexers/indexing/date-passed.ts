/** Companies with a code, a domain or a listing that begins or ends after day $1 and no later than day $2. */
export const identityPassedSql = `
  SELECT company_id FROM company_identifiers
    WHERE (valid_from > $1 AND valid_from <= $2) OR (valid_to > $1 AND valid_to <= $2)
  UNION SELECT company_id FROM listings
    WHERE (listed_from > $1 AND listed_from <= $2) OR (listed_to > $1 AND listed_to <= $2)`;

/** The same for openings and permits. A permit is still valid on its last day. */
export const evidencePassedSql = `
  SELECT company_id FROM job_postings
    WHERE (opened_at > $1 AND opened_at <= $2) OR (closed_at > $1 AND closed_at <= $2)
  UNION SELECT company_id FROM construction_permits
    WHERE (valid_from > $1 AND valid_from <= $2) OR (valid_until >= $1 AND valid_until < $2)`;
