import { z } from 'zod';
import {
  companyKinds,
  companyStatuses,
  constructionLicenseTypes,
  listingStatuses,
} from '../companies/company-vocabulary.ts';
import {
  defineBoundedInteger,
  defineKnownFields,
  defineQueryArray,
  defineQueryCondition,
  defineQueryInteger,
  defineSearchText,
  queryBoolean,
  queryText,
} from '../fields.ts';
import {
  formatLimit,
  maxCapitalYen,
  maxCompanyIds,
  maxHeadCount,
  maxOffset,
  maxPageItems,
  maxQueryLength,
} from '../limits.ts';

/** `POST /search` and `GET /companies` (docs/specification.md#company-search). */

export const companyOrders = ['name', 'jobs', 'ai', 'construction', 'employees'] as const;
export const facetNames = [
  'prefecture',
  'industry_33_code',
  'market_segment',
  'listing_status',
  'size',
] as const;
export type FacetName = (typeof facetNames)[number];

const text = defineSearchText(maxQueryLength);
const term = z.string().trim().min(1).max(200);

/** In a body, an array filter is an array or a single value. */
export function defineBodyArray<Item extends z.ZodType<unknown, string>>(item: Item, max = 1000) {
  return z.union([item.transform((one) => [one]), z.array(item).max(max)], {
    // The fault of the form that was used; for anything else, the forms that are allowed.
    error: ({ input, errors }) => {
      if (typeof input !== 'string' && !Array.isArray(input))
        return 'must be a string or an array of strings';
      const [ofOne, ofArray] = errors as z.core.$ZodIssue[][];
      return (typeof input === 'string' ? ofOne : ofArray)?.[0]?.message;
    },
  });
}

type FilterKind = 'list' | 'flag' | 'number' | 'text';

/** Each filter has two forms: in a body, and as a query parameter. */
const defineForms = <Body extends z.ZodType, Query extends z.ZodType>(
  kind: FilterKind,
  body: Body,
  query: Query,
  about: string,
) => ({
  kind,
  body: body.describe(about),
  query: query.describe(about),
});
const defineAnyOf = <Item extends z.ZodType<unknown, string>>(item: Item, about: string, max = 1000) => ({
  kind: 'list',
  body: defineBodyArray(item, max).describe(about),
  query: defineQueryArray(item, { max }).describe(`${about} Repeated or comma-separated.`),
});
const defineFlag = (about: string) => defineForms('flag', z.boolean(), queryBoolean, about);
const defineBound = (about: string, max = maxHeadCount) =>
  defineForms(
    'number',
    defineBoundedInteger({ min: 0, max }),
    defineQueryInteger({ min: 0, max }),
    `${about} Companies without this number are left out.`,
  );
const aboutInsured =
  'People in social insurance, counted by registered workplace; not the number of employees.';
const aboutCapital = 'Of the newest fiscal year that a source states, otherwise of the profile.';

