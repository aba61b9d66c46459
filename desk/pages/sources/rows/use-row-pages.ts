import { useEffect, useMemo, useState } from 'preact/hooks';
import type { SampledSource } from '../../../api-types.ts';
import { useSession } from '../../../session.tsx';
import { pageSize, RowPages } from './row-pages.ts';
import { readTableQuery } from './table-query.ts';

/** The rows that an address asks for; they begin anew with another question, and when the table changed. */
export function useRowPages(
  { source_id: sourceId, updated_at: version }: SampledSource,
  query: URLSearchParams,
): RowPages {
  const { api } = useSession();
  const [, redraw] = useState(0);
  const pages = useMemo(() => {
    const asked = { ...readTableQuery(query), limit: pageSize };
    const readPage = async (offset: number) => {
      const { rows, matching_rows: matching } = await api.get('/sources/{sourceId}/rows', {
        path: { sourceId },
        query: { ...asked, offset },
      });
      return { rows, matching };
    };
    return new RowPages(readPage, () => redraw((turn) => turn + 1));
  }, [api, sourceId, version, query.toString()]);
  useEffect(() => () => pages.close(), [pages]);
  return pages;
}
