import type { FinancialRow } from '../../indexers/facts/index.ts';
import type { Company } from './company.ts';
import { dayText, momentText } from './days.ts';
import { Draws } from './draws.ts';
import { topic } from './numbers.ts';

const publishedShare = 0.018;

/** Figures of recent years: five for listed companies, one to three for the few others that publish them. */
export function financialRows({ seed, index, companyId, listed, size, today }: Company): FinancialRow[] {
  const draws = new Draws(seed, index, topic.financials);
  const isListed = listed !== null;
  if (!isListed && !draws.chance(publishedShare)) return [];
  const years = isListed ? 5 : draws.between(1, 3);
  const unit = isListed ? 1_000_000 : 1_000;
  const newestYear = Number(dayText(today).slice(0, 4)) - 1;
  let revenue = size.revenue;
  let assets = revenue * draws.logNormal(0.9, 0.4);
  const ratio = Math.min(0.93, Math.max(-0.2, draws.logNormal(0.42, 0.5)));
  return Array.from({ length: years }, (_, age) => {
    const ordinaryIncome = revenue * (draws.unit() * 0.16 - 0.03);
    const equityRatio = Math.round(Math.min(0.95, ratio + draws.unit() * 0.04) * 1000) / 1000;
    const rounded = (figure: number) => Math.round(figure / unit) * unit;
    const figures: Record<string, number> = {
      revenue: rounded(revenue),
      ordinary_income: rounded(ordinaryIncome),
      net_income: rounded(ordinaryIncome * (ordinaryIncome > 0 ? 0.66 : 1.05)),
      total_assets: rounded(assets),
      net_assets: rounded(assets * equityRatio),
      capital: size.capital,
      ...(isListed && { equity_ratio: equityRatio }),
    };
    revenue /= 0.92 + draws.unit() * 0.24;
    assets /= 0.97 + draws.unit() * 0.1;
    return Object.entries(figures).map(
      ([metric, value]): FinancialRow => ({
        company_id: companyId,
        fiscal_year: newestYear - age,
        metric,
        value,
        source: isListed ? 'edinet' : 'gbizinfo',
        observed_at: momentText(today - 140 - age * 365),
      }),
    );
  }).flat();
}
