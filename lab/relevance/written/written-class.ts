import { bareName, plainName } from '../plain-name.ts';

/** How a written name relates to the registered one. In this order, as in the report. */
export const writtenClasses = ['same', 'other_form', 'behind', 'others', 'contains', 'otherwise'] as const;
export type WrittenClass = (typeof writtenClasses)[number];

/** What each class means, for the report. */
export const classTitles: Readonly<Record<WrittenClass, string>> = {
  same: 'the same name',
  other_form: 'the same but for the legal form',
  behind: 'something behind it: branch, office, department',
  others: '“and others”',
  contains: 'contains it',
  otherwise: 'otherwise written',
};

/**
 * The class of a written name. Both names are compared in the plain form; the service's rules are not used, because this
 * judges them.
 */
export function writtenClass(written: string, registered: string): WrittenClass {
  const wrote = unifiedName(written);
  const named = unifiedName(registered);
  if (wrote === named) return 'same';
  const core = bareName(named);
  const bare = bareName(wrote);
  if (bare === core) return 'other_form';
  if (andOthers.test(wrote)) return 'others';
  // With its form in front, a short name begins many others.
  const isWhole = core.length >= minStart || named.startsWith(core);
  if (isWhole && wrote.startsWith(named)) return 'behind';
  if (core.length >= minStart && bare.startsWith(core)) return 'behind';
  if (isWhole && wrote.includes(named)) return 'contains';
  if (core.length >= minInside && bare.includes(core)) return 'contains';
  return 'otherwise';
}

/** A shorter core says nothing if it begins another name, or is somewhere inside it. */
const minStart = 2;
const minInside = 3;

const andOthers = /(?:ほか|他|外(?=\d))\d*(?:社|者|名|団体)?\)?$/;

/** The plain name with all abbreviated legal forms written out, and one kind of dash. */
export function unifiedName(name: string): string {
  let unified = plainName(name).replace(/[‐‑‒–—―−]/g, '-');
  for (const [mark, words] of formMarks) unified = unified.replaceAll(mark, words);
  return unified;
}

const formMarks = [
  ['(一社)', '一般社団法人'],
  ['(一財)', '一般財団法人'],
  ['(公社)', '公益社団法人'],
  ['(公財)', '公益財団法人'],
  ['(資)', '合資会社'],
  ['(名)', '合名会社'],
  ['(独)', '独立行政法人'],
  ['(医)', '医療法人'],
  ['(学)', '学校法人'],
  ['(福)', '社会福祉法人'],
  ['(特非)', '特定非営利活動法人'],
] as const;
