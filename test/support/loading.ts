import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Encoding from 'encoding-japanese';
import { factTables } from '../../indexers/facts/index.ts';
import type { LoadOptions, LoadReport } from '../../indexers/loading/load.ts';
import { type LoadKind, loadFile } from '../../indexers/registers/index.ts';
import { type SuiteDatabase, suiteDatabase } from './database.ts';

/** Files in the official formats, of fictional companies, and a database to load them into. */
export interface SuiteLoading {
  readonly database: SuiteDatabase;
  readonly folder: string;
  /** Writes a file and gives its path. */
  write(name: string, content: string | Uint8Array): string;
  /** Loads content as a file of this name. */
  load(kind: LoadKind, content: string | Uint8Array, options?: Partial<LoadOptions>): Promise<LoadReport>;
  rows<Row = Record<string, unknown>>(sql: string, ...bindings: string[]): Promise<Row[]>;
  /** Empties every table of facts. */
  clear(): Promise<void>;
  remove(): Promise<void>;
}

export async function suiteLoading(): Promise<SuiteLoading> {
  const database = await suiteDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), 'cds-load-'));
  const write = (name: string, content: string | Uint8Array) => {
    const file = path.join(folder, name);
    writeFileSync(file, content);
    return file;
  };
  return {
    database,
    folder,
    write,
    load: (kind, content, options = {}) =>
      loadFile(kind, {
        databaseUrl: database.url,
        stateFolder: path.join(folder, 'state'),
        file: write(`${kind}.txt`, content),
        ...options,
      }),
    rows: async (sql, ...bindings) => (await database.knex.raw(sql, bindings)).rows,
    async clear() {
      // A TRUNCATE makes new files of every table and index, which takes a fifth of a second.
      const facts = [...factTables].reverse().map(({ name }) => name);
      const others = ['company_changes', 'loads', 'earlier_loads', 'company_source_enrichment'];
      const tables = [...others, 'register_statements', 'invoice_statements', 'listed_funds', ...facts];
      await database.knex.raw(tables.map((table) => `DELETE FROM ${table}`).join('; '));
    },
    async remove() {
      rmSync(folder, { recursive: true, force: true });
      await database.drop();
    },
  };
}

/** Shift_JIS as the offices write it. */
export function shiftJis(text: string): Uint8Array {
  return Uint8Array.from(Encoding.convert(Encoding.stringToCode(text), { from: 'UNICODE', to: 'SJIS' }));
}

/** Why rows were rejected, from the file of a load's report. */
export function reasons(file: string | null): string[] {
  return readFileSync(file ?? '', 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).reason);
}

/** The content of a suite's database, in the form that tests compare. */
export function storedFacts({ rows }: Pick<SuiteLoading, 'rows'>) {
  return {
    ids: async () =>
      (await rows('SELECT company_id FROM companies ORDER BY company_id')).map((row) => row.company_id),
    names: (id: string) =>
      rows('SELECT kind, name, source FROM company_names WHERE company_id = ? ORDER BY kind, name', id),
    identifiers: (id: string) =>
      rows(
        'SELECT identifier_type, value, valid_to FROM company_identifiers WHERE company_id = ? ORDER BY 1, 2',
        id,
      ),
    aliases: () => rows('SELECT alias_id, company_id, reason FROM company_aliases ORDER BY alias_id'),
    listings: () =>
      rows(
        `SELECT company_id, code, security_kind, market_segment, industry_33_code, short_name, listed_to, as_of
         FROM listings ORDER BY code, listed_to`,
      ),
    profile: async (id: string) =>
      Object.fromEntries(
        (await rows('SELECT field, value FROM profile_values WHERE company_id = ?', id)).map((row) => [
          row.field,
          row.value,
        ]),
      ),
  };
}
