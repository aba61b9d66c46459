import { bankAbbreviations } from '../names/legal-forms.ts';
import { minName, type NameInCell, type SetAside, type SetAsideKind } from './name-in-cell.ts';
import words from './transfer-words.json' with { type: 'json' };

/**
 * Payers and account holders as banks print them: in capital kana, with abbreviations in brackets for the legal form, the office
 * and the business. Source: the abbreviations of the Japanese Bankers Association for transfers (法人略語, 営業所略語, 事業略語). The
 * short forms before and behind a name are those of all names (`legal-forms.ts`).
 */

const forms = buildLongestFirst(bankAbbreviations);
/** No bank prints more. */
const maxPrinted = 100;
const PRINTED = /^(?=.*[ァ-ヺ])[ァ-ヺー\da-z .,&'()/*:-]+$/i;
/** What a statement of an account says before the name. A word of Latin letters or kana needs a space or mark behind it. */
const ENTRY_WORDS = new RegExp(
  `^(?:(?:${words.entries.kanji.join('|')})(?:[\\s*:・-]+|(?=[ァ-ヺ(]))|(?:${words.entries.others.join('|')})\\d?[\\s*:・-]+)+`,
  'i',
);
/** Names of companies begin in such words too. */
const ALSO_IN_NAMES = /[a-zァ-ヺ]/i;
const CAN_BE_DIVIDED = /[()\s]/;

const FORM_INSIDE = new RegExp(`^(.{2,}?)\\s?\\((${forms})\\)\\s?(.+)$`);
const offices = buildLongestFirst(words.offices);
/** カクウ(カ オオサカシテン, カクウ(カ(エイ, カクウ(カオオサカシテン: the bracket stays open, as at the end of a name. */
const FORM_BEFORE_MORE = new RegExp(
  `^(.{2,}?\\((?:${forms}))(?:\\s+|(?=\\()|(?=[^()\\s]{0,9}(?:${offices})\\)?$))(.+)$`,
);
/** カブ エービー: the form without a bracket. */
const BARE_FORM = /^カブ\s+(?=.{2})|(?<=.{2})\s+カブ$/;

/** カ)カブシキガイシャカクウ: the form is said twice. */
const FORM_IN_FULL = /[ガカ]イシ[ャヤ]|ホウジン/;
const SHORT_FORM = new RegExp(`^(?:${forms})\\)|\\((?:${forms})$`);

const businesses: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(words.businesses).map(([short, readings]) => [short, readings.split(' ')]),
);
const shortBusinesses = buildLongestFirst([...businesses.keys()]);
/** In a bracket, and the longer ones also at the end. */
const BUSINESS = new RegExp(
  `^(${shortBusinesses})\\)|\\((${shortBusinesses})(?:\\)|(?=\\()|$)|(?<=.{2})(${buildLongestFirst(words.bareBusinesses)})(?=\\((?:${forms})$|$)`,
);

/** What shows that a bank printed the name. */
const ABBREVIATIONS = [SHORT_FORM, FORM_INSIDE, FORM_BEFORE_MORE, BUSINESS];

/** The words for bodies that many registered readings leave out: 架空農業協同組合 is read カクウ in the register. */
const bodies: ReadonlyMap<string, string> = new Map(Object.entries(words.bodies));
/** The same in full. */
const bodiesInFull = new Map(
  [...bodies].flatMap(([short, body]) =>
    (businesses.get(short) ?? [])
      .filter((reading) => reading !== '')
      .map((reading): [string, string] => [toLargeKana(reading), body]),
  ),
);
const readingsOfBodies = buildLongestFirst([...bodiesInFull.keys()]);
const BODY_IN_FULL = new RegExp(`(?<=.{2})(${readingsOfBodies})$`);
/** カクウノウキヨウ ホンテン, カクウ(ノウキヨウ)オオサカシテン: what is behind the word for the body. */
const BEHIND_BODY = new RegExp(
  `(?<=.{2}(?:\\((?:${shortBusinesses})\\)|(?:${buildLongestFirst(words.bareBusinesses)}|${readingsOfBodies})(?=\\s)))\\s*[^\\s()].*$`,
);

const OFFICE_AT_END = new RegExp(`[(\\s)]?(?:${offices})\\)?$`);
/** Kana of a place before the word for an office, where nothing divides it from the name. */
const maxPlace = 9;
const minBeforePlace = 3;

