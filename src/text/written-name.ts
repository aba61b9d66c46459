import { isLegalFormOnly } from './names.ts';
import { normalizeText } from './normalize.ts';
import * as words from './written-name-words.ts';

/**
 * Reads a cell in which people wrote whom they mean: a name, and often more. Pure; knows words of the language, no
 * companies. Source of the rules: docs/decisions/0006-written-names.md.
 */

export const setAsideKinds = [
  'branch',
  'department',
  'person',
  'honorific',
  'and_others',
  'former_name',
  'abbreviation',
  'place',
  'address',
  'telephone',
  'email',
  'url',
  'role',
  'other_company',
  'code',
  'note',
] as const;

export type SetAsideKind = (typeof setAsideKinds)[number];

/** Text of the cell that is not part of the name. */
export interface SetAside {
  readonly kind: SetAsideKind;
  readonly text: string;
}

/**
 * What the name of a reading is to the cell. `name`: the whole name, all else is understood, so it may settle.
 * Others make candidates. `beginning`: something follows that is not understood, or the place of the cut is uncertain.
 * `one_of_several`: the cell names further companies. `inside`: the name stands in a bracket or after a role.
 */
export type ReadingWay = 'name' | 'beginning' | 'one_of_several' | 'inside';

/** A name that the cell may contain. */
export interface NameInCell {
  readonly name: string;
  readonly way: ReadingWay;
  readonly setAside: readonly SetAside[];
  /** Whether the text was cut where nothing separates it. Then only a company of exactly this name can be meant. */
  readonly cut?: true;
  /** Whether it is a name only if another of the step is one too. */
  readonly among?: true;
  /** Whether its end can also belong to the words for the group: 架空建設 of 架空建設共同企業体. */
  readonly overlaps?: true;
  /** Whether a word was set aside that can belong to the name: Kyoto of 株式会社KAKU Kyoto. */
  readonly wordCut?: true;
}

/**
 * The names that a cell may contain beside its whole text, in the order in which they are tried. Names of one step are
 * tried together: all of them can be meant.
 */
export interface WrittenName {
  /** The whole text, normalized. */
  readonly text: string;
  readonly steps: readonly (readonly NameInCell[])[];
}

/** Longer cells are not names with something behind, but texts. */
const maxLength = 300;
const minName = 2;
/** The longest text that a cut may set aside. */
const maxBehind = 30;
const maxEnds = 12;
const maxParts = 12;
/** Neighbouring parts that can be one name: 安藤・間, ヨコハマ・マリン&エアロ株式会社. */
const maxPartsOfName = 3;
const maxCutsOfPart = 6;
const maxPieces = 8;
const maxNames = 120;
/**
 * The sum of the lengths of the names of one cell, because each of them is folded into keys. Cells with real names stay below 2,000; without
 * the limit, thirty cuts of one cell make 9,000.
 */
const maxLetters = 3_000;

const nothing = (text: string): WrittenName => ({ text, steps: [] });

/** What surrounds a name, in the order of the text. */
interface Ends {
  readonly front: readonly SetAside[];
  readonly behind: readonly SetAside[];
  readonly wordCut?: true | undefined;
}

/** Takes a cell apart. Never throws; at most 120 names with 3,000 UTF-16 units in all, in a time that grows with the length of the cell. */
export function readWrittenName(cell: string): WrittenName {
  const text = dividedByNumbers(normalizeText(cell));
  if (text.length > maxLength || text.length < minName) return nothing(text);
  const peelings = peel(text);
  const ends = peelings.at(-1) ?? unpeeled(text);
  const { rest } = ends;
  const steps: NameInCell[][] = [];
  let left = maxNames;
  let lettersLeft = maxLetters;
  const isRoomFor = ({ name }: NameInCell): boolean => {
    left -= 1;
    lettersLeft -= name.length;
    return left >= 0 && lettersLeft >= 0;
  };
  const add = (names: readonly NameInCell[]) => {
    const fresh = names.filter(
      (each) =>
        [...each.name].length >= minName &&
        each.name !== text &&
        !isLegalFormOnly(each.name) &&
        isRoomFor(each),
    );
    if (fresh.length > 0) steps.push(fresh);
  };
  // The front can belong to the name although what is behind it does not: 架空市 架空組合 御中.
  const withFront = ends.front.length > 0 ? peel(text, true) : [];
  const longestFirst = [...withFront, ...peelings].toSorted(
    (one, other) => other.rest.length - one.rest.length,
  );
  for (const { names } of longestFirst) add(names);
  const inParts = [inBrackets, afterRole, together, calledOtherwise, withoutNumber, inHalfForm];
  for (const read of inParts) add(within(ends, read(rest)));
  if (steps.flat().every(({ way }) => way !== 'one_of_several' && way !== 'inside'))
    add(within(ends, severalBare(rest)));
  if (words.JOINT_VENTURE.test(rest)) return { text, steps };
  const beginnings = [...divided(rest), ...cuts(rest)].toSorted(
    (one, other) => other.name.length - one.name.length,
  );
  for (const one of [...beginnings, ...tails(rest)]) add(within(ends, [one]));
  return { text, steps };
}

/**
 * Whether a text has a legal form, and beside it nothing that can be a name: 株式会社（東京都）, 株式会社大阪支店, 株式会社 Ltd. Only a
 * company that has the whole text as its name can be meant.
 */
