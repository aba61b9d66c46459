import * as beside from './beside-name-words.ts';
import {
  detectKind,
  detectKindInBrackets,
  FRONT_FORM,
  hasName,
  isFormOfBefore,
  isPart,
  splitFrontBracket,
} from './detect-kind.ts';
import { minName, type SetAsideKind } from './name-in-cell.ts';
import * as places from './place-words.ts';
import * as words from './written-name-words.ts';

/** What is set aside in front of a name. */

export interface End {
  readonly kind: SetAsideKind;
  readonly text: string;
  readonly rest: string;
  readonly isFront?: true;
  /** Whether the name can go on in the text: 株式会社みどり 商事大阪支店. Then the names that end in it may be meant too. */
  readonly canEndName?: true;
  /** Whether the text is a word that also ends or begins names: 株式会社みどり Tokyo. */
  readonly wordCut?: true;
}

const frontPatterns: readonly (readonly [SetAsideKind, RegExp])[] = [
  ['role', beside.ROLE_IN_FRONT],
  ['note', beside.MARK_IN_FRONT],
  ['code', beside.CODE_IN_FRONT],
];

export function findPartInFront(text: string): End | null {
  for (const [kind, pattern] of frontPatterns) {
    const found = pattern.exec(text)?.[0];
    if (!found) continue;
    const rest = text.slice(found.length).trim();
    if ([...rest].length >= minName) return { kind, text: found, rest, isFront: true };
  }
  return findFrontBracket(text) ?? findFrontPiece(text);
}

/** 【東京都】X, [0012] X, (1)X */
function findFrontBracket(text: string): End | null {
  const bracket = splitFrontBracket(text);
  if (!bracket) return null;
  const kind = beside.MARK.test(bracket.inside) ? 'note' : detectKindInBrackets(bracket.inside);
  return kind && { kind, text: bracket.inside, rest: bracket.rest, isFront: true };
}

/** 本社:福岡県 北九州市 株式会社X: the label and the prefecture belong to the piece. */
const FIRST_PIECE = new RegExp(
  `^((?:${places.labelInFront})?(?:(?:${places.prefectureNames})[\\s・](?=\\S{1,12}[市区町村郡][\\s:;/|@_]))?\\S{1,40}?)` +
    `(\\s*[:;/|@_]\\s*|\\s+-\\s+|\\s+|の(?=${words.FORMS.source}))(\\S.*)$`,
);

/** 東京都 株式会社X, 東京都の株式会社X, 大阪支店 X株式会社: a name must follow for certain. */
function findFrontPiece(text: string): End | null {
  const [, piece = '', mark = '', rest = ''] = FIRST_PIECE.exec(text) ?? [];
  if (piece === '' || words.HAS_FORM.test(piece) || !hasName(rest)) return null;
  const kind = detectKind(piece);
  if (!kind || kind === 'note' || (isPart(kind) && words.canEndName(piece) && isFormOfBefore(rest)))
    return null;
  const isPlace = kind === 'place' || kind === 'address';
  if (mark.trim() !== '' && !isPlace) return null;
  const isFormNext = FRONT_FORM.test(rest);
  const isCertain =
    isFormNext ||
    kind === 'address' ||
    (words.FORM_END.test(rest) && (kind === 'place' || words.hasSurePartAtEnd(piece)));
  // PLANT CASE(株): one Latin word is rather the first of the name.
  if (!isCertain || (kind === 'branch' && words.LATIN_WORDS.test(piece))) return null;
  const wordCut =
    kind === 'place' ? !isFormNext && words.canBeInName(piece) : isPart(kind) && words.canEndName(piece);
  return { kind, text: piece, rest, isFront: true, ...(wordCut && { wordCut }) };
}
