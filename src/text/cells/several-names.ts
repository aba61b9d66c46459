import { detectKind, hasFormInside, isNamed, trimMarks } from './detect-kind.ts';
import { findMatches } from './find-matches.ts';
import { findBeginnings, findTails } from './name-cuts.ts';
import { minName, type NameInCell, type SetAside } from './name-in-cell.ts';
import { makeUnstripped, stripEnds } from './strip-ends.ts';
import * as words from './written-name-words.ts';

/** The companies of a cell that names several. */

const maxParts = 12;

/** Neighbouring parts that can be one name: 安藤・間, ヨコハマ・マリン&エアロ株式会社. */
const maxPartsOfName = 3;

const maxCutsOfPart = 6;

/** A part of a text, from its first to behind its last character. */
type Span = readonly [from: number, to: number];

const WEAK = /\s*[・／/|;、,&+＋×]\s*|\s+/g;

const WEAK_OR_TO = new RegExp(
  `\\s*[・&+＋×]\\s*|\\s+|と(?<=(?:${words.FORMS.source})と)(?=\\S)|(?<=\\S)と(?=${words.FORMS.source})`,
  'g',
);

const STRONG = new RegExp(words.SEPARATORS.source, 'gi');

/** The first groups with at most so many spans. */
function takeFirst(groups: readonly (readonly Span[])[], max: number): (readonly Span[])[] {
  let left = max;
  return groups.map((group) => {
    const some = group.slice(0, left);
    left -= some.length;
    return some;
  });
}

function splitSpans(text: string, dividers: RegExp, [from, to]: Span): Span[] {
  const spans: Span[] = [];
  let at = from;
  for (const found of findMatches(text.slice(from, to), dividers)) {
    spans.push([at, from + found.index]);
    at = from + found.index + found[0].length;
  }
  return [...spans, [at, to] as const].filter(([start, end]) => text.slice(start, end).trim() !== '');
}

