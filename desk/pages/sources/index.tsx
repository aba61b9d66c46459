import type { VNode } from 'preact';
import { useEffect } from 'preact/hooks';
import { type Address, goTo, linkTo } from '../../routing.ts';
import { useSession } from '../../session.tsx';
import { ColumnsPage } from './columns-page.tsx';
import { PreviewPage } from './preview/preview-page.tsx';
import { RememberedPage } from './remembered/remembered-page.tsx';
import { ResolvePage } from './resolve-page.tsx';
import { ResultPage } from './result-page.tsx';
import { RowsPage } from './rows/rows-page.tsx';
import { SourceFrame, useSource } from './source-frame.tsx';
import { SourcesPage } from './sources-page.tsx';

/** The pages of tables, except the review. */
export function renderSourcesPage({ path, query }: Address): VNode | null {
  const [, sourceId, step] = path;
  if (sourceId === undefined) return <Home />;
  if (sourceId === 'new') return <PreviewPage />;
  if (sourceId === 'remembered') return <RememberedPage q={query.get('q') ?? ''} />;
  if (step === undefined) return <CurrentStep sourceId={sourceId} />;
  if (step === 'columns') return <ColumnsPage sourceId={sourceId} />;
  if (step === 'resolve') return <ResolvePage sourceId={sourceId} />;
  if (step === 'rows') return <RowsPage sourceId={sourceId} query={query} />;
  if (step === 'result') return <ResultPage sourceId={sourceId} />;
  return null;
}

/** All tables, or the only one that the key reaches. */
function Home() {
  const { sourceId } = useSession().limits;
  useEffect(() => {
    if (sourceId !== null) goTo(linkTo(['sources', sourceId]), { replace: true });
  }, [sourceId]);
  if (sourceId === null) return <SourcesPage />;
  return null;
}

/** Opens a table at the step that it has reached. */
function CurrentStep({ sourceId }: { readonly sourceId: string }) {
  const source = useSource(sourceId);
  const status = source.data?.status;
  useEffect(() => {
    const steps = { imported: 'columns', mapped: 'resolve', resolved: 'result' } as const;
    if (status) goTo(linkTo(['sources', sourceId, steps[status]]), { replace: true });
  }, [sourceId, status]);
  return (
    <SourceFrame step="result" source={source}>
      {() => null}
    </SourceFrame>
  );
}
