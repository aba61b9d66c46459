import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { Schema } from '../../../client/index.ts';
import { findCodeText, formatCount, type Language, useLanguage, useTexts } from '../../language.ts';
import { useAction } from '../../loading.ts';
import { MoreOf, useCollected } from '../../parts/collected.tsx';
import { Confirm } from '../../parts/confirm.tsx';
import { DataText } from '../../parts/data-text.tsx';
import { Button, Check, Field } from '../../parts/form.tsx';
import { CollectionStart } from '../../parts/load-state.tsx';
import { Failure } from '../../parts/notice.tsx';
import { OutsideLink } from '../../parts/outside-link.tsx';
import { TableScroll } from '../../parts/table-scroll.tsx';
import { linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { formatPrefecture, translateCode } from '../../words.ts';
import { fieldNames, formatEnrichment } from './enriched-values.ts';
import type { PartProps } from './part-props.ts';
import { type Suppressions, splitSuppressions } from './suppressions.ts';
import { texts } from './texts.ts';

type Row = Schema<'ListRow'>;
type Company = NonNullable<Row['company']>;

const companyColumns = [
  'legal_name',
  'corporate_number',
  'securities_code',
  'listing_status',
  'market_segment',
  'industry_33_code',
  'place',
  'status',
  'website_url',
  'employees',
  'insured_persons',
  'company_id',
] as const;
type CompanyColumn = (typeof companyColumns)[number];

/** Names under which the List keeps the columns of its people. */
const enriched = fieldNames.map((field) => `enriched_${field}` as const);
const allColumns: readonly string[] = [...companyColumns, ...enriched];
const firstColumns: readonly string[] = [
  'corporate_number',
  'listing_status',
  'place',
  'status',
  ...enriched,
];

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
    (column) => !column.startsWith('enriched_') || rows.items.some((row) => getEnrichment(row, column)),
  );
  const meta = rows.first?.meta;
  const areAllSelected = rows.items.length > 0 && chosen.length === rows.items.length;
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
        <Columns columns={columns} listId={listId} isFixed={isFixed} onChange={setColumns} />
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
                        onChange={() =>
                          setSelected(
                            new Set(areAllSelected ? [] : rows.items.map(({ company_id }) => company_id)),
                          )
                        }
                      />
                    </th>
                  )}
                  <th scope="col">{text.name}</th>
                  {shown.map((column) => (
                    <th key={column} scope="col" class={isNumber(column) ? 'number' : undefined}>
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
        <Suppress
          onSuppress={(reason) =>
            changeSuppressions({
              add: toSuppress.map(({ company_id }) => ({ company_id, ...(reason && { reason }) })),
            })
          }
          onClose={() => setIsSuppressing(false)}
          number={toSuppress.length}
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
    <tr class={row.suppressed || row.excluded ? 'lists-out' : undefined}>
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
        <td
          key={column}
          class={isNumber(column) ? 'number' : undefined}
          title={column.startsWith('enriched_') ? formatEnrichedColumn(row, column, language) : undefined}
        >
          {column.startsWith('enriched_')
            ? formatEnrichedColumn(row, column, language)
            : row.company && renderCompanyValue(row.company, column as CompanyColumn, language)}
        </td>
      ))}
    </tr>
  );
}

const getField = (column: string) => column.replace('enriched_', '') as (typeof fieldNames)[number];
const getEnrichment = (row: Row, column: string) => row.enrichments[getField(column)];
const formatEnrichedColumn = (row: Row, column: string, language: Language) =>
  formatEnrichment(row.enrichments, getField(column), language);
const isNumber = (column: string) => column === 'employees' || column === 'insured_persons';

function getColumnName(column: string, text: (typeof texts)['en']): string {
  return (
    (column.startsWith('enriched_')
      ? findCodeText(text.fields, getField(column))
      : findCodeText(text.columnNames, column)) ?? column
  );
}

function renderCompanyValue(company: Company, column: CompanyColumn, language: Language): ComponentChildren {
  switch (column) {
    case 'place':
      return (
        <DataText
          text={[company.prefecture && formatPrefecture(company.prefecture, language), company.city]
            .filter(Boolean)
            .join(' ')}
        />
      );
    case 'listing_status':
      if (company.listing_status === 'unknown') return '';
      return translateCode('listing', company.listing_status, language);
    case 'market_segment':
      return company.market_segment && translateCode('segment', company.market_segment, language);
    case 'industry_33_code':
      return company.industry_33_code && translateCode('sector', company.industry_33_code, language);
    case 'status':
      if (company.status === 'active') return translateCode('status', company.status, language);
      return <span class="tag tag-warn">{translateCode('status', company.status, language)}</span>;
    case 'website_url':
      return company.website_url && <OutsideLink url={company.website_url} />;
    case 'employees':
    case 'insured_persons':
      if (company[column] === null) return '';
      return formatCount(company[column]);
    default:
      return <DataText text={company[column] ?? ''} />;
  }
}

/** Which columns are shown. They can be kept with the List. */
function Columns(props: {
  readonly columns: readonly string[];
  readonly listId: string;
  readonly isFixed: boolean;
  readonly onChange: (columns: readonly string[]) => void;
}) {
  const text = useTexts(texts);
  const { api } = useSession();
  const { columns, listId, onChange } = props;
  const [isKept, setIsKept] = useState(false);
  const keeping = useAction(async () => {
    const body = { columns: [...columns] };
    await api.patch('/lists/{listId}/workspace-preferences', { path: { listId }, body });
    setIsKept(true);
  });
  return (
    <details class="lists-columns">
      <summary class="button">{text.columns}</summary>
      <div class="card">
        {allColumns.map((column) => (
          <Check
            key={column}
            label={
              <>
                {getColumnName(column, text)}
                {column.startsWith('enriched_') && ' +'}
              </>
            }
            checked={columns.includes(column)}
            onChange={() => {
              setIsKept(false);
              onChange(
                allColumns.filter((one) => (one === column ? !columns.includes(one) : columns.includes(one))),
              );
            }}
          />
        ))}
        {!props.isFixed && <Button label={text.saveColumns} action={keeping} />}
        <Failure error={keeping.error} />
        <small role="status">{isKept ? text.savedColumns : ''}</small>
      </div>
    </details>
  );
}

function Suppress(props: {
  readonly number: number;
  readonly onSuppress: (reason: string) => Promise<void>;
  readonly onClose: () => void;
}) {
  const text = useTexts(texts);
  const [reason, setReason] = useState('');
  return (
    <Confirm
      title={text.suppressTitle}
      yes={text.suppress(formatCount(props.number))}
      onYes={() => props.onSuppress(reason.trim())}
      onClose={props.onClose}
    >
      <p>{text.suppressAbout}</p>
      <Field label={text.reason} maxLength={500} value={reason} onText={setReason} />
    </Confirm>
  );
}
