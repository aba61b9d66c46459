import type { Warning } from '../../contract/envelope.ts';
import type { CompanyIndex } from './company-index-service.ts';
import type { CompanySearch } from './company-search.ts';
import type { KnownTerms } from './known-terms-service.ts';
import {
  type AlreadySaid,
  unknownKeys,
  unknownTerms,
  zeroResultsQuestions,
  zeroResultsWarnings,
} from './zero-results.ts';

/** Looks for reasons why a search found nothing. */
export class ZeroResults {
  readonly #index: CompanyIndex;
  readonly #terms: KnownTerms;

  constructor(index: CompanyIndex, terms: KnownTerms) {
    this.#index = index;
    this.#terms = terms;
  }

  async explain(search: CompanySearch, said: AlreadySaid, signal?: AbortSignal): Promise<Warning[]> {
    const { city = [], technologies = [] } = search.filters;
    const [[keys = [], ...reasons], ...terms] = await Promise.all([
      this.#index.ask([unknownKeys(search), ...zeroResultsQuestions(search)], signal),
      this.#unknown('city', city),
      this.#unknown('technologies', technologies),
    ]);
    return zeroResultsWarnings(search, [...reasons, ...terms, keys].flat(), said);
  }

  async #unknown(field: 'city' | 'technologies', values: readonly string[]): Promise<Warning[]> {
    return values.length === 0 ? [] : unknownTerms(field, values, await this.#terms.of(field));
  }
}
