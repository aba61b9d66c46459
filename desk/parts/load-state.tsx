import type { ComponentChildren } from 'preact';
import type { Loaded } from '../loading.ts';
import type { Collected, CursorPage } from './collected.tsx';
import { Failure } from './notice.tsx';
import { Loading } from './page.tsx';

/** What a page shows of something that it reads until it is there, or instead. */
export function LoadState({ of }: { readonly of: Loaded<unknown> }) {
  return (
    <>
      {of.loading && !of.data && <Loading />}
      <Failure error={of.error} onRetry={of.reload} />
    </>
  );
}

/** The same for a collection without items. Its end shows an error. @param props.children what to say when there is nothing */
export function CollectionStart<Page extends CursorPage<unknown>>({
  of,
  children,
}: {
  readonly of: Collected<Page>;
  readonly children?: ComponentChildren;
}) {
  if (of.items.length > 0) return null;
  if (of.loading) return <Loading />;
  return <>{!of.error && children}</>;
}
