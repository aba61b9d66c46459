import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { companiesIndex } from '../../indexers/indexing/companies-index.ts';
import { findServingIndex } from '../../indexers/indexing/generations/search-indices.ts';
import { rebuildIndex } from '../../indexers/indexing/reindex.ts';
import { verifyServing } from '../../indexers/indexing/verify.ts';
import { BulkWriter } from '../../indexers/indexing/writing/bulk-writer.ts';
import { startSync, syncOnce } from '../../indexers/indexing/writing/sync.ts';
import { companyFacts, idOf } from '../support/companies.ts';
import { dayFromToday } from '../support/days.ts';
import { type SuiteIndexing, suiteIndexing } from '../support/indexing.ts';

const facts = (number: number, name: string) => companyFacts({ number, name });
const rename = (number: number, name: string) =>
  `UPDATE company_names SET name = '${name}' WHERE company_id = '${idOf(number)}' AND kind = 'legal'`;

let suite: SuiteIndexing;
let alias: string;
beforeAll(async () => {
  suite = await suiteIndexing();
  alias = `${suite.context.indexPrefix}companies`;
  await suite.load(...Array.from({ length: 10 }, (_, number) => facts(number, `株式会社架空${number}`)));
});
afterAll(() => suite.remove());

const sync = () => syncOnce(suite.context, companiesIndex);

/** Syncs once everything committed can be read: other suites' transactions on the same server hold the feed back. */
async function syncUntilRead() {
  const heldBack = () =>
    suite.database.knex('company_changes').whereRaw('xid >= pg_snapshot_xmin(pg_current_snapshot())').first();
  while (await heldBack()) await wait(50);
  return sync();
}

it('says what to do before there is an index', async () => {
  await expect(sync()).rejects.toThrow(/There is no index .*: build one with reindex companies/);
  await rebuildIndex(suite.context, companiesIndex, { shards: 1, replicas: 0 });
  expect(await syncUntilRead()).toMatchObject({ gone: 0, dated: 0 });
});

describe('a sync', () => {
  it('writes changed and added companies, each once however often it changed', async () => {
    await suite.change(idOf(1), rename(1, '株式会社一回目'));
    await suite.change(idOf(1), rename(1, '株式会社二回目'));
    await suite.load(facts(20, '株式会社新設'));
    expect(await syncUntilRead()).toMatchObject({ changes: 3, documents: 2, gone: 0 });
    expect(await suite.find('株式会社二回目')).toEqual([idOf(1)]);
    expect(await suite.find('株式会社新設')).toEqual([idOf(20)]);
    expect(await sync()).toMatchObject({ changes: 0, documents: 0 });
  });

  it('does not skip a change that commits after a later one', async () => {
    const { knex } = suite.database;
    const slow = await knex.transaction();
    await slow.raw(rename(2, '株式会社遅い'));
    await slow.raw("INSERT INTO company_changes (company_id, version, change) VALUES (?, 2, 'changed')", [
      idOf(2),
    ]);
    await slow.raw('UPDATE companies SET version = 2 WHERE company_id = ?', [idOf(2)]);
    await suite.change(idOf(3), rename(3, '株式会社早い'));
    await sync();
    await slow.commit();
    await syncUntilRead();
    expect(await suite.find('株式会社遅い')).toEqual([idOf(2)]);
    expect(await suite.find('株式会社早い')).toEqual([idOf(3)]);
  });

  it('ends with the changes that were there when it began, however many come meanwhile', async () => {
    let hasEnded = false;
    const changing = (async () => {
      let changes = 0;
      for (; !hasEnded && changes < 300; changes += 1)
        await suite.change(idOf(9), rename(9, `株式会社第${changes}`));
      return changes;
    })();
    await sync();
    hasEnded = true;
    expect(await changing).toBeLessThan(300);
    await syncUntilRead();
  });

  it('replaces a record that was merged into another, and no late write brings it back', async () => {
    const { knex } = suite.database;
    const gone = idOf(4);
    const [late] = await suite.documentsOf(companiesIndex, gone, dayFromToday(0));
    if (!late) throw new Error('the company has no document');
    await knex.raw('DELETE FROM company_names WHERE company_id = ?', [gone]);
    await knex.raw('DELETE FROM company_source_enrichment WHERE company_id = ?', [gone]);
    await knex.raw('DELETE FROM companies WHERE company_id = ?', [gone]);
    await knex.raw("INSERT INTO company_changes (company_id, version, change) VALUES (?, 2, 'renumbered')", [
      gone,
    ]);
    expect(await syncUntilRead()).toMatchObject({ gone: 1 });
    expect(await suite.find('株式会社架空4')).toEqual([]);

    const writer = new BulkWriter(
      suite.elasticsearch,
      (await findServingIndex(suite.elasticsearch, alias)) ?? '',
    );
    await writer.addDocument({ ...late, version: 2 });
    await writer.flush();
    expect(writer.counts).toEqual({ written: 0, superseded: 1, retried: 0 });
    expect(await suite.find('株式会社架空4')).toEqual([]);
    expect(await verifyServing(suite.context, companiesIndex, { repair: false })).toMatchObject({
      documents: 10,
      differences: [],
    });
  });

  it('recounts openings when one begins or ends on a day that has passed', async () => {
    const { knex } = suite.database;
    const job = { company_id: idOf(5), title: '技術者', ai_related: true, source: 'job_posting' };
    await knex('job_postings').insert({
      ...job,
      job_id: 'a',
      opened_at: dayFromToday(-3),
      closed_at: dayFromToday(1),
    });
    await knex.raw('SELECT refresh_company_source_enrichment(?)', [[idOf(5)]]);
    await suite.change(idOf(5));
    await syncUntilRead();
    const openJobs = async () => {
      await suite.elasticsearch.indices.refresh({ index: alias });
      const { hits } = await suite.elasticsearch.search({
        index: alias,
        query: { term: { company_id: idOf(5) } },
        docvalue_fields: ['open_job_count'],
      });
      return hits.hits[0]?.fields?.open_job_count;
    };
    expect(await openJobs()).toEqual([1]);
    const tomorrow = { ...suite.context, now: () => new Date(Date.now() + 24 * 60 * 60 * 1000) };
    expect(await syncOnce(tomorrow, companiesIndex)).toMatchObject({ dated: 1 });
    expect(await openJobs()).toEqual([0]);
    expect(await syncOnce(tomorrow, companiesIndex)).toMatchObject({ dated: 0 });
    // The clock was a day ahead, and is set back.
    expect(await syncOnce(suite.context, companiesIndex)).toMatchObject({ dated: 1 });
    expect(await openJobs()).toEqual([1]);
  });

  it('refuses an index of another mapping version', async () => {
    const other = { ...companiesIndex, mappingVersion: companiesIndex.mappingVersion + 1 };
    await expect(syncOnce(suite.context, other)).rejects.toThrow(/build a new index with reindex companies/);
  });
});

