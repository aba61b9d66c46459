import { z } from 'zod';
import {
  companyKinds,
  companyStatuses,
  constructionLicenseTypes,
  listingStatuses,
} from '../companies/company-vocabulary.ts';
import {
  boundedInteger,
  knownFields,
  queryArray,
  queryBoolean,
  queryInteger,
  queryText,
  searchText,
} from '../fields.ts';

/** `POST /search` and `GET /companies` (docs/specification.md#company-search). */

export const maxHeadCount = 10_000_000;
export const maxOffset = 10_000;
export const maxCompanyIds = 10_000;
/** Companies that a query reaches that says too little (docs/decisions/0019-broad-text.md). */
export const maxBroadRows = 100;
const maxQueryLength = 1000;

export const orders = ['name', 'jobs', 'ai', 'construction', 'employees'] as const;
export const facetNames = [
  'prefecture',
  'industry_33_code',
  'market_segment',
  'listing_status',
  'size',
] as const;
export type FacetName = (typeof facetNames)[number];

const text = searchText(maxQueryLength);
const term = z.string().trim().min(1, 'must not be blank').max(200);
const headCount = { min: 0, max: maxHeadCount };

/** In a body an array filter is an array; one value alone is accepted too. */
function bodyArray<Item extends z.ZodType<unknown, string>>(item: Item, max = 1000) {
  return z.union(
    [item.transform((one) => [one]), z.array(item).max(max, `must have at most ${max} values`)],
    {
      // What is said of the form that was given; of neither, which forms there are.
      error: ({ input, errors }) => {
        if (typeof input !== 'string' && !Array.isArray(input)) return 'must be a text or an array of texts';
        const [ofOne, ofArray] = errors as z.core.$ZodIssue[][];
        return (typeof input === 'string' ? ofOne : ofArray)?.[0]?.message;
      },
    },
  );
}

const headCountNote = 'Companies without such a number are left out.';
const insuredNote = `Insured persons of social insurance, counted by registered workplace: no count of employees. ${headCountNote}`;

const aboutFilters = {
  listing_status:
    'Listing on a Japanese exchange. `private`: the company says that it is not listed. `unknown`: nobody says.',
  market_segment:
    "Market segments, by key (`prime`, `standard`, `growth`, `pro_market`, `main`, `next`, `ambitious`, `q_board`, `other`) or by the exchange's label (プライム).",
  prefecture:
    'Prefectures of the head office, not of a job: name (東京都), short name (東京), romaji (Tokyo) or code (13).',
  city: 'Cities, wards or towns of the head office, as the register writes them (豊田市).',
  industry_33_code: 'Sectors of the exchange (33): code (3700) or label (輸送用機器).',
  kind: 'Kinds of corporation: `kabushiki` 株式会社, `yugen` 有限会社, `gomei` 合名会社, `goshi` 合資会社, `godo` 合同会社.',
  status:
    'States in the register; `active` alone unless given. An identifier as query and `company_ids` find their companies in any state.',
  company_ids:
    'Only these companies; a former id stands for the company that has it. Of an empty list there is none.',
  website_domains: 'Domains of the website; of a URL its registrable domain counts.',
  technologies: 'Technologies of which the company uses at least one, as in `profile.technologies[].key`.',
  construction_license_types: 'Licence types of which the company holds at least one in a valid permit.',
  has_website: 'true: only companies with a known website; false: only those without.',
  has_jobs: 'true: only companies with current openings; false: only those without a known one.',
  ai_jobs: 'true: only companies with AI-related openings; false: only those without a known one.',
  construction:
    'true: only companies with a valid construction permit; false: only those without a known one.',
  min_employees: `Least number of employees. ${headCountNote}`,
  max_employees: `Greatest number of employees, at least \`min_employees\`. Not together with a query or \`semantic_tag\`. ${headCountNote}`,
  min_insured_persons: `Least number of insured persons. ${insuredNote}`,
  max_insured_persons: `Greatest number of insured persons, at least \`min_insured_persons\`. ${insuredNote}`,
  semantic_tag:
    'Accepted and not applied: the answer warns `semantic_tags_unsupported`. Not together with `max_employees`.',
};

