import { cityNames } from '../places/municipalities.ts';
import * as beside from './beside-name-words.ts';
import { minName, type SetAsideKind } from './name-in-cell.ts';
import * as places from './place-words.ts';
import * as words from './written-name-words.ts';

/** What a text beside a name is, and where a name ends. Words of the language only. */

/** What a text says that something divides from the name; null if it may be a name. */
export function detectKind(text: string): SetAsideKind | null {
  if (beside.ROLE.test(text)) return 'role';
  if (beside.CODE.test(text)) return 'code';
  if (beside.NOTE.test(text)) return 'note';
  if (words.HAS_FORM.test(text) || /^(?:旧|略称|通称)/.test(text)) return null;
  if (/^(?:御中|様|殿)$/.test(text)) return 'honorific';
  if (beside.PERSON.test(text)) return 'person';
  const place = places.stripPlaceWords(text);
  if (places.isPlace(place)) return 'place';
  if (words.isStreetAddress(place)) return 'address';
  const part = detectCompanyPart(text);
  if (part) return part;
  if (isWhole(words.EMAIL_BEHIND, text)) return 'email';
  if (isWhole(words.URL_BEHIND, text)) return 'url';
  if (isWhole(words.TELEPHONE_BEHIND, text) || isWhole(words.TELEPHONE_WITH_MORE, ` ${text}`))
    return 'telephone';
  if (places.ADDRESS.test(place) || places.isTownOfMunicipality(place)) return 'address';
  return null;
}

/** In brackets, also 札幌 without 市, which behind a space can belong to the name. */
export function detectKindInBrackets(text: string): SetAsideKind | null {
  return detectKind(text) ?? (cityNames.has(text) ? 'place' : null);
}

export const isPart = (kind: SetAsideKind): boolean => kind === 'branch' || kind === 'department';

/** Whether a text is a branch or a department, with nothing of another company. */
export function detectCompanyPart(text: string): 'branch' | 'department' | null {
  if (words.HAS_FORM.test(text)) return null;
  // 株式会社架空グループ: all its companies.
  if (words.SHOP_OF_A_NAME.test(text) || text === 'グループ') return null;
  const plain = text.replace(/(?<![)\]】〉」』\s])[)\]】〉」』\s]+$/, '');
  if (words.ENDS_IN_BRANCH.test(plain)) return 'branch';
  if (words.ENDS_IN_DEPARTMENT.test(plain)) return 'department';
  return null;
}

const isWhole = (pattern: RegExp, text: string): boolean => pattern.exec(text)?.[0] === text;

export function hasFormInside(text: string): boolean {
  return words.HAS_FORM.test(text) || words.ENGLISH_END.test(text);
}

export function hasFormAtEnd(text: string): boolean {
  // 株式会社KAKU COMPANY: a name with its form in front can go on behind a word that is also one.
  const isEnglishEnd = words.ENGLISH_END.test(text) && !FRONT_FORM.test(text);
  return (words.FORM_END.test(text) || isEnglishEnd) && !words.FORM_ONLY.test(text);
}

/** Whether a text can be a name to which nothing needs to be added. */
export function hasName(text: string): boolean {
  return (
    [...text].length >= minName &&
    (hasFormInside(text) || words.BODY_END.test(text)) &&
    !words.FORM_ONLY.test(text)
  );
}

/** Whether a part of several is certainly the name of a company, or of a body that has no form: 架空市商工会. */
export function isNamed(part: string): boolean {
  const text = part.trim();
  const isForm = words.FORM_ONLY.test(text) || words.ENGLISH_FORM_ONLY.test(text);
  return !isForm && (hasFormInside(text) || words.WHOLE_BODY_END.test(text));
}

export const FRONT_FORM = new RegExp(`^(?:${words.FORMS.source})`);

/** 架空グループ (株)東京支店長 御中, 架空(同)3: the form belongs to what is before it. What follows is no name. */
export function isFormOfBefore(text: string): boolean {
  const form = FRONT_FORM.exec(text)?.[0];
  if (form === undefined) return false;
  const behind = text.slice(form.length).trim();
  const isRest = [...behind].length < minName || /^[\d\s.-]+$/.test(behind);
  const [first = ''] = behind.split(' ');
  const [office = first] = PART_OF_OFFICE.exec(first) ?? [];
  return isRest || words.isBranchAtPlace(office) || words.isPartAtKnownPlace(first) || places.isPlace(behind);
}

