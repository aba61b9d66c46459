import { useEffect, useState } from 'preact/hooks';
import { defineTextPairs, findCodeText, useTexts } from '../../language.ts';
import * as codes from './reason-texts.ts';
import { type Filter, rowsChoices, sorts, usualFilter } from './state/filter.ts';
import type { Source } from './state/review-api.ts';

const texts = defineTextPairs({
  title: ['Filter and order', '絞り込みと並べ替え'],
  rows: ['Rows', '行'],
  rowsNames: {
    open: ['Open', '未決定'],
    multiple_candidates: ['Open, with candidates', '未決定（候補あり）'],
    not_found: ['Open, not found', '未決定（該当なし）'],
    invalid: ['Open, faulty value', '未決定（値の誤り）'],
    skipped: ['Skipped', '後回し'],
    decided: ['Decided by a person', '担当者が決定済み'],
    matched: ['Matched', '一致'],
    all: ['All', 'すべて'],
  },
  reason: ['Reason', '理由'],
  anyReason: ['Any', 'すべて'],
  search: ['Text', '文字列'],
  in: ['In column', '対象の列'],
  anyColumn: ['Any', 'すべて'],
  sort: ['Order', '並び順'],
  sortNames: {
    work: ['As in the file, skipped last', 'ファイル順（後回しは最後）'],
    file: ['As in the file', 'ファイル順'],
    name: ['By name', '名称順'],
    state: ['By state', '状態順'],
  },
  byColumn: [(header: string) => `By ${header}`, (header) => `「${header}」順`],
  apply: ['Apply', '適用'],
  reset: ['Reset', '解除'],
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
                {findCodeText(reasons, code)}
              </option>
            ))}
          </select>
        </label>
        <label>
          {text.search}
          <input
            type="search"
            maxLength={200}
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
