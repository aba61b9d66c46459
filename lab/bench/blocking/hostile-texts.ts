/** Texts that are known to be expensive for normalisers, regular expressions or tokenizers. */
const units = {
  // Marks of different classes after one letter: each is sorted among all marks of its run.
  'combining marks': { begin: 'a', unit: '\u0316\u0301' },
  // One character that becomes eighteen.
  'characters that expand': { unit: '\ufdfa' },
  letters: { unit: 'a' },
  kanji: { unit: '株' },
  'legal forms': { unit: '株式会社' },
  'small kana and long vowels': { unit: 'ァヶー・' },
  'Hangul parts': { unit: '\u1100\u1161\u11a8' },
  emoji: { unit: '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}' },
  'invisible characters': { begin: 'a', unit: '\u200b\u2060' },
  'half pairs': { unit: '\ud83d' },
  words: { unit: 'a ' },
  'blank space': { begin: 'a', unit: ' \u3000\t' },
  digits: { unit: '1' },
  hyphens: { begin: '1', unit: '-‐ー' },
  brackets: { unit: '([（「' },
  addresses: { unit: 'a@a.' },
  links: { unit: '[](http://a.' },
  'backslashes and quotes': { unit: '\\"' },
  // What people write behind names, in turn: each is an end that is set aside, and begins another.
  'ends of names': { begin: '株式会社架空', unit: '殿営業部様、町' },
  'ends of names between spaces': { begin: '株式会社架空', unit: '、 町 営業部 殿 様 ' },
  'ends of names in brackets': { begin: '【', unit: '他3社店 殿' },
  'words of joint ventures': { unit: '建設工事' },
  'many addresses': { unit: 'a.jp ' },
  // With loaded registers, each word finds well-known companies.
  'words of well-known companies': { unit: 'トヨタ 大阪支店 ソニー 営業部 日立 (株) 三菱 様 ' },
  'beginnings of tokens': { unit: 'eyJeJ--e0e-' },
} as const satisfies Record<string, { readonly begin?: string; readonly unit: string }>;

export type TextKind = keyof typeof units;
export const textKinds = Object.keys(units) as TextKind[];

/** A text of at most this many UTF-16 units; different numbers give different texts. No character is cut. */
export function hostileText(kind: TextKind, length: number, number = 0): string {
  const { begin = '', unit }: { readonly begin?: string; readonly unit: string } = units[kind];
  const start = `${number}${begin}`.slice(0, length);
  return start + unit.repeat(Math.floor((length - start.length) / unit.length));
}
