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
const maxLength = 200;
const minName = 2;
/** The longest text that a cut may set aside. */
const maxBehind = 30;
const maxParts = 12;

const nothing = (text: string): WrittenName => ({ text, steps: [] });

/** Takes a cell apart. Never throws; at most about forty names, because lengths are bounded. */
export function readWrittenName(cell: string): WrittenName {
  const text = normalizeText(cell);
  if (text.length > maxLength || text.length < minName) return nothing(text);
  const { rest, setAside } = withoutEnds(text);
  const steps: NameInCell[][] = [];
  const add = (...names: NameInCell[]) => {
    const fresh = names.filter(({ name }) => [...name].length >= minName && name !== text);
    if (fresh.length > 0) steps.push(fresh);
  };
  const others = setAside.some(({ kind }) => kind === 'and_others');
  const wayOf = (way: ReadingWay): ReadingWay => (others && way !== 'inside' ? 'one_of_several' : way);
  if (rest !== text) add({ name: rest, way: wayOf('name'), setAside });
  for (const step of [inBrackets(rest), afterRole(rest), together(rest)]) {
    const names = step.map((each) => withMore(each, setAside, wayOf));
    // Each name can have a branch behind it too: A㈱東京支店／B㈱.
    const cut = names.flatMap((each) =>
      each.way === 'inside'
        ? []
        : firstCuts(each.name).map((one) => withMore(one, each.setAside, () => each.way)),
    );
    add(...names);
    add(...cut);
  }
  if (words.JOINT_VENTURE.test(rest)) return { text, steps };
  for (const cut of cuts(rest)) add(withMore(cut, setAside, wayOf));
  return { text, steps };
}

function withMore(
  { way, setAside, ...each }: NameInCell,
  more: readonly SetAside[],
  wayOf: (way: ReadingWay) => ReadingWay,
): NameInCell {
  return { ...each, way: wayOf(way), setAside: [...setAside, ...more] };
}

/** Removes what is certainly not the name from both ends, until nothing more is found. */
function withoutEnds(text: string): { rest: string; setAside: SetAside[] } {
  const setAside: SetAside[] = [];
  let rest = text;
  for (let more = true; more; ) {
    more = false;
    for (const [kind, pattern] of ends) {
      const found = pattern.exec(rest);
      if (!found?.[0]) continue;
      const atFront = found.index === 0;
      const left = (atFront ? rest.slice(found[0].length) : rest.slice(0, found.index)).trim();
      const part = trimmed(found[0]);
      if ([...left].length < minName || isGuess(kind, left, found[0])) continue;
      if (part !== '') setAside.unshift({ kind, text: part });
      rest = left;
      more = true;
    }
    const bracket = closingBracket(rest);
    const kind = bracket && understoodBracket(bracket.inside);
    if (bracket && kind && [...bracket.before].length >= minName) {
      setAside.unshift({ kind, text: bracket.inside });
      rest = bracket.before;
      more = true;
    }
    const spaced = /^(.+\S)\s+(\S.*)$/.exec(rest);
    const kindBehind = spaced && behindSpace(spaced[1] ?? '', spaced[2] ?? '', setAside);
    if (spaced && kindBehind) {
      setAside.unshift({ kind: kindBehind, text: spaced[2] ?? '' });
      rest = spaced[1] ?? '';
      more = true;
    }
  }
  return { rest, setAside };
}

const ends: readonly (readonly [SetAsideKind, RegExp])[] = [
  ['role', words.ROLE_IN_FRONT],
  ['note', words.MARK_IN_FRONT],
  ['note', words.MARK_BEHIND],
  ['code', words.CODE_IN_FRONT],
  ['code', words.CODE_BEHIND],
  ['telephone', words.TELEPHONE_BEHIND],
  ['address', words.ADDRESS_BEHIND],
  ['honorific', words.HONORIFIC],
  ['person', words.TITLE_BEHIND],
  ['and_others', words.AND_OTHERS],
];

