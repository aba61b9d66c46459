import type { Readiness, RegisterView } from '../../contract/health/health.ts';
import { type CoverageTrend, computeRatio } from '../freshness/freshness.ts';

/** What people call the registers. */
const registerNames: Readonly<Partial<Record<string, string>>> = {
  'corporate-numbers': 'Register of corporate numbers 法人番号公表サイト',
  'invoice-issuers': 'Register of invoice issuers 適格請求書発行事業者公表サイト',
  'edinet-codes': 'EDINET: filers',
  'edinet-documents': 'EDINET: documents',
  'exchange-list': "Exchange's list 東証上場銘柄一覧",
  gbizinfo: 'gBizINFO',
};

const checkNames: Readonly<Record<keyof Readiness['checks'], string>> = {
  postgres: 'Database',
  elasticsearch: 'Search engine',
  companies_index: 'Index of companies',
  observations_index: 'Index of observations',
};

const statusWords: Readonly<Record<Readiness['status'], string>> = {
  ready: 'The service answers.',
  not_ready: 'The service cannot answer now.',
  stopping: 'This process is shutting down.',
};

const statusClasses: Readonly<Record<Readiness['status'], 'good' | 'bad'>> = {
  ready: 'good',
  not_ready: 'bad',
  stopping: 'bad',
};

const registerClasses: Readonly<Record<RegisterView['state'], 'good' | 'bad' | null>> = {
  current: 'good',
  behind: 'bad',
  failing: 'bad',
  not_begun: 'bad',
  not_followed: null,
};

/**
 * `/status`: the state of the service and of its data, for people.
 * @param registers null if their state could not be read
 */
export function renderStatusPage(
  { status, checks }: Pick<Readiness, 'status' | 'checks'>,
  registers: readonly RegisterView[] | null,
  coverage: readonly CoverageTrend[],
  now: Date,
): string {
  const behind = (registers ?? []).filter(({ state }) => state === 'behind' || state === 'failing').length;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Status of the company data service</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #1c1c1c; background: #fff }
h1 { font-size: 1.5rem } h2 { font-size: 1.15rem; margin-top: 2rem }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .4rem .6rem; border-bottom: 1px solid #ccc }
td.number { text-align: right; font-variant-numeric: tabular-nums } .good { color: #14632b } .bad { color: #a01717 }
footer { margin-top: 2rem; color: #555; font-size: .875rem }
</style>
</head>
<body>
<main>
<h1>Status</h1>
<p class="${statusClasses[status]}"><strong>${statusWords[status]}</strong>
${describeBehind(behind)}</p>
${renderTable(
  'Parts',
  ['Part', 'State'],
  Object.entries(checkNames).map(([name, label]) => {
    const state = checks[name as keyof Readiness['checks']];
    return [label, renderWords(state, state === 'ok' ? 'good' : 'bad')];
  }),
)}
${renderRegisters(registers)}
${renderCoverage(coverage)}
</main>
<footer>${escapeHtml(now.toISOString())}. For programs: <a href="/readyz">/readyz</a>, <a href="/metrics">/metrics</a>.
<span lang="ja">このサービスは、国税庁法人番号システム Web-API 機能を利用して取得した情報をもとに作成しているが、サービスの内容は国税庁によって保証されたものではない。</span></footer>
</body>
</html>
`;
}

function describeBehind(registers: number): string {
  if (registers === 0) return '';
  if (registers === 1) return 'Data of 1 register is not up to date.';
  return `Data of ${registers} registers are not up to date.`;
}

function renderRegisters(registers: readonly RegisterView[] | null): string {
  if (registers === null) return '<h2>Data</h2><p>How fresh the data is cannot be said now.</p>';
  if (registers.length === 0) return '<h2>Data</h2><p>No register is loaded.</p>';
  return renderTable(
    'Data',
    ['Register', 'State', 'Complete through', 'Published through', 'Last answer'],
    registers.map(renderRegisterCells),
  );
}

function renderRegisterCells({
  register,
  state,
  complete_through,
  published_through,
  checked_at,
}: RegisterView) {
  return [
    escapeHtml(registerNames[register] ?? register),
    renderWords(state.replace('_', ' '), registerClasses[state]),
    escapeHtml(complete_through ?? 'not begun'),
    escapeHtml(published_through ?? ''),
    escapeHtml(checked_at?.slice(0, 16).replace('T', ' ').concat(' UTC') ?? ''),
  ];
}

function renderCoverage(coverage: readonly CoverageTrend[]): string {
  if (coverage.length === 0) return '';
  return renderTable(
    'Companies with',
    ['Facts', 'Companies', 'Of all active', 'Earlier'],
    coverage.map(renderCoverageCells),
  );
}

function renderCoverageCells(each: CoverageTrend): string[] {
  const formatShare = (withValue: number | null, total: number | null) =>
    `${(computeRatio(withValue ?? 0, total ?? 0) * 100).toFixed(1)} %`;
  const earlier =
    each.earlierDay && `${formatShare(each.earlierWithValue, each.earlierTotal)} on ${each.earlierDay}`;
  return [
    escapeHtml(each.signal.replaceAll('_', ' ')),
    each.withValue.toLocaleString('en'),
    formatShare(each.withValue, each.total),
    escapeHtml(earlier ?? ''),
  ];
}

function renderWords(text: string, kind: 'good' | 'bad' | null): string {
  if (kind === null) return `<span>${escapeHtml(text)}</span>`;
  return `<span class="${kind}">${escapeHtml(text)}</span>`;
}

/** @param rows cells as HTML */
function renderTable(title: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const renderCells = (row: readonly string[]) => row.map((cell) => `<td>${cell}</td>`).join('');
  return `<h2>${title}</h2>
<table>
<thead><tr>${head.map((cell) => `<th scope="col">${cell}</th>`).join('')}</tr></thead>
<tbody>
${rows.map((row) => `<tr>${renderCells(row)}</tr>`).join('\n')}
</tbody>
</table>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