const filters = {
  listing_status: defineAnyOf(
    z.enum(listingStatuses),
    'Listing on a Japanese exchange. `private`: the company states that it is not listed. `unknown`: no source states it.',
  ),
  market_segment: defineAnyOf(
    term,
    "Market segments, by key (`prime`, `standard`, `growth`, `pro_market`, `main`, `next`, `ambitious`, `q_board`, `other`) or by the exchange's label (プライム).",
  ),
  prefecture: defineAnyOf(
    term,
    'Prefectures of the head office, not of a job opening: name (東京都), short name (東京), romaji (Tokyo) or code (13).',
  ),
  city: defineAnyOf(term, 'Cities, wards or towns of the head office, as the register writes them (豊田市).'),
  industry_33_code: defineAnyOf(term, 'Sectors of the exchange (33): code (3700) or label (輸送用機器).'),
  kind: defineAnyOf(
    z.enum(companyKinds),
    'Kinds of corporation: `kabushiki` 株式会社, `yugen` 有限会社, `gomei` 合名会社, `goshi` 合資会社, `godo` 合同会社.',
  ),
  status: defineAnyOf(
    z.enum(companyStatuses),
    'States in the register; default only `active`. An identifier as query, and `company_ids`, find companies in any state.',
  ),
  company_ids: defineAnyOf(
    term,
    'Only these companies, by current or former id. An empty `company_ids` matches nothing.',
    maxCompanyIds,
  ),
  website_domains: defineAnyOf(term, 'Domains of the website; for a URL, its registrable domain.'),
  technologies: defineAnyOf(
    term,
    'Technologies, as in `profile.technologies[].key`; the company uses at least one of them.',
  ),
  construction_license_types: defineAnyOf(
    z.enum(constructionLicenseTypes),
    'Licence types; the company holds a valid permit for at least one of them.',
  ),
  has_website: defineFlag('true: only companies with a known website; false: only those without.'),
  has_jobs: defineFlag('true: only companies with known current openings; false: only those without.'),
  ai_jobs: defineFlag('true: only companies with known AI-related openings; false: only those without.'),
  construction: defineFlag(
    'true: only companies with a known valid construction permit; false: only those without.',
  ),
  min_employees: defineBound('Minimum number of employees, inclusive.'),
  max_employees: defineBound(
    'Maximum number of employees, inclusive; at least `min_employees`. Not together with a query or `semantic_tag`.',
  ),
  min_insured_persons: defineBound(`Minimum number of insured persons, inclusive. ${aboutInsured}`),
  max_insured_persons: defineBound(
    `Maximum number of insured persons, inclusive; at least \`min_insured_persons\`. ${aboutInsured}`,
  ),
  min_capital_yen: defineBound(`Minimum capital in yen, inclusive. ${aboutCapital}`, maxCapitalYen),
  max_capital_yen: defineBound(
    `Maximum capital in yen, inclusive; at least \`min_capital_yen\`. ${aboutCapital}`,
    maxCapitalYen,
  ),
  semantic_tag: defineForms(
    'text',
    term,
    defineQueryCondition(term),
    'Accepted but not applied: the answer has the warning `semantic_tags_unsupported`. Not together with `max_employees`.',
  ),
};

/** The names of the filters with several values, any of which may match; of those that are true or false; of bounds. */
export const companyFilterNames = {
  list: selectNames('list'),
  flag: selectNames('flag'),
  number: selectNames('number'),
};

function selectNames(kind: FilterKind): string[] {
  return Object.entries(filters).flatMap(([name, filter]) => (filter.kind === kind ? [name] : []));
}

function selectForm<Form extends 'body' | 'query'>(form: Form) {
  return Object.fromEntries(
    Object.entries(filters).map(([name, filter]) => [name, filter[form].optional()]),
  ) as { [Name in keyof typeof filters]: z.ZodOptional<(typeof filters)[Name][Form]> };
}

const ranges = ['employees', 'insured_persons', 'capital_yen'] as const;
type Ranges = Partial<Record<`${'min' | 'max'}_${(typeof ranges)[number]}`, number | undefined>>;

/** If both bounds are given, the upper must not be below the lower (docs/specification.md#get-companies). */
function checkRanges(filters: Ranges, context: z.RefinementCtx): void {
  for (const name of ranges) {
    const min = filters[`min_${name}` as const];
    const max = filters[`max_${name}` as const];
    if (min === undefined || max === undefined || max >= min) continue;
    context.addIssue({ code: 'custom', path: [`max_${name}`], message: `must be at least min_${name}` });
  }
}

export const companyFiltersSchema = defineKnownFields(selectForm('body')).superRefine(checkRanges).meta({
  id: 'CompanyFilters',
  description:
    'Conditions on companies. All of them must hold; in a list, one value must match. An empty list is ignored, except that an empty `company_ids` matches nothing. A value that no company has matches nothing, and the warning `filter_value_unknown` suggests the nearest values.',
});

const aboutOrder =
  '`name`: by kana reading (a name in kana is its own reading); companies without a known reading follow, by name as written. `jobs`, `ai`, `construction`: by current openings, AI-related openings or valid permits, most first. `employees`: by number of employees, largest first. Ties are ordered by `name`, then `company_id`.';