export function isWithoutName(cell: string): boolean {
  const text = normalizeText(cell);
  if (text.length > maxLength) return false;
  const others = text.replace(words.FORMS, ' ');
  const inside = [...others.matchAll(IN_BRACKETS)].map(([, each = '']) => each.trim());
  const pieces = others
    .replace(IN_BRACKETS, ' ')
    .split(/[\s,、・/|:;]+/)
    .filter((piece) => piece !== '');
  const isForm = (piece: string) => isLegalFormOnly(piece) || words.ENGLISH_FORM_ONLY.test(piece);
  return (
    (others !== text || pieces.some(isForm)) &&
    pieces.every((piece) => isForm(piece) || isNoName(piece)) &&
    inside.every((piece) => isForm(piece) || kindOf(piece) !== null)
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
  return words.isOfficeAlone(piece) || words.isWholePrefecture(piece) || kindsBesideNames.has(kindOf(piece));
}

/** ①X株式会社②Y株式会社, which is 1X株式会社2Y株式会社 when normalized. */
function dividedByNumbers(text: string): string {
  if (!/^\(?1\D/.test(text)) return text;
  const [, ...pieces] = text.split(/(?<!\d)\(?(\d{1,2})(?!\d)[).]?/);
  const numbers = pieces.filter((_, at) => at % 2 === 0);
  const parts = pieces.filter((_, at) => at % 2 === 1).map((part) => part.trim());
  const isList = parts.length > 1 && numbers.every((number, at) => Number(number) === at + 1);
  return isList && parts.every(hasName) ? parts.join('、') : text;
}

/** The names with what surrounds the text that contains them. */
function within({ front, behind, wordCut }: Ends, names: readonly NameInCell[]): NameInCell[] {
  const others = behind.some(({ kind }) => kind === 'and_others');
  return names.map((each) => ({
    ...each,
    way: others && each.way !== 'inside' ? 'one_of_several' : each.way,
    setAside: [...front, ...each.setAside, ...behind],
    ...(wordCut && { wordCut }),
  }));
}

/** What is left of a text when a part at one of its ends has been set aside, and before that others. */
interface Peeling extends Ends {
  readonly rest: string;
  /** The text that is left, and longer names, which end in the part. */
  readonly names: readonly NameInCell[];
  /** Whether the second half of a name may be set aside, whether or not it is a loaded one. */
  readonly isDoubtful: boolean;
}

const unpeeled = (rest: string): Peeling => ({ rest, front: [], behind: [], names: [], isDoubtful: false });

/** Sets aside what is certainly not the name, one part after another, until nothing more is found. */
function peel(text: string, keepsFront = false): Peeling[] {
  const peelings: Peeling[] = [];
  let last = unpeeled(text);
  let longerLeft = maxBehind;
  for (let round = 0; round < maxEnds; round++) {
    const end = (keepsFront ? null : atFront(last.rest)) ?? atEnd(last.rest, last.behind[0]);
    if (!end) break;
    const { rest, kind, isFront, canEndName } = end;
    const inside = canEndName ? cuts(last.rest, rest.length + 1) : [];
    const longer = inside.filter(({ name }) => name.length > rest.length).slice(0, longerLeft);
    longerLeft -= longer.length;
    const part = trimmed(end.text);
    const aside = part === '' ? [] : [{ kind, text: part }];
    const ends: Ends = isFront
      ? { ...last, front: [...last.front, ...aside] }
      : { ...last, behind: [...aside, ...last.behind] };
    const isDoubtful = last.isDoubtful || (canEndName === true && words.canBeginInName(end.text));
    const name: NameInCell = { name: rest, way: isDoubtful ? 'beginning' : 'name', setAside: [] };
    const wordCut = last.wordCut ?? end.wordCut;
    const names = [...within({ ...ends, wordCut }, [name]), ...within(last, longer)];
    last = { front: ends.front, behind: ends.behind, wordCut, rest, names, isDoubtful };
    peelings.push(last);
  }
  return peelings;
}

interface End {
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
  ['role', words.ROLE_IN_FRONT],
  ['note', words.MARK_IN_FRONT],
  ['code', words.CODE_IN_FRONT],
];

function atFront(text: string): End | null {
  for (const [kind, pattern] of frontPatterns) {
    const found = pattern.exec(text)?.[0];
    if (!found) continue;
    const rest = text.slice(found.length).trim();
    if ([...rest].length >= minName) return { kind, text: found, rest, isFront: true };
  }
  return frontBracket(text) ?? frontPiece(text);
}

/** 【東京都】X, [0012] X, (1)X */
function frontBracket(text: string): End | null {
  const bracket = bracketInFront(text);
  if (!bracket) return null;
  const kind = words.MARK.test(bracket.inside) ? 'note' : kindOf(bracket.inside);
  return kind && { kind, text: bracket.inside, rest: bracket.rest, isFront: true };
}

function bracketInFront(text: string): { inside: string; rest: string } | null {
  const found = BRACKET_IN_FRONT.exec(text);
  const [, inside = '', rest = ''] = found ?? [];
  if (!found || words.FORM_END.test(text.slice(0, text.length - rest.length).trim())) return null;
  return [...rest].length < minName ? null : { inside, rest };
}

const BRACKET_IN_FRONT = /^[([{【〔〈《≪「『<]([^)\]}】〕〉》≫」』>]{1,40})[)\]}】〕〉》≫」』>]\s*(.+)$/;