function described<Fields extends { readonly [Name in keyof typeof aboutFilters]?: z.ZodType }>(
  fields: Fields,
  more = '',
): Fields {
  const about: Readonly<Record<string, string>> = aboutFilters;
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, field.describe(`${about[name]}${more}`)]),
  ) as Fields;
}

const bodyFilterFields = described({
  listing_status: bodyArray(z.enum(listingStatuses)),
  market_segment: bodyArray(term),
  prefecture: bodyArray(term),
  city: bodyArray(term),
  industry_33_code: bodyArray(term),
  kind: bodyArray(z.enum(companyKinds)),
  status: bodyArray(z.enum(companyStatuses)),
  company_ids: bodyArray(term, maxCompanyIds),
  website_domains: bodyArray(term),
  technologies: bodyArray(term),
  construction_license_types: bodyArray(z.enum(constructionLicenseTypes)),
  has_website: z.boolean(),
  has_jobs: z.boolean(),
  ai_jobs: z.boolean(),
  construction: z.boolean(),
  min_employees: boundedInteger(headCount),
  max_employees: boundedInteger(headCount),
  min_insured_persons: boundedInteger(headCount),
  max_insured_persons: boundedInteger(headCount),
  semantic_tag: term,
});

const queryFilterFields = {
  ...described(
    {
      listing_status: queryArray(z.enum(listingStatuses)),
      market_segment: queryArray(term),
      prefecture: queryArray(term),
      city: queryArray(term),
      industry_33_code: queryArray(term),
      kind: queryArray(z.enum(companyKinds)),
      status: queryArray(z.enum(companyStatuses)),
      company_ids: queryArray(term, { max: maxCompanyIds }),
      website_domains: queryArray(term),
      technologies: queryArray(term),
      construction_license_types: queryArray(z.enum(constructionLicenseTypes)),
    },
    ' Repeated or comma-separated.',
  ),
  ...described({
    has_website: queryBoolean,
    has_jobs: queryBoolean,
    ai_jobs: queryBoolean,
    construction: queryBoolean,
    min_employees: queryInteger(headCount),
    max_employees: queryInteger(headCount),
    min_insured_persons: queryInteger(headCount),
    max_insured_persons: queryInteger(headCount),
    semantic_tag: queryText.pipe(term),
  }),
};

interface Ranges {
  readonly min_employees?: number | undefined;
  readonly max_employees?: number | undefined;
  readonly min_insured_persons?: number | undefined;
  readonly max_insured_persons?: number | undefined;
}

/** Across fields (docs/specification.md#get-companies): with both bounds given, the upper is not below the lower. */
function checkRanges(filters: Ranges, context: z.RefinementCtx): void {
  const pairs = [
    ['employees', filters.min_employees, filters.max_employees],
    ['insured_persons', filters.min_insured_persons, filters.max_insured_persons],
  ] as const;
  for (const [name, min, max] of pairs) {
    if (min === undefined || max === undefined || max >= min) continue;
    context.addIssue({ code: 'custom', path: [`max_${name}`], message: `must be at least min_${name}` });
  }
}

export const companyFiltersSchema = knownFields(z.object(bodyFilterFields).partial().shape)
  .superRefine(checkRanges)
  .meta({
    id: 'CompanyFilters',
    description:
      'Conditions on companies; all of them must hold, and of a list one value must. An empty list is no condition, but for `company_ids`: of no company there is nothing. A value that no company has matches nothing, and the answer warns `filter_value_unknown` with the nearest ones.',
  });

const aboutOrder =
  '`name`: by reading in kana (names written in kana are their own); companies whose reading no source states follow after all of them, by name as written. `jobs`, `ai`, `construction`: by current openings, AI-related openings or valid permits, the most first. `employees`: by headcount, the largest first. Ties end on `name`, then `company_id`.';
