import { toMetricField } from '../../../mappings/companies.ts';
import type {
  FinancialQueryBody,
  FinancialValue,
  MoneyUnit,
} from '../../contract/financial-query/financial-query.ts';
import { type Clause, combineAny, matchRange, mustNot } from '../../search/clauses.ts';
import type { ValueOrder } from '../company-search/filters/narrowing.ts';

type Metric = FinancialValue['metric'];

/** A figure of a company: a metric in its newest year or in a given year. */
export interface Figure {
  readonly metric: Metric;
  readonly fiscalYear: number | 'latest';
}

/** Inclusive bounds of a figure, in yen or as a ratio. */
export interface FigureCondition extends Figure {
  readonly min?: number;
  readonly max?: number;
}

const yenOf: Readonly<Record<MoneyUnit, number>> = { yen: 1, thousand_yen: 1_000, million_yen: 1_000_000 };

/** The conditions of a payload, in yen. */
export function toFigureConditions(payload: Pick<FinancialQueryBody, 'financials'>): FigureCondition[] {
  return payload.financials.map(({ metric, op, value, unit = 'yen', fiscal_year: fiscalYear }) => {
    const amounts = [value].flat().map((amount) => amount * yenOf[unit]);
    return {
      metric,
      fiscalYear,
      ...(op !== 'lte' && { min: amounts[0] ?? 0 }),
      ...(op !== 'gte' && { max: amounts.at(-1) ?? 0 }),
    };
  });
}

/** The figures that a company must have: those of the conditions and of the order. */
export function listNeededFigures(payload: Pick<FinancialQueryBody, 'financials' | 'sort'>): Figure[] {
  const figures: Figure[] = toFigureConditions(payload).map(({ metric, fiscalYear }) => ({
    metric,
    fiscalYear,
  }));
  const { sort } = payload;
  if (typeof sort === 'object' && sort !== null)
    figures.push({ metric: sort.metric, fiscalYear: sort.fiscal_year });
  return [...new Map(figures.map((figure) => [getFieldName(figure), figure] as const)).values()];
}

export function buildFigureClauses(
  conditions: readonly FigureCondition[],
  needed: readonly Figure[],
): Clause[] {
  return [
    ...conditions.map((condition) => matchRange(getFieldName(condition), condition.min, condition.max)),
    ...needed.map(hasFigure),
  ];
}

/** Companies that lack at least one of the figures. */
export function buildLackingClause(needed: readonly Figure[]): Clause {
  return combineAny(needed.map((figure) => mustNot(hasFigure(figure))));
}

export function toOrder(sort: FinancialQueryBody['sort']): ValueOrder | undefined {
  if (typeof sort !== 'object' || sort === null) return undefined;
  const { metric, fiscal_year: fiscalYear, direction } = sort;
  return { field: getFieldName({ metric, fiscalYear }), direction };
}

function hasFigure(figure: Figure): Clause {
  return { exists: { field: getFieldName(figure) } };
}

function getFieldName({ metric, fiscalYear }: Figure): string {
  if (fiscalYear === 'latest') return `financials_latest.${metric}`;
  return `financials_by_year.${toMetricField(metric, fiscalYear)}`;
}

/** The value of a figure. @param values of one company, the newest year first */
export function findFigure(values: readonly FinancialValue[], figure: Figure): FinancialValue | undefined {
  return values.find(
    ({ metric, fiscal_year }) =>
      metric === figure.metric && (figure.fiscalYear === 'latest' || figure.fiscalYear === fiscal_year),
  );
}

export function isConditionMet(values: readonly FinancialValue[], condition: FigureCondition): boolean {
  const value = findFigure(values, condition)?.value;
  return (
    value !== undefined &&
    (condition.min === undefined || value >= condition.min) &&
    (condition.max === undefined || value <= condition.max)
  );
}
