import { addDays } from '../../../src/text/days/calendar.ts';
import { compareTexts } from '../../../src/text/letters/compare-texts.ts';
import { toExactKey } from '../../../src/text/names/names.ts';
import type { FilerNameRow, NameRow } from '../../facts/index.ts';
import { isNameBefore, isSameName, isSpelledAlike } from './known-companies.ts';

/** A name that another source than EDINET states; null days are unknown. */
export interface OtherName {
  readonly kind: 'legal' | 'former';
  readonly name: string;
  readonly validFrom: string | null;
  readonly validTo: string | null;
}

/** What other sources say about the names of a filer. */
export interface OtherNames {
  readonly names: readonly OtherName[];
  /** Of its first change of name in the register; see `isNameBefore`. */
  readonly renamedOn: string | null | undefined;
}

/**
 * The names of a filer that follow from the days on which EDINET stated them, except those that other sources state. They
 * depend only on what was stated, not on the order in which it was loaded (docs/decisions/0040-names-from-statements.md).
 *
 * A filer has a name from the first to the last day on which it is stated. It changed it on some day after the last statement
 * of one name, up to the first statement of the next, so the limits of its period are these.
 */
export function buildFilerNames(statements: readonly FilerNameRow[], others: OtherNames): NameRow[] {
  const stated = joinSpellings(statements);
  return stated.flatMap((one): NameRow[] => {
    if (others.names.some(({ name }) => isSameName(name, one.name))) return [];
    const { company_id, name, stated_on } = one;
    const kind = findKind(one, stated, others);
    const row = { company_id, kind, name, source: 'edinet', stated_on, ...toFiledDays(one, kind) } as const;
    if (kind === 'trade') return [row];
    const valid_from = findStart(one, stated);
    if (kind === 'legal') return [{ ...row, valid_from }];
    const ends = [findEnd(one, stated), isBeforeRegister(one, stated, others) ? others.renamedOn : null];
    const [valid_to = null] = ends.flatMap((day) => day ?? []).sort();
    return [{ ...row, valid_from, valid_to }];
  });
}

type FiledDays = Required<Pick<NameRow, 'filed_from' | 'filed_to'>>;

/** The days on which EDINET states a name that another source states too; null if it does not. */
export function findFiledDays(
  statements: readonly FilerNameRow[],
  { kind, name }: Pick<NameRow, 'kind' | 'name'>,
): FiledDays {
  const one = joinSpellings(statements).find((stated) => isSameName(stated.name, name));
  return one ? toFiledDays(one, kind) : { filed_from: null, filed_to: null };
}

function toFiledDays({ stated_from, stated_on, filed_on }: StatedName, kind: NameRow['kind']): FiledDays {
  return { filed_from: stated_from, filed_to: kind === 'legal' ? null : (filed_on ?? stated_on) };
}

interface StatedName extends Pick<FilerNameRow, 'company_id' | 'name' | 'stated_from' | 'stated_on'> {
  /**
   * The day of the last filing; null if only the list states the name. The list has the old name until the next filing, so
   * this says how long the company is known to have used it.
   */
  readonly filed_on: string | null;
}

/** The names, each in its newest spelling, the one that was stated last at the end. */
function joinSpellings(statements: readonly FilerNameRow[]): StatedName[] {
  const byKey = new Map<string, StatedName>();
  const ordered = statements.toSorted(
    (one, other) =>
      compareTexts(one.stated_on, other.stated_on) ||
      compareTexts(one.stated_from, other.stated_from) ||
      compareTexts(one.name, other.name) ||
      Number(one.listed) - Number(other.listed),
  );
  for (const { listed, ...one } of ordered) {
    const key = toExactKey(one.name);
    const { stated_from: before, filed_on } = byKey.get(key) ?? { ...one, filed_on: null };
    // The newest spelling comes last, also in the order of the map.
    byKey.delete(key);
    byKey.set(key, {
      ...one,
      stated_from: before < one.stated_from ? before : one.stated_from,
      filed_on: listed ? filed_on : one.stated_on,
    });
  }
  return [...byKey.values()];
}

function findKind(
  one: StatedName,
  stated: readonly StatedName[],
  others: OtherNames,
): 'legal' | 'former' | 'trade' {
  const newest = stated.at(-1);
  const hasLegal = others.names.some(({ kind }) => kind === 'legal');
  if (one === newest && !hasLegal) return 'legal';
  const isSpelling = [...others.names, ...stated].some(
    (other) => other !== one && isSpelledAlike(other.name, one.name),
  );
  if (isSpelling || isContradicted(one, others)) return 'trade';
  const isEarlier = !hasLegal || one.stated_on !== newest?.stated_on;
  return isEarlier || isBeforeRegister(one, stated, others) ? 'former' : 'trade';
}

/** Whether the name is the one before the register's first change of name. A filing after it would have the new one. */
function isBeforeRegister(
  { stated_from, stated_on, filed_on }: StatedName,
  stated: readonly StatedName[],
  { renamedOn }: OtherNames,
): boolean {
  const isNewest = stated_on === stated.at(-1)?.stated_on;
  return isNameBefore(isNewest ? (filed_on ?? stated_on) : stated_from, renamedOn);
}

/** Whether another source says which other name the company had when this one was first stated. */
function isContradicted({ stated_from: day }: StatedName, { names }: OtherNames): boolean {
  return names.some(
    ({ validFrom, validTo }) => validFrom !== null && validFrom <= day && (validTo === null || day < validTo),
  );
}

/** The first day on which the company can have had the name: after the last statement of a name before it. */
function findStart({ stated_from: from }: StatedName, stated: readonly StatedName[]): string | null {
  if (stated.some((other) => other.stated_from < from && from <= other.stated_on)) return from;
  const [last] = stated.flatMap(({ stated_on: day }) => (day < from ? [day] : [])).sort(compareLast);
  return last === undefined ? null : addDays(last, 1);
}

/** The first day on which it had it no longer: that of the first statement of a name after it. */
function findEnd({ stated_on: on }: StatedName, stated: readonly StatedName[]): string | null {
  if (stated.some((other) => other.stated_from <= on && on < other.stated_on)) return addDays(on, 1);
  const [next = null] = stated.flatMap(({ stated_from: day }) => (day > on ? [day] : [])).sort();
  return next;
}

const compareLast = (one: string, other: string) => compareTexts(other, one);
