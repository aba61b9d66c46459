import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { companiesIndex } from '../../../indexers/indexing/companies-index.ts';
import { rebuildIndex } from '../../../indexers/indexing/reindex.ts';
import { type SuiteIndexing, suiteIndexing } from '../../../test/support/indexing.ts';
import { size } from '../../../test/support/size.ts';
import { generate } from '../../fictional/writing.ts';
import floors from '../../relevance/floors.json' with { type: 'json' };
import { relevanceClasses } from '../../relevance/judged-query.ts';
import { belowFloors } from '../../relevance/scoring.ts';
import { type RelevanceReport, runRelevance } from '../../relevance/suite.ts';

/**
 * The relevance suite with fictional companies: the same companies and queries in every run. The floors were measured with
 * all queries of `npm run prove`; those of `npm test` are some of the same kinds.
 */

const companies = size(2500, 5000);
const perClass = size(30, 100);
/** Enough to compare two runs. */
const few = 5;
/** One of 23 queries is not settled: below a floor that was measured with more queries. */
const belowWithFewQueries = [
  { class: 'subsidiaries_and_parents', measure: 'resolved', floor: 0.98, is: 0.9565 },
];
/** The machine may be busy. */
const patience = 180_000;
let suite: SuiteIndexing;
let report: RelevanceReport;

beforeAll(async () => {
  suite = await suiteIndexing();
  await generate({ databaseUrl: suite.database.url, companies, seed: 1, today: '2026-11-21' });
  await rebuildIndex(suite.context, companiesIndex, { shards: 1, replicas: 0 });
  await suite.elasticsearch.indices.refresh({ index: `${suite.context.indexPrefix}companies` });
  report = await runRelevance(suite.context, { perClass, seed: 1 });
}, patience);
afterAll(() => suite.remove());

describe('relevance over generated companies', () => {
  it(`has ${perClass} queries of every class`, () => {
    expect(report.classes.map((scores) => [scores.class, scores.queries])).toEqual(
      relevanceClasses.map((name) => [name, perClass]),
    );
  });

  it('keeps every class at its floor', () => {
    expect(belowFloors(report.classes, floors.generated)).toEqual(perClass < 100 ? belowWithFewQueries : []);
  });

  it('has a floor for every class and never resolves wrongly', () => {
    expect(Object.keys(floors.generated).sort()).toEqual(relevanceClasses.toSorted());
    expect(report.classes.filter(({ wrongly_resolved }) => wrongly_resolved > 0)).toEqual([]);
  });

  it(
    'has the same queries and results for the same seed, and other queries for another seed',
    async () => {
      const again = await runRelevance(suite.context, { perClass: few, seed: 1 });
      const same = await runRelevance(suite.context, { perClass: few, seed: 1 });
      expect(same.classes).toEqual(again.classes);
      expect(same.sampled).toBe(again.sampled);
      const other = await runRelevance(suite.context, { perClass, seed: 2 });
      expect(other.classes).not.toEqual(report.classes);
      expect(belowFloors(other.classes, floors.any)).toEqual([]);
    },
    patience,
  );

  it('detects when search gets worse', async () => {
    const index = `${suite.context.indexPrefix}companies`;
    const { hits } = await suite.elasticsearch.search({
      index,
      query: { term: { listing_status: 'listed' } },
      size: 500,
      _source: false,
    });
    await suite.elasticsearch.bulk({
      index,
      operations: hits.hits.map(({ _id = '' }) => ({ delete: { _id } })),
      refresh: true,
    });
    const worse = await runRelevance(suite.context, { perClass: 20, seed: 1 });
    expect(belowFloors(worse.classes, floors.any).map((fault) => fault.class)).toContain('identifier_forms');
  });
});
