import { findSign } from '../names/unknown-sign.ts';
import * as beside from './beside-name-words.ts';
import {
  FRONT_FORM,
  hasFormAtEnd,
  hasFormInside,
  hasName,
  splitClosingBracket,
  splitFrontBracket,
  trimMarks,
} from './detect-kind.ts';
import type { NameInCell, SetAside, SetAsideKind } from './name-in-cell.ts';
import { splitMembers } from './several-names.ts';
import { stripEnds } from './strip-ends.ts';
import * as words from './written-name-words.ts';

/** Names in brackets, after a role, and in forms that lost their brackets. */

/** X(旧Y), X(略称Y), X(Y株式会社), XJV(Y・Z): the name before the bracket first, then those in it. */
export function findNamesInBrackets(text: string): NameInCell[] {
  const bracket = splitClosingBracket(text);
  if (!bracket || bracket.inside === '') {
    const front = splitFrontBracket(text);
    if (front)
      return [
        {
          name: front.rest,
          way: 'beginning',
          setAside: [{ kind: /^[旧元]/.test(front.inside) ? 'former_name' : 'note', text: front.inside }],
        },
      ];
    return [];
  }
  const { before } = bracket;
  const [role = ''] = beside.ROLE_IN_FRONT.exec(bracket.inside) ?? [];
  const inside = bracket.inside.slice(role.length);
  const former = /^(?:旧|元|前)(?:社名|名称|商号)?[:;・\s]*(.+)$/.exec(inside)?.[1];
  const current = /^(?:現|新)(?:社名|名称|商号|在)?[:;・\s]*(.+)$/.exec(inside)?.[1];
  const short = /^(?:略称|通称|以下)[:;・\s「]*(.+?)[」]?(?:という。?)?$/.exec(inside)?.[1];
  const name = former ?? current ?? short ?? inside;
  const note: SetAside = { kind: current ? 'former_name' : 'note', text: before };
  const several = name === inside ? splitMembers(bracket.inside, words.JOINT_VENTURE.test(before)) : [];
  if (several.length > 0) {
    return [
      { name: before, way: 'one_of_several', setAside: [{ kind: 'other_company', text: bracket.inside }] },
      ...several.map((each) => ({ ...each, setAside: [note, ...each.setAside] })),
    ];
  }
  const label = trimMarks(bracket.inside.replace(name, ''));
  const kind = former ? 'former_name' : detectOtherKind(name);
  // 架空共同企業体（代表者：夢想株式会社ほか2社）
  const plain = role === '' ? undefined : stripEnds(name).at(-1);
  const labels: SetAside[] = label === '' ? [note] : [note, { kind: 'note', text: label }];
  return [
    { name: before, way: 'beginning', setAside: [{ kind, text: bracket.inside }] },
    { name, way: 'inside', setAside: labels },
    ...(plain ? [{ name: plain.rest, way: 'inside' as const, setAside: [...labels, ...plain.behind] }] : []),
  ];
}

function detectOtherKind(text: string): SetAsideKind {
  if (words.HAS_FORM.test(text)) return 'other_company';
  if (beside.LIKE_A_PERSON.test(text) && !words.BODY_END.test(text)) return 'person';
  return 'abbreviation';
}

/** Xコンソーシアム代表機関Y */
export function findNamesAfterRole(text: string): NameInCell[] {
  const found = beside.ROLE_INSIDE.exec(text);
  if (!found) return [];
  const name = text.slice(found[0].length).trim();
  const group = found[1]?.trim() ?? '';
  const role = { kind: 'role' as const, text: found[0].trim() };
  const members = words.JOINT_VENTURE.test(group) ? splitMembers(group) : [];
  const after = { kind: 'role' as const, text: text.slice(group.length).trim() };
  return [
    { name, way: 'inside', setAside: [role] },
    ...members.map((each) => ({ ...each, setAside: [...each.setAside, after] })),
  ];
}

/** 架空商店こと空想太郎, 旧株式会社架空 */
export function findOtherNames(text: string): NameInCell[] {
  const [, left = '', right = ''] = /^(.{2,40}?)\s*こと\s*(.{2,40})$/.exec(text) ?? [];
  if ([left, right].some((each) => beside.LIKE_A_PERSON.test(each))) {
    return [
      { name: left, way: 'beginning', setAside: [{ kind: 'person', text: `こと${right}` }], cut: true },
      { name: right, way: 'inside', setAside: [{ kind: 'note', text: `${left}こと` }], cut: true },
    ];
  }
  const [, former = '', name = ''] = /^(旧(?:社名|商号)?)[:\s]*(\S.*)$/.exec(text) ?? [];
  if (hasName(name)) return [{ name, way: 'inside', setAside: [{ kind: 'former_name', text: former }] }];
  return [];
}

