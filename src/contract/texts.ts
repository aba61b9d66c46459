/** Texts for people in each language of the readers: of answers, files and the desk, which takes them from the client. */

export const languages = ['en', 'ja'] as const;
export type Language = (typeof languages)[number];

/** A text beside its translation. */
export type TextPair = readonly [en: string, ja: string];

export function pickText([en, ja]: TextPair, language: Language): string {
  return language === 'ja' ? ja : en;
}

/** The text for a code; the code itself if it is not known any more. */
export function findText(
  texts: Readonly<Record<string, TextPair>>,
  code: string,
  language: Language,
): string {
  const pair = Object.hasOwn(texts, code) ? texts[code] : undefined;
  return pair ? pickText(pair, language) : code;
}

/** What people read for a code; for programs, without a language, the code. */
export function findWord(
  texts: Readonly<Record<string, TextPair>>,
  code: string,
  language: Language | null,
): string {
  return language === null ? code : findText(texts, code, language);
}
