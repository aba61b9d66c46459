import { withSession } from '../../../indexers/operator/database-session.ts';
import { matchRows } from '../match-rows.ts';
import { openServices, type RelevanceContext } from '../suite.ts';
import { findNumbered } from '../written/written-companies.ts';
import { type DayRow, readDayRows } from '../written/written-file.ts';
import { type Judged, lookedAt, scoreNames, type WrittenScores } from '../written/written-scoring.ts';

/** Which company had a name on a day. */
export interface DayQuestion {
  readonly text: string;
  readonly day: string;
  readonly right: readonly string[];
  /** Whether the company had other names on other days of the file. */
  readonly several: boolean;
}

export interface DayOptions {
  /** A file of names on days. */
  readonly names: string;
  /** One line for the operator: what is being done. */
  readonly onProgress?: (line: string) => void;
}

export interface DayMiss extends Pick<DayQuestion, 'text' | 'day' | 'right'> {
  readonly settled_on: string | null;
  /** The first five. */
  readonly found: readonly string[];
}

export interface DayReport {
  readonly names: string;
  /** `all`, and `several names`: companies with more than one in the file. */
  readonly classes: readonly (WrittenScores & { readonly class: string })[];
  /** Questions whose company is not in the database. They are not measured. */
  readonly not_loaded: number;
  /** Questions that did not settle right. */
  readonly misses: readonly DayMiss[];
}

/** Asks who had each name on its first day, its last and the one between them. Changes nothing. */
export async function runDays(context: RelevanceContext, options: DayOptions): Promise<DayReport> {
  const rows = await readDayRows(options.names);
  const numbered = await withSession(context.databaseUrl, (client) =>
    findNumbered(
      client,
      rows.map(({ corporateNumber }) => corporateNumber),
    ),
  );
  const all = makeQuestions(rows, numbered);
  const questions = all.filter(({ right }) => right.length > 0);
  options.onProgress?.(`Matching ${questions.length} names on days …`);
  const services = openServices(context);
  const toCells = ({ text: name, day: asOf }: DayQuestion) => ({ name, asOf });
  const judged = await matchRows(services.matching, questions, toCells, context.now()).finally(() =>
    services.close(),
  );
  return {
    names: options.names,
    classes: [
      { class: 'all', ...scoreNames(judged) },
      { class: 'several names', ...scoreNames(judged.filter(({ name }) => name.several)) },
    ],
    not_loaded: all.length - questions.length,
    misses: judged.flatMap(describeMiss),
  };
}

function makeQuestions(
  rows: readonly DayRow[],
  numbered: ReadonlyMap<string, readonly string[]>,
): DayQuestion[] {
  const namesOf = new Map<string, number>();
  for (const { corporateNumber } of rows)
    namesOf.set(corporateNumber, (namesOf.get(corporateNumber) ?? 0) + 1);
  return rows.flatMap(({ corporateNumber, name: text, firstDay, lastDay }) =>
    [...new Set([firstDay, findMiddle(firstDay, lastDay), lastDay])].map((day) => ({
      text,
      day,
      right: numbered.get(corporateNumber) ?? [],
      several: (namesOf.get(corporateNumber) ?? 0) > 1,
    })),
  );
}

function findMiddle(from: string, to: string): string {
  return new Date((Date.parse(from) + Date.parse(to)) / 2).toISOString().slice(0, 10);
}

function describeMiss({ name: { text, day, right }, answer }: Judged<DayQuestion>): DayMiss[] {
  if (right.includes(answer.settledOn ?? '')) return [];
  return [{ text, day, right, settled_on: answer.settledOn, found: lookedAt(answer) }];
}
