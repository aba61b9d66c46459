/** A text of the data: a name, an address. Its language is its own, not the page's, so that a screen reader reads it right. */
export function DataText({ text }: { readonly text: string }) {
  return <span lang={detectLanguage(text)}>{text}</span>;
}

/** Japanese if the text has kana or kanji. Letters alone do not say which language they are. */
export function detectLanguage(text: string): 'ja' | undefined {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u.test(text)) return 'ja';
  return undefined;
}
