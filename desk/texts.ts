/**
 * The texts of a part of the desk, in each language. English determines their types. Modules of texts import it from here, so that
 * tests can import them without a browser's types.
 */
export type Texts<T> = { readonly en: T; readonly ja: NoInfer<T> };
