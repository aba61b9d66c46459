import type { CompanyCard } from '../../../../mappings/companies.ts';
import type { Hints } from '../../../contract/company-resolve/hints.ts';
import { splitIntoPieces } from '../../../database/rows.ts';
import { mapInSlices, runConcurrently } from '../../../running/time-slices.ts';
import type { SearchTarget } from '../../../search/gateway.ts';
import type { NameKeys } from '../../../text/names/names.ts';
import type { MatchedCompany } from '../rules/explain-match.ts';
import {
  buildNamesakeCount,
  buildNamesakePage,
  buildPlacedNameLookup,
  buildPlaceFilter,
  type NamesakePageQuery,
} from './lookup-queries.ts';
import { isActiveHolder } from './name-result.ts';
import type { NamesakeCount } from './namesakes.ts';

/** Few, because each name answers with up to `maxListedCandidates` companies, and one response is parsed in one go. */
const namesPerMultiSearch = 20;
const countsPerMultiSearch = 200;
/** Concurrent queries of one lookup. */
const queriesAtOnce = 4;

/** A name and what is known of the company beside it. */
export interface PlacedName {
  readonly keys: NameKeys;
  readonly hints: Hints;
}

/** The companies of a name that hints of the place do not contradict, the best first, at most `maxListedCandidates`. */
export interface PlacedCompanies {
  readonly hits: readonly MatchedCompany[];
  /** Whether all active companies with exactly this name are among them. */
  readonly hasAllHolders: boolean;
}

/** A company of a name, and its place in the order of all of them. */
interface Namesake extends MatchedCompany {
  readonly sort: readonly (string | number)[];
}

/** A page of the companies of a name. */
export interface NamesakePage {
  readonly found: readonly Namesake[];
  /** Companies that fit the filters. */
  readonly total: number;
  /** All companies of the name, whatever the filters. */
  readonly everywhere: NamesakeCount;
}

/** Finds the companies of names that so many companies have that `CompanyLookup.findByNames` leaves some out. */
export class NamesakeLookup {
  constructor(private readonly parts: SearchTarget) {}

  /**
   * For each question, the companies of the name that its hints do not contradict, found in the query.
   * @returns null for hints that name no place
   */
  async findByPlaces(
    questions: readonly PlacedName[],
    signal?: AbortSignal,
  ): Promise<(PlacedCompanies | null)[]> {
    const lookups = await mapInSlices(questions, ({ keys, hints }) => buildPlacedNameLookup(keys, hints));
    const found: (PlacedCompanies | null)[] = lookups.map(() => null);
    const asked = lookups.flatMap((lookup, at) => (lookup === null ? [] : [{ lookup, at }]));
    await runConcurrently(splitIntoPieces(asked, namesPerMultiSearch), queriesAtOnce, async (piece) => {
      const requests = piece.map(({ lookup }) => lookup);
      const answers = await this.parts.gateway.searchMany<CompanyCard>(this.parts.alias, requests, {
        signal,
      });
      for (const [place, { at }] of piece.entries()) {
        const { hits = [], aggregations } = answers[place] ?? {};
        const holders = aggregations?.holders as { doc_count: number } | undefined;
        const seen = hits.filter(isActiveHolder).length;
        found[at] = { hits, hasAllHolders: holders?.doc_count === seen };
      }
    });
    return found;
  }

  /** How many companies have each name, by name. */
  async countCompanies(
    names: ReadonlyMap<string, NameKeys>,
    signal?: AbortSignal,
  ): Promise<Map<string, NamesakeCount>> {
    const counts = new Map<string, NamesakeCount>();
    await runConcurrently(splitIntoPieces([...names], countsPerMultiSearch), queriesAtOnce, async (some) => {
      const requests = some.map(([, keys]) => buildNamesakeCount(keys));
      const answers = await this.parts.gateway.searchMany(this.parts.alias, requests, { signal });
      for (const [place, [name]] of some.entries()) counts.set(name, readCount(answers[place]));
    });
    return counts;
  }

  /** A page of all companies of a name, in the order of `findByNames`. */
  async readPage(
    keys: NameKeys,
    place: Pick<Hints, 'prefecture' | 'city'>,
    page: NamesakePageQuery,
    signal?: AbortSignal,
  ): Promise<NamesakePage> {
    const filter = buildPlaceFilter(place);
    const [found, fitting, everywhere] = await this.parts.gateway.searchMany<CompanyCard>(
      this.parts.alias,
      [buildNamesakePage(keys, filter, page), buildNamesakeCount(keys, filter), buildNamesakeCount(keys)],
      { signal },
    );
    return { found: found?.hits ?? [], total: fitting?.total ?? 0, everywhere: readCount(everywhere) };
  }
}

interface Counted {
  readonly total?: number | null;
  readonly aggregations?: Readonly<Record<string, unknown>> | undefined;
}

function readCount({ total, aggregations = {} }: Counted = {}): NamesakeCount {
  type Terms = { readonly buckets: readonly { readonly key: string; readonly doc_count: number }[] };
  const { buckets } = (aggregations.prefectures as Terms | undefined) ?? { buckets: [] };
  return {
    companies: total ?? 0,
    prefectures: new Map(buckets.map(({ key, doc_count }) => [key, doc_count])),
  };
}