const aboutFacets = 'Also count the companies by the values of these fields.';
const aboutLimit = 'Companies on a page at most.';
const aboutOffset = 'Companies to leave out before the page.';
const limit = boundedInteger({ min: 1, max: 100 }).default(20).describe(aboutLimit);

/** How every search over companies that takes a body is paged. */
export const pagingFields = {
  limit,
  offset: boundedInteger({ min: 0, max: maxOffset })
    .describe(`${aboutOffset} Not together with \`cursor\`; 0 unless given.`)
    .optional(),
  cursor: z
    .string()
    .min(1)
    .max(4000)
    .nullish()
    .describe(
      '`meta.next_cursor` of the page before, unchanged, with the same conditions and order. Good for 24 hours.',
    ),
};

/** A page is reached by one of the two. */
export function checkPaging(
  body: { readonly cursor?: string | null | undefined; readonly offset?: number | undefined },
  context: z.RefinementCtx,
): void {
  if (!body.cursor || body.offset === undefined) return;
  context.addIssue({ code: 'custom', path: ['offset'], message: 'must not be combined with cursor' });
}

export const orderField = z
  .enum(orders, { error: `must be one of ${orders.join(', ')}` })
  .describe(aboutOrder);

export const companySearchBody = knownFields({
  query: text.nullish().meta({
    description:
      'A name, company_id, securities code, corporate number, EDINET code, invoice number or domain, as people write it. Nothing is read out of it: places, industries and sizes belong in `filters`. Without it the search is a browse by filters.',
    examples: ['トヨタ自動車', '7203', 'toyota.co.jp'],
  }),
  filters: companyFiltersSchema.nullish().describe('Conditions beside the query.'),
  order: orderField
    .nullish()
    .describe(`By relevance with a query, by \`name\` without, unless given. ${aboutOrder}`),
  ...pagingFields,
  planner_mode: z
    .enum(['auto', 'llm', 'deterministic'])
    .describe(
      'For older callers: execution is always deterministic, and the other two are answered with the warning `planner_mode_deprecated`.',
    )
    .optional(),
  facets: z.array(z.enum(facetNames)).max(facetNames.length).describe(aboutFacets).optional(),
}).superRefine(checkPaging);

export const companiesQuery = knownFields({
  q: queryText
    .pipe(text)
    .describe(
      'A name, company_id or identifier. Matched by exact identifier, exact company_id, exact normalized name, then beginning of a name.',
    )
    .optional(),
  ...z.object(queryFilterFields).partial().shape,
  order: orderField
    .describe(`By relevance with \`q\`, by \`name\` without, unless given. ${aboutOrder}`)
    .optional(),
  limit: queryInteger({ min: 1, max: 100 }).default(20).describe(aboutLimit),
  offset: queryInteger({ min: 0, max: maxOffset }).default(0).describe(aboutOffset),
  facets: queryArray(z.enum(facetNames), { max: facetNames.length })
    .describe(`${aboutFacets} Repeated or comma-separated.`)
    .optional(),
}).superRefine(checkRanges);

export const suggestQuery = knownFields({
  q: queryText.pipe(text).describe('What has been typed of a name so far, in kanji, kana or romaji.'),
  limit: queryInteger({ min: 1, max: 20 }).default(10).describe('Suggestions at most.'),
});

/**
 * An empty list is the default and no condition (docs/decisions/0015-search-filters.md), on every path. But of no
 * company there is nothing: the step of a program that made the list may have found none, and must not be answered with
 * everything.
 */
export function asksNothing(filter: string, value: unknown): boolean {
  return filter !== 'company_ids' && Array.isArray(value) && value.length === 0;
}

/** Whether there is a condition among filters. */
export function haveCondition(filters: object | null | undefined): boolean {
  return Object.entries(filters ?? {}).some(([name, value]) => !asksNothing(name, value));
}

/** Filters as they are on the wire, after the schema of either path. */
export type WireFilters = z.output<typeof companyFiltersSchema>;
