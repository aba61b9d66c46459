import type { ClientBase } from 'pg';
import type { FactBatch } from '../facts/index.ts';
import type { MergeOptions } from './merge.ts';
import type { Located, SourceFile } from './reading.ts';

/** One kind of file: how its records are read, and what they say. Everything else about a load is the same for all. */
export interface Loader<Row = unknown> {
  /** What there is to load, in one line for the operator. */
  readonly title: string;
  readonly files: FileNames;
  /** Its own options of the command and what each does; `without_names` is `--without-names`. */
  readonly flags?: Readonly<Record<string, string>>;
  /** Records that are looked up and written in one transaction. */
  readonly chunkRows: number;
  /** Throws OperatorError when the file lacks what it must have, such as a column. */
  describe?(file: SourceFile): Promise<FileDescription>;
  read(file: SourceFile): AsyncGenerator<Located<Row>>;
  /** Consecutive records with the same group are never in two chunks. */
  group?(row: Row): string;
  /** Looks up the companies of the rows and says what to write. Runs in the transaction of the chunk. */
  plan(client: ClientBase, rows: readonly Row[], load: LoadContext): Promise<LoadPlan>;
  /** Runs in the transaction that ends the load. Returns what else the operator should know about it. */
  finish?(client: ClientBase, load: LoadContext): Promise<string[]>;
}

/** What the publisher calls its files, by which they are found in a folder. `*` stands for any letters. */
export interface FileNames {
  /** Without the extension, in any case: `EdinetcodeDlInfo*`. */
  readonly name: string;
  /** Those of them that are loaded before the others. */
  readonly first?: string;
  readonly format: 'csv' | 'jsonl';
}

export interface FileDescription {
  /** Day of a complete list, `YYYY-MM-DD`. An older list than the newest loaded one is refused. */
  readonly asOf: string;
}

export interface LoadContext {
  readonly asOf: string | null;
  /** Those of the loader's flags that are set. */
  readonly flags: ReadonlySet<string>;
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
