import { familyNames } from '../names/family-names.ts';
import * as beside from './beside-name-words.ts';
import {
  detectCompanyPart,
  detectKind,
  detectKindInBrackets,
  FRONT_FORM,
  findLastPlace,
  hasFormAtEnd,
  hasFormInside,
  hasName,
  isPart,
  isSure,
  splitClosingBracket,
  trimMarks,
} from './detect-kind.ts';
import { maxBehind, minName, type SetAside, type SetAsideKind } from './name-in-cell.ts';
import type { End } from './part-in-front.ts';
import * as places from './place-words.ts';
import * as words from './written-name-words.ts';

/** What is set aside behind a name. */

const endPatterns: readonly (readonly [SetAsideKind, RegExp])[] = [
  ['note', beside.MARK_BEHIND],
  ['code', beside.LABELLED_CODE_BEHIND],
  ['code', beside.CODE_BEHIND],
  ['email', words.EMAIL_BEHIND],
  ['url', words.URL_BEHIND],
  ['telephone', words.TELEPHONE_BEHIND],
  ['telephone', words.TELEPHONE_WITH_MORE],
  ['honorific', beside.HONORIFIC],
  ['person', beside.TITLE_BEHIND],
  ['and_others', words.AND_OTHERS],
];

/** @param next what was set aside before, which follows what is at the end now */
export function findPartAtEnd(text: string, next: SetAside | undefined): End | null {
  const quoted = /^["'“”「『]([^"'“”「」『』]+)["'“”」』]$/.exec(text)?.[1]?.trim();
  if (quoted && [...quoted].length >= minName) return { kind: 'note', text: '', rest: quoted };
  return (
    matchEndPattern(text, endPatterns) ??
    findEndBracket(text) ??
    findLabelledPlace(text) ??
    findLabelBeforePlace(text, next) ??
    matchEndPattern(text, addressPattern) ??
    findPersonBehindMark(text) ??
    findPlaceBehindEnglishForm(text) ??
    findEndPiece(text, next)
  );
}

const addressPattern: typeof endPatterns = [['address', places.ADDRESS_BEHIND]];

function matchEndPattern(text: string, patterns: typeof endPatterns): End | null {
  for (const [kind, pattern] of patterns) {
    const found = pattern.exec(text);
    if (!found?.[0]) continue;
    const behind = kind === 'person' ? includeOffice(text, found.index) : found.index;
    const rest = text.slice(0, behind).replace(OPEN_AT_END, '');
    const part = text.slice(behind);
    if ([...rest].length < minName || isGuess(kind, rest, part)) continue;
    const wordCut =
      (kind === 'honorific' && canEndInHonorific(rest, part)) ||
      (kind === 'person' && canEndInTitle(rest, part)) ||
      (kind === 'code' && FOUR_DIGITS.test(part) && !hasFormAtEnd(rest));
    return { kind, text: part, rest, ...(wordCut && { wordCut }) };
  }
  return null;
}

/** 株式会社架空 2001: the code of a listed company, or the end of the name. */
const FOUR_DIGITS = /^[\s,、/:]+[1-9]\d{3}$/;

/** 株式会社架空殿, 株式会社架空の王様: names of halls end in 殿, and a few others in 様. */
function canEndInHonorific(rest: string, part: string): boolean {
  if (hasFormAtEnd(rest)) return false;
  if (part === '様') return /[王神奥]$/.test(rest);
  return part === '殿' && /[一-鿿々]$/.test(rest) && !words.hasSurePartAtEnd(rest) && !words.isBusiness(rest);
}

/** 株式会社架空運送社長, 株式会社福知事務所, 株式会社架空 税理士協会: the title, or what follows it, is rather a word of the name. */
function canEndInTitle(rest: string, part: string): boolean {
  if (hasFormAtEnd(rest) || isBehindPart(rest)) return false;
  return words.isBusiness(part) || END_OF_BODY.test(part) || !(/^\s/.test(part) || beside.OFFICER.test(part));
}

/** No person's name ends so. */
const END_OF_BODY = /(?:[会院館園]|[工農牧漁]場|支援|会計)$/;

