import type { VNode } from 'preact';
import { type Address, linkTo, useRedirect } from '../../routing.ts';
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
export function renderSourcesPage(address: Address): VNode | null {
  const { path, query } = address;
  const [, sourceId, step] = path;
  if (sourceId === undefined) return <Home address={address} />;
  if (sourceId === 'new') return <PreviewPage />;
  if (sourceId === 'remembered') return <RememberedPage q={query.get('q') ?? ''} />;
  if (step === undefined) return <CurrentStep address={address} sourceId={sourceId} />;
  if (step === 'columns') return <ColumnsPage sourceId={sourceId} />;
  if (step === 'resolve') return <ResolvePage sourceId={sourceId} />;
  if (step === 'rows') return <RowsPage sourceId={sourceId} query={query} />;
  if (step === 'result') return <ResultPage sourceId={sourceId} />;
  return null;
}

/** All tables, or the only one that the key reaches. */
function Home({ address }: { readonly address: Address }) {
  const { sourceId } = useSession().limits;
  useRedirect(address, sourceId === null ? undefined : linkTo(['sources', sourceId]));
  if (sourceId === null) return <SourcesPage />;
  return null;
}

const nextSteps = { imported: 'columns', mapped: 'resolve', resolved: 'result' } as const;

/** Opens a table at the step that it has reached. */
function CurrentStep({ address, sourceId }: { readonly address: Address; readonly sourceId: string }) {
  const source = useSource(sourceId);
  const status = source.data?.status;
  useRedirect(address, status && linkTo(['sources', sourceId, nextSteps[status]]));
  return (
    <SourceFrame step="result" source={source}>
      {() => null}
    </SourceFrame>
  );
}
