import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

/** What of a long table is on the screen, and which of its rows has the focus. */
export interface TableView {
  /** Place of the first line on the screen, from 0. */
  readonly first: number;
  /** Lines that fit on it. */
  readonly lines: number;
  readonly lineHeight: number;
  /** Place of the row whose link can be reached by Tab. */
  readonly active: number;
  onScroll(): void;
  onKeyDown(event: KeyboardEvent): void;
}

/** Height of a line in letters of the page, as in rows.css. */
const lineRem = 2.25;

function measureLine(): number {
  return Math.round(lineRem * parseFloat(getComputedStyle(document.documentElement).fontSize));
}

/** @param content another one is shown from its beginning */
export function useTableView(box: RefObject<HTMLElement | null>, rows: number, content: unknown): TableView {
  const [lineHeight, setLineHeight] = useState(measureLine);
  const [first, setFirst] = useState(0);
  const [active, setActive] = useState(0);
  const [lines, setLines] = useState(20);
  const takesFocus = useRef(false);
  const isThere = rows > 0;
  useEffect(() => {
    const measure = () => {
      const height = measureLine();
      setLineHeight(height);
      setLines(Math.max(1, Math.ceil((box.current?.clientHeight ?? 0) / height)));
    };
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, [isThere]);
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = 0;
    setFirst(0);
    setActive(0);
  }, [content]);
  useLayoutEffect(() => {
    if (!takesFocus.current) return;
    const link = box.current?.querySelector<HTMLElement>(`[data-place="${active}"] a`);
    link?.focus({ preventScroll: true });
    if (link) takesFocus.current = false;
  });
  const goToRow = (place: number) => {
    const next = Math.min(rows - 1, Math.max(0, place));
    const { current } = box;
    if (!current) return;
    // The head covers a line.
    const top = next * lineHeight;
    const bottom = top + 2 * lineHeight - current.clientHeight;
    if (current.scrollTop > top) current.scrollTop = top;
    else if (current.scrollTop < bottom) current.scrollTop = bottom;
    takesFocus.current = true;
    setActive(next);
  };
  return {
    first: Math.min(first, Math.max(0, rows - 1)),
    lines,
    lineHeight,
    active,
    onScroll: () => setFirst(Math.floor((box.current?.scrollTop ?? 0) / lineHeight)),
    onKeyDown: (event) => {
      const place = placeAfter(event.key, active, { rows, page: Math.max(1, lines - 2) });
      if (place === null || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      goToRow(place);
    },
  };
}

function placeAfter(
  key: string,
  active: number,
  { rows, page }: { readonly rows: number; readonly page: number },
): number | null {
  switch (key) {
    case 'ArrowDown':
      return active + 1;
    case 'ArrowUp':
      return active - 1;
    case 'PageDown':
      return active + page;
    case 'PageUp':
      return active - page;
    case 'Home':
      return 0;
    case 'End':
      return rows - 1;
    default:
      return null;
  }
}
