import { runInSnapshot, withSession } from '../../../indexers/operator/database-session.ts';
import { generateCompanies } from '../../fictional/companies.ts';
import { readHolders } from '../company-samples.ts';
import { matchRows } from '../match-rows.ts';
import { openServices, type RelevanceContext } from '../suite.ts';
import { sampleNamed } from './fictional-companies.ts';
import { draftFictional } from './fictional-names.ts';
import { judgeEveryday, judgeWritten } from './written-companies.ts';
import { readEverydayRows, readWrittenRows } from './written-file.ts';
import {
  everydayMisses,
  type JudgedEveryday,
  type JudgedWritten,
  scoreNames,
  scoreWritten,
  type WrittenScores,
  type WrittenTables,
} from './written-scoring.ts';

export interface WrittenOptions {
  /** A file of written names; null for fictional names of companies in the database. */
  readonly names: string | null;
  /** A file of everyday names; null for none. */
  readonly everyday: string | null;
  /** Fictional names of each form, if the data has that many. */
  readonly perForm: number;
  readonly seed: number;
  /** One line for the operator: what is being done. */
  readonly onProgress?: (line: string) => void;
}

export interface WrittenReport extends WrittenTables {
  /** The file, or `fictional`. */
  readonly names: string;
  /** Null if there are no everyday names, or none of a listed company in the database. */
  readonly everyday: WrittenScores | null;
  /** Everyday names whose securities code nobody in the database has. They are not measured. */
  readonly everyday_not_listed: number;
  /** Names resolved in a second, without everyday names. */
  readonly rows_per_second: number;
}

export interface WrittenRun {
  readonly report: WrittenReport;
  readonly written: readonly JudgedWritten[];
  readonly everyday: readonly JudgedEveryday[];
}

/**
 * Matches names as people write them, without hints, and compares the answers with the companies that were meant. The
 * index must be up to date (`sync`). Changes nothing.
 */
export async function runWritten(context: RelevanceContext, options: WrittenOptions): Promise<WrittenRun> {
  const { onProgress = () => undefined } = options;
  const { names, everydayNames } = await readNames(context, options);
  const services = openServices(context);
  try {
    onProgress(`Resolving ${names.length} names …`);
    const match = <Name extends { readonly text: string }>(some: readonly Name[]) =>
      matchRows(services.matching, some, ({ text: name }) => ({ name }), context.now());
    const started = performance.now();
    const written = await match(names);
    const seconds = (performance.now() - started) / 1000;
    const everyday = await match(everydayNames.filter(({ right }) => right.length > 0));
    const { misses, ...tables } = scoreWritten(written);
    const report: WrittenReport = {
      names: options.names ?? 'fictional',
      ...tables,
      everyday: everyday.length > 0 ? scoreNames(everyday) : null,
      everyday_not_listed: everydayNames.length - everyday.length,
      rows_per_second: Math.round(names.length / Math.max(seconds, 0.001)),
      misses: [...misses, ...everydayMisses(everyday)],
    };
    return { report, written, everyday };
  } finally {
    await services.close();
  }
}

async function readNames({ databaseUrl, now }: RelevanceContext, options: WrittenOptions) {
  const { names: file, everyday, perForm, seed, onProgress = () => undefined } = options;
  // Files are read first, so that a fault in one is reported at once.
  const rows = file === null ? null : await readWrittenRows(file);
  const everydayRows = everyday === null ? [] : await readEverydayRows(everyday);
  return await withSession(databaseUrl, (client) =>
    runInSnapshot(client, async () => {
      const everydayNames = await judgeEveryday(client, everydayRows);
      if (rows !== null) return { names: await judgeWritten(client, rows), everydayNames };
      onProgress('Sampling companies …');
      const companies = await sampleNamed(client, { seed, perKind: perForm * companiesPerName });
      const unknown = namesOfStrangers(seed, perForm * strangersPerName, now());
      const drafts = draftFictional(companies, unknown, { perForm, seed });
      onProgress('Reading the names of all companies …');
      const active = await readHolders(client, drafts.wants);
      const closed = await readHolders(client, drafts.wants, 'closed');
      return { names: drafts.judge({ active, closed }), everydayNames };
    }),
  );
}

/** Few names have letters, numbers or a pair of look-alike letters. */
const companiesPerName = 60;
const strangersPerName = 20;
/** A series of generated companies that no database has. */
const seedOfStrangers = 0x5eed;

/** Legal names of fictional companies that are most likely not in the database. */
function namesOfStrangers(seed: number, count: number, now: Date): string[] {
  const today = now.toISOString().slice(0, 10);
  const { company_names } = generateCompanies({ seed: seed + seedOfStrangers, from: 0, to: count, today });
  return [...new Set(company_names.filter(({ kind }) => kind === 'legal').map(({ name }) => name))];
}
