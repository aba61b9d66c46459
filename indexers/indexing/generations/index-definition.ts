import type { ClientBase } from 'pg';
import type { IndexSize } from '../../../mappings/index-settings.ts';
import type { Stores } from '../../operator/session.ts';
import type { IndexKind } from './index-name.ts';

/** A document to write into an index. */
export interface BulkDocument {
  readonly id: string;
  /** Decides between two writes of one document: an older version never replaces a newer one. */
  readonly version: number;
  /** The document as JSON, on one line. */
  readonly json: string;
}

/** Everything that building, syncing and verifying need to know about a kind of index. */
export interface IndexDefinition {
  readonly kind: IndexKind;
  readonly mappingVersion: number;
  readonly mapping: Readonly<Record<string, unknown>>;
  settings(size: IndexSize): Readonly<Record<string, unknown>>;
  /** Every document, a page at a time, as of the client's transaction. */
  readAll(client: ClientBase, today: string): AsyncIterable<Iterable<BulkDocument>>;
  /**
   * The documents of these companies, a page at a time, as of the client's transaction. Removed companies have no
   * documents.
   */
  readForCompanies(
    client: ClientBase,
    companyIds: readonly string[],
    today: string,
  ): AsyncIterable<Iterable<BulkDocument>>;
  /** Whether each document is a company, under its id. */
  readonly documentsAreCompanies: boolean;
  /** The company of each of these documents. Documents that Postgres does not have may be absent. */
  findCompanyIds(client: ClientBase, documentIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** A query for the `company_id` of companies whose documents differ between day $1 and day $2. */
  readonly datePassedSql: string;
  /** A query for the `id` and `version` of every document that must be in the index. */
  readonly keysSql: string;
  /** The field with the id of a document. */
  readonly idField: string;
}

/**
 * Replaces a document that Postgres no longer has, so that an older write cannot restore it: hidden, and without names, words and
 * digest, so that no search, count or comparison sees it.
 */
export function buildTombstone({ idField }: IndexDefinition, id: string, version: number): BulkDocument {
  return { id, version, json: JSON.stringify({ [idField]: id, hidden: true, version }) };
}

export interface IndexingContext extends Stores {
  onProgress?(progress: Progress): void;
}

export interface Progress {
  /** What is being done, in words for the operator. */
  readonly step: string;
  readonly done: number;
  readonly total?: number;
}
