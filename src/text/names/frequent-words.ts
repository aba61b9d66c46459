import { foldLoosely } from '../letters/loose-fold.ts';
import businessWords from './business-words.json' with { type: 'json' };
import commonWords from './common-words.json' with { type: 'json' };
import { katakanaWords } from './katakana-words.ts';

const COMMON: ReadonlySet<string> = new Set(
  [...Object.keys(commonWords), ...businessWords, ...katakanaWords].map(foldLoosely),
);

/** Whether a loose key is a word that many names have: システム, 日本, 工業. */
export function isFrequentWord(loose: string): boolean {
  return COMMON.has(loose);
}
