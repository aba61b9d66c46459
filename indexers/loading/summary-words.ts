/** Words of the summaries of observations, in Japanese as the sources write. */

/** The text between two others; nothing if there is no text. */
export function wrapText(before: string, text: string | null, after: string): string {
  if (!text) return '';
  return `${before}${text}${after}`;
}

/** Empty if there is no amount. */
export function formatYen(amount: number | null): string {
  if (amount === null) return '';
  return `${amount.toLocaleString('en-US')}円`;
}

const metricWords = {
  revenue: '売上高等',
  ordinary_income: '経常利益',
  net_income: '当期純利益',
  total_assets: '総資産',
  net_assets: '純資産',
  capital: '資本金',
} as const;

/** The financial metrics that are amounts. */
export type AmountMetric = keyof typeof metricWords;
export type MetricAmounts = Readonly<Partial<Record<AmountMetric, number>>>;

export function describeAmounts(amounts: MetricAmounts): string {
  const words = Object.entries(metricWords)
    .map(([metric, word]) => wrapText(word, formatYen(amounts[metric as AmountMetric] ?? null), ''))
    .filter((each) => each !== '');
  return words.join('、') || '金額の開示なし';
}
