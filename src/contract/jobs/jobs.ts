import { z } from 'zod';
import { defineComponent, field, okField } from '../answer-fields.ts';
import { companySchema } from '../companies/company-fields.ts';
import { sourceName } from '../companies/company-result.ts';
import {
  defineObjectField,
  groupedMetaSchema,
  readyField,
  warningsField,
} from '../company-search/answers.ts';
import {
  checkPaging,
  companyFiltersSchema,
  defineBodyArray,
  orderField,
  pagingFields,
} from '../company-search/requests.ts';
import { defineKnownFields, defineSearchText, isoDate, requireVisible } from '../fields.ts';
import { jobsOfEachCompany } from '../limits.ts';

/** `POST /jobs/search` (docs/decisions/0025-jobs-and-construction.md): companies with openings, up to five each. */

const word = requireVisible(z.string().trim().min(1).max(200));

/** Fields of every search grouped by company, in addition to its own conditions. */
export const groupedSearchFields = {
  company_filters: companyFiltersSchema
    .nullish()
    .describe(
      'Conditions on the company itself, as in company search, such as head office, size or listing.',
    ),
  order: orderField
    .nullish()
    .describe(`Default: by openings or permits, most first. ${orderField.description}`),
  ...pagingFields,
};

export const jobsSearchBody = defineKnownFields({
  query: defineSearchText(500).nullish().describe('Words that must all appear in the title of an opening.'),
  filters: defineKnownFields({
    ai_related: z.boolean().describe('true: only openings related to AI; false: only others.').optional(),
    location: defineBodyArray(word, 100)
      .describe("Places of work, not of the head office; one of them must appear in the opening's location.")
      .optional(),
    opened_since: isoDate.describe('Only openings from this day or later.').optional(),
  })
    .nullish()
    .describe(
      'Conditions on an opening; one current opening must meet all of them. An empty list is ignored.',
    ),
  ...groupedSearchFields,
}).superRefine(checkPaging);
export type JobsSearchBody = z.output<typeof jobsSearchBody>;

export const jobSchema = defineComponent('Job', 'A job opening.', {
  job_id: field.text('Id of the opening.'),
  title: field.text('Title, as published.'),
  ai_related: field.flag('Whether the work is related to AI.'),
  location: field.textOrNull('Place of work, as published; null if none is given.'),
  opened_at: field.date('First day on which it is open.'),
  closed_at: field.dateOrNull('First day on which it is no longer open; null if no end is known.'),
  source: sourceName,
});
export type Job = z.output<typeof jobSchema>;

export const jobsResultSchema = defineComponent('JobsResult', 'A company with its openings.', {
  company: companySchema,
  jobs: z
    .array(jobSchema)
    .max(jobsOfEachCompany)
    .describe(`Matching openings, at most ${jobsOfEachCompany}, newest first.`),
  count: field.count('Number of all matching openings.'),
});

export const jobsAnswerSchema = defineComponent('JobsAnswer', 'A page of companies with their openings.', {
  ok: okField,
  object: defineObjectField('jobs_search'),
  status: readyField,
  results: field.listOf(jobsResultSchema, 'The page, one entry per company.'),
  warnings: warningsField,
  meta: groupedMetaSchema.describe('The page and its totals, counted in companies.'),
});
