import { KANJI_VARIANTS } from '../../../../src/text/letters/kanji-variants.ts';
import {
  DROPPED,
  foldGaBetweenKanji,
  isKanji,
  KANA_REPEAT,
  KANA_REPEAT_VOICED,
  KANJI_REPEAT,
  LOOSE_LETTERS,
  resolveRepeat,
} from '../../../../src/text/letters/loose-letters.ts';
import { toNfkc } from '../../../../src/text/letters/nfkc.ts';
import { foldCase, normalizeText } from '../../../../src/text/letters/normalize.ts';
import { isTranslation } from '../../../../src/text/names/legal-forms.ts';
import { type FoundForm, takeApart } from '../../../../src/text/names/name-parts.ts';

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

interface Letter {
  readonly text: string;
  readonly width: string;
  /** In the spelling of exact keys; may be several characters, and none for a space. */
  readonly exact: string;
}

interface Unit {
  readonly letter: number;
  readonly exact: string;
  readonly loose: number | string;
}

interface Side {
  readonly letters: readonly Letter[];
  readonly units: readonly Unit[];
  readonly form: FoundForm | null;
  /** Which letters belong to the legal form. */
  readonly isForm: readonly boolean[];
}

/** A letter with the marks that follow it: ﾎﾟ is one letter. */
const LETTER = /[^\p{M}\uFF9E\uFF9F][\p{M}\uFF9E\uFF9F]*|[\p{M}\uFF9E\uFF9F]+/gu;
/** Longer names are compared only at their ends: the table of the comparison grows with the square. */
const maxCompared = 400;

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
  const rules = pieces.flat().flatMap(({ rule }) => (rule ? [rule] : []));
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

function buildSide(name: string): Side {
  const letters = (name.match(LETTER) ?? []).map((text) => {
    const normalized = normalizeText(text);
    return { text, width: toNfkc(text), exact: foldCase(normalized).replaceAll(' ', '') };
  });
  const folded = foldCase(normalizeText(name));
  const compact = letters.map(({ exact }) => exact).join('');
  const parts = takeApart(folded);
  const found = parts.form !== null && compact === folded.replaceAll(' ', '') && parts.rest !== '';
  const isForm = found
    ? markFormLetters(letters, parts.form, parts, compact.length)
    : letters.map(() => false);
  return { letters, units: buildUnits(letters, isForm), form: found ? parts.form : null, isForm };
}

function markFormLetters(
  letters: readonly Letter[],
  form: FoundForm | null,
  { title, rest }: { readonly title: string; readonly rest: string },
  length: number,
): boolean[] {
  const front = form?.legalForm.position === 'front';
  const first = front ? title.length : title.length + rest.length;
  const end = front ? length - rest.length : length;
  let place = 0;
  return letters.map(({ exact }) => {
    const start = place;
    place += exact.length;
    // A space has no length: it belongs to the form if it is inside of it.
    if (exact === '') return start > first && start < end;
    return start >= first && start < end;
  });
}

function buildUnits(letters: readonly Letter[], isForm: readonly boolean[]): Unit[] {
  const units = letters.flatMap(({ exact }, letter): Unit[] => {
    if (isForm[letter]) return [];
    if (exact === '') return [{ letter, exact: ' ', loose: DROPPED }];
    return [...exact].map((character) => ({ letter, exact: character, loose: foldCharacter(character) }));
  });
  return expandRepeats(units);
}

function foldCharacter(character: string): number | string {
  if (character.length > 1) {
    const standard = KANJI_VARIANTS.get(character) ?? character;
    if (standard.length > 1) return standard;
    return standard.charCodeAt(0);
  }
  return LOOSE_LETTERS[character.charCodeAt(0)] ?? DROPPED;
}

/** 佐々木 is 佐佐木, and between two kanji が is ヶ. */
function expandRepeats(units: readonly Unit[]): Unit[] {
  let previous = 0;
  const read = units.map((unit) => {
    let { loose } = unit;
    if (loose === KANJI_REPEAT || loose === KANA_REPEAT || loose === KANA_REPEAT_VOICED)
      loose = resolveRepeat(loose, previous);
    if (typeof loose === 'number' && loose !== DROPPED) previous = loose;
    return { ...unit, loose };
  });
  const numbers = Uint16Array.from(read, ({ loose }) => (typeof loose === 'number' ? loose : 0));
  foldGaBetweenKanji(numbers, numbers.length);
  return read.map((unit, place) =>
    typeof unit.loose === 'number' ? { ...unit, loose: numbers[place] ?? unit.loose } : unit,
  );
}

