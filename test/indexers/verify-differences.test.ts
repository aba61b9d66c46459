import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { computeDocumentDigest } from '../../indexers/documents/digest.ts';
import { companiesIndex } from '../../indexers/indexing/companies-index.ts';
import { rebuildIndex } from '../../indexers/indexing/reindex.ts';
import { verifyServing } from '../../indexers/indexing/verify.ts';
import { BulkWriter } from '../../indexers/indexing/writing/bulk-writer.ts';
import { compareWithPostgres } from '../../indexers/indexing/writing/compare.ts';
import { withSession } from '../../indexers/operator/database-session.ts';
import { companyFacts, idOf } from '../support/companies.ts';
import { type SuiteIndexing, suiteIndexing } from '../support/indexing.ts';
import { runs } from '../support/size.ts';

/** More than the buckets of the digest, which are 256. */
const count = 300;
const companies = Array.from({ length: count }, (_, number) =>
  companyFacts({ number, name: `株式会社架空${number}` }),
);
const stranger = idOf(9999);

let suite: SuiteIndexing;
let index: string;
beforeAll(async () => {
  suite = await suiteIndexing();
  await suite.load(...companies);
  ({ index } = await rebuildIndex(suite.context, companiesIndex, { shards: 1, replicas: 0 }));
});
afterAll(() => suite.remove());

const verify = (repair = false) => verifyServing(suite.context, companiesIndex, { repair });

/** The document of company 7 under another id and version. */
async function write(id: string, version: number): Promise<void> {
  const [document] = await suite.documentsOf(companiesIndex, idOf(7), '2026-08-21');
  const fields = { ...JSON.parse(document?.json ?? '{}'), company_id: id, version };
  const writer = new BulkWriter(suite.elasticsearch, index);
  const json = JSON.stringify({ ...fields, ...computeDocumentDigest(id, version) });
  await writer.addDocument({ id, version, json });
  await writer.flush();
}

/** Removes a document without a trace that would outlast the next write. */
async function lose(number: number): Promise<void> {
  await suite.elasticsearch.delete({ index, id: idOf(number), version: 1, version_type: 'external_gte' });
}

describe('the digest', () => {
  it('is the same in SQL and in the documents', async () => {
    const ids = fc.array(
      fc.record({ id: fc.stringMatching(/^[a-z0-9_]{1,20}$/), version: fc.integer({ min: 1 }) }),
      {
        minLength: 1,
        maxLength: 30,
      },
    );
    await fc.assert(
      fc.asyncProperty(ids, async (documents) => {
        const { rows } = await suite.database.knex.raw(
          `SELECT id, ('x' || substr(md5, 1, 2))::bit(8)::int AS digest_bucket,
             ('x' || substr(md5, 3, 5))::bit(20)::int AS digest_a, ('x' || substr(md5, 8, 5))::bit(20)::int AS digest_b
           FROM (SELECT id, md5(id || ':' || version) FROM unnest(?::text[], ?::bigint[]) AS k (id, version)) AS d`,
          [documents.map(({ id }) => id), documents.map(({ version }) => version)],
        );
        const expected = documents.map(({ id, version }) => ({ id, ...computeDocumentDigest(id, version) }));
        expect(rows).toEqual(expected);
      }),
      runs(10, 200),
    );
  });

  it('shows every single difference there can be in a version', async () => {
    await suite.elasticsearch.indices.refresh({ index });
    await withSession(suite.context.databaseUrl, async (client) => {
      for (const number of [0, 149, 299]) {
        const keysSql = `SELECT company_id AS id, version + (company_id = '${idOf(number)}')::int AS version FROM companies`;
        const definition = { ...companiesIndex, keysSql };
        const work = { elasticsearch: suite.elasticsearch, definition, client };
        const { differences } = await compareWithPostgres(work, index);
        expect(differences.map(({ id }) => id)).toEqual([idOf(number)]);
      }
    });
  });
});

describe('verify', () => {
  it('finds nothing right after a reindex', async () => {
    expect(await verify()).toEqual({ index, documents: count, differences: [], left: null });
  });

  it('names missing and superfluous documents and those of another version, and rewrites them on request', async () => {
    await lose(1);
    await write(stranger, 3);
    await suite.database
      .knex('companies')
      .where({ company_id: idOf(2) })
      .update({ version: 2 });
    const differences = [
      { id: idOf(1), versionInPostgres: 1, versionInIndex: null },
      { id: idOf(2), versionInPostgres: 2, versionInIndex: 1 },
      { id: stranger, versionInPostgres: null, versionInIndex: 3 },
    ].sort((a, b) => a.id.localeCompare(b.id));
    const found = async (repair: boolean) => {
      const report = await verify(repair);
      return { ...report, differences: report.differences.toSorted((a, b) => a.id.localeCompare(b.id)) };
    };
    expect(await found(false)).toEqual({ index, documents: count, differences, left: null });
    expect(await found(true)).toEqual({ index, documents: count, differences, left: [] });
    expect(await suite.find('株式会社架空1')).toEqual([idOf(1)]);
    expect(await suite.find('株式会社架空7')).toEqual([idOf(7)]);
  });

  it('reports that a document newer than its company remains, which only a reindex repairs', async () => {
    await write(idOf(5), 9);
    const { left } = await verify(true);
    expect(left).toEqual([{ id: idOf(5), versionInPostgres: 1, versionInIndex: 9 }]);
  });
});
