import { industries } from '../../../contract/companies/company-vocabulary.ts';
import { ownSource } from './row-conditions.ts';

/** SQL about the companies of a source, under their current ids. */

/** The settled rows of a source with their company. */
const settledRows = `SELECT r.row_number, coalesce(a.company_id, r.company_id) AS company_id
  FROM source_rows r LEFT JOIN company_aliases a ON a.alias_id = r.company_id
  WHERE r.source_id = ${ownSource} AND r.company_id IS NOT NULL`;

/** Every label that a source may write for a sector, and its code. */
export const industryBindings = {
  industryLabels: industries.flatMap(({ label, aliases }) => [label, ...aliases]),
  industryCodes: industries.flatMap(({ value, aliases }) => [value, ...aliases.map(() => value)]),
};

const newest = (field: string) =>
  `(array_agg(value #>> '{}' ORDER BY observed_at DESC NULLS LAST, source) FILTER (WHERE field = '${field}'))[1]`;

/**
 * Tables for a WITH, the last of which is `companies_of_rows`: what the companies of settled rows are, as `toCompanySummary`
 * and `deriveListingStatus` say, and with the sector that an unlisted company files itself. What a statement does not use of them is not read. Needs
 * `industryBindings`.
 */
export const companiesOfRows = `m AS MATERIALIZED (
    SELECT company_id, count(*)::int AS rows, min(row_number) AS first_row FROM (${settledRows}) s GROUP BY company_id),
  filed AS (
    SELECT company_id, CAST(${newest('capital_yen')} AS numeric) AS capital, ${newest('industry')} AS industry,
      ${newest('listing_statement')} AS listing
    FROM profile_values WHERE field IN ('capital_yen', 'industry', 'listing_statement') AND company_id IN (SELECT company_id FROM m)
    GROUP BY company_id),
  listed AS (
    SELECT company_id, bool_or(listed_to IS NULL) AS now, (array_agg(industry_33_code ORDER BY (security_kind = 'common') DESC,
        array_position(ARRAY['tse', 'nse', 'sse', 'fse'], exchange), code) FILTER (WHERE listed_to IS NULL))[1] AS industry
    FROM listings WHERE company_id IN (SELECT company_id FROM m) GROUP BY company_id),
  companies_of_rows AS (
    SELECT m.company_id, m.rows, m.first_row, c.status, h.prefecture, h.prefecture_code, e.employees, filed.capital,
      coalesce(listed.industry,
        (CAST(:industryCodes AS text[]))[array_position(CAST(:industryLabels AS text[]), filed.industry)]) AS industry,
      CASE WHEN listed.now THEN 'listed' WHEN listed.company_id IS NOT NULL THEN 'delisted' WHEN filed.listing = '上場' THEN 'listed'
        WHEN filed.listing = '非上場' THEN 'private' ELSE 'unknown' END AS listing
    FROM m
      LEFT JOIN companies c ON c.company_id = m.company_id
      LEFT JOIN company_addresses h ON h.company_id = m.company_id AND h.kind = 'head_office'
      LEFT JOIN company_source_enrichment e ON e.company_id = m.company_id
      LEFT JOIN filed ON filed.company_id = m.company_id
      LEFT JOIN listed ON listed.company_id = m.company_id)`;
