import type { Schema } from '../../../client/index.ts';
import { defineTextPairs, formatCount, formatQuantity, useTexts } from '../../language.ts';
import { linkTo } from '../../routing.ts';
import { Check } from '../form.tsx';

const texts = defineTextPairs({
  settled: [
    (rows: string) =>
      `The remembered choice settled ${formatQuantity(rows, 'row')}, without a person looking at them:`,
    (rows) => `記憶した選択で自動的に確定した行が ${rows} 行あります。`,
  ],
  listed: [
    (rows: string) => `The first ${rows} are listed.`,
    (rows) => `最初の ${rows} 行を表示しています。`,
  ],
  reopen: [(rows: string) => `Reopen ${formatQuantity(rows, 'row')}`, (rows) => `${rows} 行を未確定に戻す`],
  reopenAbout: [
    'Free. Nothing is refunded, and settling them again is free. Otherwise they stay as they are.',
    '無料です。クレジットは戻りませんが、もう一度確定するのも無料です。チェックを外すと、行は確定したままです。',
  ],
  rowOf: [(row: string) => `row ${row}`, (row) => `${row} 行目`],
});

/** Shows the rows that a remembered choice settled, and offers to reopen them, if that is not what is asked anyway. */
export function SettledRows(props: {
  readonly total: number;
  /** The first of them. */
  readonly rows: readonly Schema<'RememberedRow'>[];
  readonly reopens?: boolean;
  readonly onReopens?: (reopens: boolean) => void;
}) {
  const { total, rows, reopens, onReopens } = props;
  const text = useTexts(texts);
  if (total === 0) return null;
  return (
    <>
      <p>{text.settled(formatCount(total))}</p>
      <ul class="settled-rows">
        {rows.map((row) => (
          <li key={row.source_row_id}>
            <a href={linkTo(['sources', row.source_id, 'review'], { row: row.source_row_id })}>
              {[row.source_name, text.rowOf(formatCount(row.row_number))].filter(Boolean).join(' · ')}
            </a>{' '}
            <span lang="ja">
              {[Object.values(row.cells).filter(Boolean).join(' | '), row.company_name ?? row.company_id]
                .filter(Boolean)
                .join(' → ')}
            </span>
          </li>
        ))}
      </ul>
      {total > rows.length && <p>{text.listed(formatCount(rows.length))}</p>}
      {onReopens && (
        <Check
          label={
            <span>
              {text.reopen(formatCount(total))} <small>{text.reopenAbout}</small>
            </span>
          }
          checked={reopens}
          onChange={() => onReopens(!reopens)}
        />
      )}
    </>
  );
}
