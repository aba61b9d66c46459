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

/** A number with its English noun: 1 row, 2 rows. @param n with separators, if it is text */
export function formatQuantity(n: string | number, one: string, many = `${one}s`): string {
  return `${n} ${String(n) === '1' ? one : many}`;
}

/** The text for a code of the service; undefined if it is newer than the desk. */
export function findCodeText(
  texts: Readonly<Record<string, string>>,
  code: string | null | undefined,
): string | undefined {
  if (code === null || code === undefined || !Object.hasOwn(texts, code)) return undefined;
  return texts[code];
}
