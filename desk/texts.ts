/**
 * The texts of a part of the desk, in each language. English determines their types. Modules of texts import it from here, so that
 * tests can import them without a browser's types.
 */
export type Texts<T> = { readonly en: T; readonly ja: NoInfer<T> };

/** A number with its English noun: 1 row, 2 rows. @param n with separators, if it is text */
export function counted(n: string | number, one: string, many = `${one}s`): string {
  return `${n} ${String(n) === '1' ? one : many}`;
}
