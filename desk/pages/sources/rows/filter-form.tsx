import { useState } from 'preact/hooks';
import { type CellComparison, cellComparisons, maxSearchLength } from '../../../../client/index.ts';
import type { SampledSource } from '../../../api-types.ts';
import { findCodeText, type Language, useLanguage, useTexts } from '../../../language.ts';
import { Button, Field, Form, listOptions, Select } from '../../../parts/form.tsx';
import { goTo } from '../../../routing.ts';
import { formatPrefecture, translateCode } from '../../../words.ts';
import { reasonTexts } from '../../review/code-words.ts';
import { rowStates, stateTexts } from '../state-bar.tsx';
import { formatBand } from './format-band.ts';
import { texts } from './rows-texts.ts';
import {
  formatCellCondition,
  hasConditions,
  linkToRows,
  type Overview,
  readCellCondition,
  withConditions,
  withoutFilters,
} from './table-query.ts';

interface FilterFormProps {
  readonly source: SampledSource;
  /** What values there are; null until it is known. */
  readonly overview: Overview | null;
  readonly query: URLSearchParams;
}

/** Columns with few values, which are chosen; every other one is searched. */
const chosenColumns = ['status', 'reason', 'prefecture'] as const;
type ChosenColumn = (typeof chosenColumns)[number];

/** A condition for any column, and those that are in force. */
export function FilterForm({ source, overview, query }: FilterFormProps) {
  const text = useTexts(texts);
  const { source_id: sourceId, headers } = source;
  const values = useValues(overview);
  const [column, setColumn] = useState('company');
  const [comparison, setComparison] = useState<CellComparison>('contains');
  const [searched, setSearched] = useState('');
  const [chosen, setChosen] = useState('');
  const chosenColumn = chosenColumns.find((each) => each === column);
  const options = chosenColumn ? values[chosenColumn] : [];
  const value = options.some(([each]) => each === chosen) ? chosen : (options[0]?.[0] ?? '');
  const addCondition = () => {
    const changed = new URLSearchParams(query);
    if (chosenColumn) changed.set(chosenColumn, value);
    else if (column === 'company') changed.set('company', searched);
    else changed.append('cell', formatCellCondition({ column: Number(column), comparison, text: searched }));
    setSearched('');
    goTo(linkToRows(sourceId, changed));
  };
  const same = { several_rows: 'true', sort: 'same_company' };
  const isSame = hasConditions(query, same);
  const leaveSame = { several_rows: undefined, sort: undefined };
  return (
    <section aria-label={text.filters}>
      <Form class="rows-filter" onSubmit={addCondition}>
        <label>
          {text.column}
          <select value={column} onChange={(event) => setColumn(event.currentTarget.value)}>
            <optgroup label={text.resultColumns}>
              <option value="company">{text.names.company}</option>
              {chosenColumns.map((each) => (
                <option key={each} value={each}>
                  {text.names[each]}
                </option>
              ))}
            </optgroup>
            <optgroup label={text.ownColumns}>
              {headers.map((header, at) => (
                <option key={header} value={String(at + 1)}>
                  {header}
                </option>
              ))}
            </optgroup>
          </select>
        </label>
        {chosenColumn ? (
          <Select label={text.chosenValue} value={value} options={options} onChange={setChosen} />
        ) : (
          <>
            <Field
              label={text.value}
              required
              maxLength={maxSearchLength}
              value={searched}
              onText={setSearched}
            />
            {column !== 'company' && (
              <Select
                label={text.comparison}
                value={comparison}
                options={listOptions(cellComparisons, text.comparisons)}
                onChange={setComparison}
              />
            )}
          </>
        )}
        <Button
          label={text.filter}
          type="submit"
          disabled={chosenColumn ? value === '' : searched.trim() === ''}
        />
        <a
          class="button"
          href={linkToRows(sourceId, withConditions(query, isSame ? leaveSame : same))}
          aria-current={isSame ? 'true' : undefined}
        >
          {text.sameCompany}
        </a>
      </Form>
      {isSame && (
        <p>
          <small>{text.sameHint}</small>
        </p>
      )}
      <ConditionsInForce source={source} query={query} />
    </section>
  );
}

