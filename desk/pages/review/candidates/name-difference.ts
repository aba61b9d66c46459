import { isKanji } from '../../../../src/text/letters/loose-letters.ts';
import { isTranslation } from '../../../../src/text/names/legal-forms.ts';
import type { FoundForm } from '../../../../src/text/names/name-parts.ts';

import { alignUnits, costs } from './align-letters.ts';
import { buildSide, isDropped, type Letter, type Side, type Unit } from './name-letters.ts';

/**
 * Compares a name as written with a company's name, letter by letter, with the folds by which the service compares names. So a
 * difference is marked only where the rules see one, and what they treat as equal is marked as equal, with its rule.
 */

/** Why letters that look different count as equal. */
export const equalities = [
  'form_spelling',
  'form_left_out',
  'width',
  'case',
  'kanji_form',
  'kana',
  'marks',
  'spaces',
] as const;
export type Equality = (typeof equalities)[number];

/** Some letters of a name. `equal`: written differently, but the rules treat them as equal. */
export interface Piece {
  readonly text: string;
  readonly kind: 'same' | 'equal' | 'different';
  readonly rule?: Equality;
  /** Whether it is the legal form, or a part of it. */
  readonly form?: true;
}

export interface Comparison {
  readonly written: readonly Piece[];
  readonly name: readonly Piece[];
  /** The rules that were needed, without repetition. */
  readonly rules: readonly Equality[];
  /** Number of letters that differ in both names together. */
  readonly differences: number;
  /** The same without the letters of legal forms. */
  readonly nameDifferences: number;
}

export function compareNames(written: string, name: string): Comparison {
  const left = buildSide(written);
  const right = buildSide(name);
  const marks: [Mark[], Mark[]] = [
    left.letters.map(() => ({ kind: 'same' })),
    right.letters.map(() => ({ kind: 'same' })),
  ];
  compareForms(left, right, marks);
  compareLetters(left, right, marks);
  const pieces = [buildPieces(left, marks[0]), buildPieces(right, marks[1])] as const;
  const rules = pieces.flat().flatMap(({ rule }) => rule ?? []);
  const isDifferent = ({ kind }: Mark) => kind === 'different';
  const differences = marks.flat().filter(isDifferent).length;
  const inForms = [left, right].flatMap(({ isForm }, side) =>
    (marks[side] ?? []).filter((mark, place) => isForm[place] && isDifferent(mark)),
  ).length;
  return {
    written: pieces[0],
    name: pieces[1],
    rules: [...new Set(rules)],
    differences,
    nameDifferences: differences - inForms,
  };
}

interface Mark {
  readonly kind: Piece['kind'];
  readonly rule?: Equality;
}

function compareForms(left: Side, right: Side, [leftMarks, rightMarks]: [Mark[], Mark[]]): void {
  const setMarks = (side: Side, marks: Mark[], mark: Mark) =>
    side.isForm.forEach((isForm, place) => {
      if (isForm) marks[place] = mark;
    });
  if (left.form && right.form) {
    const mark = compareFoundForms(left, right);
    setMarks(left, leftMarks, mark);
    setMarks(right, rightMarks, mark);
  } else {
    // A name without a legal form contradicts none.
    setMarks(left, leftMarks, { kind: 'equal', rule: 'form_left_out' });
    setMarks(right, rightMarks, { kind: 'equal', rule: 'form_left_out' });
  }
}

function compareFoundForms(left: Side, right: Side): Mark {
  if (!left.form || !right.form || !isSameForm(left.form, right.form)) return { kind: 'different' };
  if (getFormText(left) !== getFormText(right)) return { kind: 'equal', rule: 'form_spelling' };
  return { kind: 'same' };
}

function getFormText({ letters, isForm }: Side): string {
  const inForm = letters.filter((_, place) => isForm[place]);
  return inForm.map(({ text }) => text).join('');
}

function isSameForm(left: FoundForm, right: FoundForm): boolean {
  if (isTranslation(left.legalForm) || isTranslation(right.legalForm)) return true;
  return left.legalForm.kind === right.legalForm.kind && left.legalForm.position === right.legalForm.position;
}

const marksWeight = { different: 2, equal: 1, same: 0 } as const;

function raiseMark(marks: Mark[], letter: number, mark: Mark): void {
  const before = marks[letter];
  if (!before || marksWeight[mark.kind] > marksWeight[before.kind]) marks[letter] = mark;
}

function compareLetters(left: Side, right: Side, marks: [Mark[], Mark[]]): void {
  const comparePair = (a: Unit, b: Unit): Mark => compareUnits(a, left, b, right);
  const markUnpaired = (side: 0 | 1, unit: Unit) => raiseMark(marks[side], unit.letter, markAlone(unit));
  for (const [a, b] of alignUnits(left.units, right.units, (x, y) => costs[comparePair(x, y).kind])) {
    if (a && b) {
      const mark = comparePair(a, b);
      raiseMark(marks[0], a.letter, mark);
      raiseMark(marks[1], b.letter, mark);
    } else if (a) markUnpaired(0, a);
    else if (b) markUnpaired(1, b);
  }
}

/** Of a letter that the other name does not have. */
function markAlone(unit: Unit): Mark {
  if (!isDropped(unit)) return { kind: 'different' };
  if (unit.exact === ' ') return { kind: 'equal', rule: 'spaces' };
  return { kind: 'equal', rule: 'marks' };
}

function compareUnits(a: Unit, left: Side, b: Unit, right: Side): Mark {
  const one = left.letters[a.letter];
  const other = right.letters[b.letter];
  if (one?.text === other?.text && a.exact === b.exact) return { kind: 'same' };
  if (a.exact === b.exact) {
    if (hasOtherCase(one, other, a.exact)) return { kind: 'equal', rule: 'case' };
    return { kind: 'equal', rule: 'width' };
  }
  if (a.loose !== b.loose) return { kind: 'different' };
  if (isDropped(a)) return { kind: 'equal', rule: 'marks' };
  if (typeof a.loose === 'string' || isKanji(a.loose)) return { kind: 'equal', rule: 'kanji_form' };
  return { kind: 'equal', rule: 'kana' };
}

function hasOtherCase(one: Letter | undefined, other: Letter | undefined, exact: string): boolean {
  return one?.width !== other?.width && one?.width.length === 1 && other?.width.length === 1 && exact !== ' ';
}

function buildPieces({ letters, isForm }: Side, marks: readonly Mark[]): Piece[] {
  const pieces: Piece[] = [];
  const isDifferent = (place: number) => marks[place]?.kind === 'different';
  letters.forEach(({ text }, place) => {
    const mark = marks[place] ?? { kind: 'same' };
    // A long-vowel mark between differing letters belongs to them.
    const between = mark.kind === 'equal' && isDifferent(place - 1) && isDifferent(place + 1);
    const { kind, rule }: Mark = between ? { kind: 'different' } : mark;
    const form = isForm[place] === true;
    const before = pieces.at(-1);
    if (before && before.kind === kind && before.rule === rule && Boolean(before.form) === form)
      pieces[pieces.length - 1] = { ...before, text: before.text + text };
    else pieces.push({ text, kind, ...(rule && { rule }), ...(form && { form }) });
  });
  return pieces;
}
