import type { DetectedField } from '../../../contract/sources/answers.ts';
import { isCandidateColumn } from '../../../contract/sources/columns/result-columns.ts';
import { foldCase, isEmptyCell, normalizeText } from '../../../text/letters/normalize.ts';
import { isEmptyCode } from '../../../text/letters/placeholders.ts';
import { toNameKeys } from '../../../text/names/names.ts';
import { findContradicted } from './column-comparing.ts';
import { fits, isWholePostalCode, maxCellMeasured, roundShare } from './column-fit.ts';
import { detectRole } from './column-roles.ts';
import { isGeneralHeader, isSuggestable, minSuggested } from './column-suggestions.ts';
import { detectEarlierExport, isAddedHeader } from './earlier-export.ts';
import {
  detectedFields,
  type FieldOfColumn,
  type HeaderMeaning,
  mayNamePersons,
  readTitle,
  toTitle,
} from './header-words.ts';
import { hasLegalForm, isContact, isListTitle, isNumeric } from './table-words.ts';

/**
 * Guesses which columns identify companies, and which say where they are (docs/decisions/0027-sources.md). The caller
 * confirms them with a mapping.
 */

const samplesShown = 3;
/** The share of cells with a legal form that shows companies among persons. */
const enoughCompanies = 0.2;
const minConfidence = 0.3;
const fewCompanies = 3;
/** The confidence of a clear header alone. Valid values add the rest. */
const headerShare = 0.6;
/** How much of its confidence a column has beside another of its field that is preferred. */
const shareOfLess = 0.9;
/** Below this share of valid values, none is meant for the field. */
const allWrong = 0.05;
/** The confidence of a guess that is shown but not suggested. */
const notSuggested = 0.45;

/** What the cells of a column say about a field. */
interface CellSigns {
  /** The maximum confidence from values alone: years look like securities codes, but check digits are unmistakable. */
  readonly maxFromValues: number;
  /** The share of valid values with which a possible header is suggested; otherwise all. */
  readonly enoughOfPossible?: number;
  /** Values that were meant for this field, although they are wrong. */
  readonly meant?: RegExp;
  /** What other headers of the table are about if a possible header means this field; otherwise it is not suggested. */
  readonly among?: RegExp;
}

const cellSigns: Readonly<Record<FieldOfColumn, CellSigns>> = {
  // By chance, one of nine numbers with 13 digits is right: under 登録番号, a third are invoice numbers.
  corporate_number: {
    maxFromValues: 0.95,
    enoughOfPossible: 0.3,
    meant: /^t?\d(?:[\d-]{10,16}|\.\d+e\+?12)$/,
  },
  ticker: {
    maxFromValues: 0.35,
    among: /銘柄|証券|上場|市場|株価|株数|持株|出来高|時価総額|ticker|stock|shares/,
  },
  // Free mail is among the addresses of companies.
  domain: { maxFromValues: 0.7, enoughOfPossible: 0.5 },
  name: { maxFromValues: 0.75 },
  prefecture: { maxFromValues: 0.8 },
  city: { maxFromValues: 0.6 },
  // 丸の内1-6-6 beside a column for the city.
  address: { maxFromValues: 0.8, meant: /\d|丁目|番/ },
  postal_code: { maxFromValues: 0.6 },
};

/** Another place than the head office, an older value, a translation, or perhaps a person. */
const less =
  /英語|英文|英名|english|[者人](名|様)?$|送付|発送|配送|納品|納入|請求|出荷|工場|倉庫|勤務|就業|処分場|支店|支社|営業所|旧|変更前|代表者|担当|個人|自宅|[2-9２-９]$/;

/**
 * Columns of an earlier export are left out: they name the company of a row without a mapping, and its candidates are
 * not yet that. Facts about companies count only where no other column identifies one.
 * @param headers in order
 * @param rows a sample of rows, with cells in the order of the headers
 * @returns the likely columns of each identifier and each hint, the most certain first
 */
