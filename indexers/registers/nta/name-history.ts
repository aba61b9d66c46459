import { compareTexts } from '../../../src/text/letters/compare-texts.ts';
import { isSameName } from '../../loading/joining/known-companies.ts';

/** What one row of the register says about the name and the head office of a corporation. Days are `YYYY-MM-DD`. */
export interface RegisterStatement {
  readonly corporateNumber: string;
  readonly updatedOn: string;
  /** The place of an earlier state among the rows of its day; null for the state after that day. */
  readonly sequence: number | null;
  /** Null if the entry was loaded by a build that did not keep it. */
  readonly process: string | null;
  /** First day of the name, if the row states it. */
  readonly namedFrom: string | null;
  /** Null for a removed number. */
  readonly name: string | null;
  /** Prefecture, city and street. Null for a removed number, or if the entry was loaded by a build that did not keep it. */
  readonly address: string | null;
  /** Day of a move to this address, if the row states it. */
  readonly movedOn: string | null;
}

/** A name and the days on which it was valid; null is unknown. `validTo` is the first day on which it is no longer valid. */
export interface NamePeriod {
  readonly name: string;
  readonly validFrom: string | null;
  readonly validTo: string | null;
}

/**
 * The names of a corporation, oldest first; the last one is its legal name. They depend only on what was stated, not on
 * the order in which it was loaded.
 *
 * The register restates a whole history as rows of one day that begin with process 01. That history replaces all that was
 * stated on days before. A later row adds a name if its own differs in more than writing (width, spaces, case). Only a change of
 * name says when the name before ended.
 */
export function buildNameHistory(statements: readonly RegisterStatement[]): NamePeriod[] {
  let names: StatedName[] = [];
  for (const { process, name, namedFrom, updatedOn } of statements.toSorted(compareByPublication)) {
    if (name === null) continue;
    const stated = { name, validFrom: namedFrom, validTo: null, statedOn: updatedOn };
    if (process === wholeHistory) {
      names = [stated];
      continue;
    }
    const corrected = names.findIndex((before) => isCorrected(before, stated));
    if (corrected >= 0) names.length = corrected;
    const last = names.pop();
    if (last === undefined) names.push(stated);
    else if (isSameName(last.name, name)) names.push({ ...last, name, validTo: null });
    else names.push(endName(last, namedFrom), stated);
  }
  return names.map(({ name, validFrom, validTo }) => ({ name, validFrom, validTo }));
}

export const wholeHistory = '01';

interface StatedName extends NamePeriod {
  readonly statedOn: string;
}

type Published = Pick<RegisterStatement, 'updatedOn' | 'sequence'>;

/** The row of the state after a day is its last one. */
export function compareByPublication(one: Published, other: Published): number {
  const last = Number.MAX_SAFE_INTEGER;
  return compareTexts(one.updatedOn, other.updatedOn) || (one.sequence ?? last) - (other.sequence ?? last);
}

/** A later entry says that another name began before this one did. */
function isCorrected(before: StatedName, { validFrom, statedOn }: StatedName): boolean {
  return (
    before.validFrom !== null &&
    validFrom !== null &&
    before.validFrom > validFrom &&
    before.statedOn < statedOn
  );
}

/** Rows of one day can have days that are out of order. An impossible first day becomes null. */
function endName(name: StatedName, validTo: string | null): StatedName {
  const isPossible = name.validFrom === null || validTo === null || name.validFrom <= validTo;
  return { ...name, validFrom: isPossible ? name.validFrom : null, validTo };
}

/** The day of the newest whole history; null if none was stated. */
export function findRestatedDay(statements: readonly RegisterStatement[]): string | null {
  const days = statements.filter(({ process }) => process === wholeHistory).map(({ updatedOn }) => updatedOn);
  return days.sort().at(-1) ?? null;
}
