import { normalizeText } from '../letters/normalize.ts';
import { isLegalFormOnly } from '../names/names.ts';
import { findBilingualNames } from './bilingual-names.ts';
import { hasName } from './detect-kind.ts';
import { findBeginnings, findBehindPlace, findTails, splitAtSpaces } from './name-cuts.ts';
import { maxLength, minName, type NameInCell, type SetAside } from './name-in-cell.ts';
import { completeHalfForm, findNamesAfterRole, findNamesInBrackets, findOtherNames } from './names-inside.ts';
import { splitBareNames, splitMembers, stripNumber } from './several-names.ts';
import { addSurroundings, makeUnstripped, stripEnds } from './strip-ends.ts';
import { findTransferNames } from './transfer-name.ts';
import { findPersonsOfUnit } from './unit-names.ts';
import * as words from './written-name-words.ts';

/**
 * Reads a cell in which people wrote whom they mean: a name, and often more. Pure; knows words of the language, no
 * companies. Source of the rules: docs/decisions/0006-written-names.md.
 */

/**
 * The names that a cell may contain beside its whole text, in the order in which they are tried. Names of one step are
 * tried together: all of them can be meant.
 */
export interface WrittenName {
  /** The whole text, normalized. */
  readonly text: string;
  readonly steps: readonly (readonly NameInCell[])[];
}

/** More than any legal form has. */
const longestForm = 100;
export const maxNames = 120;

/**
 * The sum of the lengths of the names of one cell, because each of them is folded into keys. Cells with real names stay below 2,000; without
 * the limit, thirty cuts of one cell make 9,000.
 */
export const maxLetters = 3_000;

/** Takes a cell apart. Never throws; at most 120 names with 3,000 UTF-16 units in all, in a time that grows with the length of the cell. */
export function parseWrittenName(cell: string): WrittenName {
  const text = replaceListNumbers(normalizeText(cell));
  return { text, steps: [...generateSteps(text)] };
}

/** Whether a cell may contain names beside its whole text; takes it apart only until the first one is found. */
export function hasNamesInside(cell: string): boolean {
  return generateSteps(replaceListNumbers(normalizeText(cell))).next().done !== true;
}

function* generateSteps(text: string): Generator<readonly NameInCell[], void, undefined> {
  if (text.length > maxLength || text.length < minName) return;
  const peelings = stripEnds(text);
  // KK 架空製作所: what would be left is no name.
  const ends = peelings.findLast(({ rest }) => !isFormAlone(rest)) ?? makeUnstripped(text);
  const { rest } = ends;
  let left = maxNames;
  let lettersLeft = maxLetters;
  const isRoomFor = ({ name }: NameInCell): boolean => {
    left -= 1;
    lettersLeft -= name.length;
    return left >= 0 && lettersLeft >= 0;
  };
  let hasOthers = false;
  function* yieldFresh(names: readonly NameInCell[]) {
    const fresh = names.filter(
      (each) =>
        [...each.name].length >= minName &&
        each.name !== text &&
        !(each.name.length <= longestForm && isLegalFormOnly(each.name)) &&
        isRoomFor(each),
    );
    hasOthers ||= fresh.some(({ way }) => way === 'one_of_several' || way === 'inside');
    if (fresh.length > 0) yield fresh;
  }
  for (const one of findTransferNames(text)) yield* yieldFresh([one]);
  // The front can belong to the name although what is behind it does not: 架空市 架空組合 御中.
  const withFront = ends.front.length > 0 ? stripEnds(text, true) : [];
  const longestFirst = [...withFront, ...peelings].toSorted(
    (one, other) => other.rest.length - one.rest.length,
  );
  for (const { names } of longestFirst) yield* yieldFresh(names);
  for (const each of [makeUnstripped(text), ...longestFirst])
    for (const one of findPersonsOfUnit(each.rest)) yield* yieldFresh(addSurroundings(each, [one]));
  const inParts = [
    findNamesInBrackets,
    findNamesAfterRole,
    splitMembers,
    findOtherNames,
    stripNumber,
    completeHalfForm,
  ];
  // Tokyo can be the end of the name in Latin letters.
  if (rest !== text) for (const one of findBilingualNames(text)) yield* yieldFresh([one]);
  for (const one of findBilingualNames(rest)) yield* yieldFresh(addSurroundings(ends, [one]));
  for (const read of inParts) yield* yieldFresh(addSurroundings(ends, read(rest)));
  if (!hasOthers) yield* yieldFresh(addSurroundings(ends, splitBareNames(rest)));
  if (words.JOINT_VENTURE.test(rest)) return;
  const beginnings = [...splitAtSpaces(rest), ...findBeginnings(rest)].toSorted(
    (one, other) => other.name.length - one.name.length,
  );
  for (const one of [...beginnings, ...findTails(rest)]) yield* yieldFresh(addSurroundings(ends, [one]));
  // What stands before 様 is rather a person than a temple.
  const lastOfAll =
    [makeUnstripped(text), ...peelings].findLast(({ behind }) => behind.every(isForBody)) ?? ends;
  yield* yieldFresh(addSurroundings(lastOfAll, findBehindPlace(lastOfAll.rest)));
}

const isForBody = ({ kind, text }: SetAside): boolean =>
  kind !== 'person' && (kind !== 'honorific' || text === '御中');

const isFormAlone = (text: string): boolean =>
  words.FORM_ONLY.test(text) || words.ENGLISH_FORM_ONLY.test(text);

/** ①X株式会社②Y株式会社, which is 1X株式会社2Y株式会社 when normalized. */
function replaceListNumbers(text: string): string {
  if (!/^\(?1\D/.test(text)) return text;
  const [, ...pieces] = text.split(/(?<!\d)\(?(\d{1,2})(?!\d)[).]?/);
  const numbers = pieces.filter((_, at) => at % 2 === 0);
  const parts = pieces.filter((_, at) => at % 2 === 1).map((part) => part.trim());
  const isList = parts.length > 1 && numbers.every((number, at) => Number(number) === at + 1);
  if (isList && parts.every(hasName)) return parts.join('、');
  return text;
}
