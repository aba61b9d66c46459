import type { ObservationSource } from '../../src/contract/observations/vocabulary.ts';
import { defineColumn, defineFactTable, notOlder, optionalText, text } from './fact-table.ts';
import { buildIsoTimeSql, renderText } from './text-row.ts';

/** Tables of what sources say about a company, one value per source: listings, profile, technologies, financials. */

const source = defineColumn<ObservationSource>();

export const listings = defineFactTable('listings', {
  columns: {
    company_id: text,
    exchange: defineColumn<'tse' | 'nse' | 'sse' | 'fse'>(),
    code: text,
    security_kind: defineColumn<'common' | 'preferred' | 'investment'>(),
    short_name: optionalText,
    market_segment: optionalText,
    industry_33_code: optionalText,
    size_class: optionalText,
    listed_from: optionalText,
    listed_to: optionalText,
    as_of: text,
  },
  key: ['exchange', 'code', 'listed_to'],
  lastKeyColumnNullable: true,
  field: () => "'listings'",
  // If a newer list still contains the security, the company has not changed.
  shown: ['security_kind', 'short_name', 'market_segment', 'industry_33_code', 'size_class', 'listed_from'],
  merge: (upsert) => [
    // The code now belongs to another company.
    `UPDATE listings k SET listed_to = greatest(k.listed_from, s.as_of) FROM staged_listings s
     WHERE (k.exchange, k.code) = (s.exchange, s.code) AND k.company_id <> s.company_id
       AND k.listed_to IS NULL AND s.listed_to IS NULL AND s.as_of >= k.as_of
     RETURNING k.company_id, ARRAY['listings'] AS fields`,
    upsert({
      replace: ['security_kind', 'market_segment', 'industry_33_code', 'size_class', 'as_of'],
      set: {
        // A list that was read without names or first days does not remove them.
        short_name: 'coalesce(excluded.short_name, kept.short_name)',
        listed_from: 'coalesce(excluded.listed_from, kept.listed_from)',
      },
      allowed: 'excluded.company_id = kept.company_id AND excluded.as_of >= kept.as_of',
    }),
  ],
  document: {
    select:
      'exchange, code, security_kind, short_name, market_segment, industry_33_code, size_class, listed_from, listed_to',
    add: (company, [exchange, code, securityKind, ...rest]) => {
      const [shortName = null, marketSegment = null, industry33Code = null, sizeClass = null, ...days] = rest;
      const [from = null, to = null] = days;
      company.listings.push({
        exchange: renderText(exchange),
        code: renderText(code),
        securityKind: renderText(securityKind),
        shortName,
        marketSegment,
        industry33Code,
        sizeClass,
        listedFrom: from,
        listedTo: to,
      });
    },
  },
});

/** Two statements about one fact: the parent's own report, and a list of shareholders. */
const buildProfileFieldSql = (row: string) =>
  `CASE ${row}.field WHEN 'majority_holder' THEN 'parent_company' ELSE ${row}.field END`;

/**
 * A list that states the same value on a later day has not changed the company, unless its source now is the newest of several, whose
 * value counts. The first statement that there is no value (null in JSON) changes nothing either.
 */
const changedProfileField = `CASE WHEN coalesce(old.value, 'null') IS DISTINCT FROM new.value
  OR EXISTS (SELECT FROM profile_values other
    WHERE other.company_id = new.company_id AND other.field = new.field AND other.source <> new.source
      AND (old.observed_at IS NULL OR other.observed_at >= old.observed_at)
      AND (other.observed_at IS NULL OR other.observed_at <= new.observed_at))
  THEN ARRAY[${buildProfileFieldSql('new')}] END`;

export const profileValues = defineFactTable('profile_values', {
  columns: {
    company_id: text,
    field: text,
    value: defineColumn<unknown>('json'),
    source,
    observed_at: optionalText,
  },
  key: ['company_id', 'field', 'source'],
  field: buildProfileFieldSql,
  fields: changedProfileField,
  merge: (upsert) => [upsert({ allowed: notOlder })],
  enrichment: ['employees', 'insured_persons'],
  document: {
    select: "field, value #>> '{}'",
    rest: "AND field IN ('website_url', 'listing_statement', 'capital_yen') ORDER BY observed_at DESC NULLS LAST, source",
    add: (company, [field, value]) => {
      if (field === 'website_url') company.websites.push(renderText(value));
      else if (field === 'capital_yen') company.capital ??= Number(value);
      else company.listingStatement ??= renderText(value);
    },
  },
});

export const companyTechnologies = defineFactTable('company_technologies', {
  columns: { company_id: text, technology: text, source, observed_at: optionalText },
  key: ['company_id', 'technology', 'source'],
  field: () => "'technologies'",
  merge: (upsert) => [upsert({ allowed: notOlder })],
  document: {
    select: `technology, source, ${buildIsoTimeSql('observed_at')}`,
    add: (company, [key, source, observedAt = null]) =>
      company.technologies.push({ key: renderText(key), source: renderText(source), observedAt }),
  },
});

export const financials = defineFactTable('financials', {
  columns: {
    company_id: text,
    fiscal_year: defineColumn<number>(),
    metric: text,
    value: defineColumn<number>(),
    source,
    observed_at: optionalText,
  },
  key: ['company_id', 'fiscal_year', 'metric', 'source'],
  field: () => "'financials'",
  merge: (upsert) => [upsert({ allowed: notOlder })],
  document: {
    select: 'metric, fiscal_year, value',
    rest: 'ORDER BY company_id, metric, fiscal_year DESC, observed_at DESC NULLS LAST, source',
    add: ({ financials }, [metric, fiscalYear, value]) => {
      const next = { metric: renderText(metric), fiscalYear: Number(fiscalYear), value: Number(value) };
      const last = financials.at(-1);
      // If several sources give a figure, the first in this order counts.
      if (last?.metric !== next.metric || last.fiscalYear !== next.fiscalYear) financials.push(next);
    },
  },
});
