import { copyRows } from '../../indexers/facts/copy-rows.ts';
import { factTables, type ObservationRow } from '../../indexers/facts/index.ts';
import { withSession } from '../../indexers/operator/database-session.ts';
import { momentText } from '../fictional/days.ts';
import { Draws } from '../fictional/draws.ts';
import { businessSummary } from '../fictional/profiles.ts';
import { drawSector } from '../fictional/sectors.ts';

/** Millions of observations, with words like those of the generated data, and spread as unevenly over companies. */

const rowsAtOnce = 20_000;
const newestDay = 20_778;
const statements = [
  '生成AIを活用した問い合わせ対応の自動化を進め、業務時間の削減に取り組んでおります。',
  '大規模言語モデル（LLM）を用いた社内文書検索の実証を開始いたしました。',
  'AIエージェントによる受発注業務の効率化に向け、専任の組織を設置いたしました。',
  '原材料価格の上昇に対し、生産性の向上と販売価格の見直しを進めております。',
  '人材の確保と育成を重要な経営課題と位置づけ、教育制度の拡充に努めております。',
  '脱炭素社会の実現に向け、事業所における再生可能エネルギーの利用を広げております。',
  '既存事業の収益力を高めるとともに、新規事業への投資を継続してまいります。',
  '品質と安全を第一とし、取引先との信頼関係の維持に努めてまいります。',
];
const bodies = ['架空県', '架空市', '架空町', '架空省', '架空庁', '架空県教育委員会', '架空市水道局'];

/** Adds the observations that are missing up to `count`. The same seed makes the same ones, so a larger count continues. */
export async function fillObservations(databaseUrl: string, count: number, seed: number): Promise<void> {
  const table = factTables.find(({ name }) => name === 'observations');
  if (!table) throw new Error('there is no table of observations');
  await withSession(databaseUrl, async (client) => {
    const { rows } = await client.query<{ company_id: string }>(
      "SELECT company_id FROM companies WHERE status = 'active' AND NOT hidden ORDER BY company_id",
    );
    const companyIds = rows.map(({ company_id }) => company_id);
    const { rows: made } = await client.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM observations WHERE observation_id LIKE 'bench:%'",
    );
    for (let from = made[0]?.n ?? 0; from < count; from += rowsAtOnce) {
      const added = Array.from({ length: Math.min(rowsAtOnce, count - from) }, (_, at) =>
        observation(seed, from + at, companyIds),
      );
      await copyRows(client, table.name, table.columns, added);
    }
    await client.query('ANALYZE observations');
  });
}

function observation(seed: number, index: number, companyIds: readonly string[]): ObservationRow {
  const draws = new Draws(seed, index, 900);
  const sector = drawSector(draws);
  // A few companies have thousands, most have one or two.
  const company = companyIds[Math.floor(draws.unit() ** 3 * companyIds.length)] ?? '';
  const row = {
    observation_id: `bench:${index}`,
    company_id: company,
    confidence: draws.between(5, 10) / 10,
    observed_at: momentText(newestDay - draws.below(3650)),
  };
  const price = Math.round(draws.logNormal(6e6, 1.2) / 1000) * 1000;
  const organisation = draws.pick(bodies);
  const kind = draws.below(10);
  if (kind === 0) {
    const statement = draws.pick(statements);
    const text = `${businessSummary(sector, draws)}${draws.pick(statements)}${statement}`;
    const evidence = { document: '有価証券報告書', section: '事業の内容', text };
    const named = { type: 'corporate_profile', subtype: 'annual_report', source: 'edinet' } as const;
    return { ...row, ...named, summary: `有価証券報告書：${statement}`, evidence };
  }
  if (kind === 1) {
    const text = businessSummary(sector, draws);
    const evidence = { url: 'https://www.kakuu.example.jp/company/', text };
    const named = { type: 'corporate_profile', subtype: 'website', source: 'company_website' } as const;
    return { ...row, ...named, summary: text, evidence };
  }
  if (kind <= 3) {
    const title = draws.pick(sector.inventions);
    const summary = `特許「${title}」（登録番号${draws.between(1_000_000, 9_999_999)}）の権利を持っています。`;
    return { ...row, type: 'patent', subtype: 'patent', source: 'gbizinfo', summary, evidence: { title } };
  }
  const title = draws.pick(sector.orders);
  const summary = `${organisation}から「${title}」を${price.toLocaleString('en-US')}円で受注しました。`;
  const evidence = { title, organisation, price };
  return { ...row, type: 'procurement', subtype: 'order', source: 'gbizinfo', summary, evidence };
}