/** 株式会社三等 or 様 alone: what is left would be no name. 外 and 行 are also endings of words. */
function isGuess(kind: SetAsideKind, left: string, part: string): boolean {
  if (kind === 'honorific' && /^(?:行|さん|さま)$/.test(part.trim())) return !words.FORM_END.test(left);
  // Only with a legal form before it is a word such as 担当 certainly not part of the name.
  if (kind === 'person') return !hasFormInside(left) || words.FORM_ONLY.test(left);
  if (kind === 'and_others' && /^(?:他|外|等)$/.test(part)) return [...left].length < 4;
  return false;
}

const trimmed = (text: string): string => text.replace(/^[\s,、・/(:]+|[\s):]+$/g, '');

const opening = '([{【〔〈《「『<';
const closing = ')]}】〕〉》」』>';

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

/** What a bracket says if it names no company. */
function understoodBracket(inside: string): SetAsideKind | null {
  if (words.ROLE.test(inside)) return 'role';
  if (/^[a-z]?\d{4}[a-z]?$|^t?\d{13}$|^[1-9]\d[\da-z]{2}\s*\S{1,8}$/i.test(inside)) return 'code';
  if (words.HAS_FORM.test(inside) || /^旧|^元|^現|^新|^略称/.test(inside)) return null;
  if (words.isPlace(inside)) return 'place';
  if (/^0\d{1,4}-\d{1,4}-\d{3,4}$/.test(inside)) return 'telephone';
  return partOfCompany(inside);
}

/** Whether a text is a branch or a department, with nothing of another company. */
function partOfCompany(text: string): 'branch' | 'department' | null {
  if (words.HAS_FORM.test(text)) return null;
  if (words.SHOP_OF_A_NAME.test(text)) return null;
  const plain = text.replace(/[)\]】〉」』\s]+$/, '');
  if (words.ENDS_IN_BRANCH.test(plain)) return 'branch';
  return words.ENDS_IN_DEPARTMENT.test(plain) ? 'department' : null;
}

/** After a space: a branch or department, or a person whom an honorific or a department shows. */
function behindSpace(before: string, behind: string, setAside: readonly SetAside[]): SetAsideKind | null {
  if (words.HAS_FORM.test(behind) || [...behind].length > maxBehind || [...before].length < minName)
    return null;
  const hasName = (hasFormInside(before) || words.BODY_END.test(before)) && !words.FORM_ONLY.test(before);
  // Without a form or a body before it, the word may belong to the name: みどり クリニック.
  if (!hasName) return null;
  if (words.endsInSurePart(`${before}${behind}`)) return partOfCompany(behind);
  if (words.isPlace(behind)) return 'place';
  const named = /^[一-鿿々ぁ-ゖァ-ヺー]{1,4}(?:\s[一-鿿々ぁ-ゖァ-ヺー]{1,5})?$/.test(behind);
  const isPerson =
    named && (setAside[0]?.kind === 'honorific' || setAside[0]?.kind === 'person') && hasFormInside(before);
  return isPerson ? 'person' : null;
}

function hasFormInside(text: string): boolean {
  return words.HAS_FORM.test(text) || words.ENGLISH_END.test(text);
}

/** X(旧Y), X(略称Y), X(Y株式会社): the name before the bracket first, then the one in it. */
function inBrackets(text: string): NameInCell[] {
  const bracket = closingBracket(text);
  if (!bracket || bracket.inside === '') {
    const front = /^[([【〔〈《「『]([^)\]】〕〉》」』]{1,40})[)\]】〕〉》」』]\s*(.+)$/.exec(text);
    if (!front || words.FORM_END.test(text.slice(0, text.length - (front[2] ?? '').length).trim())) return [];
    return [{ name: front[2] ?? '', way: 'beginning', setAside: [{ kind: 'note', text: front[1] ?? '' }] }];
  }
  const { before } = bracket;
  const inside = bracket.inside.replace(words.ROLE_IN_FRONT, '');
  const former = /^(?:旧|元|前)(?:社名|名称|商号)?[:;・\s]*(.+)$/.exec(inside)?.[1];
  const current = /^(?:現|新)(?:社名|名称|商号)?[:;・\s]*(.+)$/.exec(inside)?.[1];
  const short = /^(?:略称|通称|以下)[:;・\s「]*(.+?)[」]?(?:という。?)?$/.exec(inside)?.[1];
  const name = former ?? current ?? short ?? inside;
  const kind: SetAsideKind = former
    ? 'former_name'
    : words.HAS_FORM.test(name)
      ? 'other_company'
      : 'abbreviation';
  return [
    { name: before, way: 'beginning', setAside: [{ kind, text: bracket.inside }] },
    { name, way: 'inside', setAside: [{ kind: 'note', text: before }] },
  ];
}