export function detectColumns(
  headers: readonly string[],
  rows: readonly (readonly (string | null)[])[],
): DetectedField[] {
  const columns = headers.map((header, place) => {
    const cells = rows
      .map((row) => row[place] ?? '')
      .filter((cell) => !isEmptyCell(cell.length > maxCellMeasured ? cell.slice(0, maxCellMeasured) : cell));
    return {
      header,
      title: toTitle(header),
      isTitled: headers.length > 1 && isListTitle(header),
      isLess: less.test(foldCase(normalizeText(header.slice(0, 200)))),
      cells,
      codes: cells.filter((cell) => !isEmptyCode(normalizeText(cell))),
    };
  });
  const isAmong = (among: RegExp | undefined, at: number) =>
    among === undefined || columns.some(({ title }, place) => place !== at && among.test(title));
  const earlier = detectEarlierExport(headers, (place) => rows.map((row) => row[place] ?? null));
  const judged = detectedFields.flatMap((field) =>
    columns.flatMap((column, at) =>
      isCandidateColumn(column.header) ? [] : judgeColumn(field, column, isAmong(cellSigns[field].among, at)),
    ),
  );
  const found = withoutThings(judged, columns);
  const own = found.filter(({ header }) => !isAddedHeader(earlier, header));
  const given = preferFilledNumbers(withoutTranslations(own, columns), columns);
  const shown = (given.some(isSuggestable) ? given : found).toSorted((a, b) => b.confidence - a.confidence);
  const out = findContradicted(shown, headers, rows);
  return shown
    .map((column) => (out.has(column) ? { ...column, confidence: notSuggested } : column))
    .sort((a, b) => b.confidence - a.confidence);
}

/** 名称 beside days or codes alone is of holidays or ways to pay, unless a cell has a legal form, or another column where it is. */
function withoutThings(
  found: readonly DetectedField[],
  columns: readonly SampledColumn[],
): readonly DetectedField[] {
  const isOfCompanies =
    columns.length === 1 ||
    found.some(({ field }) => field !== 'name') ||
    columns.some(({ cells }) => cells.some(isContact));
  if (isOfCompanies) return found;
  return found.filter(({ header }) => {
    const cells = columns.find((column) => column.header === header)?.cells ?? [];
    return !isGeneralHeader(header) || cells.length < fewCompanies || cells.some(hasLegalForm);
  });
}

/**
 * If names stand beside the same names in Latin letters, those in Japanese come first: the registers have these.
 * Both must be clearly names, so that a few dealers do not hide a column of foreign companies.
 */
function withoutTranslations(
  found: readonly DetectedField[],
  columns: readonly SampledColumn[],
): DetectedField[] {
  const cellsOf = ({ header }: DetectedField) =>
    columns.find((column) => column.header === header)?.cells ?? [];
  const names = found.filter(({ field, confidence }) => field === 'name' && confidence > headerShare);
  const japanese = names.filter((column) => isMostlyJapanese(cellsOf(column)));
  // Each once: each name is compared with each other one.
  const weights = new Map(
    names.map((column) => [column, { rank: detectRole(column.header).rank, cells: cellsOf(column).length }]),
  );
  const mayTakePlace = (one: DetectedField, of: DetectedField) => {
    const [first, second] = [weights.get(one), weights.get(of)];
    return !!first && !!second && first.rank <= second.rank && first.cells * 2 >= second.cells;
  };
  return found.map((column) => {
    if (!names.includes(column)) return column;
    const originals = japanese.includes(column)
      ? names.filter(
          (other) => !japanese.includes(other) && mayTakePlace(other, column) && !mayTakePlace(column, other),
        )
      : japanese.filter((other) => mayTakePlace(other, column));
    if (originals.length === 0) return column;
    return { ...column, confidence: notSuggested };
  });
}

/** Of the number columns of one party, one with less than half of the cells of another is not the number of its rows. */
function preferFilledNumbers(
  found: readonly DetectedField[],
  columns: readonly SampledColumn[],
): DetectedField[] {
  const countCells = ({ header }: DetectedField) =>
    columns.find((column) => column.header === header)?.codes.length ?? 0;
  // Each once: each number is compared with each other one.
  const numbers = new Map(
    found
      .filter((column) => column.field === 'corporate_number' && isSuggestable(column))
      .map((column) => [column, { ...detectRole(column.header), cells: countCells(column) }]),
  );
  return found.map((column) => {
    const number = numbers.get(column);
    if (!number) return column;
    const isEmptier = [...numbers.values()].some(
      ({ rank, kind, cells }) => rank === number.rank && kind === number.kind && cells > 2 * number.cells,
    );
    return isEmptier ? { ...column, confidence: notSuggested } : column;
  });
}

