import { toNfd, toNfkc } from '../../../text/letters/nfkc.ts';
import { foldCase, normalizeText } from '../../../text/letters/normalize.ts';

/**
 * A text to find in cells as they were uploaded, as a regular expression of PostgreSQL. Folding all cells of a large source in the
 * database takes four times as long as one expression that has every way to write the text.
 */

/** White space in cells; a text to find has single spaces. */
const spaces = '[\\u0009-\\u000d\\u0020\\u0085\\u00a0\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+';
const lastOfPlane = 0xffff;
const isUnused = (code: number): boolean => code >= 0xd800 && code <= 0xf8ff;

interface Spellings {
  /** By folded character, the characters that fold to it. */
  readonly single: ReadonlyMap<string, readonly string[]>;
  /** By folded text of several characters, the characters that fold to it: ㈱ is (株). */
  readonly several: ReadonlyMap<string, readonly string[]>;
}

let known: Spellings | null = null;

/** Made once, when somebody searches: some tens of milliseconds. */
function spellings(): Spellings {
  if (known) return known;
  const single = new Map<string, string[]>();
  const several = new Map<string, string[]>();
  for (let code = 0x21; code <= lastOfPlane; code += 1) {
    if (isUnused(code)) continue;
    const character = String.fromCharCode(code);
    const folded = foldCase(toNfkc(character));
    if (folded === character || folded === '') continue;
    const kind = isOneCharacter(folded) ? single : several;
    const others = kind.get(folded);
    if (others) others.push(character);
    else kind.set(folded, [character]);
  }
  known = { single, several };
  return known;
}

function isOneCharacter(text: string): boolean {
  return [...text].length === 1;
}

/** Letters and digits as they are, everything else by its code, so that nothing is an operator. */
function quoted(character: string): string {
  if (/^[\p{L}\p{N}]$/u.test(character)) return character;
  return `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`;
}

const anyOf = (alternatives: readonly string[]): string => {
  if (alternatives.length === 1) return alternatives[0] ?? '';
  return `(?:${alternatives.join('|')})`;
};

function classOf(character: string): string {
  const all = [character, ...(spellings().single.get(character) ?? [])].map(quoted);
  if (all.length === 1) return all.join('');
  return `[${all.join('')}]`;
}

/** A folded character in all its spellings: ガ is also ｶﾞ. */
function spelled(character: string): string {
  if (character === ' ') return spaces;
  const parts = [...toNfd(character)];
  const apart = parts.length > 1 ? [parts.map(classOf).join('')] : [];
  return anyOf([classOf(character), ...apart]);
}

/** The expression that finds a text in a cell. The text must have a visible character. */
export function cellPattern(text: string): string {
  const folded = foldCase(normalizeText(text));
  const { several } = spellings();
  const within = [...several].flatMap(([whole, characters]) => (whole.includes(folded) ? characters : []));
  const inside = [...several.keys()].filter((whole) => whole.trim() === whole && folded.includes(whole));
  let pattern = '';
  for (let at = 0; at < folded.length; ) {
    const longest = inside
      .filter((whole) => folded.startsWith(whole, at))
      .reduce((one, other) => (other.length > one.length ? other : one), '');
    const part = longest || String.fromCodePoint(folded.codePointAt(at) ?? 0);
    const letters = [...part].map(spelled).join('');
    pattern += longest === '' ? letters : anyOf([letters, ...(several.get(longest) ?? []).map(quoted)]);
    at += part.length;
  }
  return anyOf([pattern, ...within.map(quoted)]);
}