/** 東京都 株式会社X, 大阪支店 X株式会社: a name must follow for certain. */
function frontPiece(text: string): End | null {
  const [, piece = '', mark = '', rest = ''] = /^(\S{1,40}?)(\s*[:;/|@_]\s*|\s+)(\S.*)$/.exec(text) ?? [];
  if (piece === '' || words.HAS_FORM.test(piece) || !hasName(rest)) return null;
  const kind = kindOf(piece);
  if (!kind || kind === 'note' || (isPart(kind) && words.canEndName(piece) && isFormOfBefore(rest)))
    return null;
  const isPlace = kind === 'place' || kind === 'address';
  if (mark.trim() !== '' && !isPlace) return null;
  const isFormNext = FRONT_FORM.test(rest);
  const isCertain =
    isFormNext ||
    kind === 'address' ||
    (words.FORM_END.test(rest) && (kind === 'place' || words.endsInSurePart(piece)));
  // PLANT CASE(株): one Latin word is rather the first of the name.
  if (!isCertain || (kind === 'branch' && words.isLatin(piece))) return null;
  const wordCut =
    kind === 'place' ? !isFormNext && words.alsoInNames(piece) : isPart(kind) && words.canEndName(piece);
  return { kind, text: piece, rest, isFront: true, ...(wordCut && { wordCut }) };
}

/** 架空グループ (株)東京支店, 架空(同)3: the form belongs to what is before it. What follows is no name. */
function isFormOfBefore(text: string): boolean {
  const form = FRONT_FORM.exec(text)?.[0];
  if (form === undefined) return false;
  const behind = text.slice(form.length).trim();
  const isRest = [...behind].length < minName || /^[\d\s.-]+$/.test(behind);
  return isRest || words.isBranchAtPlace(behind) || words.isPlace(behind);
}

const endPatterns: readonly (readonly [SetAsideKind, RegExp])[] = [
  ['note', words.MARK_BEHIND],
  ['code', words.LABELLED_CODE_BEHIND],
  ['code', words.CODE_BEHIND],
  ['email', words.EMAIL_BEHIND],
  ['url', words.URL_BEHIND],
  ['telephone', words.TELEPHONE_BEHIND],
  ['telephone', words.TELEPHONE_WITH_MORE],
  ['honorific', words.HONORIFIC],
  ['person', words.TITLE_BEHIND],
  ['and_others', words.AND_OTHERS],
];

/** @param next what was set aside before, which follows what is at the end now */
function atEnd(text: string, next: SetAside | undefined): End | null {
  const quoted = /^["'“”「『]([^"'“”「」『』]+)["'“”」』]$/.exec(text)?.[1]?.trim();
  if (quoted && [...quoted].length >= minName) return { kind: 'note', text: '', rest: quoted };
  return (
    atPattern(text, endPatterns) ??
    endBracket(text) ??
    atPattern(text, addressPattern) ??
    endPiece(text, next)
  );
}

const addressPattern: typeof endPatterns = [['address', words.ADDRESS_BEHIND]];

function atPattern(text: string, patterns: typeof endPatterns): End | null {
  for (const [kind, pattern] of patterns) {
    const found = pattern.exec(text);
    if (!found?.[0]) continue;
    const behind = kind === 'person' ? withItsOffice(text, found.index) : found.index;
    const rest = text.slice(0, behind).replace(OPEN_AT_END, '');
    const part = text.slice(behind);
    if ([...rest].length < minName || isGuess(kind, rest, part)) continue;
    const wordCut =
      (kind === 'honorific' && canEndInHonorific(rest, part)) ||
      (kind === 'code' && FOUR_DIGITS.test(part) && !endsInForm(rest));
    return { kind, text: part, rest, ...(wordCut && { wordCut }) };
  }
  return null;
}

/** 株式会社架空 2001: the code of a listed company, or the end of the name. */
const FOUR_DIGITS = /^[\s,、/:]+[1-9]\d{3}$/;

/** 株式会社架空殿, 株式会社架空の王様: names of halls end in 殿, and a few others in 様. */
function canEndInHonorific(rest: string, part: string): boolean {
  if (endsInForm(rest)) return false;
  if (part === '様') return /[王神奥]$/.test(rest);
  return part === '殿' && /[一-鿿々]$/.test(rest) && !words.endsInSurePart(rest) && !words.isBusiness(rest);
}

