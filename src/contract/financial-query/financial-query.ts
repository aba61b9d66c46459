import { z } from 'zod';
import { defineComponent, field, okField } from '../answer-fields.ts';
import { aboutFiscalYear, companyResultSchema, observedAt, sourceName } from '../companies/company-result.ts';
import { financialMetrics, firstFiscalYear, lastFiscalYear } from '../companies/company-vocabulary.ts';
import { defineObjectField, pagedMetaSchema, readyField, warningsField } from '../company-search/answers.ts';
import { companyFiltersSchema, companyOrders, pagingFields } from '../company-search/requests.ts';
import { defineKnownFields } from '../fields.ts';

/** `POST /companies/query`, payload kind `company_query.v1` (docs/decisions/0024-financial-conditions.md). */

export const financialQueryKind = 'company_query.v1';
export const moneyUnits = ['yen', 'thousand_yen', 'million_yen'] as const;
export type MoneyUnit = (typeof moneyUnits)[number];

const metric = z
  .enum(financialMetrics)
  .describe(
    'A figure of a fiscal year: in yen, except `equity_ratio`, which is a ratio. `latest` capital of a company without capital of any year is that of its profile.',
  );
/** Elasticsearch stores a double; a larger amount would lose precision. */
const amount = z.number().min(-1e18, 'must be at least -1e18').max(1e18, 'must be at most 1e18');

const yearError = `must be latest or a year from ${firstFiscalYear} to ${lastFiscalYear}`;
const fiscalYear = z
  .union(
    [
      z.literal('latest'),
      z.int().min(firstFiscalYear).max(lastFiscalYear),
      z
        .string()
        .regex(/^\d{4}$/)
        .transform(Number)
        .pipe(z.int().min(firstFiscalYear).max(lastFiscalYear)),
    ],
    { error: yearError },
  )
  .default('latest')
  .describe(`${aboutFiscalYear} Default \`latest\`: the newest year of each company and metric.`);

const financialCondition = defineKnownFields({
  metric,
  op: z
    .enum(['gte', 'lte', 'between'])
    .describe('At least, at most, or between two values; bounds are inclusive.'),
  value: z
    .union([amount, z.array(amount).max(2, 'must be two numbers')], {
      error: 'must be a number, or two numbers for between',
    })
    .describe('One number; for `between`, the lower and the upper bound.'),
  unit: z
    .enum(moneyUnits)
    .describe('Unit of the value; default `yen`. Not allowed for `equity_ratio`.')
    .optional(),
  fiscal_year: fiscalYear,
})
  .superRefine((condition, context) => {
    const addFault = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    const { op, value, unit } = condition;
    if (op === 'between') {
      const [low, high, ...more] = Array.isArray(value) ? value : [];
      if (low === undefined || high === undefined || more.length > 0)
        addFault('value', 'must be two numbers');
      else if (low > high) addFault('value', 'must have the lower number first');
    } else if (Array.isArray(value)) addFault('value', 'must be one number');
    if (condition.metric === 'equity_ratio' && unit !== undefined)
      addFault('unit', 'must be left out: equity_ratio is a ratio, for example 0.4');
  })
  .meta({
    id: 'FinancialCondition',
    description: 'A bound on a figure; companies without the figure do not match.',
  });

export const metricOrder = defineKnownFields({
  metric,
  fiscal_year: fiscalYear,
  direction: z.enum(['asc', 'desc']).default('desc').describe('`desc`: the largest first.'),
});

export const financialQueryBody = defineKnownFields({
  kind: z.literal(financialQueryKind).describe('The kind of payload.'),
  filters: companyFiltersSchema.nullish().describe('Conditions on the companies themselves.'),
  financials: z
    .array(financialCondition)
    .min(1)
    .max(10)
    .describe('Conditions on figures, 1 to 10; all of them must hold.'),
  sort: z
    .union([z.enum(companyOrders), metricOrder], {
      error: `must be one of ${companyOrders.join(', ')}, or { metric, fiscal_year, direction }`,
    })
    .nullish()
    .describe(
      'An order of company search, or a metric; default `name`. With a metric, companies without a value are left out.',
    ),
  limit: pagingFields.limit,
  cursor: pagingFields.cursor,
});
export type FinancialQueryBody = z.output<typeof financialQueryBody>;

export const financialValueSchema = defineComponent('FinancialValue', 'A figure of a company.', {
  metric,
  fiscal_year: z
    .int()
    .min(1900)
    .max(2200)
    .nullable()
    .describe(
      `${aboutFiscalYear} Null only for \`capital\` that a source states without a year; it answers \`latest\`, and only if no year is known.`,
    ),
  value: z.number().describe('In `unit`.'),
  unit: field.oneOf(['yen', 'ratio'], '`ratio` for `equity_ratio`: 0.4 is 40 %.'),
  source: sourceName,
  observed_at: observedAt,
});
export type FinancialValue = z.output<typeof financialValueSchema>;

export const financialQueryResultSchema = companyResultSchema
  .extend({
    financials: field.listOf(
      financialValueSchema,
      'The figures that the conditions and the order refer to, as compared.',
    ),
  })
  .meta({ id: 'CompanyQueryResult', description: 'A company found by a company query, with its figures.' });

export const financialQueryAnswerSchema = defineComponent(
  'CompanyQueryAnswer',
  'A page of companies with their figures.',
  {
    ok: okField,
    object: defineObjectField('company_query'),
    kind: z.literal(financialQueryKind).describe('The kind of payload in the request.'),
    status: readyField,
    companies: field.listOf(financialQueryResultSchema, 'The page, in the requested order.'),
    warnings: warningsField,
    meta: pagedMetaSchema
      .extend({
        query: z.null().describe('Always null: a company query has no free text.'),
        excluded_no_data: field.countOrNull(
          'Companies that match `filters` but lack a required figure; null on pages reached by a cursor, and if counting takes too long.',
        ),
      })
      .describe('The page and its totals.'),
  },
);
export type FinancialQueryAnswer = z.output<typeof financialQueryAnswerSchema>;
