import { runInSnapshot, withSession } from '../../../indexers/operator/database-session.ts';
import { readHolders } from '../company-samples.ts';
import { type CaseCells, matchRows } from '../match-rows.ts';
import { openServices, type RelevanceContext } from '../suite.ts';
import { sampleNamed } from '../written/fictional-companies.ts';
import { findNumbered } from '../written/written-companies.ts';
import { type Judged, lookedAt, scoreNames, type WrittenScores } from '../written/written-scoring.ts';
import { readCaseRows } from './case-files.ts';
import type { Case } from './case-rule.ts';
import { caseRules } from './case-rules.ts';
import { draftCases } from './make-cases.ts';
import { makeOfficeRows } from './office-tables.ts';

export interface CaseOptions {
  /** A folder of tables; null for none. */
  readonly folder: string | null;
  /** Cases of each rule, if the data has that many. */
  readonly perClass: number;
  readonly seed: number;
  /** One line for the operator: what is being done. */
  readonly onProgress?: (line: string) => void;
}

export interface CaseMiss {
  readonly class: string;
  readonly cells: CaseCells;
  readonly right: readonly string[];
  readonly settled_on: string | null;
  /** The first five. */
  readonly found: readonly string[];
}

export interface CaseScores extends WrittenScores {
  readonly class: string;
}

export interface CaseReport {
  /** Rows made from companies of the database, by rule. */
  readonly classes: readonly CaseScores[];
  /** Rows of whole tables as offices keep them, by table. */
  readonly office: readonly CaseScores[];
  /** Rows of the folder, by table. */
  readonly tables: readonly CaseScores[];
  /** Rows of tables whose company is not in the database. They are not measured. */
  readonly not_loaded: number;
  /** Rows that should have settled and did not, or settled on another company. */
  readonly misses: readonly CaseMiss[];
}

/** Matches rows as the world writes them, as a source would. The index must be up to date (`sync`). Changes nothing. */
export async function runCases(context: RelevanceContext, options: CaseOptions): Promise<CaseReport> {
  const { made, office, written, notLoaded } = await readCases(context, options);
  options.onProgress?.(`Matching ${made.length + office.length + written.length} rows …`);
  const services = openServices(context);
  try {
    const match = (cases: readonly Case[]) =>
      matchRows(services.matching, cases, ({ cells }) => cells, context.now());
    const [ofRules, ofOffice, ofTables] = [await match(made), await match(office), await match(written)];
    return {
      classes: scoreCases(ofRules),
      office: scoreCases(ofOffice),
      tables: scoreCases(ofTables),
      not_loaded: notLoaded,
      misses: [...ofRules, ...ofOffice, ...ofTables].flatMap(describeMiss),
    };
  } finally {
    await services.close();
  }
}

/** Few companies have what a rule needs. */
const companiesPerCase = 60;

async function readCases({ databaseUrl }: RelevanceContext, options: CaseOptions) {
  const { folder, perClass, seed, onProgress = () => undefined } = options;
  // Files are read first, so that a fault in one is reported at once.
  const rows = folder === null ? [] : await readCaseRows(folder);
  return await withSession(databaseUrl, (client) =>
    runInSnapshot(client, async () => {
      onProgress('Sampling companies …');
      const companies = await sampleNamed(client, { seed, perKind: perClass * companiesPerCase });
      const drafts = draftCases(caseRules, companies, { perClass, seed });
      onProgress('Reading the names of all companies …');
      const active = await readHolders(client, drafts.wants);
      const closed = await readHolders(client, drafts.wants, 'closed');
      const numbered = await findNumbered(
        client,
        rows.map(({ corporateNumber }) => corporateNumber),
      );
      const written = rows.flatMap(({ corporateNumber, ...row }): Case[] => {
        const right = numbered.get(corporateNumber);
        return right ? [{ ...row, right }] : [];
      });
      return {
        made: drafts.judge({ active, closed }),
        office: makeOfficeRows(companies, seed),
        written,
        notLoaded: rows.length - written.length,
      };
    }),
  );
}

type JudgedCase = Judged<Case>;

function scoreCases(judged: readonly JudgedCase[]): CaseScores[] {
  const classes = [...new Set(judged.map(({ name }) => name.class))];
  return classes.map((each) => ({
    class: each,
    ...scoreNames(judged.filter(({ name }) => name.class === each)),
  }));
}

function describeMiss({ name, answer }: JudgedCase): CaseMiss[] {
  const { cells, right, settles } = name;
  const isRight = settles ? right.includes(answer.settledOn ?? '') : answer.settledOn === null;
  if (isRight) return [];
  return [{ class: name.class, cells, right, settled_on: answer.settledOn, found: lookedAt(answer) }];
}