describe('a sync that follows', () => {
  it('brings changes into whichever index serves, until it is stopped', async () => {
    const failures: unknown[] = [];
    const following = startSync(suite.context, companiesIndex, {
      intervalMs: 20,
      onFailure: (error) => failures.push(error),
    });
    const until = async (name: string) => {
      while ((await suite.find(name)).length === 0) await wait(20);
    };
    await suite.change(idOf(6), rename(6, '株式会社追従'));
    await until('株式会社追従');
    await rebuildIndex(suite.context, companiesIndex, { shards: 1, replicas: 0 });
    await suite.change(idOf(6), rename(6, '株式会社再追従'));
    await until('株式会社再追従');
    await following.stop();
    await suite.change(idOf(6), rename(6, '株式会社停止後'));
    await wait(200);
    expect(await suite.find('株式会社停止後')).toEqual([]);
    expect(failures).toEqual([]);
  });

  it('continues after its connection was lost', async () => {
    const failures: unknown[] = [];
    const following = startSync(suite.context, companiesIndex, {
      intervalMs: 20,
      onFailure: (error) => failures.push(error),
    });
    await wait(100);
    await suite.database.knex.raw(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'company-data-indexing' AND datname = current_database()`,
    );
    await suite.change(idOf(7), rename(7, '株式会社復帰'));
    while ((await suite.find('株式会社復帰')).length === 0) await wait(20);
    await following.stop();
    expect(failures).toHaveLength(1);
  });
});

it('is refused on a database from the dump of another server, and a reindex repairs that', async () => {
  await suite.database.knex('index_generations').update({ synced_xid: '9000000000000' });
  // This server has already given some of the other one's numbers.
  const { knex } = suite.database;
  await knex('company_changes').update({ xid: '9000000000000' });
  await knex('company_changes').where('change_id', '<', 5).update({ xid: '100' });
  await expect(sync()).rejects.toThrow(
    /restored from the dump of another server.*build a new index with reindex/,
  );
  await rebuildIndex(suite.context, companiesIndex, { shards: 1, replicas: 0 });
  expect(await syncUntilRead()).toMatchObject({ changes: 0 });
  // Of one company, what was later is still later.
  const inOrder = await knex('company_changes').orderBy(['xid', 'change_id']).pluck<string[]>('change_id');
  expect(inOrder.map(Number)).toEqual(inOrder.map(Number).sort((one, other) => one - other));

  await suite.change(idOf(3), rename(3, '株式会社復旧後'));
  expect(await syncUntilRead()).toMatchObject({ changes: 1 });
  await suite.database
    .knex('companies')
    .where({ company_id: idOf(9) })
    .increment('version', 1);
  const { differences } = await verifyServing(suite.context, companiesIndex, { repair: false });
  expect(differences).toMatchObject([{ id: idOf(9) }]);
});
