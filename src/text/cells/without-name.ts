import { normalizeText } from '../letters/normalize.ts';
import { isLegalFormOnly } from '../names/names.ts';
import { detectKind } from './detect-kind.ts';
import { maxLength, type SetAsideKind } from './name-in-cell.ts';
import * as words from './written-name-words.ts';

/**
 * Whether a text has a legal form, and beside it nothing that can be a name: 株式会社（東京都）, 株式会社大阪支店, 株式会社 Ltd. Only a
 * company that has the whole text as its name can be meant.
 */
export function isWithoutName(cell: string): boolean {
  const text = normalizeText(cell);
  if (text.length > maxLength) return false;
  const others = text.replace(words.FORMS, ' ');
  const inside = [...others.matchAll(IN_BRACKETS)].map(([, each = '']) => each.trim()).filter(Boolean);
  const pieces = others
    .replace(IN_BRACKETS, ' ')
    .split(/[\s,、・/|:;]+/)
    .filter((piece) => piece !== '');
  const isForm = (piece: string) => isLegalFormOnly(piece) || words.ENGLISH_FORM_ONLY.test(piece);
  return (
    (others !== text || pieces.some(isForm)) &&
    pieces.every((piece) => isForm(piece) || isNoName(piece)) &&
    inside.every((piece) => isForm(piece) || detectKind(piece) !== null || words.MARK.test(piece))
  );
}

const IN_BRACKETS = /[([{【〔〈《≪「『<]([^()[\]{}【】〔〕〈〉《》≪≫「」『』<>]*)[)\]}】〕〉》≫」』>]/g;

const kindsBesideNames: ReadonlySet<SetAsideKind | null> = new Set([
  'honorific',
  'address',
  'telephone',
  'email',
  'url',
]);

/** Of a part that no bracket divides from the form. */
function isNoName(piece: string): boolean {
  return (
    NUMBER_OR_REST.test(piece) ||
    words.isOfficeAlone(piece) ||
    words.isWholePrefecture(piece) ||
    kindsBesideNames.has(detectKind(piece))
  );
}

/** 1, No.3, など, グループ */
const NUMBER_OR_REST = /^(?:(?:no\.?)?\d{1,2}[.)]?|など|等|グループ)$/i;

/** ①, ⑴, ㊀: no company has such a digit in its name, so it numbers the cell. */
export const hasNumberOfList = (cell: string): boolean => /\p{No}/u.test(cell);