/** What the table has, in the order of its counts. */
function useValues(
  overview: Overview | null,
): Readonly<Record<ChosenColumn, readonly (readonly [string, string])[]>> {
  const text = useTexts(texts);
  const states = useTexts(stateTexts);
  const reasons = useTexts(reasonTexts);
  const language = useLanguage();
  if (!overview) return { status: [], reason: [], prefecture: [] };
  const codes = overview.states.flatMap(({ reason }) => (reason === null ? [] : [reason]));
  return {
    status: rowStates
      .filter((state) => overview.states.some(({ resolve_status }) => resolve_status === state))
      .map((state) => [state, states[state]]),
    reason: [...new Set(codes)].map((code) => [code, findCodeText(reasons, code) ?? code]),
    prefecture: overview.prefectures.map(({ value }) =>
      value === null ? ['unknown', text.unknown] : [value, formatPrefecture(value, language)],
    ),
  };
}

interface Condition {
  readonly label: string;
  readonly without: URLSearchParams;
}

function ConditionsInForce({ source, query }: Omit<FilterFormProps, 'overview'>) {
  const text = useTexts(texts);
  const conditions = useConditions(source, query);
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

/** The conditions of an address in words, each with the address without it. */
function useConditions({ headers }: SampledSource, query: URLSearchParams): readonly Condition[] {
  const text = useTexts(texts);
  const states = useTexts(stateTexts);
  const reasons = useTexts(reasonTexts);
  const language = useLanguage();
  const describe = (name: string, value: string): string | null => {
    switch (name) {
      case 'cell': {
        const cell = readCellCondition(value);
        const header = cell && headers[cell.column - 1];
        if (!cell || header === undefined) return value;
        return language === 'ja'
          ? `${header}：「${cell.text}」${text.comparisons[cell.comparison]}`
          : `${header} ${text.comparisons[cell.comparison]} “${cell.text}”`;
      }
      case 'company':
        return language === 'ja'
          ? `${text.names.company}：「${value}」${text.comparisons.contains}`
          : `${text.names.company} ${text.comparisons.contains} “${value}”`;
      case 'status':
        return named(
          text.names.status,
          listed(value, (code) => findCodeText(states, code) ?? code),
          language,
        );
      case 'reason':
        return named(text.names.reason, findCodeText(reasons, value) ?? value, language);
      case 'prefecture':
        return named(
          text.names.prefecture,
          value === 'unknown' ? text.unknown : formatPrefecture(value, language),
          language,
        );
      case 'industry_33_code':
        return named(
          text.names.industry_33_code,
          value === 'unknown' ? text.unknown : translateCode('sector', value, language),
          language,
        );
      case 'listing_status':
        return named(text.names.listing_status, translateCode('listing', value, language), language);
      case 'company_status':
        return named(text.names.company_status, translateCode('status', value, language), language);
      case 'company_id':
        return named(text.names.company_id, value, language);
      case 'several_rows':
        return text.several;
      default:
        return null;
    }
  };
  const single = [...query].flatMap(([name, value]) => {
    const label = describe(name, value);
    if (label === null) return [];
    const rest = [...query].filter(([other, given]) => other !== name || given !== value);
    return [{ label, without: new URLSearchParams(rest) }];
  });
  const bands = (['capital', 'employees'] as const).flatMap((name) => {
    const min = query.get(`min_${name}`);
    if (min === null) return [];
    const max = query.get(`max_${name}`);
    const band = formatBand(name, Number(min), max === null ? null : Number(max), text, language);
    const without = withConditions(query, { [`min_${name}`]: undefined, [`max_${name}`]: undefined });
    return [{ label: named(text.names[name], band, language), without }];
  });
  return [...single, ...bands];
}

/** Several values in one parameter. */
function listed(value: string, translate: (code: string) => string): string {
  return value.split(',').map(translate).join(' / ');
}

function named(name: string, value: string, language: Language): string {
  return language === 'ja' ? `${name}：${value}` : `${name}: ${value}`;
}
