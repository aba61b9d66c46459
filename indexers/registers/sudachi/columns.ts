import type { AliasKind } from '../../../src/contract/companies/company-vocabulary.ts';
import { readCsv } from '../../loading/files/read-csv.ts';
import { type Located, RowFault, readRows } from '../../loading/files/read-rows.ts';
import { isUndecoded, undecoded } from '../../loading/files/read-text.ts';
import type { SourceFile } from '../../loading/files/source-file.ts';

/**
 * The synonym dictionary of SudachiDict: one writing of a word on each line, and the lines of a group after one another. Source of
 * the columns and codes: docs/synonyms.md of https://github.com/WorksApplications/SudachiDict.
 */

/** A writing of a word. */
export interface DictionaryEntry {
  /** The number of the group of words that mean the same. */
  readonly group: string;
  readonly text: string;
  /** What the word is about: 企業名, 旧企業名, 企業名/交通. */
  readonly fields: readonly string[];
  /** What it is to the name; null for the name itself in its usual form. */
  readonly kind: AliasKind | null;
  /** Whether it is initials or otherwise shortened. */
  readonly isShort: boolean;
}

export function readDictionary(file: SourceFile): AsyncGenerator<Located<DictionaryEntry>> {
  return readRows(readCsv(file), readEntry, (cells) => cells.join(','));
}

const columns = 11;
const maxLength = 200;

/** @throws RowFault */
function readEntry(cells: string[]): DictionaryEntry {
  if (cells.length !== columns) throw new RowFault(`has ${cells.length} columns instead of ${columns}`);
  const [group = '', , , , form = '', short = '', spelling = '', about = '', written = ''] = cells;
  if (!/^\d{6}$/.test(group)) throw new RowFault(`${group} is not the number of a group`);
  const text = decodeEscapes(written).trim();
  if (text === '' || text.length > maxLength)
    throw new RowFault(`has no text of 1 to ${maxLength} characters`);
  if (text.includes('\0')) throw new RowFault('has a NUL character');
  if (isUndecoded(text)) throw new RowFault(undecoded);
  return {
    group,
    text,
    fields: about.replace(/^\(|\)$/g, '').split('/'),
    kind: findKind({ form, short, spelling }),
    isShort: short === '1' || short === '2',
  };
}

/** Commas and quotation marks are written as `\u002C` and `\u0022`. */
function decodeEscapes(text: string): string {
  return text.replace(/\\u([0-9a-f]{4})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** Columns may be left out, which means the first code. */
function findKind({
  form,
  short,
  spelling,
}: Record<'form' | 'short' | 'spelling', string>): AliasKind | null {
  if (form === '4' || spelling === '3') return 'misuse';
  if (form === '3') return 'former';
  if (short === '1') return 'initials';
  if (short === '2') return 'abbreviation';
  if (form === '2') return 'nickname';
  // The letters of a foreign word are those of its translation.
  if (form === '1' || spelling === '1') return 'translation';
  if (spelling === '2') return 'other';
  return null;
}
