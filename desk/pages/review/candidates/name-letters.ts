import { KANJI_VARIANTS } from '../../../../src/text/letters/kanji-variants.ts';
import {
  DROPPED,
  foldGaBetweenKanji,
  KANA_REPEAT,
  KANA_REPEAT_VOICED,
  KANJI_REPEAT,
  LOOSE_LETTERS,
  resolveRepeat,
} from '../../../../src/text/letters/loose-letters.ts';
import { toNfkc } from '../../../../src/text/letters/nfkc.ts';
import { foldCase, normalizeText } from '../../../../src/text/letters/normalize.ts';
import { type FoundForm, takeApart } from '../../../../src/text/names/name-parts.ts';

export interface Letter {
  readonly text: string;
  readonly width: string;
  /** In the spelling of exact keys; may be several characters, and none for a space. */
  readonly exact: string;
}

export interface Unit {
  readonly letter: number;
  readonly exact: string;
  readonly loose: number | string;
}

export interface Side {
  readonly letters: readonly Letter[];
  readonly units: readonly Unit[];
  readonly form: FoundForm | null;
  /** Which letters belong to the legal form. */
  readonly isForm: readonly boolean[];
}

/** A letter with the marks that follow it: ﾎﾟ is one letter. */
const LETTER = /[^\p{M}\uFF9E\uFF9F][\p{M}\uFF9E\uFF9F]*|[\p{M}\uFF9E\uFF9F]+/gu;
/** A name in letters, with what the rules compare of each. */
export function buildSide(name: string): Side {
  const letters = (name.match(LETTER) ?? []).map((text) => {
    const normalized = normalizeText(text);
    return { text, width: toNfkc(text), exact: foldCase(normalized).replaceAll(' ', '') };
  });
  const folded = foldCase(normalizeText(name));
  const compact = letters.map(({ exact }) => exact).join('');
  const parts = takeApart(folded);
  const hasForm = compact === folded.replaceAll(' ', '') && parts.rest !== '';
  const form = (hasForm && parts.form) || null;
  const isForm = markFormLetters(letters, form, parts, compact.length);
  return { letters, units: buildUnits(letters, isForm), form, isForm };
}

function markFormLetters(
  letters: readonly Letter[],
  form: FoundForm | null,
  { title, rest }: { readonly title: string; readonly rest: string },
  length: number,
): boolean[] {
  if (form === null) return letters.map(() => false);
  const [first, end] = locateForm(form, { title, rest }, length);
  let place = 0;
  return letters.map(({ exact }) => {
    const start = place;
    place += exact.length;
    // A space has no length: it belongs to the form if it is inside of it.
    if (exact === '') return start > first && start < end;
    return start >= first && start < end;
  });
}

function locateForm(
  { legalForm }: FoundForm,
  { title, rest }: { readonly title: string; readonly rest: string },
  length: number,
): readonly [first: number, end: number] {
  if (legalForm.position === 'front') return [title.length, length - rest.length];
  return [title.length + rest.length, length];
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
  // A kanji of two units has no number: it stands for nothing here.
  const numbers = Uint16Array.from(read, ({ loose }) => Number(loose) || 0);
  foldGaBetweenKanji(numbers, numbers.length);
  return read.map((unit, place) => {
    if (typeof unit.loose === 'string') return unit;
    return { ...unit, loose: numbers[place] ?? unit.loose };
  });
}

export function isDropped({ loose }: Unit): boolean {
  return loose === DROPPED;
}
