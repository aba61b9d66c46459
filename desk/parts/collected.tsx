import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { defineTextPairs, formatCount, useTexts } from '../language.ts';
import { Button } from './form.tsx';
import { Failure } from './notice.tsx';

const texts = defineTextPairs({
  more: ['Show more', 'さらに表示'],
  loading: ['Loading …', '読み込み中…'],
  shown: [(n: string) => `${n} shown`, (n) => `${n} 件を表示しています`],
  all: [(n: string) => `All ${n} are shown.`, (n) => `全 ${n} 件を表示しました。`],
});

/** A page as the API answers it. */
export interface CursorPage<Item> {
  readonly items: readonly Item[];
  readonly meta: { readonly next_cursor: string | null };
}

/** Goes into the query or the body of the call for a page. */
interface PageQuery {
  readonly cursor?: string;
}

type ItemsOf<Page extends CursorPage<unknown>> = readonly Page['items'][number][];

/** Pages of a collection that are shown one below the other. */
export interface Collected<Page extends CursorPage<unknown>> {
  readonly items: ItemsOf<Page>;
  /** The first page; null before it came. */
  readonly first: Page | null;
  readonly loading: boolean;
  readonly error: unknown;
  readonly hasMore: boolean;
  more(): void;
  /** Begins again with the first page. */
  reload(): void;
  /** Replaces what is shown, after a change that is known. */
  change(items: (before: ItemsOf<Page>) => ItemsOf<Page>): void;
}

interface State<Page extends CursorPage<unknown>> {
  readonly items: ItemsOf<Page>;
  readonly first: Page | null;
  readonly next: string | null;
  readonly loading: boolean;
  readonly error: unknown;
}

const nothing = { items: [], first: null, next: null, loading: false, error: null };

/** Reads the first page when the page opens and whenever `inputs` change, and further ones when they are asked for. */
export function useCollected<Page extends CursorPage<unknown>>(
  read: (query: PageQuery, signal: AbortSignal) => Promise<Page>,
  inputs: readonly unknown[],
): Collected<Page> {
  const [state, setState] = useState<State<Page>>({ ...nothing, loading: true });
  const [turn, setTurn] = useState(0);
  const latest = useRef(read);
  latest.current = read;
  const aborter = useRef(new AbortController());
  const fetchPage = useCallback((cursor: string | undefined) => {
    const { signal } = aborter.current;
    setState((before) => ({ ...before, loading: true, error: null }));
    latest.current({ ...(cursor !== undefined && { cursor }) }, signal).then(
      (page) =>
        signal.aborted ||
        setState((before) => ({
          items: cursor === undefined ? page.items : [...before.items, ...page.items],
          first: cursor === undefined ? page : before.first,
          next: page.meta.next_cursor,
          loading: false,
          error: null,
        })),
      (error) =>
        signal.aborted ||
        // What is shown may belong to other inputs. It must not be taken for the answer that failed.
        setState((before) => ({ ...(cursor === undefined ? nothing : before), loading: false, error })),
    );
  }, []);
  useEffect(() => {
    aborter.current = new AbortController();
    fetchPage(undefined);
    return () => aborter.current.abort();
  }, [...inputs, turn]);
  const { items, first, next, loading, error } = state;
  return {
    items,
    first,
    loading,
    error,
    hasMore: next !== null,
    more: () => {
      if (!loading && next !== null) fetchPage(next);
    },
    reload: useCallback(() => setTurn((before) => before + 1), []),
    change: useCallback((changed) => setState((before) => ({ ...before, items: changed(before.items) })), []),
  };
}

/** The end of a collection: a button for more, its loading, or its error. */
export function MoreOf<Page extends CursorPage<unknown>>({ of }: { readonly of: Collected<Page> }) {
  const text = useTexts(texts);
  const wasPressed = useRef(false);
  const end = useRef<HTMLParagraphElement>(null);
  const shown = of.items.length;
  const hasFurtherPages = shown > (of.first?.items.length ?? 0);
  useEffect(() => {
    if (of.loading || !wasPressed.current) return;
    wasPressed.current = false;
    // With the last page, the button goes away and the focus with it.
    end.current?.focus({ preventScroll: true });
  }, [of.loading]);
  return (
    <>
      <span class="hidden-visually" role="status">
        {hasFurtherPages && !of.loading && of.hasMore && text.shown(formatCount(shown))}
      </span>
      <Failure error={of.error} onRetry={of.hasMore ? of.more : of.reload} />
      {of.hasMore && !of.error && (
        <p class="more">
          <Button
            label={of.loading ? text.loading : text.more}
            aria-disabled={of.loading}
            onClick={() => {
              wasPressed.current = true;
              of.more();
            }}
          />
        </p>
      )}
      {hasFurtherPages && !of.hasMore && (
        <p ref={end} class="more" tabIndex={-1}>
          {text.all(formatCount(shown))}
        </p>
      )}
    </>
  );
}
