import { parseYear } from '../../../src/text/days/written-days.ts';
import { toNfkc } from '../../../src/text/letters/nfkc.ts';
import { readCellText } from '../../loading/files/cell-values.ts';
import type { Holder } from '../../loading/majority-holder.ts';
import { isNameOfOrganisation } from '../../loading/organisation-names.ts';
import type { AmountMetric, MetricAmounts } from '../../loading/summary-words.ts';
import { readDay, readNumber, readYen } from './cells.ts';
import { type AmountKey, amountKeys, shareholderPlaces } from './columns.ts';
import type { GbizRow } from './rows.ts';

/** When a business year began and ended, if stated. */
export interface FiscalPeriod {
  /** The year in which it began (年度). */
  readonly fiscalYear: number;
  /** `YYYY-MM-DD`; null when only the year is stated. */
  readonly endedOn: string | null;
  /** Whether it is the period of the report itself. */
  readonly isReported: boolean;
}

const day = '(?:(?:明治|大正|昭和|平成|令和)(?:\\d{1,2}|元)|\\d{4})年\\d{1,2}月\\d{1,2}日';
const fromTo = new RegExp(`(${day}).*?(${day})`);

/**
 * The period of a row. 事業年度 is the period of the report (第75期（自 2024年4月1日 至 2025年3月31日）). 回次 is how many
 * years earlier the row's figures are: 0 is the period of the report.
 */
export function parseFiscalPeriod(stated: string, term: string): FiscalPeriod | null {
  const text = toNfkc(stated).replace(/\s/g, '');
  const period = parseReportPeriod(text);
  const before = parseYearsBefore(text, term);
  if (period === null || before === null) return null;
  return {
    fiscalYear: period.fiscalYear - before,
    endedOn: period.endedOn && moveDayBack(period.endedOn, before),
    isReported: before === 0,
  };
}

function parseReportPeriod(text: string): Omit<FiscalPeriod, 'isReported'> | null {
  const [, from, to] = fromTo.exec(text) ?? [];
  const began = readDay(from);
  const ended = readDay(to);
  if (began !== null && ended !== null) return { fiscalYear: Number(began.slice(0, 4)), endedOn: ended };
  const [, endYear, endMonth] = /(\d{4})年(\d{1,2})月期/.exec(text) ?? [];
  if (endYear !== undefined && Number(endMonth) >= 1 && Number(endMonth) <= 12) {
    const last = new Date(Date.UTC(Number(endYear), Number(endMonth), 0)).toISOString().slice(0, 10);
    // A business year that ends in December began in the same calendar year; any other began in the previous one.
    return { fiscalYear: Number(endYear) - Number(endMonth !== '12'), endedOn: last };
  }
  const [, year = ''] = /^((?:明治|大正|昭和|平成|令和)(?:\d{1,2}|元)|\d{4})年度?$/.exec(text) ?? [];
  const fiscalYear = parseYear(year);
  if (fiscalYear === null) return null;
  return { fiscalYear, endedOn: null };
}

/** 回次 as a number of years, or as 第73期 of a report of 第75期. */
function parseYearsBefore(text: string, term: string): number | null {
  const written = toNfkc(term).trim();
  if (written === '') return 0;
  const [, number] = /^(?:第)?(\d{1,3})期?$/.exec(written) ?? [];
  if (number === undefined) return null;
  const [, report] = /第(\d{1,3})期/.exec(text) ?? [];
  const isTermOfCompany = written.includes('期') || Number(number) > 9;
  const before = isTermOfCompany ? Number(report ?? Number.NaN) - Number(number) : Number(number);
  if (before >= 0 && before <= 9) return before;
  return null;
}

function moveDayBack(end: string, years: number): string {
  const [year = 0, month = 0, day = 0] = end.split('-').map(Number);
  const lastOfMonth = countDays(year - years, month);
  const isLast = day === countDays(year, month);
  const dayOfMonth = isLast ? lastOfMonth : Math.min(day, lastOfMonth);
  return `${year - years}-${end.slice(5, 7)}-${String(dayOfMonth).padStart(2, '0')}`;
}

function countDays(year: number, month: number): number {
  return new Date(Date.UTC(year, month, 0)).getUTCDate();
}

/** The amounts for each metric of `financials`; the first that is stated counts. */
const metricAmounts: Readonly<Record<AmountMetric, readonly AmountKey[]>> = {
  revenue: [
    ...(['net_sales', 'operating_revenue', 'operating_income', 'gross_operating_revenue'] as const),
    ...(['ordinary_revenue', 'net_insurance_premium'] as const),
  ],
  ordinary_income: ['recurring_profit'],
  net_income: ['net_income'],
  total_assets: ['total_assets'],
  net_assets: ['net_assets'],
  capital: ['capital'],
};

/** In yen. Amounts in other currencies are not metrics; they stay in the evidence. */
export function extractMetrics({ cells }: GbizRow): MetricAmounts {
  const metrics: { [Metric in AmountMetric]?: number } = {};
  for (const [metric, amounts] of Object.entries(metricAmounts)) {
    const stated = amounts.map((key) => readYen(cells[key], cells[`${key}_unit`]));
    const value = stated.find((yen) => yen !== null) ?? null;
    if (value !== null) metrics[metric as AmountMetric] = value;
  }
  return metrics;
}

/** Every stated amount with its unit, as in the row. */
export function readAmounts({ cells }: GbizRow): Record<string, { value: number; unit: string | null }> {
  const stated: Record<string, { value: number; unit: string | null }> = {};
  for (const key of amountKeys) {
    const value = readNumber(cells[key]);
    if (value !== null) stated[key] = { value, unit: readCellText(cells[`${key}_unit`]) };
  }
  return stated;
}

/** All shareholders. Those that are persons must not be stored. */
export function readHolders({ cells }: GbizRow): Holder[] {
  return shareholderPlaces.flatMap((place) => {
    const name = readCellText(cells[`shareholder_${place}`]);
    if (name === null) return [];
    return [{ name, share: readNumber(cells[`shareholder_ratio_${place}`]) }];
  });
}

/** Shareholders that are organisations. Persons, and names that could be a person's, are not kept. */
export function extractOrganisationShareholders(row: GbizRow): { name: string; ratio: number | null }[] {
  return readHolders(row)
    .filter(({ name }) => isNameOfOrganisation(name))
    .map(({ name, share: ratio }) => ({ name, ratio }));
}