/** The companies of a joint venture, or those that separators divide. */
export function splitMembers(text: string, isVenture = false): NameInCell[] {
  const front = words.VENTURE_IN_FRONT.exec(text)?.[0] ?? '';
  const venture = front === '' ? words.JOINT_VENTURE.exec(text) : null;
  const areMembers = isVenture || front !== '' || venture !== null;
  const whole: Span = [front.length, venture?.index ?? text.length];
  if (text.slice(...whole).trim() === '') return [];
  // Xコンソーシアム Y: Y is a member only if it is certainly a name.
  if (/\s$/.test(front) && !isNamed(text.slice(...whole))) return [];
  const groups = splitSpans(text, STRONG, whole).map((span) => {
    // 一般社団法人架空・空想協会 is one body.
    const isOneBody =
      !areMembers &&
      (text.slice(...span).match(words.FORMS) ?? []).length < 2 &&
      /[・&]/.test(text.slice(...span));
    if (isOneBody) return [span];
    const parts = splitSpans(text, areMembers ? WEAK : WEAK_OR_TO, span);
    const areSeveral = areMembers || parts.filter((part) => isNamed(text.slice(...part))).length > 1;
    if (areSeveral) return parts;
    return [span];
  });
  const spans = groups.flat();
  // One separator in a name without forms is more often part of it: みどり、あおば.
  const areNames = areMembers || spans.some((span) => isNamed(text.slice(...span)));
  if (!areNames || (spans.length < 2 && !areMembers)) return [];
  const setAsideEnd = (each: string): SetAside[] => {
    if (trimMarks(each) === '') return [];
    return [{ kind: 'note', text: trimMarks(each) }];
  };
  const surroundings = [front, venture?.[0] ?? ''].flatMap(setAsideEnd);
  const runs = listRuns(text, takeFirst(groups, maxParts));
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
  if (venture && last)
    runs.push(...findWordEnds(venture[0]).map((end): Span => [last[0], venture.index + end]));
  const parts = spans
    .slice(0, maxParts)
    .map((span) => ({ span, other: setAsideOther(text.slice(...span), areMembers) }));
  const [, endOfParts] = spans[maxParts - 1] ?? [];
  return runs.flatMap((run) => {
    const one = parseMember(text.slice(...run));
    const others = parts.flatMap(({ span: [from, to], other }) =>
      to <= run[0] || from >= run[1] ? [other] : [],
    );
    const more = endOfParts === undefined ? '' : trimMarks(text.slice(endOfParts, whole[1]));
    const aside = [
      ...one.setAside,
      ...others,
      ...(more === '' ? [] : [{ kind: 'other_company' as const, text: more }]),
      ...(run[1] > whole[1] ? setAsideEnd(text.slice(run[1])) : surroundings),
    ];
    const cutNames = run[1] > whole[1] || !hasFormInside(one.name) ? [] : listMemberNames(one.name);
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
export function splitBareNames(text: string): NameInCell[] {
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
function listRuns(text: string, groups: readonly (readonly Span[])[]): Span[] {
  const named = new Set(groups.flat().filter((span) => isNamed(text.slice(...span))));
  const runs: Span[] = [];
  for (const length of [1, 2, maxPartsOfName]) {
    for (const group of groups) {
      for (const at of group.keys()) {
        const run = group.slice(at, at + length);
        const [from, to] = [run[0]?.[0] ?? 0, run.at(-1)?.[1] ?? 0];
        const isOne = length === 1 || run.filter((span) => named.has(span)).length < 2;
        if (run.length === length && isOne) runs.push([from, to]);
      }
    }
  }
  return runs;
}

const VENTURE_WORDS = /^(?:建設工事|建設|工事|設計|業務|調査|測量|設備|管理|運営|技術|研究)/;

/** Where words end at the beginning of the words for a joint venture. */
function findWordEnds(venture: string): number[] {
  const ends: number[] = [];
  for (let at = 0; ; ) {
    const found = VENTURE_WORDS.exec(venture.slice(at))?.[0];
    if (!found) return ends;
    at += found.length;
    ends.push(at);
  }
}

/** A member without its role, its number in the list and brackets of which the other half is missing. */
function parseMember(text: string): { name: string; setAside: SetAside[] } {
  const plain = text.replace(/^[(「](?!.*[)」])|[)」]$(?<![(「].*[)」])/g, '').trim();
  const { rest, front, behind } = stripEnds(plain).at(-1) ?? makeUnstripped(plain);
  const [numbered] = stripNumber(rest);
  if (numbered) return { ...numbered, setAside: [...front, ...numbered.setAside, ...behind] };
  return { name: rest, setAside: [...front, ...behind] };
}

/** ①架空株式会社, which is 1架空株式会社 when normalized. */
export function stripNumber(text: string): NameInCell[] {
  const [, digits = '', name = ''] = /^(\d{1,2})(\D.*)$/.exec(text) ?? [];
  if (isNamed(name))
    return [{ name, way: 'beginning', setAside: [{ kind: 'note', text: digits }], cut: true }];
  return [];
}

/** @param isMember of a group; 屋部 is no department then, and 岡山県 no place */
function setAsideOther(text: string, isMember: boolean): SetAside {
  const kind = detectKind(text.trim());
  const isPartOrPlace = kind === 'branch' || kind === 'department' || kind === 'place';
  return {
    kind: kind === null || (isMember && isPartOrPlace) ? 'other_company' : kind,
    text: trimMarks(text),
  };
}

/** A㈱東京支店, 架空工事株式会社A: what a member of a group can be besides its whole text. */
function listMemberNames(text: string): NameInCell[] {
  const understood = findBeginnings(text).filter(({ setAside: [aside] }) => aside?.kind !== 'note');
  return [...understood.slice(0, maxCutsOfPart), ...findTails(text)];
}