// Ends of texts are looked for only where a run of marks begins: beginning at each of its marks would take the square of its length.
const OPEN_AT_END = /(?<![\s([{【〔〈《「『</|])[\s([{【〔〈《「『</|]+$/;

/** Where the place before a title begins: 大阪 in 株式会社架空 大阪支店長 空想太郎. It is that of a branch. */
function includeOffice(text: string, title: number): number {
  const [, office = ''] = /^(\S{1,8}?)長/.exec(text.slice(title)) ?? [];
  const [, behind = ''] = /\s(\S{1,10})$/.exec(text.slice(0, title)) ?? [];
  // 架空 (株)大阪支店長: the form is that of the name.
  const form = FRONT_FORM.exec(behind)?.[0] ?? '';
  const place = behind.slice(form.length);
  const isOffice =
    place !== '' && office !== '' && !detectCompanyPart(place) && words.isPartAtKnownPlace(place + office);
  if (!isOffice) return title;
  return title - place.length - (form === '' ? 1 : 0);
}

/** 株式会社三等 or 様 alone: what is left would be no name. 外 and 行 are also endings of words. */
function isGuess(kind: SetAsideKind, left: string, part: string): boolean {
  if (kind === 'honorific' && /^(?:行|さん|さま)$/.test(part.trim())) return !words.FORM_END.test(left);
  // Only with a legal form before it, or a space after a body, is a word such as 担当 certainly not part of the name.
  if (kind === 'person') {
    // 神戸市|長田区 is no mayor.
    if (isPlaceAround(left, part)) return true;
    // 代表取締役 空想太郎 札幌市: the place is not the person's, and is set aside first.
    const last = /\s(\S+)$/.exec(part)?.[1];
    if (last !== undefined && (places.isPlace(last) || places.ADDRESS.test(last))) return true;
    if (/^\s/.test(part)) return !hasName(left) && !beside.OFFICER.test(part);
    // 架空協同組合連合会東京都本部: 会長 begins no title.
    if (words.hasSurePartAtEnd(part) && !beside.OFFICER.test(part)) return true;
    return !hasFormInside(left) || words.FORM_ONLY.test(left);
  }
  // 架空グループ（代表：夢想株式会社ほか2社）
  if (kind === 'and_others' && part.endsWith(')') && !part.includes('(')) return true;
  if (kind === 'and_others' && /^(?:他|外|等)$/.test(part)) return [...left].length < 4;
  return false;
}

/** Whether the last piece of the text, in which the part begins, is a place. */
function isPlaceAround(left: string, part: string): boolean {
  const begun = /[^\s、,/:;|()]{1,20}$/.exec(left)?.[0] ?? '';
  const place = `${begun}${part}`;
  return begun !== '' && !/\s/.test(part) && (places.isPlace(place) || places.isTownOfMunicipality(place));
}

function findEndBracket(text: string): End | null {
  const bracket = splitClosingBracket(text);
  const kind = bracket && detectKindInBrackets(bracket.inside);
  if (!bracket || !kind || [...bracket.before].length < minName) return null;
  return { kind, text: bracket.inside, rest: bracket.before };
}

/** 株式会社架空【本社】札幌市 */
function findLabelledPlace(text: string): End | null {
  const [part = '', place = ''] = places.LABELLED_PLACE.exec(text) ?? [];
  const kind = place === '' ? null : detectKindInBrackets(place);
  const rest = text.slice(0, -part.length).trim();
  if ((kind !== 'place' && kind !== 'address') || !hasName(rest)) return null;
  return { kind, text: part, rest };
}

/** 株式会社架空本社:札幌市, after the place. Behind 日, it is rather the end of a name: 株式会社架空日本社. */
function findLabelBeforePlace(text: string, next: SetAside | undefined): End | null {
  const isBeforePlace = next?.kind === 'place' || next?.kind === 'address';
  const rest = isBeforePlace ? text.replace(/(?<![日\s])本社$/, '') : text;
  if (rest === text || !hasName(rest)) return null;
  return { kind: 'note', text: '本社', rest };
}

/** Kaku Kogyo Co., Ltd., Sakai-shi, Osaka, Japan: in a list in English, the comma does not divide two parties. */
function findPlaceBehindEnglishForm(text: string): End | null {
  if (!text.includes(',')) return null;
  for (const { index } of [...text.matchAll(/,/g)].slice(-maxPiecesOfPlace).toReversed()) {
    const rest = text.slice(0, index).trim();
    const place = text.slice(index + 1).trim();
    const last = findLastPlace(place);
    const isAddress = last === '' ? place !== '' : places.isPlace(last);
    if (isAddress && words.ENGLISH_END.test(rest) && hasName(rest))
      return { kind: 'place', text: place, rest };
  }
  return null;
}

/** A town, a city, a prefecture, the country. */
const maxPiecesOfPlace = 4;

/** 株式会社架空／林 一郎. Without the space, it can be another company: 株式会社架空／石田文具. */
function findPersonBehindMark(text: string): End | null {
  const [, rest = '', family = '', given = ''] = PERSON_BEHIND_MARK.exec(text) ?? [];
  const isFamily = [...family].length === 1 || familyNames.has(family);
  const mayBeBody = words.canBeInName(given) || words.isBusiness(given) || END_OF_BODY.test(given);
  if (!isFamily || mayBeBody || !hasName(rest)) return null;
  return { kind: 'person', text: `${family} ${given}`, rest };
}

const PERSON_BEHIND_MARK = /^(.*\S)\s*[/|]\s*([一-鿿々]{1,4}) ([一-鿿々ぁ-ゖァ-ヺー]{1,4})$/;

/** After a space or a mark: a branch, department, place or note, or a person whom an honorific or a department shows. */
function findEndPiece(text: string, next: SetAside | undefined): End | null {
  const [, before = '', mark = '', piece = ''] = LAST_PIECE.exec(text) ?? [];
  // Without a form or a body before it, the word may belong to the name: みどり クリニック.
  if (piece === '' || words.HAS_FORM.test(piece) || [...piece].length > maxBehind || !hasName(before))
    return null;
  const kind = detectKind(piece);
  // 東京都 千代田区 is a place as a whole; 東京都 水道局 is a part of a body.
  if (kind === 'place' && places.isPlace(before) && !words.HAS_FORM.test(before)) return null;
  // 東京都 架空県競技力向上対策本部 is no part of 東京都.
  if (places.WHOLE_PREFECTURE.test(before) && places.PREFECTURE_IN_FRONT.test(piece)) return null;
  const isSpace = mark.trim() === '';
  if (kind && isSure(kind, before, piece)) {
    if (!isSpace && !isDivided(kind, before, mark)) return null;
    const isPlace = kind === 'place' || kind === 'address';
    const upToPiece = text.slice(0, -piece.length);
    const [, label = ''] = (isPlace && places.LABEL_OF_PLACE.exec(upToPiece)) || [];
    const rest = label === '' ? before : upToPiece.slice(0, -label.length);
    if (!hasName(rest)) return null;
    const canEndName = isPart(kind) && !hasFormAtEnd(rest);
    const mayBeName = isPart(kind) ? words.canEndName(piece) : kind === 'place' && words.canBeInName(piece);
    const wordCut = mayBeName && label === '' && !hasFormAtEnd(rest) && !isBehindPart(rest);
    return {
      kind,
      text: trimMarks(`${label}${piece}`),
      rest,
      ...(canEndName && { canEndName }),
      ...(wordCut && { wordCut }),
    };
  }
  const isShown = next?.kind === 'honorific' || next?.kind === 'person';
  if (!isShown || !isSpace || !PERSON_NAME.test(piece)) return null;
  // 株式会社みどり 研究所 様, 株式会社みどり 塗装 御中, 株式会社みどり 塗装 社長 空想太郎: rather the second half of the name.
  const mayBeName = !isSurePerson(piece, before) || /御中|各位|気付|\s\S+$/.test(next.text);
  const wordCut = mayBeName && !hasFormAtEnd(before) && !isBehindPart(before);
  return { kind: 'person', text: piece, rest: before, ...(wordCut && { wordCut }) };
}

/** Not at a hyphen between digits: 060-0001. */
const LAST_PIECE = /^(.*[^\s、,/:;|@_※=~〜→-])(\s*(?:[、,/:;|@_※=~〜→]|(?<!\d)-|-(?!\d))\s*|\s+)(\S.*)$/;

/** 株式会社架空 営業本部 システム開発部: the name ended before. */
function isBehindPart(text: string): boolean {
  const [, last = ''] = /\s(\S+)$/.exec(text) ?? [];
  return detectCompanyPart(last) !== null && !words.canEndName(last);
}

/** Whether a mark divides a part or a place from the name. A hyphen can be part of a name that begins with its form. */
function isDivided(kind: SetAsideKind, before: string, mark: string): boolean {
  if (mark === '-' && !hasFormAtEnd(before)) return false;
  // 株式会社架空、架空県: rather two parties.
  return isPart(kind) || ((kind === 'place' || kind === 'address') && !/[、,]/.test(mark));
}

/**
 * 佐藤, 佐藤花子, 太郎 behind 佐藤. Other words of a few characters end names as well, such as 設備, 農園 and みのり, and nobody can
 * list either all words or all family names.
 */
function isSurePerson(piece: string, before: string): boolean {
  const [, family = ''] = /\s(\S+)$/.exec(before) ?? [];
  if (familyNames.has(family)) return true;
  return [3, 2, 1].some((length) => {
    const given = piece.slice(length);
    const isGiven = [...given].length <= maxGivenName && !given.startsWith('の') && !END_OF_BODY.test(given);
    return (
      isGiven &&
      familyNames.has(piece.slice(0, length)) &&
      !words.canBeInName(given) &&
      !words.isBusiness(given)
    );
  });
}

const maxGivenName = 3;

const PERSON_NAME = /^[一-鿿々ぁ-ゖァ-ヺー]{1,4}(?:\s[一-鿿々ぁ-ゖァ-ヺー]{1,5})?$/;
