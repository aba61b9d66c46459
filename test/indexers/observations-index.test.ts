import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { findServingIndex } from '../../indexers/indexing/generations/search-indices.ts';
import { revertToPreviousIndex } from '../../indexers/indexing/generations.ts';
import { observationsIndex } from '../../indexers/indexing/observations-index.ts';
import { rebuildIndex } from '../../indexers/indexing/reindex.ts';
import { verifyServing } from '../../indexers/indexing/verify.ts';
import { BulkWriter } from '../../indexers/indexing/writing/bulk-writer.ts';
import { syncOnce } from '../../indexers/indexing/writing/sync.ts';
import { companyFacts, idOf } from '../support/companies.ts';
import { dayFromToday } from '../support/days.ts';
import { type SuiteIndexing, suiteIndexing } from '../support/indexing.ts';
import { observationOf } from '../support/observations.ts';

const many = Array.from({ length: 2500 }, (_, at) => observationOf(3, `特許${String(at).padStart(4, '0')}`));

let suite: SuiteIndexing;
let alias: string;
beforeAll(async () => {
  suite = await suiteIndexing();
  alias = `${suite.context.indexPrefix}observations`;
  await suite.load(
    {
      ...companyFacts({ number: 1, name: '株式会社一', website: 'https://kakuu-one.example.co.jp/' }),
      observations: [observationOf(1, '一の甲'), observationOf(1, '一の乙')],
    },
    { ...companyFacts({ number: 2, name: '株式会社二' }), observations: [observationOf(2, '二の甲')] },
    { ...companyFacts({ number: 3, name: '株式会社三' }), observations: many },
    companyFacts({ number: 4, name: '株式会社四' }),
  );
});
afterAll(() => suite.remove());

const context = () => suite.context;
const verify = (repair = false) => verifyServing(context(), observationsIndex, { repair });

/** Ids of the observations that one field of the serving index holds this value for. */
async function holding(field: string, value: string): Promise<string[]> {
  await suite.elasticsearch.indices.refresh({ index: alias });
  const { hits } = await suite.elasticsearch.search({
    index: alias,
    query: { match_phrase: { [field]: value } },
    size: 10,
  });
  return hits.hits.map(({ _id }) => String(_id)).sort();
}

/** Transactions of other suites on the same server can hold the change feed back for a moment. */
async function syncUntil(found: () => Promise<boolean>): Promise<void> {
  while (!(await found())) await syncOnce(context(), observationsIndex);
}

/** Removes the company 2 by SQL as a loader does when it joins two records: its observations move to another. */
const joinIntoFirst = `
  UPDATE observations SET company_id = '${idOf(1)}' WHERE company_id = '${idOf(2)}';
  DELETE FROM company_names WHERE company_id = '${idOf(2)}';
  DELETE FROM company_source_enrichment WHERE company_id = '${idOf(2)}';
  DELETE FROM companies WHERE company_id = '${idOf(2)}';
  INSERT INTO company_changes (company_id, version, change) VALUES ('${idOf(2)}', 9, 'renumbered');`;

