import headings from './no-company-words.json' with { type: 'json' };

/**
 * Words that people write in place of a name where no company is meant. A cell with one is not empty: somebody is meant, but
 * nobody whom a register has (for empty cells see placeholders.ts). Companies have such words as names too (株式会社フリーランス),
 * and are meant only with their legal form.
 *
 * Where they come from: the accounts of the tax office's form for sole traders (青色申告決算書), what accounting programs
 * propose for entries with several or unnamed parties (諸口), texts of bank and securities statements (MRF), and customer
 * lists of shops.
 */
const words: ReadonlySet<string> = new Set(Object.values(headings).flat());

const LONGEST = Math.max(...[...words].map(({ length }) => length));
/** 個人様, 個人1, その他(3件) */
const BESIDE = /(?:様|さま|殿|御中|分|計)$|(?:[(].*[)]|[#№]?\d{1,4}(?:名|社|件|人)?)$/;

/** Whether a name without a legal form is a word for nobody in particular. @param normalized by `normalizeText` */
export function isNoCompanyWord(normalized: string): boolean {
  if (normalized.length > LONGEST + 20) return false;
  const text = normalized
    .toLowerCase()
    .replaceAll(' ', '')
    .replace(/^[※*・]+/, '');
  return words.has(text) || words.has(text.replace(BESIDE, ''));
}
