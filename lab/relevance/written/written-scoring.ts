import type { RowReason } from '../../../src/contract/sources/row-reasons.ts';
import { type WrittenClass, writtenClasses } from './written-class.ts';
import type { EverydayName, WrittenAnswer, WrittenName } from './written-names.ts';

/** How many of candidates and suggestions a person looks at. */
export const maxLookedAt = 5;

/** Numbers of rows, unless stated otherwise. */
export interface WrittenScores {
  readonly rows: number;
  /** Settled right, or right as the first of candidates and suggestions. */
  readonly found_first: number;
  /** Settled right, or right among the first five of candidates and then suggestions. */
  readonly found_in_five: number;
  readonly settled_right: number;
  readonly settled_on_another: number;
  /** Mean. A settled row has none. */
  readonly candidates_per_row: number;
  readonly suggestions_per_row: number;
}

/** Names whose company is not in the database. Numbers of rows. */
export interface NotLoadedScores {
  readonly rows: number;
  readonly settled_on_namesake: number;
  readonly given_candidates: number;
  readonly given_suggestions: number;
}

export interface WrittenMiss {
  readonly class: WrittenClass | 'not_loaded' | 'everyday';
  readonly form: string | null;
  readonly text: string;
  readonly right: readonly string[];
  readonly settled_on: string | null;
  /** The first five. */
  readonly found: readonly string[];
}

export interface Judged<Name> {
  readonly name: Name;
  readonly answer: WrittenAnswer;
}

export type JudgedWritten = Judged<WrittenName>;
export type JudgedEveryday = Judged<EverydayName>;

/** What a person would look at, best first. */
export function lookedAt({ settledOn, candidates, suggestions }: WrittenAnswer): readonly string[] {
  return settledOn === null ? [...candidates, ...suggestions].slice(0, maxLookedAt) : [settledOn];
}

interface Outcome {
  readonly first: boolean;
  readonly inFive: boolean;
  readonly settledRight: boolean;
  readonly settledOnAnother: boolean;
}

function outcomeOf(
  { right, settles = true }: { readonly right: readonly string[]; readonly settles?: boolean },
  answer: WrittenAnswer,
): Outcome {
  const found = lookedAt(answer);
  const isSettled = answer.settledOn !== null;
  const settledRight = isSettled && settles && right.includes(answer.settledOn ?? '');
  const isFound = (ids: readonly string[]) =>
    (!isSettled || settledRight) && ids.some((id) => right.includes(id));
  return {
    first: isFound(found.slice(0, 1)),
    inFive: isFound(found),
    settledRight,
    settledOnAnother: isSettled && !settledRight,
  };
}

export function scoreNames(
  judged: readonly Judged<Pick<WrittenName, 'right'> & { readonly settles?: boolean }>[],
): WrittenScores {
  const outcomes = judged.map(({ name, answer }) => outcomeOf(name, answer));
  const having = (key: keyof Outcome) => outcomes.filter((outcome) => outcome[key]).length;
  return {
    rows: judged.length,
    found_first: having('first'),
    found_in_five: having('inFive'),
    settled_right: having('settledRight'),
    settled_on_another: having('settledOnAnother'),
    candidates_per_row: perRow(judged.map(({ answer }) => answer.candidates.length)),
    suggestions_per_row: perRow(judged.map(({ answer }) => answer.suggestions.length)),
  };
}

/** @returns the mean with two decimal places; 0 if there are no rows */
function perRow(counts: readonly number[]): number {
  const sum = counts.reduce((total, count) => total + count, 0);
  return Math.round((sum / Math.max(1, counts.length)) * 100) / 100;
}

export interface WrittenTables {
  readonly classes: readonly (WrittenScores & { readonly class: WrittenClass })[];
  /** By the rule that made a fictional name; empty for a file. */
  readonly forms: readonly (WrittenScores & { readonly form: string })[];
  readonly total: WrittenScores;
  /** Rows left to a person although the right company is among the first five, by reason, most first. */
  readonly left_open: readonly { readonly reason: RowReason; readonly rows: number }[];
  readonly not_loaded: NotLoadedScores;
  readonly misses: readonly WrittenMiss[];
}

export function scoreWritten(judged: readonly JudgedWritten[]): WrittenTables {
  const loaded = judged.filter(({ name }) => name.class !== null);
  const notLoaded = judged.filter(({ name }) => name.class === null).map(({ answer }) => answer);
  const forms = [...new Set(loaded.flatMap(({ name: { form } }) => form ?? []))];
  return {
    classes: writtenClasses.map((each) => ({
      class: each,
      ...scoreNames(loaded.filter(({ name }) => name.class === each)),
    })),
    forms: forms.map((form) => ({ form, ...scoreNames(loaded.filter(({ name }) => name.form === form)) })),
    total: scoreNames(loaded),
    left_open: countLeftOpen(loaded),
    not_loaded: {
      rows: notLoaded.length,
      settled_on_namesake: notLoaded.filter(({ settledOn }) => settledOn !== null).length,
      given_candidates: notLoaded.filter(({ candidates }) => candidates.length > 0).length,
      given_suggestions: notLoaded.filter(({ suggestions }) => suggestions.length > 0).length,
    },
    misses: judged.flatMap(({ name, answer }) => missOf(name, answer, name.class ?? 'not_loaded', name.form)),
  };
}

