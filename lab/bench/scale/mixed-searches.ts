import type { BenchService } from '../bench-service.ts';
import type { LoadRequest } from '../load.ts';
import { searchesOf, serviceRequest } from '../searches.ts';

/** Of ten searches: six by number, three by name, one by two filters with an exact count. */
const mix = ['id', 'id', 'name', 'id', 'id', 'name', 'id', 'filters', 'id', 'name'] as const;

/** Different searches in the proportions of the mix. */
export async function mixedSearches(service: BenchService, queries: number): Promise<LoadRequest[][]> {
  const [id, name, filters] = await Promise.all([
    searchesOf(service, 'id', queries),
    searchesOf(service, 'name', queries),
    searchesOf(service, 'filters', queries),
  ]);
  const searches = { id, name, filters };
  return Array.from({ length: queries }, (_, at) => {
    const kind = mix[at % mix.length] ?? 'id';
    const ofKind = searches[kind];
    return [serviceRequest(service, '/search', ofKind[at % ofKind.length] ?? {})];
  });
}

/** Different searches by number, the cheapest ones. */
export async function idSearches(service: BenchService, queries: number): Promise<LoadRequest[][]> {
  return (await searchesOf(service, 'id', queries)).map((search) => [
    serviceRequest(service, '/search', search),
  ]);
}
