import type { Warning } from '../../../contract/envelope.ts';
import { makeCachedRead } from '../../../running/cached-read.ts';
import type { CompanyIndex } from '../company-index-service.ts';
import type { CompanySearch } from '../company-search.ts';
import { indexKnownValues, type KnownValues } from '../filters/nearest-values.ts';
import { buildUnknownValueWarnings } from '../filters/read-filters.ts';
import {
  buildDidYouMeanWarnings,
  buildUnknownKeyQuestions,
  buildZeroResultsQuestions,
  buildZeroResultsWarnings,
  type GivenWarnings,
} from './zero-results.ts';

const maxTermsAgeMs = 10_000;
/** More than the data has municipalities or technologies. */
const maxTerms = 10_000;

/** Looks for reasons why a search found nothing. */
export class ZeroResults {
  readonly #index: CompanyIndex;
  /** The values that companies have in a field of the index, cached for a few seconds for all requests. */
  readonly #known = {
    city: makeCachedRead(maxTermsAgeMs, () => this.#readTerms('city')),
    technologies: makeCachedRead(maxTermsAgeMs, () => this.#readTerms('technologies')),
  };

  constructor(index: CompanyIndex) {
    this.#index = index;
  }

  async explain(search: CompanySearch, given: GivenWarnings, signal?: AbortSignal): Promise<Warning[]> {
    const [[keys = [], ...reasons], ...terms] = await Promise.all([
      this.#index.askQuestions(
        [buildUnknownKeyQuestions(search), ...buildZeroResultsQuestions(search)],
        signal,
      ),
      this.#findUnknownTerms(search, 'city'),
      this.#findUnknownTerms(search, 'technologies'),
    ]);
    return buildZeroResultsWarnings(
      search,
      [...reasons, buildDidYouMeanWarnings(given.suggestions), ...terms, keys].flat(),
      given,
    );
  }

  /** Values that no company has, with the most similar known ones. */
  async #findUnknownTerms({ filters }: CompanySearch, field: 'city' | 'technologies'): Promise<Warning[]> {
    const values = filters[field];
    if (!values) return [];
    const known = await this.#known[field]();
    const unknown = values.filter((value) => !known.has(value)).map((value) => ({ value }));
    return buildUnknownValueWarnings(field, unknown, known);
  }

  async #readTerms(field: string): Promise<KnownValues> {
    const { aggregations } = await this.#index.search({
      size: 0,
      track_total_hits: false,
      aggs: { terms: { terms: { field, size: maxTerms } } },
    });
    const { buckets = [] } = (aggregations.terms ?? {}) as { buckets?: { key: string }[] };
    return indexKnownValues(buckets.map(({ key }) => key));
  }
}
