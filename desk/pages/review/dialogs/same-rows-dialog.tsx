import { useState } from 'preact/hooks';
import { maxPageRows } from '../../../../client/index.ts';
import { defineTextPairs, formatCount, formatQuantity, useTexts } from '../../../language.ts';
import { useLoaded } from '../../../loading.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Button } from '../../../parts/form.tsx';
import { LoadState } from '../../../parts/load-state.tsx';
import { useSession } from '../../../session.tsx';
import { listRows, type Row, type Source } from '../state/review-api.ts';

const texts = defineTextPairs({
  title: [
    (rows: string) => `${formatQuantity(rows, 'row')} with this name`,
    (rows) => `同じ名称の ${rows} 行`,
  ],
  hint: [
    'Rows that contradict the company are left out: with another number, another identifier or another place.',
    '選んだ会社と矛盾する行（別の番号や所在地がある行）は除外されます。',
  ],
  row: ['Row', '行'],
  more: ['More rows', 'さらに表示'],
  close: ['Close', '閉じる'],
});

const pageSize = 50;

/** The rows that a decision for all rows with the name would be about. */
export function SameRowsDialog(props: {
  readonly source: Source;
  readonly row: Row;
  readonly onClose: () => void;
}) {
  const { source, row } = props;
  const text = useTexts(texts);
  const { api } = useSession();
  const [limit, setLimit] = useState(pageSize);
  const rows = useLoaded(
    (signal) =>
      listRows(
        api,
        source.source_id,
        { same_name_as: row.source_row_id, decision: ['none'], limit: Math.min(limit, maxPageRows) },
        signal,
      ),
    [limit],
  );
  const headers = [
    ...new Set([
      ...Object.values(source.mapping?.columns ?? {}),
      ...Object.values(source.mapping?.hints ?? {}),
    ]),
  ].filter((header) => header !== undefined);
  return (
    <Dialog title={text.title(formatCount(row.same_name_rows))} onClose={props.onClose}>
      <p>
        <small>{text.hint}</small>
      </p>
      <LoadState of={rows} />
      {rows.data && (
        <div class="review-same-table">
          <table>
            <thead>
              <tr>
                <th scope="col">{text.row}</th>
                {headers.map((header) => (
                  <th key={header} scope="col">
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.data.rows.map((other) => (
                <tr key={other.source_row_id}>
                  <td class="number">{formatCount(other.row_number)}</td>
                  {headers.map((header) => (
                    <td key={header}>{other.cells[header]}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <p class="review-buttons">
        {rows.data?.meta.has_more && limit < maxPageRows && (
          <Button label={text.more} onClick={() => setLimit(maxPageRows)} />
        )}
        <Button label={text.close} onClick={props.onClose} />
      </p>
    </Dialog>
  );
}
