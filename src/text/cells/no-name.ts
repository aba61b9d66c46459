import { normalizeText } from '../letters/normalize.ts';
import { isLegalFormOnly } from '../names/names.ts';
import * as beside from './beside-name-words.ts';
import { detectKind } from './detect-kind.ts';
import { maxLength, type SetAsideKind } from './name-in-cell.ts';
import headings from './no-company-words.json' with { type: 'json' };
import * as places from './place-words.ts';
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
    inside.every((piece) => isForm(piece) || detectKind(piece) !== null || beside.MARK.test(piece))
  );
}

const IN_BRACKETS = /[([{【〔〈《≪「『<]([^()[\]{}【】〔〕〈〉《》≪≫「」『』<>]*)[)\]}】〕〉》≫」』>]/g;

const kindsBesideNames: ReadonlySet<SetAsideKind | null> = new Set([
  'honorific',
  'telephone',
  'email',
  'url',
]);

/** Of a part that no bracket divides from the form. */
function isNoName(piece: string): boolean {
  const kind = detectKind(piece);
  return (
    NUMBER_OR_REST.test(piece) ||
    // 大阪支店, 営業部, but not 中村支店 or 本店
    (words.OFFICE_ALONE.test(piece) && !words.canEndName(piece)) ||
    places.WHOLE_PREFECTURE.test(piece) ||
    kindsBesideNames.has(kind) ||
    // 架空町漁業 of 架空町漁業協同組合 could be a town, too, and 架空町2 of 架空町2合同会社 its number.
    (kind === 'address' && NUMBERS_OF_ADDRESS.test(piece))
  );
}

const NUMBERS_OF_ADDRESS = /〒|\d(?:丁目|番地|-\d)/;

/** 1, No.3, など, グループ */
const NUMBER_OR_REST = /^(?:(?:no\.?)?\d{1,2}[.)]?|など|等|グループ)$/i;

/** ①, ⑴, ㊀: no company has such a digit in its name, so it numbers the cell. */
export const LIST_NUMBER = /\p{No}/u;

/**
 * Words that people write in place of a name where no company is meant. A cell with one is not empty: somebody is meant, but
 * nobody whom a register has (for empty cells see placeholders.ts). Companies have such words as names too (株式会社フリーランス),
 * and are meant only with their legal form.
 *
 * Where they come from: the accounts of the tax office's form for sole traders (青色申告決算書), what accounting programs
 * propose for entries with several or unnamed parties (諸口), texts of bank and securities statements (MRF), and customer
 * lists of shops.
 */
const noCompanyWords: ReadonlySet<string> = new Set(Object.values(headings).flat());

const LONGEST = Math.max(...[...noCompanyWords].map(({ length }) => length));
/** 個人様, 個人1, その他(3件) */
const BESIDE = /(?:様|さま|殿|御中|分|計)$|(?:[(].*[)]|[#№]?\d{1,4}(?:名|社|件|人)?)$/;

/** Whether a name without a legal form is a word for nobody in particular. @param normalized by `normalizeText` */
export function isNoCompanyWord(normalized: string): boolean {
  if (normalized.length > LONGEST + 20) return false;
  const text = normalized
    .toLowerCase()
    .replaceAll(' ', '')
    .replace(/^[※*・]+/, '');
  return noCompanyWords.has(text) || noCompanyWords.has(text.replace(BESIDE, ''));
}
