import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { companiesPerPage } from './candidates/candidates-panel.tsx';
import { getComparison, getShownCompanies } from './candidates/shown-company.ts';
import { type Command, findCommand, isKeyTarget, isMeant } from './state/keys.ts';
import type { Source } from './state/review-api.ts';
import type { ReviewStore } from './state/review-store.ts';

/** When the row on the screen was put into the page, in the time of events; Infinity before the first one. */
let shownAt = Number.POSITIVE_INFINITY;

/** When another row is shown, its heading gets the focus, so that a screen reader reads it. */
export function useFocusOnRow(store: ReviewStore) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef<string | null | undefined>(undefined);
  useLayoutEffect(() => {
    const isFirst = before.current === undefined || (before.current === null && !store.tasks.length);
    const { shown } = store;
    before.current = shown;
    shownAt = performance.now();
    if (!isFirst) heading.current?.focus({ preventScroll: true });
    bringIntoSight();
    if (!isFirst) measureNextRow();
  }, [store.shown]);
  return heading;
}

/** On a small screen or with large letters, the row and its first company would be above the screen or below the bar. */
function bringIntoSight(): void {
  const work = document.querySelector('.review-work');
  const bar = document.querySelector('.review-bar');
  const name = work?.querySelector('h2');
  const company = work?.querySelector('.review-company-name') ?? name;
  if (!work || !bar || !name || !company) return;
  const measureHidden = () => company.getBoundingClientRect().bottom - bar.getBoundingClientRect().top;
  if (measureHidden() > 0 || work.getBoundingClientRect().top < 0) work.scrollIntoView({ block: 'start' });
  // What is above the name gives way first.
  if (measureHidden() > 0) scrollBy(0, Math.min(measureHidden() + 4, name.getBoundingClientRect().top));
}

const warmedRows = 3;

/** Compares the names of the next rows while nothing else is to do. */
export function prepareNextRows(store: ReviewStore, source: Source): () => void {
  const place = store.window.findPlace(store.shown);
  const timer = setTimeout(() => {
    for (const row of store.window.rows.slice(place + 1, place + 1 + warmedRows))
      for (const company of getShownCompanies(row).slice(0, companiesPerPage))
        getComparison(row, source.mapping?.columns.name, company);
  }, 30);
  return () => clearTimeout(timer);
}

let keyAt: number | null = null;

/** For the browser's own performance tools: from the key to the next row on the screen. */
function measureNextRow(): void {
  const start = keyAt;
  keyAt = null;
  if (start === null) return;
  runAfterDrawing(() => performance.measure('review-next-row', { start }));
}

function runAfterDrawing(then: () => void): void {
  requestAnimationFrame(() => setTimeout(then, 0));
}

/** Runs what a key means, unless the person types somewhere. */
export function useKeys(active: boolean, run: (command: Command) => void): void {
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    if (!active) return;
    const handleKey = (event: KeyboardEvent) => {
      const { target } = event;
      if (target instanceof HTMLElement && isKeyTarget(target as HTMLInputElement)) return;
      // Asked of the document: a key right after Escape counts.
      if (document.querySelector('dialog[open]')) return;
      const command = findCommand(event);
      if (!command) return;
      event.preventDefault();
      if (!isMeant(command, event.timeStamp, shownAt)) return;
      keyAt = event.timeStamp;
      latest.current(command);
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [active]);
}
