import { useEffect, useMemo, useRef } from 'preact/hooks';
import type { SampledSource } from '../../../api-types.ts';
import { formatCount, useTexts } from '../../../language.ts';
import { Failure } from '../../../parts/notice.tsx';
import { texts } from './rows-texts.ts';
import { TableColumns, TableHead } from './table-head.tsx';
import { TableLine } from './table-line.tsx';
import { orderColumns, readSort } from './table-query.ts';
import { useRowPages } from './use-row-pages.ts';
import { useTableView } from './use-table-view.ts';

/** Lines drawn above and below those on the screen. */
const linesBeyond = 6;

/** The rows that fit, of which only those on the screen are in the page. */
export function RowTable({
  source,
  query,
}: {
  readonly source: SampledSource;
  readonly query: URLSearchParams;
}) {
  const text = useTexts(texts);
  const pages = useRowPages(source, query);
  const matching = pages.matching ?? 0;
  const box = useRef<HTMLElement>(null);
  const view = useTableView(box, matching, pages);
  const from = Math.max(0, view.first - linesBeyond);
  const to = Math.min(matching, view.first + view.lines + linesBeyond);
  useEffect(() => pages.show(view.first, view.first + view.lines));
  const columns = useMemo(() => orderColumns(source), [source]);
  // Scrolling does not change it.
  const head = useMemo(
    () => (
      <>
        <TableColumns count={source.headers.length} />
        <TableHead source={source} query={query} />
      </>
    ),
    [source, query],
  );
  const places = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
  return (
    <div>
      <p class="rows-count" role="status">
        {pages.matching === null && pages.error === null && text.reading}
        {pages.matching !== null && text.matching(formatCount(matching), formatCount(source.row_count))}
      </p>
      <Failure error={pages.error} onRetry={() => pages.tryAgain()} />
      {pages.matching === 0 && <p>{text.none}</p>}
      {matching > 0 && (
        <>
          <p id="rows-keys">
            <small class="keyboard-hint">{text.keys}</small>
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard (WCAG 2.1.1) */}
          <section ref={box} class="rows-box" aria-label={text.table} tabIndex={0} onScroll={view.onScroll}>
            {/* In the place of the rows that are not drawn. */}
            <div style={{ padding: `${from * view.lineHeight}px 0 ${(matching - to) * view.lineHeight}px` }}>
              <table
                aria-rowcount={matching + 1}
                aria-describedby="rows-keys"
                class="rows-table"
                style={{ '--rows-columns': source.headers.length }}
              >
                {head}
                <tbody onKeyDown={view.onKeyDown}>
                  {places.map((place) => (
                    <TableLine
                      key={place}
                      place={place}
                      row={pages.findRow(place)}
                      before={pages.findRow(place - 1)}
                      columns={columns}
                      hasNames={source.mapping?.columns.name !== undefined}
                      isActive={place === view.active}
                      isGrouped={readSort(query) === 'same_company'}
                      sourceId={source.source_id}
                    />
                  ))}
                </tbody>
              </table>
            </div>
          </section>
        </>
      )}
    </div>
  );
}
