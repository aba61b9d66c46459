/**
 * The texts of a part of the desk, in each language. English determines their types. Modules of texts import it from here, so that
 * tests can import them without a browser's types.
 */
export interface Texts<T> {
  readonly en: T;
  readonly ja: NoInfer<T>;
}

export function defineTexts<T>(texts: Texts<T>): Texts<T> {
  return texts;
}

/** A text, or what makes it from values. */
type Text = string | ((...values: never[]) => string);

/** Texts by name, each in both languages; a group of texts has a name, too. */
export interface TextPairs {
  readonly [name: string]: readonly [en: Text, ja: Text] | TextPairs;
}

type InOneLanguage<Pairs> = {
  readonly [Name in keyof Pairs]: Pairs[Name] extends readonly [infer English, unknown]
    ? English extends string
      ? string
      : English
    : InOneLanguage<Pairs[Name]>;
};

/** The texts of a part of the desk, each text beside its translation. */
export function defineTextPairs<Pairs extends TextPairs>(pairs: Pairs): Texts<InOneLanguage<Pairs>> {
  const pick = (group: TextPairs, language: 0 | 1): unknown =>
    Object.fromEntries(
      Object.entries(group).map(([name, value]) => [
        name,
        isPair(value) ? value[language] : pick(value, language),
      ]),
    );
  const texts: Texts<unknown> = { en: pick(pairs, 0), ja: pick(pairs, 1) };
  return texts as Texts<InOneLanguage<Pairs>>;
}

function isPair(value: TextPairs[string]): value is readonly [Text, Text] {
  return Array.isArray(value);
}

/** A whole number with separators, for example 12,345. */
export function formatCount(value: number): string {
  return value.toLocaleString('en-US');
}

/** A number with its English noun: 1 row, 2 rows. @param n with separators, if it is text */
export function formatQuantity(n: string | number, one: string, many = `${one}s`): string {
  return `${n} ${String(n) === '1' ? one : many}`;
}

/** At the beginning of a sentence: `One credit`. */
export function spellQuantity(n: number, one: string): string {
  return formatQuantity(n, one).replace(/^\d+/, spellCount(n));
}

/** `One`. */
export function spellCount(n: number): string {
  return ['None', 'One', 'Two', 'Three'][n] ?? String(n);
}

/** The text for a code of the service; undefined if it is newer than the desk. */
export function findCodeText(
  texts: Readonly<Record<string, string>>,
  code: string | null | undefined,
): string | undefined {
  if (code === null || code === undefined || !Object.hasOwn(texts, code)) return undefined;
  return texts[code];
}