const NO_BRACKETS =
  /^(社福|一社|一財|公社|公財|特非|認特非|npo|独法|国研|国大|公大|地独|医社|医財)(?![人法])\s*(\S.+)$/i;

const LETTER = /[\p{L}\p{N}]/u;

/** KK Kaku, 架空GK: a form without its dots, which the register can have at the other end. */
const LATIN_FORM = /^(kk|gk|yk)(?:[\s,.]+|(?=[^\s!-~]))(\S.+)$|^(.*[^\s!-~])\s?(kk|gk|yk)$/i;
const latinForms: Readonly<Record<string, string>> = { kk: '株式会社', gk: '合同会社', yk: '有限会社' };

/** 架空健保, 架空(協), 架空協組: what usually is in full. */
const SHORT_BODY = /^(.{2,}?)(?:(健保)|\(協組?\)|協組)$/;

/** 株〓会社架空: one letter of the form is unknown. */
function completeFormWithSign(text: string): string[] {
  const found = findSign(text);
  if (found === null) return [];
  const damaged = words.longForms.flatMap((form) => {
    const letters = [...form];
    return letters.map((_, at) => [form, letters.with(at, found.sign).join('')] as const);
  });
  return damaged.flatMap(([form, written]) => {
    if (text.startsWith(written)) return [form + text.slice(written.length).trim()];
    if (text.endsWith(written)) return [text.slice(0, -written.length).trim() + form];
    return [];
  });
}

function completeShortBody(text: string): string[] {
  const [, body = '', insurance] = SHORT_BODY.exec(text) ?? [];
  if (!LETTER.test(body)) return [];
  return [body + (insurance ? '健康保険組合' : '事業協同組合')];
}

function completeLatinForm(text: string): string[] {
  const [, before, after, ahead, behind] = (!words.HAS_FORM.test(text) && LATIN_FORM.exec(text)) || [];
  const form = latinForms[(before ?? behind ?? '').toLowerCase()];
  const core = after ?? ahead ?? '';
  if (form === undefined || !LETTER.test(core)) return [];
  return [form + core, core + form];
}

const REST_OF_FORM =
  /^(?:株?会社|式会社|株式[会社](?!社))(\S{2,})$|^(\S{2,}?)(?:株?会社|式会社|株式[会社]|社)$/;

/** 架空社, 架空会社, 株会社架空, 架空株式会: what people write for 株式会社, or leave of it. */
function completeRestOfForm(text: string): string[] {
  if (hasFormAtEnd(text) || FRONT_FORM.test(text) || words.AND_OTHERS.test(text)) return [];
  const [, first, second] = REST_OF_FORM.exec(text) ?? [];
  const core = first ?? second ?? '';
  if (!LETTER.test(core)) return [];
  return [`株式会社${core}`, `${core}株式会社`];
}

/** (株架空, 架空株), 社福架空会: the form has lost its brackets. */
function addBrackets(text: string): string[] {
  if (hasFormInside(text)) return [];
  const [, short, body] = NO_BRACKETS.exec(text) ?? [];
  if (short !== undefined) return [`(${short})${body}`];
  const [, inFront, after] = /^\(?([株有同])\)?(\S{2,})$/.exec(text) ?? [];
  if (inFront !== undefined) return [`(${inFront})${after}`, `${after}(${inFront})`];
  const [, before, ...forms] = /^(\S{2,}?)(?:\(([株有同])|([株有同])\)|(株))$/.exec(text) ?? [];
  const form = forms.find((each) => each !== undefined);
  if (form === undefined) return [];
  return [`${before}(${form})`, `(${form})${before}`];
}

/** The form has lost a letter or its brackets, or is shortened. */
export function completeHalfForm(text: string): NameInCell[] {
  for (const complete of [completeFormWithSign, completeShortBody, completeLatinForm]) {
    const names = complete(text);
    if (names.length > 0) return names.map(makeCompleted);
  }
  return [...completeRestOfForm(text), ...addBrackets(text)].map(makeCompleted);
}

function makeCompleted(name: string): NameInCell {
  return { name, way: 'beginning', setAside: [], cut: true };
}
