import { describe, it } from '@jest/globals';
import { frozenCountRequest, frozenPageRequest } from '../../lab/bench/frozen-requests.ts';
import type { CompanyFilters } from '../../src/features/company-search/filters/company-filters.ts';
import { parseQuery } from '../../src/features/row-matching/rules/parsed-query.ts';
import { expectGolden } from '../support/golden.ts';

const filters: CompanyFilters = { prefecture: ['13', '27'], kind: ['kabushiki', 'godo'] };

/** A change here would make the ratios of different versions incomparable. */
describe('the yardstick of the search benchmarks', () => {
  it.each([
    ['id', '5561601011250'],
    ['name', '株式会社北関東塗料'],
    ['english name', 'Kanto Paint Co., Ltd.'],
  ])('stays the same for a search by %s', (kind, query) => {
    expectGolden(`frozen-${kind.replace(' ', '-')}`, frozenPageRequest(parseQuery(query), {}, 21));
  });

  it('stays the same for a search by filters', () => {
    expectGolden('frozen-filters', frozenPageRequest(null, filters, 21));
    expectGolden('frozen-filters-count', frozenCountRequest(filters));
  });
});
