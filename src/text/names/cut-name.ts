import { toNfd, toNfkc } from '../letters/nfkc.ts';

/** Names that banks cut where their field ends. */

/** Half-width characters in the fields for a payer. The mark of a voiced kana is one of its own. */
const fieldLengths: ReadonlySet<number> = new Set([20, 30]);
const PRINTED = /^(?=.*[ァ-ヺ])[ァ-ヺー\da-z .,&'()/-]+$/i;
/** Fewer letters begin too many names. */
const minLength = 6;

/**
 * The key with which names begin that the text can be cut from. Null if it has not the length at which banks cut names.
 * @param loose its key without the legal form
 */
export function findCutBeginning(name: string, loose: string): string | null {
  const text = toNfkc(name);
  if (text.length > Math.max(...fieldLengths) || loose.length < minLength || !PRINTED.test(text)) return null;
  if (fieldLengths.has([...toNfd(text)].length)) return loose;
  return null;
}

/** The part of the key that the whole name certainly has: the last kana can have lost its voiced mark. */
export const toSureBeginning = (cut: string): string => cut.slice(0, -1);

/** Whether a name begins so. @param loose its key */
export function beginsWithCut(loose: string, cut: string): boolean {
  return loose.length > cut.length - 1 && toNfd(loose).startsWith(toNfd(cut));
}
