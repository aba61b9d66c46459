import type { financialMetrics } from '../../../src/contract/companies/company-vocabulary.ts';

/**
 * Figures of the five years in the summary of an annual report (主要な経営指標等の推移). An element of it is named by what it
 * is, the accounting standard, and the table; filers also name their own elements so.
 */

type Metric = (typeof financialMetrics)[number];
export type FigureKey = Metric | 'employees';

/** The elements of each figure, without their ending. The first one that is stated counts. */
const elements: Readonly<Record<FigureKey, readonly string[]>> = {
  // 売上高, 営業収益, 営業収入, 営業総収入, 経常収益, 正味収入保険料, as of gBizINFO; in IFRS and US GAAP, what takes its place.
  revenue: [
    ...['NetSales', 'Revenue', 'RevenueIFRS', 'RevenuesIFRS', 'NetSalesIFRS', 'SalesRevenueIFRS'],
    ...[
      'SalesRevenuesIFRS',
      'OperatingRevenueIFRS',
      'OperatingRevenuesIFRS',
      'RevenuesUSGAAP',
      'NetSalesUSGAAP',
    ],
    ...['OperatingRevenuesUSGAAP', 'OperatingRevenue', 'OperatingRevenue1', 'OperatingRevenue2'],
    ...['GrossOperatingRevenue', 'NetSalesAndOperatingRevenue', 'BusinessRevenue', 'OrdinaryIncome'],
    'NetPremiumsWritten',
  ],
  ordinary_income: ['OrdinaryIncomeLoss'],
  net_income: [
    ...['ProfitLossAttributableToOwnersOfParent', 'ProfitLossAttributableToOwnersOfParentIFRS'],
    ...['NetIncomeLossAttributableToOwnersOfParentUSGAAP', 'NetIncomeLoss'],
  ],
  total_assets: ['TotalAssets', 'TotalAssetsIFRS', 'TotalAssetsUSGAAP'],
  net_assets: [
    ...['NetAssets', 'EquityIFRS', 'TotalEquityIFRS', 'EquityAttributableToOwnersOfParentIFRS'],
    ...['EquityIncludingPortionAttributableToNonControllingInterestUSGAAP'],
    'EquityAttributableToOwnersOfParentUSGAAP',
  ],
  equity_ratio: [
    ...['EquityToAssetRatio', 'RatioOfOwnersEquityToGrossAssetsIFRS', 'EquityToAssetRatioIFRS'],
    'EquityToAssetRatioUSGAAP',
  ],
  capital: ['CapitalStock'],
  employees: ['NumberOfEmployees'],
};

/** Of the company itself in every report; the other figures are of the group if there is one. */
const ofCompany: ReadonlySet<FigureKey> = new Set(['capital', 'employees']);
const keys = Object.keys(elements) as readonly FigureKey[];

const keyOf = new Map(
  keys.flatMap((key) => elements[key].map((name, rank) => [name, { key, rank }] as const)),
);
const endings = /(SummaryOfBusinessResults(Ins)?|KeyFinancialData)$/;
const contexts = /^(?:Current|Prior([1-4]))Year(?:Duration|Instant)(_NonConsolidatedMember)?$/;

/** The cells of a record that say what a figure is. */
export interface FigureCells {
  readonly element: string;
  readonly context: string;
  /** ユニットID and 単位. */
  readonly unitId: string;
  readonly unit: string;
  readonly value: string;
}

/** The figures of a year. Amounts are in yen, the ratio as 0.412. */
export interface YearFigures {
  /** Whether they are of the group; those of the company itself (capital, employees) never are. */
  readonly consolidated: boolean;
  readonly figures: Readonly<Partial<Record<FigureKey, number>>>;
}

interface Stated {
  readonly rank: number;
  readonly value: number;
}

/** Collects the figures of one report. */
export class ReportFigures {
  /** By years before the report's, and whether they are of the group. */
  readonly #stated = new Map<string, Map<FigureKey, Stated>>();

  /** Everything that is not a figure of the summary is passed over. */
  add({ element, context, unitId, unit, value }: FigureCells): void {
    const [, prior = '0', single] = contexts.exec(context) ?? [];
    const local = element.slice(element.indexOf(':') + 1);
    const name = local.replace(endings, '');
    const known = keyOf.get(name);
    if (!contexts.test(context) || known === undefined) return;
    const { key, rank } = known;
    if (key !== 'employees' && local === name) return;
    const number = numberOf(value);
    if (number === null || !fitsUnit(key, unitId, unit)) return;
    const place = `${prior} ${single ? 'single' : 'group'}`;
    const figures = this.#stated.get(place) ?? new Map<FigureKey, Stated>();
    this.#stated.set(place, figures);
    const other = figures.get(key);
    if (other === undefined || rank < other.rank) figures.set(key, { rank, value: number });
  }

  /**
   * By years before the report's. If the group has figures of a year, those of the company alone are left out, except
   * capital and employees: figures of both must not be mixed.
   */
  years(): ReadonlyMap<number, YearFigures> {
    const years = new Map<number, YearFigures>();
    for (const before of [0, 1, 2, 3, 4]) {
      const group = this.#stated.get(`${before} group`) ?? new Map<FigureKey, Stated>();
      const single = this.#stated.get(`${before} single`) ?? new Map<FigureKey, Stated>();
      const consolidated = [...group.keys()].some((key) => !ofCompany.has(key));
      const figures: Partial<Record<FigureKey, number>> = {};
      for (const key of keys) {
        const stated = ofCompany.has(key)
          ? (single.get(key) ?? group.get(key))
          : (consolidated ? group : single).get(key);
        if (stated !== undefined) figures[key] = stated.value;
      }
      if (Object.keys(figures).length > 0) years.set(before, { consolidated, figures });
    }
    return years;
  }
}

/** Amounts are stated in yen. Those in another currency are left out. */
function fitsUnit(key: FigureKey, unitId: string, unit: string): boolean {
  if (key === 'equity_ratio' || key === 'employees') return !/^[A-Z]{3}$/.test(unitId);
  return unitId === 'JPY' && (unit === '円' || unit === '');
}

function numberOf(value: string): number | null {
  const text = value.trim();
  if (!/^-?\d+(\.\d+)?$/.test(text)) return null;
  const number = Number(text);
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : null;
}
