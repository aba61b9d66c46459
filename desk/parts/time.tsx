import { formatTime, useLanguage } from '../language.ts';

/** A time of the API, as the reader writes it. */
export function Time({ at }: { readonly at: string }) {
  return <time dateTime={at}>{formatTime(at, useLanguage())}</time>;
}
