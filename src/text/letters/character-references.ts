import { decodeHTMLStrict } from 'entities/decode';

/**
 * Character references of HTML and XML, which stay in names that were copied out of a page or an export: `&amp;`, `&#39640;`,
 * `&nbsp;`. Only complete ones count, with their semicolon: A&B, P&G; and &nosuch; are text.
 */

const REFERENCES = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi;
/** `&amp;amp;#39;`: text that was written as references more than once. */
const ENCODED_AGAIN = /&(?:(?:amp|#0{0,4}38|#x0{0,4}26);)+/gi;

/** The text with its character references read. Linear in the length of the text. */
export function readReferences(text: string): string {
  return text.replace(ENCODED_AGAIN, '&').replace(REFERENCES, (each) => decodeHTMLStrict(each));
}

/** The text with another character in place of the semicolon of each reference, so that it divides nothing. */
export function markReferenceEnds(text: string, mark: string): string {
  return text.replace(REFERENCES, (each) =>
    decodeHTMLStrict(each) === each ? each : `${each.slice(0, -1)}${mark}`,
  );
}