/** Xコンソーシアム代表機関Y */
function afterRole(text: string): NameInCell[] {
  const found = words.ROLE_INSIDE.exec(text);
  if (!found) return [];
  const name = text.slice(found[0].length).trim();
  return [{ name, way: 'inside', setAside: [{ kind: 'role', text: found[0].trim() }] }];
}

/** The companies of a joint venture, or those that separators divide. */
function together(text: string): NameInCell[] {
  const venture = words.JOINT_VENTURE.exec(text);
  const base = venture ? text.slice(0, venture.index).trim() : text;
  if (base === '') return [];
  const split = venture ? base.split(/\s*[・／/|;、,&+＋]\s*|\s+/) : base.split(words.SEPARATORS);
  const parts = split
    .map((part) => part.replace(/^[(「](?!.*[)」])|(?<![(「].*)[)」]$/g, '').trim())
    .filter((part) => part !== '');
  // One separator in a name without forms is more often part of it: みどり、あおば.
  const areNames = venture !== null || parts.filter(hasFormInside).length > 0;
  if (parts.length > maxParts || !areNames || (parts.length < 2 && venture === null)) return [];
  const last = venture ? [{ kind: 'note' as const, text: venture[0] }] : [];
  const names = base.includes('・') && venture ? joined(parts) : parts;
  return names.map((name) => ({
    name,
    way: 'one_of_several' as const,
    setAside: [
      ...parts.flatMap((part) =>
        name.includes(part) ? [] : [{ kind: 'other_company' as const, text: part }],
      ),
      ...last,
    ],
  }));
}

/**
 * 安藤・間・大林共同企業体: a dot can be part of a name, so names of two neighbouring parts are tried too, if one of them
 * has a legal form, which shows where names begin and end.
 */
function joined(parts: readonly string[]): string[] {
  const pairs = parts.slice(1).flatMap((part, at) => {
    const before = parts[at] ?? '';
    return hasFormInside(before) && hasFormInside(part) ? [] : [`${before}・${part}`];
  });
  return parts.length > 2 || parts.some(hasFormInside) ? [...parts, ...pairs] : [...parts];
}

/** The certain cut of a part: after its legal form. */
function firstCuts(text: string): NameInCell[] {
  return cuts(text)
    .filter(({ name }) => words.FORM_END.test(name))
    .slice(0, 1);
}

const FRONT_FORM = new RegExp(`^(?:${words.FORMS.source})`);
const minLongPart = 8;
const minBeforeLongPart = 4;

/**
 * Beginnings of a text, the longest first: those that end in a legal form or the word for a body, with anything behind;
 * and all others, if a branch is what the text ends in.
 */
function cuts(text: string): NameInCell[] {
  const endsInPart = words.endsInSurePart(text);
  const frontForm = FRONT_FORM.exec(text)?.[0] ?? null;
  const forms = [...text.matchAll(words.FORMS)].map(
    (found) => [found.index, found.index + found[0].length] as const,
  );
  const names: NameInCell[] = [];
  for (let at = text.length - 1; at >= Math.max(minName, text.length - maxBehind); at--) {
    if (/[\udc00-\udfff]/.test(text.charAt(at))) continue;
    // Not inside a legal form, and not right after a form at the front.
    if (forms.some(([from, to]) => (from < at && at < to) || (from === 0 && at === to))) continue;
    if (
      /^(?:[)\]ー]|[.,]*\s*(?:ltd|limited|inc)\b|[^\p{L}\p{N}]+$)/iu.test(text.slice(at)) ||
      /\s$/.test(text.slice(0, at))
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
    if (!isEnd && (part === null || !(endsInPart || isLongPart))) continue;
    const name = before.replace(/[\s([【〔〈《「『・,、/:-]+$/, '');
    const way: ReadingWay = isEnd && part !== null ? 'name' : 'beginning';
    names.push({ name, way, setAside: [{ kind: part ?? 'note', text: trimmed(behind) }], cut: true });
  }
  return names;
}
