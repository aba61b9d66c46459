import { useState } from 'preact/hooks';
import { type CellComparison, cellComparisons, maxSearchLength } from '../../../../client/index.ts';
import type { SampledSource } from '../../../api-types.ts';
import { findCodeText, useLanguage, useTexts } from '../../../language.ts';
import { Button, Field, Form, listOptions, Select } from '../../../parts/form.tsx';
import { goTo } from '../../../routing.ts';
import { reasonTexts } from '../../review/code-words.ts';
import { rowStates, stateTexts } from '../state-bar.tsx';
import { ConditionLink } from './condition-link.tsx';
import { ConditionsInForce } from './conditions.tsx';
import { formatValue } from './format-value.ts';
import { texts } from './rows-texts.ts';
import {
  formatCellCondition,
  hasConditions,
  linkToRows,
  type Overview,
  sameCompanyConditions,
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
        <ConditionLink sourceId={sourceId} query={query} conditions={sameCompanyConditions} class="button">
          {text.sameCompany}
        </ConditionLink>
      </Form>
      {hasConditions(query, sameCompanyConditions) && (
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
    prefecture: overview.prefectures.map(({ value }) => [value, formatValue('prefecture', value, language)]),
  };
}
