import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter('ja', { granularity: 'grapheme' });
const ellipsis = '…';

/** Characters that a terminal would interpret: texts come from files and from other people. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: this pattern must match control characters
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/g;

/** A text as one line without control characters. */
export function toPrintable(text: string): string {
  return text.replace(controls, ' ');
}

/** Width of a text in terminal columns; kanji and kana have two. */
export function measureWidth(text: string): number {
  return stringWidth(text);
}

/** The text, cut between characters with an ellipsis if it is too wide. */
export function truncateText(text: string, width: number): string {
  if (measureWidth(text) <= width) return text;
  let kept = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    const wide = measureWidth(segment);
    if (used + wide > width - 1) break;
    kept += segment;
    used += wide;
  }
  return kept + ellipsis;
}

/** Parts of a sentence, without those that do not apply. */
export function joinText(...parts: readonly (string | false | null | undefined)[]): string {
  return parts.filter((part) => typeof part === 'string').join('');
}

/** A whole number for people: `1,116`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** A number with its noun, for a sentence: `1 row`, `1,116 rows`, `2 companies`. */
export function formatQuantity(count: number, noun: string, nouns = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : nouns}`;
}

/** The text, quoted for a shell if necessary. */
export function escapeShellWord(text: string): string {
  if (/^[\p{L}\p{N}_./:@%+,-]+$/u.test(text)) return text;
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** How people know a key: its label, if it has one, and the end of its id, because several keys can have one label. */
export function formatKeyName({
  label,
  key_id,
}: {
  readonly label: string;
  readonly key_id: string;
}): string {
  return `${label} #${key_id.slice(-6)}`.trim();
}

/** `a, b or c`. */
export function formatChoice(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
