import type { SampledSource } from '../../../api-types.ts';
import { useLoaded } from '../../../loading.ts';
import { LoadState } from '../../../parts/load-state.tsx';
import { useSession } from '../../../session.tsx';
import { SourceFrame, useSource } from '../source-frame.tsx';
import { FilterForm } from './filter-form.tsx';
import { OverviewPart } from './overview.tsx';
import { RowTable } from './row-table.tsx';
import './rows.css';

interface RowsPageProps {
  readonly sourceId: string;
  readonly query: URLSearchParams;
}

/** The rows of a table with their companies, and above them what they count. */
export function RowsPage({ sourceId, query }: RowsPageProps) {
  const source = useSource(sourceId);
  return (
    <SourceFrame step="rows" source={source} wide>
      {(loaded) => <RowsOfSource source={loaded} query={query} />}
    </SourceFrame>
  );
}

function RowsOfSource({
  source,
  query,
}: {
  readonly source: SampledSource;
  readonly query: URLSearchParams;
}) {
  const { api } = useSession();
  const { source_id: sourceId } = source;
  const overview = useLoaded(
    (signal) => api.get('/sources/{sourceId}/overview', { path: { sourceId }, signal }),
    [api, sourceId, source.updated_at],
  );
  return (
    <>
      <LoadState of={overview} />
      {overview.data && <OverviewPart source={source} overview={overview.data} query={query} />}
      <FilterForm source={source} overview={overview.data} query={query} />
      <RowTable source={source} query={query} />
    </>
  );
}
