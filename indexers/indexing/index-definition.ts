import type { ClientBase } from 'pg';
import type { Stores } from '../operator/session.ts';
import type { BulkDocument } from './bulk-writer.ts';
import type { IndexKind } from './index-name.ts';

/** Everything that building, syncing and verifying must know of one kind of index. */
export interface IndexDefinition {
  readonly kind: IndexKind;
  readonly mappingVersion: number;
  readonly mapping: Readonly<Record<string, unknown>>;
  settings(size: IndexSize): Readonly<Record<string, unknown>>;
  /** Every document, a page at a time, as of the client's transaction. */
  readAll(client: ClientBase, today: string): AsyncIterable<Iterable<BulkDocument>>;
  /**
   * The documents of these companies, a page at a time, as of the client's transaction; companies that are gone have
   * none.
   */
  readOfCompanies(
    client: ClientBase,
    companyIds: readonly string[],
    today: string,
  ): AsyncIterable<Iterable<BulkDocument>>;
  /** Whether the documents are the companies themselves, under their ids. */
  readonly oneForEachCompany: boolean;
  /** The company of each of these documents; those that Postgres does not have may be absent. */
  companiesOf(client: ClientBase, documentIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** What takes the place of a document that Postgres no longer has, so that an older write cannot bring it back. */
  tombstone(id: string, version: number): BulkDocument;
  /** A query for `company_id` of the companies whose documents are different on day $2 from what they were on day $1. */
  readonly datePassedSql: string;
  /** A query for `id` and `version` of everything that must be in the index. */
  readonly keysSql: string;
  /** The field of the documents that holds their id. */
  readonly idField: string;
}

export interface IndexSize {
  readonly shards: number;
  readonly replicas: number;
}

export interface IndexingContext extends Stores {
  onProgress?(progress: Progress): void;
}

export interface Progress {
  /** What is being done, as an operator reads it. */
  readonly step: string;
  readonly done: number;
  readonly total?: number;
}
