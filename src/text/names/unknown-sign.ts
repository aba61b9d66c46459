import { foldLoosely } from '../letters/loose-fold.ts';
import type { NameKeys } from './names.ts';

/**
 * A letter that could not be typed, printed or converted: 渡〓建匠, 渡?建匠, 渡（外字）建匠. Private-use characters are such letters
 * themselves: each machine shows its own.
 */
const SIGN = /[([{【〔]外字?[)\]}】〕]|\?{1,2}|[〓■□●○◎◆◇▲△*＊※_#�\p{Co}]/gu;

const ANY_SIGN = new RegExp(SIGN.source, 'u');
export const hasUnknownSign = (text: string): boolean => ANY_SIGN.test(text);

/** Loose keys of what is before and behind the letter. */
export interface NameWithGap {
  readonly before: string;
  readonly behind: string;
  /** Letters of the name, with the unknown one. */
  readonly length: number;
}

/** Names of fewer letters fit too many. */
const minKnown = 2;

/**
 * A name in which exactly one letter is unknown; null for any other.
 * @param core a name's key without its legal form
 */
export function findUnknownSign(core: string): NameWithGap | null {
  if (!hasUnknownSign(core)) return null;
  const [sign, ...others] = core.match(SIGN) ?? [];
  if (sign === undefined || others.length > 0) return null;
  const at = core.indexOf(sign);
  const [before, behind] = [foldLoosely(core.slice(0, at)), foldLoosely(core.slice(at + sign.length))];
  if ([...before, ...behind].length < minKnown) return null;
  return { before, behind, length: [...core].length - [...sign].length + 1 };
}

/** Whether a name is the written one but for that letter, which can also be a mark that the loose key leaves out. */
export function fitsGap({ core, loose }: NameKeys, { before, behind, length }: NameWithGap): boolean {
  if (!loose.startsWith(before) || !loose.endsWith(behind)) return false;
  const between = [...loose.slice(before.length, loose.length - behind.length)].length;
  return between === 1 || (loose === before + behind && [...core].length === length);
}