describe('the observation index', () => {
  it('holds every observation, also of a company with more than a page of them', async () => {
    const report = await rebuildIndex(context(), observationsIndex, { shards: 2, replicas: 0 });
    expect(report).toMatchObject({ documents: 2503 });
    expect(await findServingIndex(suite.elasticsearch, alias)).toBe(report.index);
    expect(await verify()).toMatchObject({ documents: 2503, differences: [] });
    expect(await holding('summary', '特許2499')).toEqual(['特許2499']);
  });

  it('leaves measuring the coverage to the index of companies', async () => {
    expect(await suite.database.knex('signal_coverage')).toEqual([]);
  });

  it('applies changes of a company to all its observations', async () => {
    await suite.change(
      idOf(1),
      `UPDATE company_names SET name = '架空物産株式会社' WHERE company_id = '${idOf(1)}'`,
    );
    await syncUntil(async () => (await holding('company_names', '架空物産')).length > 0);
    expect(await holding('company_names', '架空物産')).toEqual(['一の乙', '一の甲']);
    expect(await verify()).toMatchObject({ differences: [] });
  });

  it('applies added and changed observations', async () => {
    await suite.change(
      idOf(4),
      `INSERT INTO observations (observation_id, company_id, type, source, summary, observed_at)
       VALUES ('四の甲', '${idOf(4)}', 'subsidy', 'gbizinfo', '補助金の交付', now())`,
    );
    await syncUntil(async () => (await holding('summary', '補助金の交付')).length > 0);
    await suite.change(
      idOf(4),
      "UPDATE observations SET summary = '助成金の交付', version = version + 1 WHERE observation_id = '四の甲'",
    );
    await syncUntil(async () => (await holding('summary', '助成金')).length > 0);
    expect(await holding('summary', '補助金の交付')).toEqual([]);
    expect(await verify()).toMatchObject({ documents: 2504, differences: [] });
  });

  it('lets an observation move to a company of a lower version, and no late write moves it back', async () => {
    for (let time = 0; time < 5; time += 1) await suite.change(idOf(2));
    await syncOnce(context(), observationsIndex);
    const [late] = await suite.documentsOf(observationsIndex, idOf(2), dayFromToday(0));
    await suite.change(idOf(1), joinIntoFirst);
    await syncUntil(async () => (await holding('ids', idOf(1))).includes('二の甲'));
    if (!late) throw new Error('the observation has no document');
    const writer = new BulkWriter(suite.elasticsearch, alias);
    await writer.addDocument(late);
    await writer.flush();
    expect(writer.counts).toMatchObject({ written: 0, superseded: 1 });
    expect(await holding('ids', idOf(2))).toEqual([]);
    expect(await verify()).toMatchObject({ differences: [] });
  });

  it('finds missing and superfluous documents, and repairs them', async () => {
    await suite.database.knex.raw("DELETE FROM observations WHERE observation_id = '一の乙'");
    const index = (await findServingIndex(suite.elasticsearch, alias)) ?? '';
    await suite.elasticsearch.delete({ index, id: '特許0007', version: 2, version_type: 'external_gte' });
    const found = await verify(true);
    expect(found.differences.map(({ id }) => id).sort()).toEqual(['一の乙', '特許0007']);
    expect(found.left).toEqual([]);
    expect(await holding('summary', '特許0007')).toEqual(['特許0007']);
    expect(await holding('company_names', '架空物産')).toEqual(['一の甲', '二の甲']);
  });

  it('rebuilds the observations of a company on the day on which its listing ends', async () => {
    const { knex } = suite.database;
    await suite.change(
      idOf(4),
      `INSERT INTO listings (company_id, exchange, code, security_kind, market_segment, listed_to, as_of)
       VALUES ('${idOf(4)}', 'tse', '9999', 'common', 'prime', '${dayFromToday(1)}', '2026-01-01')`,
    );
    await syncUntil(async () => (await holding('market_segments', 'prime')).length > 0);
    const tomorrow = { ...context(), now: () => new Date(Date.now() + 24 * 60 * 60 * 1000) };
    expect((await syncOnce(tomorrow, observationsIndex)).dated).toBe(1);
    expect(await holding('market_segments', 'prime')).toEqual([]);
    await knex('listings').delete();
  });

  it('goes back to the previous index, brought up to date', async () => {
    const before = await findServingIndex(suite.elasticsearch, alias);
    await rebuildIndex(context(), observationsIndex, { shards: 1, replicas: 0 });
    await suite.change(
      idOf(4),
      "UPDATE observations SET summary = '奨励金の交付', version = version + 1 WHERE observation_id = '四の甲'",
    );
    expect(await revertToPreviousIndex(context(), observationsIndex)).toMatchObject({ to: before });
    await syncUntil(async () => (await holding('summary', '奨励金')).length > 0);
    expect(await holding('summary', '奨励金')).toEqual(['四の甲']);
  });
});
