import { useMemo } from 'preact/hooks';
import { findCodeText, formatCount, useLanguage, useTexts } from '../../../language.ts';
import { joinClasses } from '../../../parts/classes.ts';
import { detectLanguage } from '../../../parts/data-text.tsx';
import { linkTo } from '../../../routing.ts';
import { formatPrefecture, translateCode } from '../../../words.ts';
import { reasonTexts } from '../../review/code-words.ts';
import { decisionTexts, stateTexts } from '../state-bar.tsx';
import type { TableRow } from './row-pages.ts';
import { texts } from './rows-texts.ts';

interface LineProps {
  /** In the order, from 0. */
  readonly place: number;
  /** Undefined until it was read. */
  readonly row: TableRow | undefined;
  /** The row before it, if it was read. */
  readonly before: TableRow | undefined;
  /** Places of the columns of their own, in the order in which they are shown. */
  readonly columns: readonly number[];
  /** Whether the first of them has the names. */
  readonly hasNames: boolean;
  readonly isActive: boolean;
  /** Whether rows of one company stand together. */
  readonly isGrouped: boolean;
  readonly sourceId: string;
}

/** A row. Its link opens the review. */
export function TableLine({ place, row, before, columns, hasNames, ...props }: LineProps) {
  const { isActive, isGrouped, sourceId } = props;
  const text = useTexts(texts);
  const firstId = row?.same_company?.first_row.source_row_id;
  const begins = isGrouped && firstId !== before?.same_company?.first_row.source_row_id;
  const number = row && formatCount(row.row_number);
  // Drawn once, however far a person scrolls.
  const cells = useMemo(
    () => row && <Cells row={row} columns={columns} hasNames={hasNames} isGrouped={isGrouped} />,
    [row, columns, hasNames, isGrouped],
  );
  return (
    <tr data-place={place} aria-rowindex={place + 2} class={joinClasses(begins && 'rows-begins')}>
      <th scope="row">
        <a
          href={linkTo(['sources', sourceId, 'review'], { row: String(row?.row_number ?? ''), rows: 'all' })}
          aria-label={text.openRow(number ?? '…')}
          tabIndex={isActive ? 0 : -1}
        >
          {number ?? '…'}
        </a>
      </th>
      {cells ?? Array.from({ length: columns.length + 4 }, (_, at) => <td key={at} />)}
    </tr>
  );
}

function Cells({
  row,
  columns,
  hasNames,
  isGrouped,
}: Pick<LineProps, 'columns' | 'hasNames' | 'isGrouped'> & { readonly row: TableRow }) {
  const states = useTexts(stateTexts);
  const decisions = useTexts(decisionTexts);
  const reasons = useTexts(reasonTexts);
  const language = useLanguage();
  const { resolve_status: state, decision, company, same_company: same } = row;
  const stateText = state === 'not_found' && decision !== null ? decisions[decision] : states[state];
  const reason = findCodeText(reasons, row.reason) ?? row.reason ?? '';
  return (
    <>
      <td title={stateText}>
        <span class={`state-dot state-${state}`} aria-hidden="true" />
        {stateText}
      </td>
      <Company row={row} written={hasNames ? row.cells[columns[0] ?? 0] : undefined} />
      {columns.map((at) => {
        const cell = row.cells[at] ?? '';
        const differs = isGrouped && same?.differing_columns.includes(at + 1);
        return (
          <td key={at} title={cell} lang={detectLanguage(cell)}>
            {differs ? <mark>{cell === '' ? '―' : cell}</mark> : cell}
          </td>
        );
      })}
      <td>{company?.prefecture && formatPrefecture(company.prefecture, language)}</td>
      <td title={reason}>{reason}</td>
    </>
  );
}

/** @param props.written the name as the row has it: on a narrow screen, an open row would not say which it is */
function Company(props: { readonly row: TableRow; readonly written: string | undefined }) {
  const { company, company_id, same_company: same } = props.row;
  const text = useTexts(texts);
  const language = useLanguage();
  const name = company?.legal_name ?? company_id ?? '';
  return (
    <td title={name} lang={detectLanguage(name)}>
      {same && (
        <span
          class="rows-same"
          lang={language}
          title={text.sameRow(formatCount(same.rows), formatCount(same.first_row.row_number))}
        >
          {text.sameRows(formatCount(same.rows))}
        </span>
      )}
      {company && company.status !== 'active' && (
        <span class="rows-ended" lang={language}>
          {translateCode('status', company.status, language)}
        </span>
      )}
      {name}
      {name === '' && props.written && (
        <span class="rows-written" lang={detectLanguage(props.written)}>
          <span class="rows-same" lang={language}>
            {text.written}
          </span>
          {props.written}
        </span>
      )}
    </td>
  );
}
