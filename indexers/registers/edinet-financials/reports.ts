import { pipeline } from 'node:stream/promises';
import { TextDecoder } from 'node:util';
import { parse } from 'csv-parse';
import { isCalendarDay } from '../../../src/text/days/written-days.ts';
import { parseEdinetCode } from '../../../src/text/identifiers/identifiers.ts';
import { parseSecuritiesCode } from '../../../src/text/identifiers/securities-code.ts';
import { isEmptyCell } from '../../../src/text/letters/normalize.ts';
import { type ArchivedFile, readArchive } from '../../loading/files/archives.ts';
import type { Located } from '../../loading/files/read-rows.ts';
import { buildDamageError, describeError, type SourceFile } from '../../loading/files/source-file.ts';
import { OperatorError } from '../../operator/operator-error.ts';
import { ReportFigures, type YearFigures } from './figures.ts';

/** The figures of an annual report of EDINET. Days are `YYYY-MM-DD`. */
export interface AnnualReport {
  /** The name of its file in the archive. */
  readonly document: string;
  readonly edinetCode: string;
  /** In its stored form: 72030 is 7203. */
  readonly securitiesCode: string | null;
  readonly submittedOn: string;
  readonly periodEnd: string;
  /** The year in which the business year of the report began. */
  readonly fiscalYear: number;
  readonly accountingStandard: string | null;
  readonly amended: boolean;
  /** By fiscal year. */
  readonly years: ReadonlyMap<number, YearFigures>;
}

/**
 * jpcrp030000-asr-001_E02144-000_2025-03-31_01_2025-06-18.csv: form, report, number, EDINET code, end of the period, number
 * of the submission, day of the submission.
 */
const reportName =
  /(?:^|\/)jpcrp\d{6}-asr-\d{3}_(E\d{5})-\d{3}_(\d{4}-\d{2}-\d{2})_(\d{2})_(\d{4}-\d{2}-\d{2})\.csv$/;

/** The largest reports have some MiB of text. */
const maxReportBytes = 256 << 20;
const maxRecordLength = 32 << 20;

const columns = ['要素ID', 'コンテキストID', 'ユニットID', '単位', '値'] as const;
type Column = (typeof columns)[number];
type Cells = Readonly<Record<Column, string>>;

/**
 * The annual reports in an archive of the API (`type=5`), one record each; or one report's unpacked file. Everything else in the
 * archive is passed over.
 * @throws OperatorError when there is none, or the archive is cut off or damaged
 */
export async function* readReports(file: SourceFile): AsyncGenerator<Located<AnnualReport>> {
  let line = 0;
  for await (const archived of readArchive(file)) {
    const name = reportName.exec(archived.name);
    if (name === null) continue;
    line += 1;
    const report = await readReport(file, archived, name);
    yield typeof report === 'string' ? { line, fault: report, text: archived.name } : { line, value: report };
  }
  if (line === 0)
    throw new OperatorError(
      `${file.name} has no annual report (a file like jpcrp030000-asr-001_E00000-000_2025-03-31_01_2025-06-20.csv).`,
    );
}

const dei = {
  edinetCode: 'jpdei_cor:EDINETCodeDEI',
  securitiesCode: 'jpdei_cor:SecurityCodeDEI',
  yearBegan: 'jpdei_cor:CurrentFiscalYearStartDateDEI',
  previousYearBegan: 'jpdei_cor:PreviousFiscalYearStartDateDEI',
  standard: 'jpdei_cor:AccountingStandardsDEI',
  hasGroup: 'jpdei_cor:WhetherConsolidatedFinancialStatementsArePreparedDEI',
  amended: 'jpdei_cor:AmendmentFlagDEI',
} as const;
const deiElements = new Set<string>(Object.values(dei));