/** The names that a transfer may mean, beside the whole text, the likeliest first. None settles that the whole text would not settle. */
export function findTransferNames(text: string): NameInCell[] {
  if (text.length > maxPrinted) return [];
  const [before = ''] = ENTRY_WORDS.exec(text) ?? [];
  const printed = text.slice(before.length);
  const front: SetAside[] = before === '' ? [] : [{ kind: 'note', text: before.trim() }];
  const names: NameInCell[] = [];
  const isPrinted = PRINTED.test(printed);
  const isOfBank = isPrinted && ABBREVIATIONS.some((each) => each.test(printed));
  // A reading does not settle anyway.
  const isSure = !ALSO_IN_NAMES.test(before) || (SHORT_FORM.test(printed) && !/[a-z]/i.test(printed));
  const add = (name: string, behind = '', kind: SetAsideKind = 'branch', body?: string) => {
    if ([...name].length < minName) return;
    const setAside: SetAside[] = behind === '' ? front : [...front, { kind, text: behind }];
    const way = name === printed && isSure ? 'name' : 'beginning';
    names.push({ name, way, setAside, ...(body !== undefined && { body }) });
  };
  if (before !== '' && (isPrinted || !ALSO_IN_NAMES.test(before))) add(printed);
  if (!isPrinted) return names;
  const endOfBody = BEHIND_BODY.exec(toLargeKana(printed))?.index ?? printed.length;
  const [upToBody, behindBody] = [printed.slice(0, endOfBody), printed.slice(endOfBody)];
  const found = findBody(upToBody);
  const { word = '', body } = found ?? {};
  for (const written of writeInFull(printed)) {
    if (written !== printed) add(written, '', 'note', body);
    if (FORM_IN_FULL.test(written) && SHORT_FORM.test(written)) add(written.replace(SHORT_FORM, ''));
    const [, stem = '', form = '', behind = ''] = FORM_INSIDE.exec(written) ?? [];
    if (form !== '') {
      add(stem + behind);
      add(`${stem}(${form}`, behind);
    }
    const [, beforeMore = '', more = ''] = FORM_BEFORE_MORE.exec(written) ?? [];
    if (beforeMore !== '') add(beforeMore, more);
    const beforeOffice = isOfBank || before !== '' ? listBeforeOffice(written) : [];
    for (const name of beforeOffice) add(name, written.slice(name.length).replace(/^[\s(]+/, ''));
  }
  // The longest first: the person who acts, サマ, a number.
  const spaces = isOfBank ? [...printed.matchAll(/\s+/g)].slice(-maxPieces).toReversed() : [];
  for (const { index } of spaces) add(printed.slice(0, index), printed.slice(index).trim(), 'note');
  if (behindBody !== '')
    for (const written of writeInFull(upToBody)) add(written, behindBody.trim(), 'note', body);
  for (const name of found?.names ?? []) add(name, word + behindBody, 'note', body);
  return names;
}

/** A person has two names and a title. */
const maxPieces = 4;

/** The name without the word for a body, short or in full, as registers read it, and the word in kanji. */
function findBody(printed: string): { names: string[]; word: string; body: string } | null {
  const short = BUSINESS.exec(printed);
  const found = short ?? BODY_IN_FULL.exec(toLargeKana(printed));
  if (!found) return null;
  const [text, ...groups] = found;
  const { index } = found;
  const body = (short ? bodies : bodiesInFull).get(groups.find((each) => each !== undefined) ?? '');
  if (body === undefined) return null;
  const [before, behind] = [printed.slice(0, index), printed.slice(index + text.length)];
  const kind = kindsOfBody[body];
  const names = [...(kind === undefined ? [] : [before + kind + behind]), before + behind];
  return { names: names.map((name) => name.trim()), word: printed.slice(index, index + text.length), body };
}

/** Of some bodies, readings have the first half: 架空漁業協同組合 is カクウ or カクウギョギョウ. */
const kindsOfBody: Readonly<Partial<Record<string, string>>> = {
  協同組合: 'ジギョウ',
  農業協同組合: 'ノウギョウ',
  漁業協同組合: 'ギョギョウ',
  生活協同組合: 'セイカツ',
};

/** The text, and the same with the abbreviations in full. */
function writeInFull(printed: string): string[] {
  if (!CAN_BE_DIVIDED.test(printed) && !BUSINESS.test(printed)) return [printed];
  const bare = BARE_FORM.exec(printed);
  if (bare) {
    const name = printed.replace(BARE_FORM, '');
    return [bare.index === 0 ? `カ)${name}` : `${name}(カ`];
  }
  const found = BUSINESS.exec(printed);
  if (!found) return [printed];
  const short = found.slice(1).find((each) => each !== undefined) ?? '';
  const readings = businesses.get(short) ?? [];
  return readings.map(
    (reading) => printed.slice(0, found.index) + reading + printed.slice(found.index + found[0].length),
  );
}

/** カ)架空オオサカシテン: the place can begin anywhere, unless a space or bracket is before it. The longest name first. */
function listBeforeOffice(written: string): string[] {
  const office = OFFICE_AT_END.exec(written);
  if (!office) return [];
  const stem = written.slice(0, office.index);
  const divided = /^(.*\S)[\s]+\S*$/.exec(stem)?.[1];
  if (divided !== undefined) return [stem, divided];
  const least = Math.max(stem.length - maxPlace, stem.indexOf(')') + 1 + minBeforePlace);
  return Array.from({ length: stem.length - least + 1 }, (_, cut) => stem.slice(0, stem.length - cut));
}

function toLargeKana(text: string): string {
  return text.replaceAll(/[ァィゥェォッャュョヮ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 1));
}

function buildLongestFirst(all: readonly string[]): string {
  return all.toSorted((one, other) => other.length - one.length).join('|');
}
