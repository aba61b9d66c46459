import { z } from 'zod';
import { financialMetrics, firstFiscalYear, lastFiscalYear } from '../../mappings/companies.ts';
import { companyFiltersSchema, companyResultSchema, orders } from './company-search.ts';
import { boundedInteger, knownFields } from './fields.ts';

/** `POST /companies/query`, payload kind `company_query.v1` (decisions.md, "Named only in the specification"). */

export const companyQueryKind = 'company_query.v1';
export const moneyUnits = ['yen', 'thousand_yen', 'million_yen'] as const;
export type MoneyUnit = (typeof moneyUnits)[number];

const metric = z.enum(financialMetrics, { error: `must be one of ${financialMetrics.join(', ')}` });
/** As the engine holds it; beyond this a double loses yen by the million. */
const amount = z
  .number({ error: 'must be a number' })
  .min(-1e18, 'must be at least -1e18')
  .max(1e18, 'must be at most 1e18');

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
  .default('latest');

const financialCondition = knownFields({
  metric,
  op: z.enum(['gte', 'lte', 'between'], { error: 'must be one of gte, lte, between' }),
  /** One number; for `between` the lower and the upper, both included. */
  value: z.union([amount, z.array(amount)], { error: 'must be a number, or for between two numbers' }),
  unit: z.enum(moneyUnits, { error: `must be one of ${moneyUnits.join(', ')}` }).optional(),
  fiscal_year: fiscalYear,
}).superRefine((condition, context) => {
  const fault = (path: string, message: string) =>
    context.addIssue({ code: 'custom', path: [path], message });
  const { op, value, unit } = condition;
  if (op === 'between') {
    const [low, high, ...more] = Array.isArray(value) ? value : [];
    if (low === undefined || high === undefined || more.length > 0) fault('value', 'must be two numbers');
    else if (low > high) fault('value', 'must have the lower number first');
  } else if (Array.isArray(value)) fault('value', 'must be one number');
  if (condition.metric === 'equity_ratio' && unit !== undefined)
    fault('unit', 'must be left out: equity_ratio is a ratio, for example 0.4');
});

export const companyQueryBody = knownFields({
  kind: z.literal(companyQueryKind, { error: `must be ${companyQueryKind}` }),
  filters: companyFiltersSchema.nullish(),
  financials: z
    .array(financialCondition)
    .min(1, 'must have at least one condition')
    .max(10, 'must have at most 10 conditions'),
  /** One of the orders of company search, or a metric; companies without a value of it are left out too. */
  sort: z
    .union(
      [
        z.enum(orders),
        knownFields({
          metric,
          fiscal_year: fiscalYear,
          direction: z.enum(['asc', 'desc'], { error: 'must be asc or desc' }).default('desc'),
        }),
      ],
      { error: `must be one of ${orders.join(', ')}, or { metric, fiscal_year, direction }` },
    )
    .nullish(),
  limit: boundedInteger({ min: 1, max: 100 }).default(20),
  cursor: z.string().min(1).max(4000).nullish(),
});
export type CompanyQueryBody = z.output<typeof companyQueryBody>;

export const financialValueSchema = z.object({
  metric,
  fiscal_year: z.number(),
  /** In yen; of equity_ratio a ratio. */
  value: z.number(),
  unit: z.enum(['yen', 'ratio']),
  source: z.string(),
  observed_at: z.string().nullable(),
});
export type FinancialValue = z.output<typeof financialValueSchema>;

export const companyQueryResultSchema = z.object({
  ...companyResultSchema.shape,
  financials: z.array(financialValueSchema),
});
