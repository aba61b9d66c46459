import { foldLoosely } from '../letters/loose-fold.ts';
import type { NameKeys } from './names.ts';

/**
 * A letter that could not be typed, printed or converted: 渡〓建匠, 渡?建匠, 渡（外字）建匠. Private-use characters are such letters
 * themselves: each machine shows its own.
 */
const SIGN =
  /[([{<【〔〈《≪](?:外字?|不明|判読不[能可])[)\]}>】〕〉》≫]|\?{1,2}|[〓*＊※_#�★☆\u25a0-\u25ff\p{Co}]/gu;
/** Nobody writes these as a mark beside a name. */
const NO_MARK = /[〓�\p{Co}]/u;

const ANY_SIGN = new RegExp(SIGN.source, 'u');
export const hasUnknownSign = (text: string): boolean => ANY_SIGN.test(text);

/** What is known of a name, before and behind the letter. */
export interface NameWithGap {
  /** Loose keys. */
  readonly before: string;
  readonly behind: string;
  /** As they are written. */
  readonly written: readonly [before: string, behind: string];
  /** Letters of the name, with the unknown one. */
  readonly length: number;
  /** Whether the sign cannot be a mark beside a whole name. */
  readonly isLetter: boolean;
}

/** Names of fewer letters fit too many. */
const minKnown = 2;

/** The only sign of a text and where it is; null for none or several. */
export function findSign(text: string): { readonly sign: string; readonly at: number } | null {
  if (!hasUnknownSign(text)) return null;
  const [sign, ...others] = text.match(SIGN) ?? [];
  return sign === undefined || others.length > 0 ? null : { sign, at: text.indexOf(sign) };
}

/**
 * A name in which exactly one letter is unknown; null for any other.
 * @param core a name's key without its legal form
 */
export function findUnknownSign(core: string): NameWithGap | null {
  const found = findSign(core);
  if (found === null) return null;
  const { sign, at } = found;
  const written = [core.slice(0, at), core.slice(at + sign.length)] as const;
  const [before, behind] = [foldLoosely(written[0]), foldLoosely(written[1])];
  if ([...before, ...behind].length < minKnown) return null;
  const isLetter = NO_MARK.test(sign) || (before !== '' && behind !== '');
  return { before, behind, written, length: [...core].length - [...sign].length + 1, isLetter };
}

/**
 * Whether a name is the written one but for that letter, which can also be a mark that the loose key leaves out.
 * @returns `exact` if the rest is written so, too
 */
export function fitGap(
  { core, loose }: NameKeys,
  { before, behind, written, length }: NameWithGap,
): 'exact' | 'loose' | null {
  if (!loose.startsWith(before) || !loose.endsWith(behind)) return null;
  const between = [...loose.slice(before.length, loose.length - behind.length)].length;
  const hasLength = [...core].length === length;
  if (between !== 1 && !(loose === before + behind && hasLength)) return null;
  return hasLength && core.startsWith(written[0]) && core.endsWith(written[1]) ? 'exact' : 'loose';
}
