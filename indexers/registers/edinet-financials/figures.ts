import type { financialMetrics } from '../../../src/contract/companies/company-vocabulary.ts';
import { parseDecimal } from '../../loading/files/cell-values.ts';

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
    ...['SalesRevenuesIFRS', 'OperatingRevenueIFRS', 'OperatingRevenuesIFRS', 'InsuranceRevenueIFRS'],
    ...['RevenueJMIS', 'RevenuesUSGAAP', 'NetSalesUSGAAP'],
    ...['OperatingRevenuesUSGAAP', 'OperatingRevenue', 'OperatingRevenue1', 'OperatingRevenue2'],
    ...['GrossOperatingRevenue', 'NetSalesAndOperatingRevenue', 'BusinessRevenue', 'OrdinaryIncome'],
    'NetPremiumsWritten',
  ],
  ordinary_income: ['OrdinaryIncomeLoss'],
  net_income: [
    ...['ProfitLossAttributableToOwnersOfParent', 'ProfitLossAttributableToOwnersOfParentIFRS'],
    ...['ProfitLossAttributableToOwnersOfParentJMIS', 'NetIncomeLossAttributableToOwnersOfParentUSGAAP'],
    // A company without a group has no owners of a parent.
    ...['NetIncomeLoss', 'ProfitLossIFRS', 'ProfitLossJMIS'],
  ],
  total_assets: ['TotalAssets', 'TotalAssetsIFRS', 'TotalAssetsJMIS', 'TotalAssetsUSGAAP'],
  net_assets: [
    ...['NetAssets', 'EquityIFRS', 'TotalEquityIFRS', 'EquityAttributableToOwnersOfParentIFRS'],
    'EquityAttributableToOwnersOfParentJMIS',
    ...['EquityIncludingPortionAttributableToNonControllingInterestUSGAAP'],
    'EquityAttributableToOwnersOfParentUSGAAP',
  ],
  equity_ratio: [
    // EquityToAssetRatioIFRS and EquityToAssetRatioJMIS are the equity of one share (１株当たり親会社所有者帰属持分), in yen.
    ...['EquityToAssetRatio', 'RatioOfOwnersEquityToGrossAssetsIFRS'],
    ...['RatioOfOwnersEquityToGrossAssetsJMIS', 'EquityToAssetRatioUSGAAP'],
  ],
  capital: ['CapitalStock'],
  employees: ['NumberOfEmployees'],
};

/** Of the company itself in every report; the other figures are of the group if there is one. */
const ofCompany: ReadonlySet<FigureKey> = new Set(['capital', 'employees']);
const isOfGroup = (key: FigureKey) => !ofCompany.has(key);
const keys = Object.keys(elements) as readonly FigureKey[];

const keyOf = new Map(
  keys.flatMap((key) => elements[key].map((name, rank) => [name, { key, rank }] as const)),
);
const endings = /(SummaryOfBusinessResults(INS)?|KeyFinancialData)$/;
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

/** What decides which of a report's figures count. */
export interface AboutReport {
  /** As AccountingStandardsDEI writes it. */
  readonly standard: string | null;
  /** Whether there are statements of the group. */
  readonly hasGroup: boolean;
}

interface Stated {
  readonly rank: number;
  readonly value: number;
}

/** The accounting standard of an element, as AccountingStandardsDEI writes it. */
function findStandard(name: string): string {
  const [, standard = 'Japan GAAP'] = /(IFRS|JMIS|USGAAP)$/.exec(name) ?? [];
  if (standard === 'USGAAP') return 'US GAAP';
  return standard;
}

/** Collects the figures of one report. */
export class ReportFigures {
  /** By years before the report's, and the member of the context, which the group has not; then by standard. */
  readonly #stated = new Map<string, Map<string, Map<FigureKey, Stated>>>();

  /** Everything that is not a figure of the summary is passed over. */
  addFigure({ element, context, unitId, unit, value }: FigureCells): void {
    const match = contexts.exec(context);
    if (match === null) return;
    const [, prior = '0', member = ''] = match;
    const local = element.slice(element.indexOf(':') + 1);
    const name = local.replace(endings, '');
    const known = keyOf.get(name);
    if (known === undefined) return;
    const { key, rank } = known;
    if (key !== 'employees' && local === name) return;
    const number = parseDecimal(value.trim());
    if (number === null || !hasFittingUnit(key, unitId, unit)) return;
    const place = `${prior}${member}`;
    const standards = this.#stated.get(place) ?? new Map<string, Map<FigureKey, Stated>>();
    this.#stated.set(place, standards);
    const standard = findStandard(name);
    const figures = standards.get(standard) ?? new Map<FigureKey, Stated>();
    standards.set(standard, figures);
    const other = figures.get(key);
    if (other === undefined || rank < other.rank) figures.set(key, { rank, value: number });
  }

  /**
   * By years before the report's. If the group has figures of a year, those of the company alone are left out, except
   * capital and employees: figures of both must not be mixed. A correction can have only the table of the company, so they
   * are also left out if there is a group without figures.
   */
  groupByYear({ standard, hasGroup }: AboutReport): ReadonlyMap<number, YearFigures> {
    const places = [0, 1, 2, 3, 4].map((before) => ({
      before,
      group: this.#selectFigures(`${before}`, standard),
      single: this.#selectFigures(`${before}_NonConsolidatedMember`, standard),
    }));
    const isStated = (group: ReadonlyMap<FigureKey, Stated>) => [...group.keys()].some(isOfGroup);
    const isMissing = hasGroup && !places.some(({ group }) => isStated(group));
    const years = new Map<number, YearFigures>();
    for (const { before, group, single } of places) {
      const consolidated = isMissing || isStated(group);
      const findStated = (key: FigureKey) => {
        if (!isOfGroup(key)) return single.get(key) ?? group.get(key);
        if (consolidated) return group.get(key);
        return single.get(key);
      };
      const figures: Partial<Record<FigureKey, number>> = {};
      for (const key of keys) {
        const stated = findStated(key);
        if (stated !== undefined) figures[key] = stated.value;
      }
      if (Object.keys(figures).length > 0) years.set(before, { consolidated, figures });
    }
    return years;
  }

  /**
   * When the standard changes, years are stated in both. Those in the standard of the report count, and are not mixed with the
   * others, except that groups also state their revenue by elements without a standard.
   */
  #selectFigures(place: string, standard: string | null): ReadonlyMap<FigureKey, Stated> {
    const standards = this.#stated.get(place) ?? new Map<string, ReadonlyMap<FigureKey, Stated>>();
    const own = standards.get(standard ?? '');
    const hasOwn = own !== undefined && [...own.keys()].some(isOfGroup);
    const figures = new Map<FigureKey, Stated>();
    for (const [key, stated] of [...standards.values()].flatMap((each) => [...each])) {
      if (hasOwn && key !== 'revenue' && isOfGroup(key)) continue;
      const other = figures.get(key);
      if (other === undefined || stated.rank < other.rank) figures.set(key, stated);
    }
    return new Map([...figures, ...(own ?? [])]);
  }
}

/** Amounts are stated in yen. Those in another currency are left out. */
function hasFittingUnit(key: FigureKey, unitId: string, unit: string): boolean {
  if (key === 'equity_ratio') return unitId === 'pure';
  if (key === 'employees') return !/^[A-Z]{3}$/.test(unitId);
  return unitId === 'JPY' && (unit === '円' || unit === '');
}
