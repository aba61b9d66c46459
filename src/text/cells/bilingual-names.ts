import { detectKind, FRONT_FORM, isFormOfBefore, splitClosingBracket, trimMarks } from './detect-kind.ts';
import { minName, type NameInCell, type NamePosition, type SetAside } from './name-in-cell.ts';
import * as words from './written-name-words.ts';

/**
 * A name in Japanese beside one in Latin letters, of the same company or of another: 架空種苗株式会社（KAKU SEEDS CO., LTD.）. Only
 * the names of companies tell.
 */

const BOTH_SCRIPTS = /^(?=.*[a-z]{2})(?=.*[^ -~])/i;
const MARK = /(?<=\S)\s*[/|、・:;]\s*(?=\S)/g;
/** In Japanese first; a form in brackets belongs to it: 架空(株) KAKU Inc. */
const JAPANESE_FIRST = /^(.*[^ -~]\)?),?\s+([!-~][ -~]+)$/;
/** 架空株式会社KAKU Inc.: nothing divides them. */
const NOT_DIVIDED = /^(.*[^ -~])([a-z][ -~]+)$/i;
const LATIN_FIRST = /^([ -~]+[!-~])\s+([^ -~].*|\([^ -~].*)$/;
const LABEL = /^(?:英文|英語|英)(?:社名|商号|名称?|表記)?[:;\s]+|^english(?: name)?[:;\s]+/i;
const minLetters = 3;

/** The name in Japanese, then that in Latin letters; of each the longest first, if both are in Latin letters but for the form. */
export function findBilingualNames(text: string): NameInCell[] {
  if (!BOTH_SCRIPTS.test(text)) return [];
  const halves = [...listHalves(text), ...listHalvesByForm(text)].flatMap(([one, other]) => {
    const [first = '', second = ''] = [one, other].map((half) =>
      trimMarks(half.replace(LABEL, '')).replace(/[,、]$/, ''),
    );
    if (isJapanese(first) && isLatinName(second)) return [[first, second] as const];
    if (isJapanese(second) && isLatinName(first)) return [[second, first] as const];
    return [];
  });
  return [
    ...halves.map(([name, other]) => describe('beginning', name, { kind: 'abbreviation', text: other })),
    ...halves.slice(0, 1).map(([other, name]) => describe('inside', name, { kind: 'note', text: other })),
  ];
}

const describe = (way: NamePosition, name: string, aside: SetAside): NameInCell => ({
  name,
  way,
  setAside: [aside],
  alsoNamed: aside.text,
});

/** 株式会社KAKU Kakuu Corporation */
function listHalvesByForm(text: string): (readonly [string, string])[] {
  const spaces = [...text.matchAll(/ /g)].map(({ index }) => index);
  const halves = (some: readonly number[]) =>
    some.map((at) => [text.slice(0, at), text.slice(at + 1)] as const);
  if (FRONT_FORM.test(text) && words.ENGLISH_END.test(text))
    return halves(spaces.slice(-maxHalves).toReversed());
  if (!words.FORM_END.test(text)) return [];
  return halves(spaces.slice(0, maxHalves)).filter(([one]) => words.ENGLISH_END.test(one));
}

const maxHalves = 5;

function listHalves(text: string): (readonly [string, string])[] {
  const bracket = splitClosingBracket(text);
  const marks = [...text.matchAll(MARK)].slice(0, maxHalves);
  const patterns = [JAPANESE_FIRST, NOT_DIVIDED, LATIN_FIRST];
  return [
    ...(bracket ? [[bracket.before, bracket.inside] as const] : []),
    ...marks.map(({ 0: mark, index }) => [text.slice(0, index), text.slice(index + mark.length)] as const),
    ...patterns.flatMap((pattern) => {
      const [, one, other] = pattern.exec(text) ?? [];
      if (one === undefined || other === undefined) return [];
      if (pattern === NOT_DIVIDED && !hasBothForms(one, other)) return [];
      return [[one, other] as const];
    }),
  ];
}

/** Whether each half is a whole name. In 株式会社架空KAKU and 架空、株式会社KAKU, the second is the end of one. */
const hasBothForms = (japanese: string, latin: string): boolean =>
  words.ENGLISH_END.test(latin) && (FRONT_FORM.test(japanese) || FORM_BEHIND_LETTER.test(japanese));

const FORM_BEHIND_LETTER = new RegExp(`[\\p{L}\\p{N}](?:${words.formSpellings})$`, 'u');

function isJapanese(text: string): boolean {
  return (
    /[^ -~]/.test(text) &&
    [...text].length >= minName &&
    !words.FORM_ONLY.test(text) &&
    !isFormOfBefore(text) &&
    detectKind(text) === null
  );
}

function isLatinName(text: string): boolean {
  const letters = text.match(/[a-z]/gi) ?? [];
  return (
    letters.length >= minLetters &&
    /^[ -~]+$/.test(text) &&
    !words.ENGLISH_FORM_ONLY.test(text) &&
    detectKind(text) === null
  );
}