/** 梅田支店 of 梅田支店営業部 and 梅田支店長 */
const PART_OF_OFFICE = /^.+?(?:支店|支社|支局|支所|営業所|出張所|事業所|工場)(?=(?:長|\S{1,8}[部課係室])$)/;

const SPACE_AND_FORM = new RegExp(`\\s(?:${words.FORMS.source})$`);

/** 架空 (株)阿部, 架空 (株) みどり営業部: the form behind a space is rather that of what follows, unless that is no name. */
export function canBeFormOfNext(before: string, next: string): boolean {
  const part = next.trim();
  return SPACE_AND_FORM.test(before) && !words.isPlainPart(part) && !words.isPartAtKnownPlace(part);
}

/**
 * Whether the piece is certainly not the end of the name: the name ended before, or the piece is a word that hardly ever
 * ends one. 株式会社みどり 研究所 can be one name.
 */
export function isSure(kind: SetAsideKind, before: string, piece: string): boolean {
  if (hasFormAtEnd(before)) return !(isPart(kind) && canBeFormOfNext(before, piece));
  // 株式会社X DESIGN大阪支店: the word before the place is rather the second half of the name.
  if (kind === 'branch' && WORD_AND_MORE.test(piece)) return false;
  if (kind === 'branch')
    return (
      words.hasSurePartAtEnd(`${before}${piece}`) ||
      (words.OF_INSTITUTION.test(before) && words.BODY_END.test(before))
    );
  if (kind !== 'department') return true;
  return words.SURE_DEPARTMENT.test(piece) || words.hasSurePartAtEnd(`${before}${piece}`);
}

const WORD_AND_MORE = /^(?:[A-Za-z]{2,}|[ァ-ヺー]{2,})[一-龠]{2,}(?:支店|支社|営業所|支所|出張所|本社|本店)$/;

export function splitFrontBracket(text: string): { inside: string; rest: string } | null {
  const found = BRACKET_IN_FRONT.exec(text);
  const [, inside = '', rest = ''] = found ?? [];
  if (!found || words.FORM_END.test(text.slice(0, text.length - rest.length).trim())) return null;
  if ([...rest].length < minName) return null;
  return { inside, rest };
}

const BRACKET_IN_FRONT = /^[([{【〔〈《≪「『<]([^)\]}】〕〉》≫」』>]{1,40})[)\]}】〕〉》≫」』>]\s*(.+)$/;

const opening = '([{【〔〈《≪「『<';

const closing = ')]}】〕〉》≫」』>';

/** The bracket at the end of a text, if it is not part of a legal form: X(株). */
export function splitClosingBracket(text: string): { before: string; inside: string } | null {
  const kind = closing.indexOf(text.at(-1) ?? ' ');
  if (kind < 0) return null;
  let depth = 0;
  for (let at = text.length - 1; at > 0; at--) {
    if (text[at] === closing[kind]) depth++;
    if (text[at] !== opening[kind] || --depth > 0) continue;
    if (words.FORM_END.test(text.slice(at))) return null;
    return { before: text.slice(0, at).trim(), inside: text.slice(at + 1, -1).trim() };
  }
  return null;
}

/** Osaka of Sakai-shi, Osaka, Japan; empty for Japan alone. */
export function findLastPlace(text: string): string {
  const pieces = text.split(',').map((piece) => piece.trim());
  if (/^japan$/i.test(pieces.at(-1) ?? '')) pieces.pop();
  return pieces.at(-1) ?? '';
}

export function trimMarks(text: string): string {
  const start = text.replace(/^(?:[\s,、・/(<:;|@_※]|-(?=\s))+/, (marks) =>
    FRONT_FORM.test(text.slice(marks.length - 1)) ? marks.slice(-1) : '',
  );
  return start.replace(start.includes('(') ? /(?<![\s>:])[\s>:]+$/ : /(?<![\s)>:])[\s)>:]+$/, '');
}
