import { parseCorporateNumber } from '../../../src/text/identifiers/corporate-number.ts';
import { parseEdinetCode } from '../../../src/text/identifiers/identifiers.ts';
import { parseSecuritiesCode } from '../../../src/text/identifiers/securities-code.ts';
import { normalizeText } from '../../../src/text/letters/normalize.ts';
import { readCellText, requireDecoded, requireIdentifier } from '../../loading/files/cell-values.ts';
import { readCsv } from '../../loading/files/read-csv.ts';
import { type HeadedRow, readHeadedCsv } from '../../loading/files/read-headed-csv.ts';
import { type Located, RowFault, readRows } from '../../loading/files/read-rows.ts';
import type { SourceFile } from '../../loading/files/source-file.ts';
import { OperatorError } from '../../operator/operator-error.ts';

const columns = [
  'ＥＤＩＮＥＴコード',
  '提出者種別',
  '上場区分',
  '連結の有無',
  '資本金',
  '決算日',
  '提出者名',
  '提出者名（英字）',
  '提出者名（ヨミ）',
  '所在地',
  '提出者業種',
  '証券コード',
  '提出者法人番号',
] as const;
type Row = HeadedRow<(typeof columns)[number]>;

/**
 * The day of the list, from the note on its first line (ダウンロード実行日,2025年12月24日現在,件数,11188件).
 * @throws OperatorError when the file does not begin with it
 */
export async function readEdinetListDay(file: SourceFile): Promise<string> {
  for await (const record of readCsv(file)) {
    if ('fault' in record) break;
    const note = normalizeText(record.value.join(','));
    const [, year, month = '', day = ''] = /(\d{4})年(\d{1,2})月(\d{1,2})日現在/.exec(note) ?? [];
    if (year !== undefined) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    break;
  }
  throw new OperatorError(
    `${file.name} does not begin with the note that gives the date of the EDINET code list.`,
  );
}

export function readEdinetList(file: SourceFile): AsyncGenerator<Located<EdinetFiler>> {
  return readRows(readHeadedCsv(file, columns, 1), readFiler, renderRejectedText);
}

/** Data about natural persons is not kept, not even in rejected rows. */
function renderRejectedText(row: Row): string {
  if (isPerson(row)) return '';
  return columns.map((name) => row[name]).join(',');
}

function isPerson(row: Row): boolean {
  return row.提出者種別.startsWith('個人');
}

/** A filer of the EDINET code list that can be matched to a company. Empty cells are null. */
export type EdinetFiler = ReturnType<typeof readFiler>;

/** @throws RowFault */
function readFiler(row: Row) {
  if (isPerson(row)) throw new RowFault('a natural person; no data about persons is kept');
  const edinetCode = requireIdentifier(parseEdinetCode(row.ＥＤＩＮＥＴコード));
  const corporateNumber = readCorporateNumber(row.提出者法人番号);
  const securities = readCellText(row.証券コード);
  /** In its stored form: 72030 is 7203. */
  const securitiesCode = securities && requireIdentifier(parseSecuritiesCode(securities));
  if (corporateNumber === null && securitiesCode === null)
    throw new RowFault('has neither a corporate number nor a securities code');
  if (row.提出者名 === '') throw new RowFault('提出者名 is empty');
  requireDecoded('提出者名', row.提出者名);
  return {
    edinetCode,
    corporateNumber,
    securitiesCode,
    foreign: row.提出者種別.startsWith('外国'),
    ...splitFilerName(row.提出者名),
    englishName: readCellText(row['提出者名（英字）']),
    kana: readCellText(row['提出者名（ヨミ）']),
    address: readCellText(row.所在地),
    listingStatement: readCellText(row.上場区分),
    consolidated: row.連結の有無 === '' ? null : row.連結の有無 === '有',
    capitalYen: readCapital(row.資本金),
    fiscalYearEnd: readCellText(row.決算日),
    industry: readIndustry(row.提出者業種),
  };
}

/** 9999999999999 says that there is no number. */
function readCorporateNumber(cell: string): string | null {
  const parsed = parseCorporateNumber(cell);
  if (readCellText(cell) === null || (!parsed.ok && parsed.reason === 'empty')) return null;
  return requireIdentifier(parsed);
}

/** In yen; the list gives millions. */
function readCapital(cell: string): number | null {
  const capital = cell.replaceAll(',', '');
  if (!/^-?\d*$/.test(capital)) throw new RowFault(`資本金 ${cell} is not a number`);
  if (capital === '') return null;
  return Number(capital) * 1_000_000;
}

/** For filers that do not have to report, the column repeats the kind of filer. */
function readIndustry(cell: string): string | null {
  if (/^(内国|外国|個人)/.test(cell)) return null;
  return readCellText(cell);
}

/**
 * パーク二四株式会社（定款上の商号　パーク２４株式会社） has two names, of which the second is the one that the company uses for
 * itself. Every other bracket is part of the name.
 */
export function splitFilerName(filerName: string): { name: string; tradeName: string | null } {
  const [, name, tradeName] = /^(.+?)（(?:定款上の)?(?:商号|称号)[\s　]+(.+)）$/.exec(filerName) ?? [];
  return { name: name ?? filerName, tradeName: tradeName ?? null };
}
