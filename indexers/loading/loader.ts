import type { ClientBase } from 'pg';
import type { FactBatch } from './facts.ts';
import type { MergeOptions } from './merge.ts';
import type { Located, SourceFile } from './reading.ts';

export type LoadKind = 'nta' | 'nta-diff' | 'edinet' | 'jpx' | 'gbizinfo' | 'jsonl';

/** One kind of file: how its records are read, and what they say. Everything else about a load is the same for all. */
export interface Loader<Row = unknown> {
  readonly kind: LoadKind;
  /** Records that are looked up and written in one transaction. */
  readonly chunkRows: number;
  /** Told to the operator when the file has none of it, such as a missing column. Throws OperatorError. */
  describe?(file: SourceFile): Promise<FileDescription>;
  read(file: SourceFile): AsyncGenerator<Located<Row>>;
  /** Consecutive records with the same group are never in two chunks. */
  group?(row: Row): string;
  /** Looks up the companies of the rows and says what to write. Runs in the transaction of the chunk. */
  plan(client: ClientBase, rows: readonly Row[], load: LoadContext): Promise<LoadPlan>;
  /** Runs in the transaction that ends the load. Answers what else there is to say about it. */
  finish?(client: ClientBase, load: LoadContext): Promise<string[]>;
}

export interface FileDescription {
  /** Day of a complete list, `YYYY-MM-DD`. An older list than the newest loaded one is refused. */
  readonly asOf: string;
}

export interface LoadContext {
  readonly asOf: string | null;
  /** Take no names from the exchange's list. */
  readonly withoutNames: boolean;
}

export interface LoadPlan {
  readonly batch: FactBatch;
  readonly merge: MergeOptions;
  /** For each row the company it is about, null when it says nothing that is kept, or why it is rejected. */
  readonly outcomes: readonly (string | null | Rejection)[];
}

export interface Rejection {
  readonly reason: string;
}
