import { familyNames } from '../names/family-names.ts';
import * as beside from './beside-name-words.ts';
import {
  canBeFormOfNext,
  detectCompanyPart,
  detectKind,
  FRONT_FORM,
  hasFormAtEnd,
  hasFormInside,
  hasName,
  isFormOfBefore,
  isPart,
  isSure,
  trimMarks,
} from './detect-kind.ts';
import { findMatches } from './find-matches.ts';
import { maxBehind, minName, type NameInCell, type NamePosition, type SetAside } from './name-in-cell.ts';
import * as places from './place-words.ts';
import * as words from './written-name-words.ts';

/** Names that a text may begin or end with, where nothing or only a space divides them from the rest. */

const maxPieces = 8;

/** Forms and words in a text at which a name may begin. */
const maxTails = 3;

/**
 * Beginnings before a space, the longest first. They may settle if all that stands behind is understood, for example a chain of
 * departments.
 */
export function splitAtSpaces(text: string): NameInCell[] {
  const names: NameInCell[] = [];
  for (const found of [...text.matchAll(SPACE_OR_COLON)].toReversed().slice(0, maxPieces)) {
    const before = text.slice(0, found.index);
    const behind = text.slice(found.index + found[0].length);
    if (words.HAS_FORM.test(behind)) break;
    const isProject = words.PROJECT.test(behind);
    if (found[0].trim() !== '' && !isProject) continue;
    const isBare = !hasFormInside(before) && [...before].length >= minName && isSurePart(behind);
    if (!(hasName(before) || isBare) || places.isPlace(before)) continue;
    // 株式会社架空 製作所: not a branch, the name goes on.
    if (!isBare && !hasFormAtEnd(before) && words.ONLY_PART.test(behind)) continue;
    const parts = detectPieces(behind, before);
    // 株式会社Kaku Motion: what is not understood is rather the second half of the name.
    if (!hasFormAtEnd(before) && !isProject && parts.some(({ kind }) => kind === 'note')) continue;
    const isUnderstood = parts.every(({ isCertain }) => isCertain);
    const setAside = parts.map(({ kind, text: part }) => ({ kind, text: trimMarks(part) }));
    const way: NamePosition = isUnderstood ? 'name' : 'beginning';
    const wordCut =
      !hasFormAtEnd(before) &&
      parts.some(({ kind, text: part }) => (isPart(kind) ? words.canEndName(part) : words.canBeInName(part)));
    names.push({
      name: before,
      way,
      setAside,
      // A name without a form can be what people call a company.
      ...(!isBare && { cut: true as const }),
      ...(wordCut && { wordCut }),
    });
  }
  return names;
}

/** 株式会社架空：橋補修工事 */
const SPACE_OR_COLON = /\s*[:_]\s*(?=\S)|\s+/g;

/** 大阪支店, 営業部: what is no second half of a name, even of one without a legal form. */
function isSurePart(text: string): boolean {
  return words.hasSurePartAtEnd(text) && detectCompanyPart(text) !== null;
}

function detectPieces(behind: string, before: string): (SetAside & { isCertain: boolean })[] {
  // Osaka Branch is one piece.
  if (words.ENGLISH_BRANCH.test(behind) && /^[!-~ ]+$/.test(behind)) {
    return [{ kind: 'branch', text: behind, isCertain: hasFormAtEnd(before) || /[^ -~]$/.test(before) }];
  }
  return splitPieces(behind).map((text, at) => {
    const kind = detectKind(text);
    const canEndName = kind === 'branch' || kind === 'department';
    const isBehindForm = hasFormAtEnd(before) && !(at === 0 && canBeFormOfNext(before, text));
    if (kind) return { kind, text, isCertain: canEndName ? isBehindForm : isSure(kind, before, text) };
    const isPerson = beside.LIKE_A_PERSON.test(text) && !words.BODY_END.test(text);
    return { kind: isPerson ? 'person' : 'note', text, isCertain: false };
  });
}

/** At spaces, except that of 林 一郎. */
function splitPieces(text: string): string[] {
  const pieces: string[] = [];
  for (const piece of text.split(/\s+/)) {
    const family = pieces.at(-1) ?? '';
    const person = `${family} ${piece}`;
    if (familyNames.has(family) && beside.LIKE_A_PERSON.test(person)) pieces.splice(-1, 1, person);
    else pieces.push(piece);
  }
  return pieces;
}

/** 架空工事株式会社X, 架空橋工事X株式会社: the name can begin at a legal form inside, or after words for what is bought. */
export function findTails(text: string): NameInCell[] {
  const forms = findMatches(text, words.FORMS)
    .filter(({ index, 0: form }) => index > 0 && !/^[\s)\]]|^$/.test(text.slice(index + form.length)))
    .map(({ index }) => index);
  const works = hasFormAtEnd(text)
    ? findMatches(text, words.WORK).map(({ index, 0: work }) => index + work.length)
    : [];
  const starts = [...forms.slice(0, maxTails), ...works.slice(-maxTails)];
  return starts
    .map((start) => start + (/^[\s:_-]+/.exec(text.slice(start))?.[0].length ?? 0))
    .filter((start) => !words.FORM_ONLY.test(text.slice(start)) && [...text.slice(start)].length >= minName)
    .filter((start) => !isFormOfBefore(text.slice(start)))
    .map((index) => ({
      name: text.slice(index),
      way: 'inside',
      setAside: [{ kind: 'note', text: trimMarks(text.slice(0, index)) }],
      cut: true,
    }));
}

