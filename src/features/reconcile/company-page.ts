import { createHash } from 'node:crypto';
import type { CompanyProfile } from '../../contract/companies/company-profile.ts';
import { getValues, listFormerNames } from './company-values.ts';

/** What people see of a company inside a reconciling client. No scripts, and every value escaped. */

const style =
  'body{font:13px/1.4 sans-serif;margin:8px;color:#222;background:#fff}h1{font-size:15px;margin:0 0 4px}dl{display:grid;grid-template-columns:auto 1fr;gap:2px 10px;margin:0}dt{color:#666}dd{margin:0}';
const styleHash = createHash('sha256').update(style).digest('base64');

/** Nothing is loaded and nothing runs, whatever a value contains. Any page may show it in a frame. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; sandbox; frame-ancestors *`;

const maxFormerNames = 3;

export function renderCompanyPage(profile: CompanyProfile): string {
  const name = escapeHtml(profile.company.legal_name);
  return `<!doctype html><html lang="ja"><head><meta charset="utf-8"><title>${name}</title><style>${style}</style></head><body><h1>${name}</h1>${renderCompanyLines(profile)}</body></html>\n`;
}

/** The lines of a flyout, below the name that the client shows. */
export function renderCompanyLines(profile: CompanyProfile): string {
  const shown = { profile, successorName: undefined };
  const getFirst = (property: Parameters<typeof getValues>[1]) => {
    const [value] = getValues(shown, property);
    if (value && 'str' in value) return value.str;
    return null;
  };
  const { company, status } = profile;
  const code =
    company.securities_code === null
      ? null
      : `${company.securities_code} ${getFirst('market_segment') ?? ''}`;
  const lines: readonly (readonly [string, string | null])[] = [
    ['法人番号', company.corporate_number],
    ['所在地', getFirst('address')],
    ['証券コード', code],
    ['英語名', getFirst('english_name')],
    [
      '旧商号',
      listFormerNames(profile)
        .slice(0, maxFormerNames)
        .map(({ name }) => name)
        .join('、') || null,
    ],
    ['ウェブサイト', getFirst('website')],
    [
      '状態',
      status === 'active' ? null : `${status}${company.closed_on === null ? '' : ` (${company.closed_on})`}`,
    ],
  ];
  const items = lines.flatMap(([label, value]) =>
    value === null ? [] : [`<dt>${label}</dt><dd>${escapeHtml(value.trim())}</dd>`],
  );
  return `<dl>${items.join('')}</dl>`;
}

export function renderParagraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
}