function compareForms(left: Side, right: Side, [leftMarks, rightMarks]: [Mark[], Mark[]]): void {
  const setMarks = (side: Side, marks: Mark[], mark: Mark) =>
    side.isForm.forEach((isForm, place) => {
      if (isForm) marks[place] = mark;
    });
  if (left.form && right.form) {
    const equal = isSameForm(left.form, right.form);
    const getFormText = (side: Side) =>
      side.letters
        .filter((_, place) => side.isForm[place])
        .map(({ text }) => text)
        .join('');
    const mark: Mark = !equal
      ? { kind: 'different' }
      : getFormText(left) === getFormText(right)
        ? { kind: 'same' }
        : { kind: 'equal', rule: 'form_spelling' };
    setMarks(left, leftMarks, mark);
    setMarks(right, rightMarks, mark);
  } else {
    // A name without a legal form contradicts none.
    setMarks(left, leftMarks, { kind: 'equal', rule: 'form_left_out' });
    setMarks(right, rightMarks, { kind: 'equal', rule: 'form_left_out' });
  }
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

const isDropped = ({ loose }: Unit): boolean => loose === DROPPED;
const costs = { equal: 0.1, dropped: 0.15, different: 1 } as const;

function compareLetters(left: Side, right: Side, marks: [Mark[], Mark[]]): void {
  const comparePair = (a: Unit, b: Unit): Mark => compareUnits(a, left, b, right);
  const markUnpaired = (side: 0 | 1, unit: Unit): void => {
    const mark: Mark = isDropped(unit)
      ? { kind: 'equal', rule: unit.exact === ' ' ? 'spaces' : 'marks' }
      : { kind: 'different' };
    raiseMark(marks[side], unit.letter, mark);
  };
  for (const [a, b] of alignUnits(left.units, right.units, (x, y) => getCost(comparePair(x, y)))) {
    if (a && b) {
      const mark = comparePair(a, b);
      raiseMark(marks[0], a.letter, mark);
      raiseMark(marks[1], b.letter, mark);
    } else if (a) markUnpaired(0, a);
    else if (b) markUnpaired(1, b);
  }
}

function getCost({ kind }: Mark): number {
  if (kind === 'same') return 0;
  return costs[kind];
}

function compareUnits(a: Unit, left: Side, b: Unit, right: Side): Mark {
  const one = left.letters[a.letter];
  const other = right.letters[b.letter];
  if (one?.text === other?.text && a.exact === b.exact) return { kind: 'same' };
  if (a.exact === b.exact)
    return { kind: 'equal', rule: hasOtherCase(one, other, a.exact) ? 'case' : 'width' };
  if (a.loose !== b.loose) return { kind: 'different' };
  if (isDropped(a)) return { kind: 'equal', rule: 'marks' };
  const isSame = typeof a.loose === 'string' || isKanji(a.loose);
  return { kind: 'equal', rule: isSame ? 'kanji_form' : 'kana' };
}

function hasOtherCase(one: Letter | undefined, other: Letter | undefined, exact: string): boolean {
  return one?.width !== other?.width && one?.width.length === 1 && other?.width.length === 1 && exact !== ' ';
}

type Pair = readonly [Unit | null, Unit | null];

/** The cheapest alignment of two rows of letters; equal ends are taken first. */
function alignUnits(
  left: readonly Unit[],
  right: readonly Unit[],
  cost: (a: Unit, b: Unit) => number,
): readonly Pair[] {
  const isSameUnit = (a: Unit | undefined, b: Unit | undefined) =>
    Boolean(a && b && cost(a, b) < costs.different);
  let start = 0;
  while (isSameUnit(left[start], right[start])) start += 1;
  let end = 0;
  while (
    end < Math.min(left.length, right.length) - start &&
    isSameUnit(left[left.length - 1 - end], right[right.length - 1 - end])
  )
    end += 1;
  const buildEndPairs = (from: number, to: number): Pair[] =>
    left
      .slice(from, to)
      .map((unit, place) => [unit, right[from + place + (from ? right.length - left.length : 0)] ?? null]);
  const middle = [left.slice(start, left.length - end), right.slice(start, right.length - end)] as const;
  return [
    ...buildEndPairs(0, start),
    ...alignMiddle(middle[0], middle[1], cost),
    ...(end > 0 ? buildEndPairs(left.length - end, left.length) : []),
  ];
}

function alignMiddle(
  left: readonly Unit[],
  right: readonly Unit[],
  cost: (a: Unit, b: Unit) => number,
): readonly Pair[] {
  const alone: Pair[] = [
    ...left.map((unit): Pair => [unit, null]),
    ...right.map((unit): Pair => [null, unit]),
  ];
  if (left.length === 0 || right.length === 0) return alone;
  if (left.length > maxCompared || right.length > maxCompared) return alone;
  const width = right.length + 1;
  const table = new Float64Array((left.length + 1) * width);
  const getCell = (i: number, j: number) => table[i * width + j] ?? 0;
  const getMatchCost = (i: number, j: number) => cost(left[i - 1] as Unit, right[j - 1] as Unit);
  const getGapCost = (unit: Unit | undefined) => {
    if (unit && isDropped(unit)) return costs.dropped;
    return costs.different;
  };
  for (let i = 0; i <= left.length; i++)
    for (let j = 0; j <= right.length; j++) {
      if (i === 0 && j === 0) continue;
      table[i * width + j] = Math.min(
        i > 0 && j > 0 ? getCell(i - 1, j - 1) + getMatchCost(i, j) : Number.POSITIVE_INFINITY,
        i > 0 ? getCell(i - 1, j) + getGapCost(left[i - 1]) : Number.POSITIVE_INFINITY,
        j > 0 ? getCell(i, j - 1) + getGapCost(right[j - 1]) : Number.POSITIVE_INFINITY,
      );
    }
  const pairs: Pair[] = [];
  let [i, j] = [left.length, right.length];
  while (i > 0 || j > 0) {
    const here = getCell(i, j);
    if (i > 0 && j > 0 && isClose(here, getCell(i - 1, j - 1) + getMatchCost(i, j)))
      pairs.push([left[--i] ?? null, right[--j] ?? null]);
    else if (i > 0 && isClose(here, getCell(i - 1, j) + getGapCost(left[i - 1])))
      pairs.push([left[--i] ?? null, null]);
    else pairs.push([null, right[--j] ?? null]);
  }
  return pairs.reverse();
}

const isClose = (a: number, b: number): boolean => Math.abs(a - b) < 1e-9;

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

/** A name of a company that may be the one that was written. */
export interface CompanyName {
  /** As `field` of a reason: `legal_name`, `former_name`, `kana_name` … */
  readonly field: string;
  readonly name: string;
}

export interface CompanyComparison {
  /** The legal name. Its letters are marked if it is the name that is nearest; otherwise only a differing legal form is. */
  readonly legal: readonly Piece[];
  /** The nearest name, if it is another one than the legal name. */
  readonly other: { readonly field: string; readonly pieces: readonly Piece[] } | null;
  readonly written: readonly Piece[];
  readonly rules: readonly Equality[];
  readonly differences: number;
}

/** Compares what was written with the name of the company that is nearest to it. */
export function compareWithCompany(
  written: string,
  legalName: string,
  otherNames: readonly CompanyName[],
): CompanyComparison {
  const legal = compareNames(written, legalName);
  let nearest: { compared: Comparison; field: string } | null = null;
  for (const name of otherNames) {
    if (name.name === legalName) continue;
    const compared = compareNames(written, name.name);
    if (compared.nameDifferences < (nearest?.compared ?? legal).nameDifferences)
      nearest = { compared, field: name.field };
  }
  if (!nearest) {
    const { rules, differences } = legal;
    return { legal: legal.name, other: null, written: legal.written, rules, differences };
  }
  const { rules, differences } = nearest.compared;
  const hasForm = nearest.compared.name.some(({ form }) => form);
  const legalPieces = legal.name.map(
    (piece): Piece => (piece.form && !hasForm ? piece : { text: piece.text, kind: 'same' }),
  );
  // The other name has no legal form, so that of the company counts.
  const formDiffers = !hasForm && legal.written.some(({ form, kind }) => form && kind === 'different');
  const writtenPieces = formDiffers
    ? nearest.compared.written.map(
        (piece): Piece => (piece.form ? { text: piece.text, kind: 'different', form: true } : piece),
      )
    : nearest.compared.written;
  return {
    legal: legalPieces,
    other: { field: nearest.field, pieces: nearest.compared.name },
    written: writtenPieces,
    rules: formDiffers ? rules.filter((rule) => rule !== 'form_left_out') : rules,
    differences,
  };
}