const BEHIND_PLACE = new RegExp(
  `^((?:${places.prefectureNames})?[^\\s・:/|]{0,12}?[都道府県市区町村])[\\s・の:/|]+(.{2,})$`,
);

/** 架空県 架空寺, 架空県・架空株式会社, 架空市の架空株式会社: a name of which nothing shows that it begins there. */
export function findBehindPlace(text: string): NameInCell[] {
  const [, place = '', name = ''] = BEHIND_PLACE.exec(text) ?? [];
  if (place === '' || !places.isPlace(place.replace(places.PREFECTURE_IN_FRONT, '') || place)) return [];
  return [{ name, way: 'beginning', setAside: [{ kind: 'place', text: place }], cut: true }];
}

const minLongPart = 8;

const minBeforeLongPart = 4;

/** Inside a word of katakana or Latin letters, no name ends: クリハラ|ント大阪支店. */
const IN_WORD = /^(?:[ァ-ヺー]{2}|[\da-z]{2})/i;

/** The longest part at a known place: 株式会社架空|東大阪支店, rather than 株式会社架空東|大阪支店. */
function findOfficeAtPlace(names: readonly NameInCell[], frontForm: string | null): NameInCell | undefined {
  if (frontForm === null) return undefined;
  const cut = names.findLast(({ setAside: [part] }) => part && isOfficeAtPlace(part.text));
  if (cut && [...cut.name].length - [...frontForm].length >= minBeforeOffice) return cut;
  return undefined;
}

const minBeforeOffice = 3;

/** Of 238,000 names with their form in front, 1 % end in a known place, and hardly any in one of these words. */
const OFFICE_AT_PLACE = /^[一-鿿々ぁ-ゖ].*(?:支店|支社|支局|支所|支部|本部|営業所|出張所)$/;

function isOfficeAtPlace(text: string): boolean {
  return OFFICE_AT_PLACE.test(text) && words.isPartAtKnownPlace(text) && !OFFICE_ALONE.test(text);
}

const OFFICE_ALONE = /^(?:総?本部|支.|営業所|出張所)$/;

/**
 * Beginnings of a text, the longest first: those that end in a legal form or the word for a body, with anything behind;
 * and all others, if a branch is what the text ends in.
 * @param least where the first of them can end
 */
export function findBeginnings(text: string, least = minName): NameInCell[] {
  const endsInPart = words.hasSurePartAtEnd(text);
  const frontForm = FRONT_FORM.exec(text)?.[0] ?? null;
  const isInstitution = words.OF_INSTITUTION.test(text);
  const forms = findMatches(text, words.FORMS).map(
    (found) => [found.index, found.index + found[0].length] as const,
  );
  const names: NameInCell[] = [];
  for (let at = text.length - 1; at >= Math.max(least, minName, text.length - maxBehind); at--) {
    if (/[\udc00-\udfff]/.test(text.charAt(at))) continue;
    // Not inside a legal form, and not right after a form at the front.
    if (forms.some(([from, to]) => (from < at && at < to) || (from === 0 && at === to))) continue;
    if (
      /^(?:[\s)\]ー]|[.,]*\s*(?:ltd|limited|inc)\b|[^\p{L}\p{N}]+$)/iu.test(text.slice(at)) ||
      /\s/.test(text.charAt(at - 1))
    )
      continue;
    const before = text.slice(0, at);
    const behind = text.slice(at);
    // 合同会社i co|nnect: a name with its form in front has none in Latin letters behind it.
    const isEnglishEnd = frontForm === null && words.ENGLISH_END.test(before) && !/^[a-z]/i.test(behind);
    const endsInForm = forms.some(([from, to]) => from > 0 && to === at) || isEnglishEnd;
    const part = detectCompanyPart(behind);
    const isEnd = endsInForm || (words.BODY_END.test(before) && !words.HAS_FORM.test(behind));
    // 株式会社X日本橋イベントセンター: a long rest is hardly the second half of one name.
    const isLongPart =
      frontForm !== null && behind.length >= minLongPart && at - frontForm.length >= minBeforeLongPart;
    const isInWord = /\s/.test(behind) || (!isLongPart && IN_WORD.test(`${before.at(-1)}${behind}`));
    if (!isEnd && (part === null || isInWord || !(endsInPart || isLongPart))) continue;
    const name = before.replace(/(?<![\s([【〔〈《「『・,、/:-])[\s([【〔〈《「『・,、/:-]+$/, '');
    const isSureEnd = isEnd && part !== null && !canBeFormOfNext(before, behind);
    const way: NamePosition = isSureEnd ? 'name' : 'beginning';
    // 株式会社西村印刷所 and 株式会社西村組大阪支店 are rather one name than 株式会社西村 with its 印刷所 or 組大阪支店.
    // 学校法人架空学園みどり大学 is rather the school of 学校法人架空学園.
    const isEstablishment = isInstitution && part === 'branch' && !words.hasSurePartAtEnd(behind);
    const wordCut = !endsInForm && !isEstablishment && !words.isPartAtKnownPlace(behind);
    names.push({
      name,
      way,
      setAside: [{ kind: part ?? 'note', text: trimMarks(behind) }],
      cut: true,
      ...(wordCut && { wordCut }),
    });
  }
  const office = findOfficeAtPlace(names, frontForm);
  return names.map((each) => (each === office ? { ...each, way: 'name' } : each));
}
