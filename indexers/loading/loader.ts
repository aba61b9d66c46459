import type { ClientBase } from 'pg';
import type { FactBatch } from '../facts/index.ts';
import type { Located } from './files/read-rows.ts';
import type { SourceFile } from './files/source-file.ts';
import type { MergeOptions } from './joining/merge.ts';

/** One kind of file: how to read its records, and what they say. Everything else about a load is the same for all. */
export interface Loader<Row = unknown> {
  /** The help text of the command, one line. */
  readonly title: string;
  readonly files: FileNames;
  /** Additional options of the command and their help texts; `without_names` is `--without-names`. */
  readonly flags?: Readonly<Record<string, string>>;
  /** Records that are looked up and written in one transaction. */
  readonly chunkRows: number;
  /**
   * Of a complete list, its day, `YYYY-MM-DD`. A list older than the newest loaded one is refused. Throws OperatorError if the
   * file lacks something required, for example a column.
   */
  readListDay?(file: SourceFile): Promise<string>;
  read(file: SourceFile): AsyncGenerator<Located<Row>>;
  /**
   * The day up to which a row is current, `YYYY-MM-DD`. If neither `readListDay` nor the file's name states the day of the
   * file, the newest of its rows does.
   */
  getDay?(row: Row): string | null;
  /** Consecutive records of the same group always stay in one chunk. Undefined: a record of no group. */
  getGroup?(row: Row): string | undefined;
  /** Looks up the companies of the rows and returns what to write. Runs in the transaction of the chunk. */
  plan(client: ClientBase, rows: readonly Row[], load: LoadContext): Promise<LoadPlan>;
  /** Runs in the transaction that ends the load. Returns notes for the operator. */
  finish?(client: ClientBase, load: LoadContext): Promise<string[]>;
}

/** The publisher's file names, by which files in a folder are recognised. `*` matches any characters. */
export interface FileNames {
  /** Without the extension, in upper or lower case: `EdinetcodeDlInfo*`. */
  readonly names: readonly string[];
  /** Names that are another publisher's, although they fit. */
  readonly except?: readonly string[];
  /** The files that are loaded before the others. */
  readonly first?: string;
  readonly formats: readonly FileFormat[];
  /** The name has the day of publication, such as `diff_20260821`. */
  readonly dated?: true;
}

/** How a file is written. Any can be compressed, also as the only file of a .zip. */
export type FileFormat = 'csv' | 'jsonl' | 'json' | 'xml' | 'xls' | 'txt';

export interface LoadContext {
  /** The day of a complete list. */
  readonly asOf: string | null;
  /** The loader's flags that are set. */
  readonly flags: ReadonlySet<string>;
}

export interface LoadPlan {
  readonly batch: FactBatch;
  readonly merge?: MergeOptions;
  /** For each row its company, null if it has nothing to keep, or why it is rejected. */
  readonly outcomes: readonly (string | null | Rejection)[];
}

export interface Rejection {
  readonly reason: string;
}