function isMostlyJapanese(cells: readonly string[]): boolean {
  const japanese = cells.filter((cell) =>
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(cell),
  );
  return japanese.length * 2 > cells.length;
}

interface SampledColumn {
  readonly header: string;
  readonly title: string;
  /** Whether another column of the same field is preferred. */
  readonly isLess: boolean;
  /** Whether its header is rather the title of a list. */
  readonly isTitled: boolean;
  readonly cells: readonly string[];
  /** Those that may be values of another field than a name. */
  readonly codes: readonly string[];
}

function judgeColumn(
  field: FieldOfColumn,
  { header, title, isLess, isTitled, cells: texts, codes }: SampledColumn,
  among: boolean,
): DetectedField[] {
  const meaning = readTitle(field, title);
  if (meaning === 'other') return [];
  const cells = field === 'name' ? texts : codes;
  // 取引先一覧 above one or two companies is a cover.
  if (field === 'name' && isTitled && cells.length < fewCompanies) return [];
  // Most columns are about something else, which half of their cells show.
  if (meaning === 'unknown' && !areEvident(field, cells)) return [];
  if (field === 'name' && mayNamePersons(title) && !areEvident(field, cells, enoughCompanies)) return [];
  const valid = cells.filter((cell) => cell.length <= maxCellMeasured && fits[field](cell));
  const measureShare = (fitting: readonly string[]) =>
    cells.length === 0 ? 0 : fitting.length / cells.length;
  const ratio = measureShare(valid);
  // A column of mail is one whatever the addresses say, which of free mail is nothing.
  const mail = field === 'domain' && meaning === 'possible' ? cells.filter(fits.email) : [];
  const share = Math.max(ratio, measureShare(mail));
  const certain = weighColumn(field, meaning, share, cells) * (isLess ? shareOfLess : 1);
  // Codes of one's own customers look like securities codes.
  const confidence = among || meaning === 'sure' ? certain : Math.min(certain, notSuggested);
  if (confidence < minConfidence) return [];
  return [
    {
      field,
      header,
      confidence: roundShare(confidence),
      valid_ratio: roundShare(ratio),
      sample_values: [...new Set(valid.length > 0 ? valid : cells)].slice(0, samplesShown),
    } as DetectedField,
  ];
}

function weighColumn(
  field: FieldOfColumn,
  meaning: Exclude<HeaderMeaning, 'other'>,
  ratio: number,
  cells: readonly string[],
): number {
  const { maxFromValues, enoughOfPossible = 1, meant } = cellSigns[field];
  if (meaning === 'sure') {
    const isMeant = (cell: string) => meant?.test(foldCase(normalizeText(cell.slice(0, 40)))) === true;
    // A clear header above cells that are all something else is an error of the table.
    if (cells.length > 0 && ratio < allWrong && !cells.some(isMeant)) return minConfidence;
    return headerShare + (1 - headerShare) * ratio;
  }
  if (meaning === 'possible') {
    if (cells.length === 0) return minConfidence;
    const fromValues = headerShare * ratio;
    if (ratio >= enoughOfPossible) return Math.max(minSuggested, fromValues);
    return fromValues;
  }
  return maxFromValues * (cells.filter(buildEvidence(field)).length / cells.length);
}

/** Whether so large a share of the cells is evident; stops at the cell that decides. */
function areEvident(field: FieldOfColumn, cells: readonly string[], share = 0.5): boolean {
  const isEvident = buildEvidence(field);
  let others = 0;
  for (const cell of cells) {
    if (isEvident(cell)) continue;
    others += 1;
    if (others > (1 - share) * cells.length) return false;
  }
  return cells.length > 0;
}

/** What a cell must be if the header does not say which field it is. */
function buildEvidence(field: FieldOfColumn): (cell: string) => boolean {
  // Any text can be a name, but only companies have a legal form.
  if (field === 'name') return (cell) => toNameKeys(cell.slice(0, 200)).legalForm !== null;
  const fitting = (cell: string) => cell.length <= maxCellMeasured && fits[field](cell);
  // Amounts and customer numbers can have seven digits, too.
  if (field === 'postal_code') return (cell) => fitting(cell) && isWholePostalCode(cell) && !isNumeric(cell);
  return fitting;
}
