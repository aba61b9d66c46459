import { useState } from 'preact/hooks';
import { maxReasonLength } from '../../../client/index.ts';
import { formatCount, useLanguage, useTexts } from '../../language.ts';
import { useAction } from '../../loading.ts';
import { joinClasses } from '../../parts/classes.ts';
import { MoreOf, useCollected } from '../../parts/collected.tsx';
import { ConfirmWithNote } from '../../parts/confirm-with-note.tsx';
import { DataText } from '../../parts/data-text.tsx';
import { Button } from '../../parts/form.tsx';
import { CollectionStart } from '../../parts/load-state.tsx';
import { Failure } from '../../parts/notice.tsx';
import { TableScroll } from '../../parts/table-scroll.tsx';
import { linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { ColumnChoice } from './column-choice.tsx';
import { texts } from './list-texts.ts';
import type { PartProps } from './part-props.ts';
import {
  allColumns,
  firstColumns,
  formatEnriched,
  getClass,
  getColumnName,
  getEnrichment,
  isEnriched,
  type Row,
  renderValue,
} from './row-columns.tsx';
import { type Suppressions, splitSuppressions } from './suppressions.ts';

/** The rows, with the columns that the List's people chose. */
export function Rows({ detail, isFixed, onChanged }: PartProps) {
  const text = useTexts(texts);
  const { api } = useSession();
  const listId = detail.list.list_id;
  const [columns, setColumns] = useState(() => {
    const kept = detail.workspace_preferences.columns?.filter((name) => allColumns.includes(name));
    if (kept && kept.length > 0) return kept;
    return firstColumns;
  });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [isSuppressing, setIsSuppressing] = useState(false);
  const rows = useCollected(
    async (page, signal) => {
      const query = { limit: 100, ...page };
      const { rows: items, meta } = await api.get('/lists/{listId}/preview', {
        path: { listId },
        query,
        signal,
      });
      return { items, meta };
    },
    [api, listId],
  );
  const chosen = rows.items.filter(({ company_id }) => selected.has(company_id));
  const toSuppress = chosen.filter(({ suppressed }) => !suppressed);
  const toFree = chosen.filter(({ suppressed }) => suppressed);
  const changeSuppressions = async (change: Suppressions) => {
    for (const body of splitSuppressions(change))
      await api.patch('/lists/{listId}/suppressions', { path: { listId }, body });
    setSelected(new Set());
    setIsSuppressing(false);
    rows.reload();
    onChanged();
  };
  const freeing = useAction(() => changeSuppressions({ remove: toFree.map(({ company_id }) => company_id) }));
  // A column of values that no row has says nothing.
  const shown = columns.filter(
    (column) => !isEnriched(column) || rows.items.some((row) => getEnrichment(row, column)),
  );
  const meta = rows.first?.meta;
  const areAllSelected = rows.items.length > 0 && chosen.length === rows.items.length;
  const selectAll = () => {
    if (areAllSelected) setSelected(new Set());
    else setSelected(new Set(rows.items.map(({ company_id }) => company_id)));
  };
  return (
    <section aria-label={text.tabs.rows} aria-busy={rows.loading}>
      {meta && (
        <p class="lists-soft">
          {text.counts(
            formatCount(meta.publishable_rows),
            formatCount(meta.suppressed_rows),
            formatCount(meta.excluded_rows),
          )}
        </p>
      )}
      <div class="actions lists-bar">
        <ColumnChoice columns={columns} listId={listId} isFixed={isFixed} onChange={setColumns} />
        {chosen.length > 0 && !isFixed && (
          <>
            <span role="status">{text.selected(formatCount(chosen.length))}</span>
            {toSuppress.length > 0 && (
              <Button
                label={text.suppress(formatCount(toSuppress.length))}
                onClick={() => setIsSuppressing(true)}
              />
            )}
            {toFree.length > 0 && (
              <Button label={text.unsuppress(formatCount(toFree.length))} action={freeing} />
            )}
          </>
        )}
      </div>
      <Failure error={freeing.error} />
      <CollectionStart of={rows}>
        <p>{text.noRows}</p>
      </CollectionStart>
      {rows.items.length > 0 && (
        <div class="card lists-table">
          <TableScroll label={text.tabs.rows}>
            <table>
              <thead>
                <tr>
                  {!isFixed && (
                    <th scope="col">
                      <input
                        type="checkbox"
                        aria-label={text.selectAll}
                        checked={areAllSelected}
                        onChange={selectAll}
                      />
                    </th>
                  )}
                  <th scope="col">{text.name}</th>
                  {shown.map((column) => (
                    <th key={column} scope="col" class={getClass(column)}>
                      {getColumnName(column, text)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {rows.items.map((row) => (
                  <RowLine
                    key={row.row_id}
                    row={row}
                    columns={shown}
                    isSelectable={!isFixed}
                    isSelected={selected.has(row.company_id)}
                    onSelect={() => {
                      const after = new Set(selected);
                      if (!after.delete(row.company_id)) after.add(row.company_id);
                      setSelected(after);
                    }}
                  />
                ))}
              </tbody>
            </table>
          </TableScroll>
        </div>
      )}
      <MoreOf of={rows} />
      {isSuppressing && (
        <ConfirmWithNote
          title={text.suppressTitle}
          about={text.suppressAbout}
          label={text.reason}
          maxLength={maxReasonLength}
          yes={text.suppress(formatCount(toSuppress.length))}
          onYes={(reason) =>
            changeSuppressions({
              add: toSuppress.map(({ company_id }) => ({ company_id, ...(reason && { reason }) })),
            })
          }
          onClose={() => setIsSuppressing(false)}
        />
      )}
    </section>
  );
}

function RowLine(props: {
  readonly row: Row;
  readonly columns: readonly string[];
  readonly isSelectable: boolean;
  readonly isSelected: boolean;
  readonly onSelect: () => void;
}) {
  const text = useTexts(texts);
  const language = useLanguage();
  const { row } = props;
  const name = row.company?.display_name ?? row.company_id;
  return (
    <tr class={joinClasses((row.suppressed || row.excluded) && 'lists-out')}>
      {props.isSelectable && (
        <td>
          <input
            type="checkbox"
            aria-label={text.select(name)}
            checked={props.isSelected}
            onChange={props.onSelect}
          />
        </td>
      )}
      <th scope="row">
        <a href={linkTo(['companies', row.company_id])}>
          <DataText text={name} />
        </a>{' '}
        {row.suppressed && <span class="tag tag-warn">{text.suppressed}</span>}{' '}
        {row.excluded && <span class="tag tag-warn">{text.excluded}</span>}
        {!row.company && <span class="tag tag-bad">{text.gone}</span>}
      </th>
      {props.columns.map((column) => (
        <td key={column} class={getClass(column)} title={formatEnriched(row, column, language)}>
          {renderValue(row, column, language)}
        </td>
      ))}
    </tr>
  );
}
