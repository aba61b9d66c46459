import type { SearchKind } from './searches.ts';

/** What each kind of search must reach. A larger index means more work for the engine and none for the service. */
const ratiosBySize: readonly (Readonly<Record<SearchKind, number>> & { readonly companies: number })[] = [
  { companies: 0, id: 0.55, name: 0.45, filters: 0.5 },
  { companies: 1_000_000, id: 0.6, name: 0.45, filters: 0.8 },
  { companies: 5_700_000, id: 0.65, name: 0.45, filters: 0.9 },
];

/** The rate with 16 connections, of the rate of the yardstick. */
export function minRatio(kind: SearchKind, companies: number): number {
  const reached = ratiosBySize.filter((size) => size.companies <= companies);
  return reached.at(-1)?.[kind] ?? 0;
}

/** Milliseconds that the service adds with one connection. */
export const maxAdded: Readonly<Record<SearchKind, Readonly<Record<50 | 99, number>>>> = {
  id: { 50: 0.4, 99: 6 },
  name: { 50: 0.6, 99: 6 },
  filters: { 50: 0.6, 99: 6 },
};

/** Milliseconds of processor time for one search with 16 connections. */
export const maxProcessorTime = {
  id: { service: 0.25, all: 0.5 },
  name: { service: 0.4, all: 1.1 },
  filters: { service: 0.6, all: 1.55 },
} as const;
