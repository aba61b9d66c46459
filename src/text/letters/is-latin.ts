import { toNfkc } from './nfkc.ts';

/** As Latin letters are written, with digits and marks. */
export const LATIN = /^[\x20-\x7e]+$/;
export const isLatin = (text: string): boolean => LATIN.test(toNfkc(text));