const aboutFacets = 'Also count the matching companies by the values of these fields.';
const aboutLimit = `Maximum number of companies on a page, 1 to ${maxPageItems}.`;
const aboutOffset = `Number of companies to skip before the page, 0 to ${formatLimit(maxOffset)}.`;
const limit = defineBoundedInteger({ min: 1, max: maxPageItems }).default(20).describe(aboutLimit);

/** Paging of every company search that takes a body. */
export const pagingFields = {
  limit,
  offset: defineBoundedInteger({ min: 0, max: maxOffset })
    .describe(`${aboutOffset} Default 0. Not together with \`cursor\`.`)
    .optional(),
  cursor: z
    .string()
    .min(1)
    .max(4000)
    .nullish()
    .describe(
      '`meta.next_cursor` of the previous page, unchanged, with the same conditions and order. Valid for 24 hours.',
    ),
};

/** A page is reached either by cursor or by offset. */
export function checkPaging(
  body: { readonly cursor?: string | null | undefined; readonly offset?: number | undefined },
  context: z.RefinementCtx,
): void {
  if (!body.cursor || body.offset === undefined) return;
  context.addIssue({ code: 'custom', path: ['offset'], message: 'must not be combined with cursor' });
}

export const orderField = z.enum(companyOrders).describe(aboutOrder);

export const companySearchBody = defineKnownFields({
  query: text.nullish().meta({
    description:
      'A name, company_id, securities code, corporate number, EDINET code, invoice number or domain, as people write it. It is not interpreted further: places, industries and sizes belong in `filters`. Absent: search by filters only.',
    examples: ['トヨタ自動車', '7203', 'toyota.co.jp'],
  }),
  filters: companyFiltersSchema.nullish().describe('Conditions in addition to the query.'),
  order: orderField
    .nullish()
    .describe(`Default: by relevance with a query, by \`name\` without. ${aboutOrder}`),
  ...pagingFields,
  planner_mode: z
    .enum(['auto', 'llm', 'deterministic'])
    .describe(
      'For existing callers: execution is always deterministic; the other modes only add the warning `planner_mode_deprecated`.',
    )
    .optional(),
  facets: z.array(z.enum(facetNames)).max(facetNames.length).describe(aboutFacets).optional(),
}).superRefine(checkPaging);

export const companiesQuery = defineKnownFields({
  q: queryText
    .pipe(text)
    .describe(
      'A name, company_id or identifier. Matched in stages: exact identifier, exact company_id, exact normalized name, beginning of a name.',
    )
    .optional(),
  ...selectForm('query'),
  order: orderField
    .describe(`Default: by relevance with \`q\`, by \`name\` without. ${aboutOrder}`)
    .optional(),
  limit: defineQueryInteger({ min: 1, max: maxPageItems }).default(20).describe(aboutLimit),
  offset: defineQueryInteger({ min: 0, max: maxOffset }).default(0).describe(aboutOffset),
  facets: defineQueryArray(z.enum(facetNames), { max: facetNames.length })
    .describe(`${aboutFacets} Repeated or comma-separated.`)
    .optional(),
}).superRefine(checkRanges);

export const suggestQuery = defineKnownFields({
  q: queryText.pipe(text).describe('The part of a name typed so far, in kanji, kana or romaji.'),
  limit: defineQueryInteger({ min: 1, max: 20 })
    .default(10)
    .describe('Maximum number of suggestions, 1 to 20.'),
});

/**
 * An empty list is the default and sets no condition (docs/decisions/0015-search-filters.md), on every path. But an
 * empty `company_ids` matches nothing: the program that made the list may have found no companies, and must not receive
 * all of them.
 */
export function isNoCondition(filter: string, value: unknown): boolean {
  return filter !== 'company_ids' && Array.isArray(value) && value.length === 0;
}

/** Whether there is a condition among filters. */
export function hasCondition(filters: object | null | undefined): boolean {
  return Object.entries(filters ?? {}).some(([name, value]) => !isNoCondition(name, value));
}

/** Filters in the API's form, after either path's schema. */
export type WireFilters = z.output<typeof companyFiltersSchema>;
