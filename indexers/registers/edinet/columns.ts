import { parseCorporateNumber } from '../../../src/text/identifiers/corporate-number.ts';
import { parseEdinetCode } from '../../../src/text/identifiers/identifiers.ts';
import type { ParsedIdentifier } from '../../../src/text/identifiers/parsed-identifier.ts';
import { parseSecuritiesCode } from '../../../src/text/identifiers/securities-code.ts';
import { isEmptyCell, normalizeText } from '../../../src/text/letters/normalize.ts';
import { readCsv } from '../../loading/files/read-csv.ts';
import { type HeadedRow, readHeadedCsv } from '../../loading/files/read-headed-csv.ts';
import { type Located, readRows } from '../../loading/files/read-rows.ts';
import { isUndecoded, undecoded } from '../../loading/files/read-text.ts';
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
    const note = 'value' in record ? normalizeText(record.value.join(',')) : '';
    const [, year, month = '', day = ''] = /(\d{4})年(\d{1,2})月(\d{1,2})日現在/.exec(note) ?? [];
    if (year !== undefined) return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    break;
  }
  throw new OperatorError(
    `${file.name} does not begin with the note that gives the date of the EDINET code list.`,
  );
}

export function readEdinetList(file: SourceFile): AsyncGenerator<Located<EdinetFiler>> {
  // Data about natural persons is not kept, not even in rejected rows.
  const requireText = (row: Row) => {
    if (isPerson(row)) return '';
    return columns.map((name) => row[name]).join(',');
  };
  return readRows(readHeadedCsv(file, columns, 1), readFiler, requireText);
}

function isPerson(row: Row): boolean {
  return row.提出者種別.startsWith('個人');
}

/** A filer of the EDINET code list that can be matched to a company. Empty cells are null. */
export type EdinetFiler = Exclude<ReturnType<typeof readFiler>, string>;

/** A filer, or why the row is rejected. */
function readFiler(row: Row) {
  if (isPerson(row)) return 'a natural person; no data about persons is kept';
  const code = parseEdinetCode(row.ＥＤＩＮＥＴコード);
  const number = isEmptyCell(row.提出者法人番号)
    ? null
    : ignoreEmptyNumber(parseCorporateNumber(row.提出者法人番号));
  const securities = isEmptyCell(row.証券コード) ? null : parseSecuritiesCode(row.証券コード);
  if (!code.ok) return code.message;
  if (number?.ok === false) return number.message;
  if (securities?.ok === false) return securities.message;
  if (number === null && securities === null) return 'has neither a corporate number nor a securities code';
  if (row.提出者名 === '') return '提出者名 is empty';
  if (isUndecoded(row.提出者名)) return `提出者名 ${undecoded}`;
  const capital = row.資本金.replaceAll(',', '');
  if (!/^-?\d*$/.test(capital)) return `資本金 ${row.資本金} is not a number`;
  return {
    edinetCode: code.value,
    corporateNumber: number?.value ?? null,
    /** In its stored form: 72030 is 7203. */
    securitiesCode: securities?.value ?? null,
    foreign: row.提出者種別.startsWith('外国'),
    ...splitNames(row),
    englishName: toTextOrNull(row['提出者名（英字）']),
    kana: toTextOrNull(row['提出者名（ヨミ）']),
    address: toTextOrNull(row.所在地),
    listingStatement: toTextOrNull(row.上場区分),
    consolidated: row.連結の有無 === '' ? null : row.連結の有無 === '有',
    // The list gives millions of yen.
    capitalYen: capital === '' ? null : Number(capital) * 1_000_000,
    fiscalYearEnd: toTextOrNull(row.決算日),
    // For filers that do not have to report, the column repeats the kind of filer.
    industry: /^(内国|外国|個人)/.test(row.提出者業種) ? null : toTextOrNull(row.提出者業種),
  };
}

/**
 * パーク二四株式会社（定款上の商号　パーク２４株式会社） has two names, of which the second is the one that the company uses for
 * itself. Every other bracket is part of the name.
 */
function splitNames({ 提出者名 }: Row): { name: string; tradeName: string | null } {
  const [, name, tradeName] = /^(.+?)（(?:定款上の)?(?:商号|称号)[\s　]+(.+)）$/.exec(提出者名) ?? [];
  return { name: name ?? 提出者名, tradeName: tradeName ?? null };
}

/** 9999999999999 says that there is no number. */
function ignoreEmptyNumber(parsed: ParsedIdentifier): ParsedIdentifier | null {
  if (!parsed.ok && parsed.reason === 'empty') return null;
  return parsed;
}

function toTextOrNull(cell: string): string | null {
  if (isEmptyCell(cell)) return null;
  return cell;
}
