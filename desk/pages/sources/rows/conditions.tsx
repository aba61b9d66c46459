import type { ListFilter } from '../../../../client/index.ts';
import type { SampledSource } from '../../../api-types.ts';
import { findCodeText, type Language, useLanguage, useTexts } from '../../../language.ts';
import { reasonTexts } from '../../review/code-words.ts';
import { stateTexts } from '../state-bar.tsx';
import { formatBand } from './format-band.ts';
import { formatValue } from './format-value.ts';
import { texts } from './rows-texts.ts';
import { linkToRows, readCellCondition, withConditions, withoutFilters } from './table-query.ts';

interface ConditionsProps {
  readonly source: SampledSource;
  readonly query: URLSearchParams;
}

/** The conditions of an address, each of which can be taken away. */
export function ConditionsInForce({ source, query }: ConditionsProps) {
  const text = useTexts(texts);
  const conditions = useConditions({ source, query });
  if (conditions.length === 0) return null;
  const { source_id: sourceId } = source;
  return (
    <ul class="rows-conditions" aria-label={text.active}>
      {conditions.map(({ label, without }) => (
        <li key={label}>
          <a href={linkToRows(sourceId, without)} aria-label={text.remove(label)}>
            {label} <span aria-hidden="true">×</span>
          </a>
        </li>
      ))}
      <li>
        <a class="quiet" href={linkToRows(sourceId, withoutFilters(query))}>
          {text.removeAll}
        </a>
      </li>
    </ul>
  );
}

interface Condition {
  readonly label: string;
  /** The address without it. */
  readonly without: URLSearchParams;
}

function useConditions({ source, query }: ConditionsProps): readonly Condition[] {
  const text = useTexts(texts);
  const language = useLanguage();
  const describe = useDescription(source);
  const single = [...query].flatMap(([name, value]) => {
    const label = describe(name, value);
    const rest = [...query].filter(([other, given]) => other !== name || given !== value);
    return label === null ? [] : [{ label, without: new URLSearchParams(rest) }];
  });
  const bands = (['capital', 'employees'] as const).flatMap((name) => {
    const [min, max] = [query.get(`min_${name}`), query.get(`max_${name}`)];
    if (min === null) return [];
    const band = formatBand(name, Number(min), max === null ? null : Number(max), text, language);
    const without = withConditions(query, { [`min_${name}`]: undefined, [`max_${name}`]: undefined });
    return [{ label: joinName(text.names[name], band, language), without }];
  });
  return [...single, ...bands];
}

/** A parameter of an address in words; null for what is no condition. */
function useDescription({ headers }: SampledSource): (name: string, value: string) => string | null {
  const text = useTexts(texts);
  const states = useTexts(stateTexts);
  const reasons = useTexts(reasonTexts);
  const language = useLanguage();
  const translateFilter = (of: ListFilter) => (value: string) => formatValue(of, value, language);
  const words = {
    status: (value: string) =>
      value
        .split(',')
        .map((code) => findCodeText(states, code) ?? code)
        .join(' / '),
    reason: (code: string) => findCodeText(reasons, code) ?? code,
    prefecture: translateFilter('prefecture'),
    industry_33_code: translateFilter('industry_33_code'),
    listing_status: translateFilter('listing_status'),
    company_status: translateFilter('status'),
    company_id: (id: string) => id,
  };
  const quote = (name: string, comparison: keyof typeof text.comparisons, value: string) =>
    language === 'ja'
      ? `${name}：「${value}」${text.comparisons[comparison]}`
      : `${name} ${text.comparisons[comparison]} “${value}”`;
  return (name, value) => {
    if (name === 'several_rows') return text.several;
    if (name === 'company') return quote(text.names.company, 'contains', value);
    if (name === 'cell') {
      const cell = readCellCondition(value);
      return cell ? quote(headers[cell.column - 1] ?? '', cell.comparison, cell.text) : value;
    }
    const known = Object.keys(words).find((each) => each === name) as keyof typeof words | undefined;
    return known ? joinName(text.names[known], words[known](value), language) : null;
  };
}

function joinName(name: string, value: string, language: Language): string {
  return language === 'ja' ? `${name}：${value}` : `${name}: ${value}`;
}