async function readReport(
  file: SourceFile,
  archived: ArchivedFile,
  [, codeInName = '', periodEnd = '', , submittedOn = '']: RegExpExecArray,
): Promise<AnnualReport | string> {
  if (archived.size > maxReportBytes) return 'is larger than 256 MiB';
  const figures = new ReportFigures();
  const about = new Map<string, string>();
  for await (const cells of readCells(file, archived)) {
    const { 要素ID: element, コンテキストID: context, ユニットID: unitId, 単位: unit, 値: value } = cells;
    if (deiElements.has(element)) about.set(element, value.trim());
    else figures.addFigure({ element, context, unitId, unit, value });
  }
  const getStated = (key: keyof typeof dei) => {
    const value = about.get(dei[key]) ?? '';
    if (isEmptyCell(value)) return null;
    return value;
  };
  const code = parseEdinetCode(getStated('edinetCode') ?? codeInName);
  const securities = parseSecuritiesCode(getStated('securitiesCode') ?? '');
  const began = getStated('yearBegan') ?? '';
  const years = figures.groupByYear({
    standard: getStated('standard'),
    hasGroup: getStated('hasGroup') === 'true',
  });
  if (!code.ok) return code.message;
  if (!isCalendarDay(periodEnd) || !isCalendarDay(submittedOn)) return 'the name of the file has no days';
  if (!isCalendarDay(began)) return `${dei.yearBegan} is missing or is not a day`;
  if (years.size === 0) return 'has no figures in yen in its summary of business results';
  const fiscalYear = Number(began.slice(0, 4));
  const previousBegan = getStated('previousYearBegan') ?? '';
  const previousYear = isCalendarDay(previousBegan) ? Number(previousBegan.slice(0, 4)) : fiscalYear - 1;
  return {
    document: archived.name,
    edinetCode: code.value,
    securitiesCode: securities.ok ? securities.value : null,
    submittedOn,
    periodEnd,
    fiscalYear,
    accountingStandard: getStated('standard'),
    amended: getStated('amended') === 'true',
    years: assignFiscalYears(years, fiscalYear, previousYear),
  };
}

/**
 * After a change of the business year, the one before the report's can begin in the same calendar year; the newer one then has
 * the year.
 */
function assignFiscalYears(
  years: ReadonlyMap<number, YearFigures>,
  fiscalYear: number,
  previousYear: number,
): ReadonlyMap<number, YearFigures> {
  const found = new Map<number, YearFigures>();
  for (const [before, figures] of years) {
    const year = before === 0 ? fiscalYear : previousYear - (before - 1);
    if (!found.has(year)) found.set(year, figures);
  }
  return found;
}

/** UTF-16 with a byte order mark, or UTF-8; cells in quotes, between tabs. */
async function* readCells(file: SourceFile, archived: ArchivedFile): AsyncGenerator<Cells> {
  const bytes = await archived.open();
  const parser = parse({
    delimiter: '\t',
    bom: false,
    relax_column_count: true,
    max_record_size: maxRecordLength,
  });
  const feeding = pipeline(bytes, decodeUtf8, parser);
  feeding.catch(() => undefined);
  let places: Record<Column, number> | undefined;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      if (places === undefined) {
        const missing = columns.filter((column) => !record.includes(column));
        if (missing.length > 0)
          throw new OperatorError(`${archived.name} has no column ${missing.join(', ')}.`);
        places = Object.fromEntries(columns.map((column) => [column, record.indexOf(column)])) as Record<
          Column,
          number
        >;
        continue;
      }
      const found = places;
      yield Object.fromEntries(columns.map((column) => [column, record[found[column]] ?? ''])) as Cells;
    }
    await feeding;
  } catch (error) {
    throw error instanceof OperatorError ? error : buildDamageError(file, describeError(error));
  }
}

async function* decodeUtf8(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const piece of bytes) {
    decoder ??= new TextDecoder(piece[0] === 0xff && piece[1] === 0xfe ? 'utf-16le' : 'utf-8', {
      fatal: true,
    });
    yield decoder.decode(piece, { stream: true });
  }
  yield decoder?.decode() ?? '';
}
