import { useEffect, useState } from 'preact/hooks';
import { maxSearchLength } from '../../../client/index.ts';
import { defineTexts, useTexts } from '../../language.ts';
import * as codes from './reason-texts.ts';
import { type Filter, rowsChoices, sorts, usualFilter } from './state/filter.ts';
import type { Source } from './state/review-api.ts';

const texts = defineTexts({
  en: {
    title: 'Filter and order',
    rows: 'Rows',
    rowsNames: {
      open: 'Open',
      multiple_candidates: 'Open, with candidates',
      not_found: 'Open, not found',
      invalid: 'Open, faulty value',
      skipped: 'Skipped',
      decided: 'Decided by a person',
      matched: 'Matched',
      all: 'All',
    },
    reason: 'Reason',
    anyReason: 'Any',
    search: 'Text',
    in: 'In column',
    anyColumn: 'Any',
    sort: 'Order',
    sortNames: {
      work: 'As in the file, skipped last',
      file: 'As in the file',
      name: 'By name',
      state: 'By state',
    },
    byColumn: (header: string) => `By ${header}`,
    apply: 'Apply',
    reset: 'Reset',
  },
  ja: {
    title: '絞り込みと並べ替え',
    rows: '行',
    rowsNames: {
      open: '未決定',
      multiple_candidates: '未決定（候補あり）',
      not_found: '未決定（該当なし）',
      invalid: '未決定（値の誤り）',
      skipped: '後回し',
      decided: '担当者が決定済み',
      matched: '一致',
      all: 'すべて',
    },
    reason: '理由',
    anyReason: 'すべて',
    search: '文字列',
    in: '対象の列',
    anyColumn: 'すべて',
    sort: '並び順',
    sortNames: { work: 'ファイル順（後回しは最後）', file: 'ファイル順', name: '名称順', state: '状態順' },
    byColumn: (header) => `「${header}」順`,
    apply: '適用',
    reset: '解除',
  },
});

const openReasons = Object.keys(codes.reasonTexts.en);

export function FilterBar(props: {
  readonly filter: Filter;
  readonly source: Source;
  readonly onFilter: (filter: Filter) => void;
}) {
  const { source } = props;
  const text = useTexts(texts);
  const reasons = useTexts(codes.reasonTexts);
  const [filter, setFilter] = useState(props.filter);
  useEffect(() => setFilter(props.filter), [props.filter]);
  const changeFilter = (change: Partial<Filter>) => setFilter({ ...filter, ...change });
  const inUse = JSON.stringify(props.filter) !== JSON.stringify(usualFilter);
  return (
    <details class="review-filter" open={inUse}>
      <summary>{text.title}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          props.onFilter(filter);
        }}
      >
        <label>
          {text.rows}
          <select
            value={filter.rows}
            onChange={(event) => changeFilter({ rows: event.currentTarget.value as Filter['rows'] })}
          >
            {rowsChoices.map((rows) => (
              <option key={rows} value={rows}>
                {text.rowsNames[rows]}
              </option>
            ))}
          </select>
        </label>
        <label class="review-filter-wide">
          {text.reason}
          <select
            value={filter.reason}
            onChange={(event) => changeFilter({ reason: event.currentTarget.value })}
          >
            <option value="">{text.anyReason}</option>
            {openReasons.map((code) => (
              <option key={code} value={code}>
                {reasons[code]}
              </option>
            ))}
          </select>
        </label>
        <label>
          {text.search}
          <input
            type="search"
            maxLength={maxSearchLength}
            value={filter.search}
            onInput={(event) => changeFilter({ search: event.currentTarget.value })}
          />
        </label>
        <label>
          {text.in}
          <select
            value={filter.column}
            onChange={(event) => changeFilter({ column: event.currentTarget.value })}
          >
            <option value="">{text.anyColumn}</option>
            {source.headers.map((header) => (
              <option key={header} value={header}>
                {header}
              </option>
            ))}
          </select>
        </label>
        <label>
          {text.sort}
          <select value={filter.sort} onChange={(event) => changeFilter({ sort: event.currentTarget.value })}>
            {sorts.map((sort) => (
              <option key={sort} value={sort}>
                {text.sortNames[sort]}
              </option>
            ))}
            {source.headers.map((header) => (
              <option key={header} value={`column:${header}`}>
                {text.byColumn(header)}
              </option>
            ))}
          </select>
        </label>
        <p class="review-buttons">
          <button type="submit" class="primary">
            {text.apply}
          </button>
          {inUse && (
            <button type="button" onClick={() => props.onFilter(usualFilter)}>
              {text.reset}
            </button>
          )}
        </p>
      </form>
    </details>
  );
}
