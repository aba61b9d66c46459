import { useState } from 'preact/hooks';
import {
  defaultResultColumns,
  type ResultColumnGroup,
  resultColumnGroups,
  resultColumnTitles,
} from '../../../client/index.ts';
import { defineTextPairs, formatCount, formatQuantity, useTexts } from '../../language.ts';
import { BoxGroup, Button, listOptions } from '../../parts/form.tsx';

const texts = defineTextPairs({
  title: [
    (columns: string) => `Columns to add (${formatQuantity(columns, 'column')})`,
    (columns) => `付ける列（${columns} 列）`,
  ],
  hint: [
    'The row ID is always there: by it, the table is recognised when you bring it back.',
    '行ID は必ず付きます。表を戻したときに、この列で以前の書き出しと分かります。',
  ],
  groups: {
    company: ['Company', '会社'],
    match: ['How it was matched', '照合の結果'],
    candidates: ['Candidates of open rows', '未確定の行の候補'],
    suggestions: ['Similar companies', '類似の会社'],
    facts: ['Further facts', '会社の詳しい情報'],
    same_company: ['Same company in several rows', '同じ会社の行（名寄せ）'],
  },
  reset: ['The usual columns', '標準の列に戻す'],
});
const titles = defineTextPairs(resultColumnTitles);

type Column = keyof typeof resultColumnTitles;
type Group = Exclude<ResultColumnGroup, 'row'>;
const groups = Object.keys(texts.en.groups) as readonly Group[];
/** The usual ones first, in their order. The row ID is not chosen. */
const columns = [...new Set<Column>([...defaultResultColumns, ...groups.flatMap(listColumns)])].filter(
  (column) => column !== 'source_row_id',
);
const usual = columns.slice(0, defaultResultColumns.length - 1);

function listColumns(group: Group): readonly Column[] {
  return resultColumnGroups[group];
}

const keptColumns = 'company-data-desk.export-columns';

/** The columns of exports, as this browser remembers them. */
export function useExportColumns() {
  const [chosen, setChosen] = useState(() => {
    const kept = localStorage.getItem(keptColumns)?.split(',');
    return kept ? columns.filter((column) => kept.includes(column)) : usual;
  });
  const choose = (wanted: readonly Column[]) => {
    const inOrder = columns.filter((column) => wanted.includes(column));
    localStorage.setItem(keptColumns, inOrder.join(','));
    setChosen(inOrder);
  };
  /** For `columns` of the request. */
  return { chosen, choose, words: chosen.length > 0 ? chosen : ['row'] };
}

export function ExportColumns(props: {
  readonly chosen: readonly Column[];
  readonly onChoose: (columns: readonly Column[]) => void;
}) {
  const { chosen, onChoose } = props;
  const text = useTexts(texts);
  const names = useTexts(titles);
  return (
    <details>
      <summary>{text.title(formatCount(chosen.length + 1))}</summary>
      <p>
        <small>{text.hint}</small>
      </p>
      {groups.map((group) => {
        const own = listColumns(group);
        return (
          <BoxGroup
            key={group}
            legend={text.groups[group]}
            values={chosen.filter((column) => own.includes(column))}
            options={listOptions(own, names)}
            onChange={(values) => onChoose([...chosen.filter((column) => !own.includes(column)), ...values])}
          />
        );
      })}
      <Button label={text.reset} class="quiet" onClick={() => onChoose(usual)} />
    </details>
  );
}
