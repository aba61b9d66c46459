import { buildAlternatives } from '../../../text/letters/word-patterns.ts';
import headings from './header-words.json' with { type: 'json' };
import { foldCell, isValue } from './table-words.ts';

/**
 * The words of headers, each once, with all that it says (header-words.json). Both questions about a header are answered from
 * this list: whether a line is one, and which field its column has. Words are patterns. Their marks:
 *
 * - `header-alone`, `header-begin`, `header-end`: a cell that is the word, begins or ends with it is a header
 * - `header-english`: an English word that is one, also behind a word marked `header-before`
 * - `kind`: a kind of company, which is one, also behind a word marked `before-kind`
 * - `address`, `address?`, `-address`, and so for each field: the column surely has it, may have it, or never has it
 * - `partner`: the other side of a business, so that the column may have companies
 * - `name-english`: the column surely has companies if `name` follows; `name-noun?`, `name-english?`: it may have them if the
 *   header has nothing else, or only a word for a name
 */
const words = Object.values(headings).flatMap((heading) => Object.entries<readonly string[]>(heading));

/** The words with this mark, as alternatives of an expression. */
export function buildMarked(mark: string): string {
  const marked = words.filter(([, marks]) => marks.includes(mark)).map(([word]) => word);
  if (marked.length === 0) throw new Error(`No word of a header is marked ${mark}.`);
  return buildAlternatives(marked);
}

const headerAlone = new RegExp(`^(?:${buildMarked('header-alone')})$`);
const headerBegins = new RegExp(`^(?:${buildMarked('header-begin')})`);
const headerEnds = new RegExp(`(?:${buildMarked('header-end')})$`);
const englishHeader = new RegExp(
  `^(?:(?:${buildMarked('header-before')})[ _-]?)?(?:${buildMarked('header-english')})$`,
);
const companyOfAKind = new RegExp(
  `^(?:${buildMarked('before-kind')})?(?:${buildMarked('kind')})(?:名|名称)?$`,
);

/** Whether a header says what kind of company its column has: 発行会社, 納入業者, 販売店. 山田企業 is a company. */
export function isCompanyOfAKind(header: string): boolean {
  return companyOfAKind.test(header);
}

const maxHeader = 40;
/** Longer texts that end like a header are sentences and names. */
const maxBeforeEnd = 20;

/** Whether a cell has the words of a column's header. */
export function isHeaderWord(cell: string): boolean {
  const text = foldCell(cell);
  if (text === '' || text.length > maxHeader) return false;
  const bare = text
    .replace(/[(（[［【<＜].*$/u, '')
    .replace(/(?<![*※:：●■◎○必須])[*※:：●■◎○必須]+$/u, '')
    .replace(/^[*※●■◎○]+/u, '')
    .trim();
  if (bare === '' || isValue(bare)) return false;
  return (
    headerAlone.test(bare) ||
    companyOfAKind.test(bare) ||
    headerBegins.test(bare) ||
    (bare.length <= maxBeforeEnd && headerEnds.test(bare)) ||
    englishHeader.test(bare.replaceAll('_', ' '))
  );
}