// Ends of texts are looked for only where a run of marks begins: beginning at each of its marks would take the square of its length.
const OPEN_AT_END = /(?<![\s([{【〔〈《「『<])[\s([{【〔〈《「『<]+$/;

/** Where the place before a title begins: 大阪 in 株式会社架空 大阪支店長 空想太郎. It is that of a branch. */
function withItsOffice(text: string, title: number): number {
  const [, office = ''] = /^(\S{1,8}?)長/.exec(text.slice(title)) ?? [];
  const [, place = ''] = /\s(\S{1,10})$/.exec(text.slice(0, title)) ?? [];
  const isOffice = words.endsInSurePart(office) && words.isPlace(place);
  return isOffice ? title - place.length - 1 : title;
}

/** 株式会社三等 or 様 alone: what is left would be no name. 外 and 行 are also endings of words. */
function isGuess(kind: SetAsideKind, left: string, part: string): boolean {
  if (kind === 'honorific' && /^(?:行|さん|さま)$/.test(part.trim())) return !words.FORM_END.test(left);
  // Only with a legal form before it, or a space after a body, is a word such as 担当 certainly not part of the name.
  if (kind === 'person') {
    // 代表取締役 空想太郎 札幌市: the place is not the person's, and is set aside first.
    const last = /\s(\S+)$/.exec(part)?.[1];
    if (last !== undefined && (words.isPlace(last) || words.isAddress(last))) return true;
    return /^\s/.test(part)
      ? !hasName(left) && !words.OFFICER.test(part)
      : !hasFormInside(left) || words.FORM_ONLY.test(left);
  }
  if (kind === 'and_others' && /^(?:他|外|等)$/.test(part)) return [...left].length < 4;
  return false;
}

function trimmed(text: string): string {
  const start = text.replace(/^[\s,、・/(<:]+/, (marks) =>
    FRONT_FORM.test(text.slice(marks.length - 1)) ? marks.slice(-1) : '',
  );
  return start.replace(start.includes('(') ? /(?<![\s>:])[\s>:]+$/ : /(?<![\s)>:])[\s)>:]+$/, '');
}

function endBracket(text: string): End | null {
  const bracket = closingBracket(text);
  const kind = bracket && kindOf(bracket.inside);
  if (!bracket || !kind || [...bracket.before].length < minName) return null;
  return { kind, text: bracket.inside, rest: bracket.before };
}

const opening = '([{【〔〈《≪「『<';
const closing = ')]}】〕〉》≫」』>';

/** The bracket at the end of a text, if it is not part of a legal form: X(株). */
function closingBracket(text: string): { before: string; inside: string } | null {
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

/** What a text says that something divides from the name; null if it may be a name. */
function kindOf(text: string): SetAsideKind | null {
  if (words.ROLE.test(text)) return 'role';
  if (words.CODE.test(text)) return 'code';
  if (words.NOTE.test(text)) return 'note';
  if (words.HAS_FORM.test(text) || /^(?:旧|略称|通称)/.test(text)) return null;
  if (/^(?:御中|様|殿)$/.test(text)) return 'honorific';
  if (words.PERSON.test(text)) return 'person';
  const place = words.placeSaid(text);
  if (words.isPlace(place)) return 'place';
  if (words.isStreetAddress(place)) return 'address';
  const part = partOfCompany(text);
  if (part) return part;
  if (isWhole(words.EMAIL_BEHIND, text)) return 'email';
  if (isWhole(words.URL_BEHIND, text)) return 'url';
  if (isWhole(words.TELEPHONE_BEHIND, text) || isWhole(words.TELEPHONE_WITH_MORE, ` ${text}`))
    return 'telephone';
  return words.isAddress(place) ? 'address' : null;
}

const isPart = (kind: SetAsideKind): boolean => kind === 'branch' || kind === 'department';

const isWhole = (pattern: RegExp, text: string): boolean => pattern.exec(text)?.[0] === text;

/** Whether a text is a branch or a department, with nothing of another company. */
function partOfCompany(text: string): 'branch' | 'department' | null {
  if (words.HAS_FORM.test(text)) return null;
  // 株式会社架空グループ: all its companies.
  if (words.SHOP_OF_A_NAME.test(text) || text === 'グループ') return null;
  const plain = text.replace(/(?<![)\]】〉」』\s])[)\]】〉」』\s]+$/, '');
  if (words.ENDS_IN_BRANCH.test(plain)) return 'branch';
  return words.ENDS_IN_DEPARTMENT.test(plain) ? 'department' : null;
}

/** After a space or a mark: a branch, department, place or note, or a person whom an honorific or a department shows. */
function endPiece(text: string, next: SetAside | undefined): End | null {
  const [, before = '', mark = '', piece = ''] = LAST_PIECE.exec(text) ?? [];
  // Without a form or a body before it, the word may belong to the name: みどり クリニック.
  if (piece === '' || words.HAS_FORM.test(piece) || [...piece].length > maxBehind || !hasName(before))
    return null;
  const kind = kindOf(piece);
  // 東京都 千代田区 is a place as a whole; 東京都 水道局 is a part of a body.
  if (kind === 'place' && words.isPlace(before) && !words.HAS_FORM.test(before)) return null;
  const isSpace = mark.trim() === '';
  if (kind && isSure(kind, before, piece)) {
    if (!isSpace && !isDivided(kind, before, mark)) return null;
    const isPlace = kind === 'place' || kind === 'address';
    const upToPiece = text.slice(0, -piece.length);
    const [, label = ''] = (isPlace && words.LABEL_OF_PLACE.exec(upToPiece)) || [];
    const rest = label === '' ? before : upToPiece.slice(0, -label.length);
    if (!hasName(rest)) return null;
    const canEndName = isPart(kind) && !endsInForm(rest);
    const mayBeName = isPart(kind) ? words.canEndName(piece) : kind === 'place' && words.alsoInNames(piece);
    const wordCut = mayBeName && label === '' && !endsInForm(rest) && !isBehindPart(rest);
    return {
      kind,
      text: trimmed(`${label}${piece}`),
      rest,
      ...(canEndName && { canEndName }),
      ...(wordCut && { wordCut }),
    };
  }
  const isShown = next?.kind === 'honorific' || next?.kind === 'person';
  if (!isShown || !isSpace || !PERSON_NAME.test(piece)) return null;
  // 株式会社みどり 研究所 様, 株式会社みどり 塗装 御中, 株式会社みどり 塗装 社長 空想太郎: rather the second half of the name.
  const mayBeName = words.alsoInNames(piece) || words.isBusiness(piece) || /御中|\s\S+$/.test(next.text);
  const wordCut = mayBeName && !endsInForm(before);
  return { kind: 'person', text: piece, rest: before, ...(wordCut && { wordCut }) };
}

const LAST_PIECE = /^(.*[^\s、,/:;|@_=~〜→-])(\s*[、,/:;|@_=~〜→-]\s*|\s+)(\S.*)$/;

/** 株式会社架空 営業本部 システム開発部: the name ended before. */
function isBehindPart(text: string): boolean {
  const [, last = ''] = /\s(\S+)$/.exec(text) ?? [];
  return partOfCompany(last) !== null && !words.canEndName(last);
}

/** Whether a mark divides a part or a place from the name. A hyphen can be part of a name that begins with its form. */
function isDivided(kind: SetAsideKind, before: string, mark: string): boolean {
  if (mark === '-' && !endsInForm(before)) return false;
  // 株式会社架空、架空県: rather two parties.
  return isPart(kind) || (kind === 'place' && !/[、,]/.test(mark));
}

const PERSON_NAME = /^[一-鿿々ぁ-ゖァ-ヺー]{1,4}(?:\s[一-鿿々ぁ-ゖァ-ヺー]{1,5})?$/;

/**
 * Whether the piece is certainly not the end of the name: the name ended before, or the piece is a word that hardly ever
 * ends one. 株式会社みどり 研究所 can be one name.
 */
function isSure(kind: SetAsideKind, before: string, piece: string): boolean {
  if (endsInForm(before)) return true;
  // 株式会社X DESIGN大阪支店: the word before the place is rather the second half of the name.
  if (kind === 'branch' && WORD_AND_MORE.test(piece)) return false;
  if (kind === 'branch')
    return (
      words.endsInSurePart(`${before}${piece}`) ||
      (words.OF_INSTITUTION.test(before) && words.BODY_END.test(before))
    );
  if (kind !== 'department') return true;
  return words.SURE_DEPARTMENT.test(piece) || words.endsInSurePart(`${before}${piece}`);
}

const WORD_AND_MORE = /^(?:[A-Za-z]{2,}|[ァ-ヺー]{2,})[一-龠]{2,}(?:支店|支社|営業所|支所|出張所|本社|本店)$/;

function hasFormInside(text: string): boolean {
  return words.HAS_FORM.test(text) || words.ENGLISH_END.test(text);
}

function endsInForm(text: string): boolean {
  return (words.FORM_END.test(text) || words.ENGLISH_END.test(text)) && !words.FORM_ONLY.test(text);
}

/** Whether a text can be a name to which nothing needs to be added. */
function hasName(text: string): boolean {
  return (
    [...text].length >= minName &&
    (hasFormInside(text) || words.BODY_END.test(text)) &&
    !words.FORM_ONLY.test(text)
  );
}

/** X(旧Y), X(略称Y), X(Y株式会社), XJV(Y・Z): the name before the bracket first, then those in it. */
function inBrackets(text: string): NameInCell[] {
  const bracket = closingBracket(text);
  if (!bracket || bracket.inside === '') {
    const front = bracketInFront(text);
    return front
      ? [
          {
            name: front.rest,
            way: 'beginning',
            setAside: [{ kind: /^[旧元]/.test(front.inside) ? 'former_name' : 'note', text: front.inside }],
          },
        ]
      : [];
  }
  const { before } = bracket;
  const [role = ''] = words.ROLE_IN_FRONT.exec(bracket.inside) ?? [];
  const inside = bracket.inside.slice(role.length);
  const former = /^(?:旧|元|前)(?:社名|名称|商号)?[:;・\s]*(.+)$/.exec(inside)?.[1];
  const current = /^(?:現|新)(?:社名|名称|商号|在)?[:;・\s]*(.+)$/.exec(inside)?.[1];
  const short = /^(?:略称|通称|以下)[:;・\s「]*(.+?)[」]?(?:という。?)?$/.exec(inside)?.[1];
  const name = former ?? current ?? short ?? inside;
  const note: SetAside = { kind: current ? 'former_name' : 'note', text: before };
  const several = name === inside ? together(bracket.inside, words.JOINT_VENTURE.test(before)) : [];
  if (several.length > 0) {
    return [
      { name: before, way: 'one_of_several', setAside: [{ kind: 'other_company', text: bracket.inside }] },
      ...several.map((each) => ({ ...each, setAside: [note, ...each.setAside] })),
    ];
  }
  const label = trimmed(bracket.inside.replace(name, ''));
  const kind = former ? 'former_name' : kindOfOther(name);
  return [
    { name: before, way: 'beginning', setAside: [{ kind, text: bracket.inside }] },
    { name, way: 'inside', setAside: label === '' ? [note] : [note, { kind: 'note', text: label }] },
  ];
}

function kindOfOther(text: string): SetAsideKind {
  if (words.HAS_FORM.test(text)) return 'other_company';
  return words.LIKE_A_PERSON.test(text) && !words.BODY_END.test(text) ? 'person' : 'abbreviation';
}

/** Xコンソーシアム代表機関Y */
function afterRole(text: string): NameInCell[] {
  const found = words.ROLE_INSIDE.exec(text);
  if (!found) return [];
  const name = text.slice(found[0].length).trim();
  const group = found[1]?.trim() ?? '';
  const role = { kind: 'role' as const, text: found[0].trim() };
  const members = words.JOINT_VENTURE.test(group) ? together(group) : [];
  const after = { kind: 'role' as const, text: text.slice(group.length).trim() };
  return [
    { name, way: 'inside', setAside: [role] },
    ...members.map((each) => ({ ...each, setAside: [...each.setAside, after] })),
  ];
}

/** 架空商店こと空想太郎, 旧株式会社架空 */
function calledOtherwise(text: string): NameInCell[] {
  const [, left = '', right = ''] = /^(.{2,40}?)\s*こと\s*(.{2,40})$/.exec(text) ?? [];
  if ([left, right].some((each) => words.LIKE_A_PERSON.test(each))) {
    return [
      { name: left, way: 'beginning', setAside: [{ kind: 'person', text: `こと${right}` }], cut: true },
      { name: right, way: 'inside', setAside: [{ kind: 'note', text: `${left}こと` }], cut: true },
    ];
  }
  const [, former = '', name = ''] = /^(旧(?:社名|商号)?)[:\s]*(\S.*)$/.exec(text) ?? [];
  return hasName(name) ? [{ name, way: 'inside', setAside: [{ kind: 'former_name', text: former }] }] : [];
}

/** A part of a text, from its first to behind its last character. */
type Span = readonly [from: number, to: number];

const WEAK = /\s*[・／/|;、,&+＋×]\s*|\s+/g;
const WEAK_OR_TO = new RegExp(
  `\\s*[・&+＋×]\\s*|\\s+|と(?<=(?:${words.FORMS.source})と)(?=\\S)|(?<=\\S)と(?=${words.FORMS.source})`,
  'g',
);
const STRONG = new RegExp(words.SEPARATORS.source, 'gi');

/** The first groups with at most so many spans. */
function firstOf(groups: readonly (readonly Span[])[], max: number): (readonly Span[])[] {
  let left = max;
  return groups.map((group) => {
    const some = group.slice(0, left);
    left -= some.length;
    return some;
  });
}

function spansBetween(text: string, dividers: RegExp, [from, to]: Span): Span[] {
  const spans: Span[] = [];
  let at = from;
  for (const found of text.slice(from, to).matchAll(dividers)) {
    spans.push([at, from + found.index]);
    at = from + found.index + found[0].length;
  }
  return [...spans, [at, to] as const].filter(([start, end]) => text.slice(start, end).trim() !== '');
}

/** The companies of a joint venture, or those that separators divide. */
function together(text: string, isVenture = false): NameInCell[] {
  const front = words.VENTURE_IN_FRONT.exec(text)?.[0] ?? '';
  const venture = front === '' ? words.JOINT_VENTURE.exec(text) : null;
  const areMembers = isVenture || front !== '' || venture !== null;
  const whole: Span = [front.length, venture?.index ?? text.length];
  if (text.slice(...whole).trim() === '') return [];
  // Xコンソーシアム Y: Y is a member only if it is certainly a name.
  if (/\s$/.test(front) && !isNamed(text.slice(...whole))) return [];
  const groups = spansBetween(text, STRONG, whole).map((span) => {
    // 一般社団法人架空・空想協会 is one body.
    const isOneBody =
      !areMembers &&
      (text.slice(...span).match(words.FORMS) ?? []).length < 2 &&
      /[・&]/.test(text.slice(...span));
    if (isOneBody) return [span];
    const parts = spansBetween(text, areMembers ? WEAK : WEAK_OR_TO, span);
    const areSeveral = areMembers || parts.filter((part) => isNamed(text.slice(...part))).length > 1;
    return areSeveral ? parts : [span];
  });
  const spans = groups.flat();
  // One separator in a name without forms is more often part of it: みどり、あおば.
  const areNames = areMembers || spans.some((span) => isNamed(text.slice(...span)));
  if (!areNames || (spans.length < 2 && !areMembers)) return [];
  const endOf = (each: string): SetAside[] =>
    trimmed(each) === '' ? [] : [{ kind: 'note', text: trimmed(each) }];
  const surroundings = [front, venture?.[0] ?? ''].flatMap(endOf);
  const runs = runsOf(text, firstOf(groups, maxParts));
  // Xコンソーシアム can be a company, and the last of several.
  const last = spans.at(-1);
  if (
    last &&
    spans.length > 1 &&
    /^(?:コンソーシアム|連合体)$/.test(venture?.[0] ?? '') &&
    hasFormInside(text.slice(...last))
  )
    runs.push([last[0], text.length]);
  // 架空電気工事設計共同体: the last member can end in words for kinds of ventures.
  if (venture && last) runs.push(...wordEnds(venture[0]).map((end): Span => [last[0], venture.index + end]));
  return runs.flatMap((run) => {
    const one = memberOf(text.slice(...run));
    const others = spans
      .slice(0, maxParts)
      .filter(([from, to]) => to <= run[0] || from >= run[1])
      .map((span) => otherOf(text.slice(...span), areMembers));
    const [, endOfParts] = spans[maxParts - 1] ?? [];
    const more = endOfParts === undefined ? '' : trimmed(text.slice(endOfParts, whole[1]));
    const aside = [
      ...one.setAside,
      ...others,
      ...(more === '' ? [] : [{ kind: 'other_company' as const, text: more }]),
      ...(run[1] > whole[1] ? endOf(text.slice(run[1])) : surroundings),
    ];
    const cutNames = run[1] > whole[1] || !hasFormInside(one.name) ? [] : beginningsOf(one.name);
    return [
      {
        name: one.name,
        way: 'one_of_several' as const,
        setAside: aside,
        ...(run[1] > whole[1] && { overlaps: true as const }),
      },
      ...cutNames.map((cut) => ({
        ...cut,
        way: 'one_of_several' as const,
        setAside: [...cut.setAside, ...aside],
      })),
    ];
  });
}

/** A dot or a sign inside katakana divides words of one name: マーケティング・アンド・リサーチ. */
const BETWEEN_BARE =
  /\s*[/|;、,]\s*|(?<![ァ-ヺー])\s*[・&+×]\s*|\s*[・&+×]\s*(?![ァ-ヺー])|\s*(?:及び|および|並びに|ならびに)\s*|(?<=[^ぁ-ゖ\s])と(?=[^ぁ-ゖ\s])/;

/** 架空建設／空想建設, 架空建設と空想建設: only companies show that a mark divides names without legal forms. */
function severalBare(text: string): NameInCell[] {
  if (hasFormInside(text)) return [];
  const parts = text.split(BETWEEN_BARE);
  if (parts.length < 2 || parts.length > maxParts || parts.some((part) => [...part].length < minName))
    return [];
  return parts.map((name, at) => ({
    name,
    way: 'one_of_several',
    setAside: parts
      .filter((_, other) => other !== at)
      .map((other) => ({ kind: 'other_company', text: other })),
    cut: true,
    among: true,
  }));
}

/**
 * 安藤・間・大林共同企業体: a mark can be part of a name, so runs of neighbours are tried too, if one of them has a legal form,
 * which shows where names begin and end, or there are more than two.
 */
function runsOf(text: string, groups: readonly (readonly Span[])[]): Span[] {
  const named = (span: Span) => isNamed(text.slice(...span));
  const runs: Span[] = [];
  for (const length of [1, 2, maxPartsOfName]) {
    for (const group of groups) {
      for (const at of group.keys()) {
        const run = group.slice(at, at + length);
        const [from, to] = [run[0]?.[0] ?? 0, run.at(-1)?.[1] ?? 0];
        const isOne = length === 1 || run.filter(named).length < 2;
        if (run.length === length && isOne) runs.push([from, to]);
      }
    }
  }
  return runs;
}

const VENTURE_WORDS = /^(?:建設工事|建設|工事|設計|業務|調査|測量|設備|管理|運営|技術|研究)/;

/** Where words end at the beginning of the words for a joint venture. */
function wordEnds(venture: string): number[] {
  const ends: number[] = [];
  for (let at = 0; ; ) {
    const found = VENTURE_WORDS.exec(venture.slice(at))?.[0];
    if (!found) return ends;
    at += found.length;
    ends.push(at);
  }
}

/** Whether a part of several is certainly the name of a company, or of a body that has no form: 架空市商工会. */
function isNamed(part: string): boolean {
  const text = part.trim();
  const isForm = words.FORM_ONLY.test(text) || words.ENGLISH_FORM_ONLY.test(text);
  return !isForm && (hasFormInside(text) || words.WHOLE_BODY_END.test(text));
}

/** A member without its role, its number in the list and brackets of which the other half is missing. */
function memberOf(text: string): { name: string; setAside: SetAside[] } {
  const plain = text.replace(/^[(「](?!.*[)」])|[)」]$(?<![(「].*[)」])/g, '').trim();
  const { rest, front, behind } = peel(plain).at(-1) ?? unpeeled(plain);
  const [numbered] = withoutNumber(rest);
  return numbered
    ? { ...numbered, setAside: [...front, ...numbered.setAside, ...behind] }
    : { name: rest, setAside: [...front, ...behind] };
}

/** ①架空株式会社, which is 1架空株式会社 when normalized. */
function withoutNumber(text: string): NameInCell[] {
  const [, digits = '', name = ''] = /^(\d{1,2})(\D.*)$/.exec(text) ?? [];
  return isNamed(name)
    ? [{ name, way: 'beginning', setAside: [{ kind: 'note', text: digits }], cut: true }]
    : [];
}

const NO_BRACKETS =
  /^(社福|一社|一財|公社|公財|特非|認特非|npo|独法|国研|国大|公大|地独|医社|医財)(?![人法])\s*(\S.+)$/i;

/** (株架空, 架空株), 社福架空会: the form has lost its brackets. */
function inHalfForm(text: string): NameInCell[] {
  if (hasFormInside(text)) return [];
  const front = NO_BRACKETS.exec(text) ?? /^\(?([株有同])\)?(\S{2,})$/.exec(text);
  const end = /^(\S{2,}?)(?:\(([株有同])|([株有同])\)|(株))$/.exec(text);
  const name = front ? `(${front[1]})${front[2]}` : end ? `${end[1]}(${end[2] ?? end[3] ?? end[4]})` : '';
  return name === '' ? [] : [{ name, way: 'beginning', setAside: [], cut: true }];
}

/** @param isMember of a group; 屋部 is no department then, and 岡山県 no place */
function otherOf(text: string, isMember: boolean): SetAside {
  const kind = kindOf(text.trim());
  const isPart = kind === 'branch' || kind === 'department' || kind === 'place';
  return { kind: kind === null || (isMember && isPart) ? 'other_company' : kind, text: trimmed(text) };
}

/** A㈱東京支店, 架空工事株式会社A: what a member of a group can be besides its whole text. */
function beginningsOf(text: string): NameInCell[] {
  const understood = cuts(text).filter(({ setAside: [aside] }) => aside?.kind !== 'note');
  return [...understood.slice(0, maxCutsOfPart), ...tails(text)];
}

/**
 * Beginnings before a space, the longest first. They may settle if all that stands behind is understood, for example a chain of
 * departments.
 */
function divided(text: string): NameInCell[] {
  const names: NameInCell[] = [];
  for (const found of [...text.matchAll(/\s+/g)].toReversed().slice(0, maxPieces)) {
    const before = text.slice(0, found.index);
    const behind = text.slice(found.index + found[0].length);
    if (words.HAS_FORM.test(behind)) break;
    const isBare = !hasFormInside(before) && [...before].length >= minName && isSurePart(behind);
    if (!(hasName(before) || isBare) || words.isPlace(before)) continue;
    // 株式会社架空 製作所: not a branch, the name goes on.
    if (!isBare && !endsInForm(before) && words.ONLY_PART.test(behind)) continue;
    const parts = piecesBehind(behind, before);
    // 株式会社Kaku Motion: what is not understood is rather the second half of the name.
    if (!endsInForm(before) && parts.some(({ kind }) => kind === 'note')) continue;
    const isUnderstood = parts.every(({ isCertain }) => isCertain);
    const setAside = parts.map(({ kind, text: part }) => ({ kind, text: trimmed(part) }));
    const way: ReadingWay = isUnderstood ? 'name' : 'beginning';
    const wordCut =
      !endsInForm(before) &&
      parts.some(({ kind, text: part }) => (isPart(kind) ? words.canEndName(part) : words.alsoInNames(part)));
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

/** 大阪支店, 営業部: what is no second half of a name, even of one without a legal form. */
function isSurePart(text: string): boolean {
  return words.endsInSurePart(text) && partOfCompany(text) !== null;
}

function piecesBehind(behind: string, before: string): (SetAside & { isCertain: boolean })[] {
  // Osaka Branch is one piece.
  if (words.ENGLISH_BRANCH.test(behind) && /^[!-~ ]+$/.test(behind)) {
    return [{ kind: 'branch', text: behind, isCertain: endsInForm(before) || /[^ -~]$/.test(before) }];
  }
  return behind.split(/\s+/).map((text) => {
    const kind = kindOf(text);
    const canEndName = kind === 'branch' || kind === 'department';
    if (kind) return { kind, text, isCertain: canEndName ? endsInForm(before) : isSure(kind, before, text) };
    const isPerson = words.LIKE_A_PERSON.test(text) && !words.BODY_END.test(text);
    return { kind: isPerson ? 'person' : 'note', text, isCertain: false };
  });
}

/** 架空工事株式会社X, 架空橋工事X株式会社: the name can begin at a legal form inside, or after words for what is bought. */
function tails(text: string): NameInCell[] {
  const forms = [...text.matchAll(words.FORMS)]
    .filter(({ index, 0: form }) => index > 0 && !/^[\s)\]]|^$/.test(text.slice(index + form.length)))
    .map(({ index }) => index);
  const works = endsInForm(text)
    ? [...text.matchAll(words.WORK)].map(({ index, 0: work }) => index + work.length)
    : [];
  const starts = [...forms.slice(0, maxPartsOfName), ...works.slice(-maxPartsOfName)];
  return starts
    .map((start) => (text.charAt(start) === ' ' ? start + 1 : start))
    .filter((start) => !words.FORM_ONLY.test(text.slice(start)) && [...text.slice(start)].length >= minName)
    .filter((start) => !isFormOfBefore(text.slice(start)))
    .map((index) => ({
      name: text.slice(index),
      way: 'inside',
      setAside: [{ kind: 'note', text: trimmed(text.slice(0, index)) }],
      cut: true,
    }));
}

const SPACE_AND_FORM = new RegExp(`\\s(?:${words.FORMS.source})$`);
const FRONT_FORM = new RegExp(`^(?:${words.FORMS.source})`);
const minLongPart = 8;
const minBeforeLongPart = 4;

/** Inside a word of katakana or Latin letters, no name ends: クリハラ|ント大阪支店. */
const IN_WORD = /^(?:[ァ-ヺー]{2}|[\da-z]{2})/i;

/**
 * Beginnings of a text, the longest first: those that end in a legal form or the word for a body, with anything behind;
 * and all others, if a branch is what the text ends in.
 * @param least where the first of them can end
 */
function cuts(text: string, least = minName): NameInCell[] {
  const endsInPart = words.endsInSurePart(text);
  const frontForm = FRONT_FORM.exec(text)?.[0] ?? null;
  const isCompanyFront = frontForm !== null && !words.OF_INSTITUTION.test(text);
  const forms = [...text.matchAll(words.FORMS)].map(
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
    const endsInForm = forms.some(([from, to]) => from > 0 && to === at) || words.ENGLISH_END.test(before);
    const part = partOfCompany(behind);
    const isEnd = endsInForm || (words.BODY_END.test(before) && !words.HAS_FORM.test(behind));
    // 株式会社X日本橋イベントセンター: a long rest is hardly the second half of one name.
    const isLongPart =
      frontForm !== null && behind.length >= minLongPart && at - frontForm.length >= minBeforeLongPart;
    const isInWord = /\s/.test(behind) || (!isLongPart && IN_WORD.test(`${before.at(-1)}${behind}`));
    if (!isEnd && (part === null || isInWord || !(endsInPart || isLongPart))) continue;
    const name = before.replace(/(?<![\s([【〔〈《「『・,、/:-])[\s([【〔〈《「『・,、/:-]+$/, '');
    // 架空 (株)阿部: the form is rather that of what follows.
    const isFormOfBehind = SPACE_AND_FORM.test(before) && !/^\s/.test(behind) && words.canEndName(behind);
    const way: ReadingWay = isEnd && part !== null && !isFormOfBehind ? 'name' : 'beginning';
    // 株式会社西村印刷所 is rather one name than 株式会社西村 with its 印刷所.
    const wordCut = isCompanyFront && !endsInForm && !words.isPlainPart(behind);
    names.push({
      name,
      way,
      setAside: [{ kind: part ?? 'note', text: trimmed(behind) }],
      cut: true,
      ...(wordCut && { wordCut }),
    });
  }
  return names;
}
