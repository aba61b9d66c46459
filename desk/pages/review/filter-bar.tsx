import { useEffect, useState } from 'preact/hooks';
import { maxSearchLength, rowStatusTexts } from '../../../client/index.ts';
import { defineTextPairs, useTexts } from '../../language.ts';
import { Button, Field, Form, listOptions, Select } from '../../parts/form.tsx';
import { reasonTexts } from './code-words.ts';
import { type Filter, rowsChoices, sorts, usualFilter } from './state/filter.ts';
import type { Source } from './state/review-api.ts';

const texts = defineTextPairs({
  title: ['Filter and order', '絞り込みと並べ替え'],
  rows: ['Rows', '行'],
  rowsNames: {
    open: ['Open', '未確定'],
    multiple_candidates: ['Open, with candidates', `未確定（${rowStatusTexts.multiple_candidates[1]}）`],
    not_found: ['Open, not found', `未確定（${rowStatusTexts.not_found[1]}）`],
    invalid: ['Open, faulty value', '未確定（値の誤り）'],
    skipped: ['Skipped', '後回し'],
    decided: ['Decided by a person', '担当者が判断済み'],
    matched: ['Settled', '確定'],
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

export function FilterBar(props: {
  readonly filter: Filter;
  readonly source: Source;
  readonly onFilter: (filter: Filter) => void;
}) {
  const { source } = props;
  const text = useTexts(texts);
  const reasons = useTexts(reasonTexts);
  const [filter, setFilter] = useState(props.filter);
  useEffect(() => setFilter(props.filter), [props.filter]);
  const changeFilter = (change: Partial<Filter>) => setFilter({ ...filter, ...change });
  const inUse = JSON.stringify(props.filter) !== JSON.stringify(usualFilter);
  return (
    <details class="review-filter" open={inUse}>
      <summary>{text.title}</summary>
      <Form onSubmit={() => props.onFilter(filter)}>
        <Select
          label={text.rows}
          value={filter.rows}
          options={listOptions(rowsChoices, text.rowsNames)}
          onChange={(rows) => changeFilter({ rows })}
        />
        <Select
          labelClass="review-filter-wide"
          label={text.reason}
          value={filter.reason}
          options={[['', text.anyReason], ...Object.entries(reasons)]}
          onChange={(value) => changeFilter({ reason: value })}
        />
        <Field
          label={text.search}
          type="search"
          maxLength={maxSearchLength}
          value={filter.search}
          onText={(text) => changeFilter({ search: text })}
        />
        <Select
          label={text.in}
          value={filter.column}
          options={[['', text.anyColumn], ...listOptions(source.headers, (header) => header)]}
          onChange={(value) => changeFilter({ column: value })}
        />
        <Select
          label={text.sort}
          value={filter.sort}
          options={[
            ...listOptions(sorts, text.sortNames),
            ...source.headers.map((header) => [`column:${header}`, text.byColumn(header)] as const),
          ]}
          onChange={(value) => changeFilter({ sort: value })}
        />
        <p class="review-buttons">
          <Button label={text.apply} type="submit" class="primary" />
          {inUse && <Button label={text.reset} onClick={() => props.onFilter(usualFilter)} />}
        </p>
      </Form>
    </details>
  );
}
