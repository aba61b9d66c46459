import type { ObservationSource } from '../../src/contract/observations/vocabulary.ts';
import type { FinancialRow } from '../facts/index.ts';
import { dayText, momentText } from './days.ts';
import { Draws } from './draws.ts';
import type { Listed } from './listings.ts';
import { topic } from './numbers.ts';
import type { Size } from './profiles.ts';

const publishedShare = 0.018;

/** Figures of recent years: five for listed companies, one to three for the few others that publish them. */
export function financialRows(
  seed: number,
  index: number,
  companyId: string,
  listed: Listed | null,
  size: Size,
  today: number,
): FinancialRow[] {
  const draws = new Draws(seed, index, topic.financials);
  if (listed === null && !draws.chance(publishedShare)) return [];
  const years = listed === null ? draws.between(1, 3) : 5;
  const unit = listed === null ? 1_000 : 1_000_000;
  const source: ObservationSource = listed === null ? 'gbizinfo' : 'edinet';
  const newestYear = Number(dayText(today).slice(0, 4)) - 1;
  const rows: FinancialRow[] = [];
  let revenue = size.revenue;
  let assets = revenue * draws.logNormal(0.9, 0.4);
  const ratio = Math.min(0.93, Math.max(-0.2, draws.logNormal(0.42, 0.5)));
  for (let age = 0; age < years; age++) {
    const ordinaryIncome = revenue * (draws.unit() * 0.16 - 0.03);
    const equityRatio = Math.round(Math.min(0.95, ratio + draws.unit() * 0.04) * 1000) / 1000;
    const figures: Record<string, number> = {
      revenue,
      ordinary_income: ordinaryIncome,
      net_income: ordinaryIncome * (ordinaryIncome > 0 ? 0.66 : 1.05),
      total_assets: assets,
      net_assets: assets * equityRatio,
    };
    const observedAt = momentText(today - 140 - age * 365);
    const put = (metric: string, value: number): void => {
      rows.push({
        company_id: companyId,
        fiscal_year: newestYear - age,
        metric,
        value,
        source,
        observed_at: observedAt,
      });
    };
    for (const [metric, value] of Object.entries(figures)) put(metric, Math.round(value / unit) * unit);
    put('capital', size.capital);
    if (listed !== null) put('equity_ratio', equityRatio);
    const growth = 0.92 + draws.unit() * 0.24;
    revenue /= growth;
    assets /= 0.97 + draws.unit() * 0.1;
  }
  return rows;
}
