import type { Client } from '@elastic/elasticsearch';
import type { FactBatch } from '../../indexers/facts/index.ts';
import type {
  BulkDocument,
  IndexDefinition,
  IndexingContext,
} from '../../indexers/indexing/generations/index-definition.ts';
import { runInSnapshot, withSession } from '../../indexers/operator/database-session.ts';
import { openElasticsearch } from '../../src/search/elasticsearch.ts';
import { insertFacts, noteChange } from './companies.ts';
import { type SuiteDatabase, suiteDatabase } from './database.ts';
import { suiteIndexPrefix, testStack } from './environment.ts';

export interface SuiteIndexing {
  readonly database: SuiteDatabase;
  readonly elasticsearch: Client;
  readonly context: IndexingContext;
  /** Stores facts and adds to the change feed, as a loader does. */
  load(...batches: readonly FactBatch[]): Promise<void>;
  /** Changes a company's row by SQL, with its version and the change feed. */
  change(companyId: string, sql?: string): Promise<void>;
  /** The documents that an index has of this company. */
  documentsOf(definition: IndexDefinition, companyId: string, today: string): Promise<BulkDocument[]>;
  /** Ids of what a search by this name finds, in the serving index or the named one. */
  find(exactName: string, index?: string): Promise<string[]>;
  /** Removes the suite's indices and its database. */
  remove(): Promise<void>;
}

/** A database of its own and an index prefix of its own, by default on the tests' stores. */
export async function suiteIndexing(
  nodes: readonly string[] = [testStack().elasticsearchUrl],
  given?: SuiteDatabase,
): Promise<SuiteIndexing> {
  const database = given ?? (await suiteDatabase());
  const elasticsearch = openElasticsearch({ nodes });
  const indexPrefix = suiteIndexPrefix();
  const context = { databaseUrl: database.url, elasticsearch, indexPrefix, now: () => new Date() };
  const { knex } = database;
  return {
    database,
    elasticsearch,
    context,
    async load(...batches) {
      await insertFacts(knex, ...batches);
      const ids = batches.flatMap(({ companies = [] }) => companies.map(({ company_id }) => company_id));
      await knex.raw(
        "INSERT INTO company_changes (company_id, version, change) SELECT unnest(?::text[]), 1, 'added'",
        [ids],
      );
    },
    async change(companyId, sql = 'SELECT 1') {
      await knex.transaction(async (transaction) => {
        await transaction.raw(sql);
        await noteChange(transaction, companyId);
      });
    },
    documentsOf: (definition, companyId, today) =>
      withSession(database.url, (client) =>
        runInSnapshot(client, async () => {
          const documents: BulkDocument[] = [];
          for await (const page of definition.readForCompanies(client, [companyId], today))
            documents.push(...page);
          return documents;
        }),
      ),
    async find(exactName, index = `${indexPrefix}companies`) {
      await elasticsearch.indices.refresh({ index });
      const { hits } = await elasticsearch.search({
        index,
        query: { term: { 'name_keys.legal_exact': exactName } },
      });
      return hits.hits.map(({ _id }) => String(_id)).sort();
    },
    async remove() {
      const indices = await elasticsearch.indices.get({ index: `${indexPrefix}*`, allow_no_indices: true });
      for (const index of Object.keys(indices)) await elasticsearch.indices.delete({ index });
      await elasticsearch.close();
      await database.drop();
    },
  };
}