function countLeftOpen(judged: readonly JudgedWritten[]): WrittenTables['left_open'] {
  const open = judged.filter(
    ({ name, answer }) => answer.settledOn === null && name.settles && outcomeOf(name, answer).inFive,
  );
  const counts = new Map<RowReason, number>();
  for (const { answer } of open) counts.set(answer.reason, (counts.get(answer.reason) ?? 0) + 1);
  return [...counts].map(([reason, rows]) => ({ reason, rows })).sort((one, other) => other.rows - one.rows);
}

export function everydayMisses(judged: readonly JudgedEveryday[]): WrittenMiss[] {
  return judged.flatMap(({ name, answer }) => missOf(name, answer, 'everyday', null));
}

/** Rows that were not found, or settled wrongly. */
function missOf(
  name: Pick<WrittenName, 'text' | 'right'> & { readonly settles?: boolean },
  answer: WrittenAnswer,
  ofClass: WrittenMiss['class'],
  form: string | null,
): WrittenMiss[] {
  const outcome = outcomeOf(name, answer);
  const isMissed = ofClass === 'not_loaded' ? answer.settledOn !== null : !outcome.inFive;
  if (!isMissed) return [];
  const { text, right } = name;
  return [{ class: ofClass, form, text, right, settled_on: answer.settledOn, found: lookedAt(answer) }];
}

/** Shares from 0 to 1. */
export interface WrittenFloor {
  readonly found_first?: number;
  readonly found_in_five?: number;
  readonly settled_right?: number;
  /** The largest allowed share. */
  readonly settled_on_another?: number;
}

export interface NotLoadedLimits {
  readonly settled_on_namesake?: number;
  readonly given_candidates?: number;
  readonly given_suggestions?: number;
}

/** Floors by class (files), by form (fictional names), and for the rest. */
export interface WrittenFloors {
  readonly classes?: Readonly<Partial<Record<WrittenClass, WrittenFloor>>>;
  readonly forms?: Readonly<Record<string, WrittenFloor>>;
  readonly total?: WrittenFloor;
  readonly everyday?: WrittenFloor;
  readonly not_loaded?: NotLoadedLimits;
}

export interface WrittenFault {
  /** A class, a form, `total`, `everyday` or `not_loaded`. */
  readonly of: string;
  readonly measure: string;
  /** Shares from 0 to 1. */
  readonly is: number;
  readonly floor: number;
}

/** Measures for which less is better. Their floor is a maximum. */
const lessIsBetter: ReadonlySet<string> = new Set([
  'settled_on_another',
  'settled_on_namesake',
  'given_candidates',
  'given_suggestions',
]);

/** With fewer rows, one row moves the share too much. */
const minRows = 5;

/** What is worse than its floor. A class with fewer than five rows is not checked. */
export function belowWrittenFloors(
  tables: Omit<WrittenTables, 'misses'> & { readonly everyday: WrittenScores | null },
  floors: WrittenFloors,
): WrittenFault[] {
  const faults = (of: string, scores: Scores | null, floor: object = {}) => listFaults(of, scores, floor);
  return [
    ...tables.classes.flatMap((scores) => faults(scores.class, scores, floors.classes?.[scores.class])),
    ...tables.forms.flatMap((scores) => faults(scores.form, scores, floors.forms?.[scores.form])),
    ...faults('total', tables.total, floors.total),
    ...faults('everyday', tables.everyday, floors.everyday),
    ...faults('not_loaded', tables.not_loaded, floors.not_loaded),
  ];
}

type Scores = WrittenScores | NotLoadedScores;

/** What is worse than its floor. A class with fewer than five rows is not checked. */
export function listFaults(of: string, scores: Scores | null, floor: object = {}): WrittenFault[] {
  if (scores === null || scores.rows < minRows) return [];
  return Object.entries(floor).flatMap(([measure, limit]: [string, number]): WrittenFault[] => {
    const rows = Number(Object.entries(scores).find(([key]) => key === measure)?.[1] ?? 0);
    const is = Math.floor((rows / scores.rows) * 10_000) / 10_000;
    const isWorse = lessIsBetter.has(measure) ? is > limit : is < limit;
    return isWorse ? [{ of, measure, is, floor: limit }] : [];
  });
}
