import type { PreviewedTable } from '../../../api-types.ts';
import { findCodeText, formatCount, useTexts } from '../../../language.ts';
import { type Column, DataTable } from '../../../parts/data-table.tsx';
import { Button } from '../../../parts/form.tsx';
import { LongText } from '../../../parts/long-text.tsx';
import { Notice } from '../../../parts/notice.tsx';
import type { ParseChanges } from './parse-choices.tsx';
import { remarkTexts, texts } from './preview-texts.ts';

type SetAsideLine = PreviewedTable['reading']['set_aside'][number];

/** The size of a table, what is worth a look, and its first rows. @param props.offersSheets whether its sheets can be ticked */
export function TableSample({
  table,
  offersSheets,
}: {
  readonly table: PreviewedTable;
  readonly offersSheets: boolean;
}) {
  const text = useTexts(texts);
  const remarks = useTexts(remarkTexts);
  // Beside sheets that can be ticked, it is not true that only one is read.
  const found = table.reading.remarks.filter(({ code }) => !(offersSheets && code === 'other_sheets'));
  return (
    <>
      <p class="lead">{text.lead(formatCount(table.row_count), formatCount(table.headers.length))}</p>
      {table.row_count === 0 && <Notice kind="warning">{text.noRows}</Notice>}
      {found.length > 0 && (
        <div class="notice notice-warning">
          <b>{text.remarks}</b>
          <ul>
            {found.map(({ code, message }) => (
              <li key={`${code} ${message}`}>{findCodeText(remarks, code) ?? message}</li>
            ))}
          </ul>
        </div>
      )}
      <section>
        <h2>{text.firstRows}</h2>
        <DataTable
          label={table.headers.join(', ').slice(0, 100)}
          class="sources-sample"
          columns={table.headers.map((header) => ({
            title: header,
            renderCell: (row: Readonly<Record<string, string>>) => <LongText text={row[header] ?? ''} />,
          }))}
          rows={table.sample_rows}
          getKey={(_, place) => place}
        />
      </section>
    </>
  );
}

/** The first rows of the table, and the lines that are not rows of it. */
export function PreviewTable(props: {
  readonly table: PreviewedTable;
  readonly offersSheets: boolean;
  readonly changes: ParseChanges;
  readonly onChange: (changes: ParseChanges) => void;
}) {
  const text = useTexts(texts);
  const { table, changes } = props;
  const { set_aside_counts: counts, ...parsed } = table.reading;
  const setAside = Object.values(counts).reduce((sum, lines) => sum + lines, 0);
  return (
    <>
      <TableSample table={table} offersSheets={props.offersSheets} />
      {(setAside > 0 || changes.keep.length > 0) && (
        <section>
          <h2>{text.setAside(formatCount(setAside))}</h2>
          <p>{text.setAsideHint}</p>
          <SetAsideLines {...props} label={text.setAside(formatCount(setAside))} lines={parsed.set_aside} />
          {setAside > parsed.set_aside.length && (
            <p>{text.moreLines(formatCount(setAside - parsed.set_aside.length))}</p>
          )}
        </section>
      )}
    </>
  );
}

/** Lines that are not rows; before them, those that a person made rows. */
function SetAsideLines(props: {
  readonly label: string;
  readonly lines: readonly SetAsideLine[];
  readonly changes: ParseChanges;
  readonly onChange: (changes: ParseChanges) => void;
}) {
  const text = useTexts(texts);
  const { changes, onChange } = props;
  const { keep } = changes;
  const columns: readonly Column<SetAsideLine | number>[] = [
    {
      title: text.line,
      class: 'number',
      renderCell: (line) => (typeof line === 'number' ? line : line.file_row),
    },
    {
      title: text.kind,
      renderCell: (line) => (typeof line === 'number' ? text.kept : text.kinds[line.kind]),
    },
    {
      title: text.content,
      class: 'sources-line',
      renderCell: (line) =>
        typeof line !== 'number' && <LongText text={line.cells.filter(Boolean).join(' | ')} />,
    },
    {
      title: text.makeRow,
      hidesTitle: true,
      renderCell: (line) => {
        if (typeof line === 'number') {
          const others = keep.filter((other) => other !== line);
          return <Button label={text.setAsideAgain} onClick={() => onChange({ ...changes, keep: others })} />;
        }
        return (
          <Button
            label={text.makeRow}
            aria-label={`${text.makeRow}: ${line.file_row}`}
            onClick={() => onChange({ ...changes, keep: [...keep, line.file_row] })}
          />
        );
      },
    },
  ];
  return (
    <DataTable
      label={props.label}
      columns={columns}
      rows={[...keep, ...props.lines]}
      getKey={(line) => (typeof line === 'number' ? line : line.file_row)}
    />
  );
}
