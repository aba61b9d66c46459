import { pipeline } from 'node:stream/promises';
import { TextDecoder } from 'node:util';
import { parse } from 'csv-parse';
import { isCalendarDay } from '../../../src/text/days/written-days.ts';
import { parseEdinetCode } from '../../../src/text/identifiers/identifiers.ts';
import { parseSecuritiesCode } from '../../../src/text/identifiers/securities-code.ts';
import { type ArchivedFile, readArchive } from '../../loading/files/archives.ts';
import { readCellText, requireIdentifier } from '../../loading/files/cell-values.ts';
import { type Located, RowFault, readRows } from '../../loading/files/read-rows.ts';
import { refuseDamage, type SourceFile } from '../../loading/files/source-file.ts';
import { findMajorityHolder, type StatedParent } from '../../loading/majority-holder.ts';
import { OperatorError } from '../../operator/operator-error.ts';
import { ReportFigures, type YearFigures } from './figures.ts';
import { ReportHolders } from './holders.ts';

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
  /** The holder of more than half at the end of the period; null if there is none, undefined if the report does not say it. */
  readonly parent: StatedParent | null | undefined;
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
type Cells = Readonly<Record<(typeof columns)[number], string>>;

/**
 * The annual reports in an archive of the API (`type=5`), one record each; or one report's unpacked file. Everything else in the
 * archive is passed over.
 * @throws OperatorError when there is none, or the archive is cut off or damaged
 */
export function readReports(file: SourceFile): AsyncGenerator<Located<AnnualReport>> {
  return readRows(
    listReports(file),
    (archived) => readReport(file, archived),
    ({ name }) => name,
  );
}

async function* listReports(file: SourceFile): AsyncGenerator<Located<ArchivedFile>> {
  let line = 0;
  for await (const archived of readArchive(file)) {
    if (!reportName.test(archived.name)) continue;
    line += 1;
    yield { line, value: archived };
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

async function readReport(file: SourceFile, archived: ArchivedFile): Promise<AnnualReport> {
  if (archived.size > maxReportBytes) throw new RowFault('is larger than 256 MiB');
  const [, codeInName = '', periodEnd = '', , submittedOn = ''] = reportName.exec(archived.name) ?? [];
  const figures = new ReportFigures();
  const holders = new ReportHolders();
  const about = new Map<string, string>();
  for await (const cells of readCells(file, archived)) {
    const { 要素ID: element, コンテキストID: context, ユニットID: unitId, 単位: unit, 値: value } = cells;
    if (deiElements.has(element)) about.set(element, value);
    else if (!holders.addCell(element, context, value))
      figures.addFigure({ element, context, unitId, unit, value });
  }
  const getStated = (key: keyof typeof dei) => readCellText(about.get(dei[key]));
  const edinetCode = requireIdentifier(parseEdinetCode(getStated('edinetCode') ?? codeInName));
  if (!isCalendarDay(periodEnd) || !isCalendarDay(submittedOn))
    throw new RowFault('the name of the file has no days');
  const began = getStated('yearBegan') ?? '';
  if (!isCalendarDay(began)) throw new RowFault(`${dei.yearBegan} is missing or is not a day`);
  const accountingStandard = getStated('standard');
  const years = figures.groupByYear({
    standard: accountingStandard,
    hasGroup: getStated('hasGroup') === 'true',
  });
  if (years.size === 0) throw new RowFault('has no figures in yen in its summary of business results');
  const fiscalYear = Number(began.slice(0, 4));
  return {
    document: archived.name,
    edinetCode,
    securitiesCode: findSecuritiesCode(getStated('securitiesCode')),
    submittedOn,
    periodEnd,
    fiscalYear,
    accountingStandard,
    amended: getStated('amended') === 'true',
    years: assignFiscalYears(years, fiscalYear, getStated('previousYearBegan') ?? ''),
    parent: findMajorityHolder(holders.list()),
  };
}

function findSecuritiesCode(stated: string | null): string | null {
  const parsed = parseSecuritiesCode(stated ?? '');
  if (parsed.ok) return parsed.value;
  return null;
}

/**
 * After a change of the business year, the one before the report's can begin in the same calendar year; the newer one then has
 * the year.
 */
function assignFiscalYears(
  years: ReadonlyMap<number, YearFigures>,
  fiscalYear: number,
  previousBegan: string,
): ReadonlyMap<number, YearFigures> {
  const previousYear = isCalendarDay(previousBegan) ? Number(previousBegan.slice(0, 4)) : fiscalYear - 1;
  const byFiscalYear = new Map<number, YearFigures>();
  for (const [before, figures] of years) {
    const year = [fiscalYear, previousYear][before] ?? previousYear - (before - 1);
    if (!byFiscalYear.has(year)) byFiscalYear.set(year, figures);
  }
  return byFiscalYear;
}

/** UTF-16 with a byte order mark, or UTF-8; cells in quotes, between tabs. */
async function* readCells(file: SourceFile, archived: ArchivedFile): AsyncGenerator<Cells> {
  const parser = parse({
    delimiter: '\t',
    bom: false,
    relax_column_count: true,
    max_record_size: maxRecordLength,
    columns: (header: string[]) => requireColumns(archived, header),
  });
  const feeding = pipeline(await archived.open(), decodeText, parser);
  feeding.catch(() => undefined);
  const records: AsyncIterable<Partial<Cells>> = parser;
  for await (const record of refuseDamage(file, records))
    yield Object.fromEntries(columns.map((column) => [column, record[column] ?? ''])) as Cells;
  await feeding;
}

function requireColumns({ name }: ArchivedFile, header: string[]): string[] {
  const missing = columns.filter((column) => !header.includes(column));
  if (missing.length > 0) throw new OperatorError(`${name} has no column ${missing.join(', ')}.`);
  return header;
}

async function* decodeText(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const piece of bytes) {
    decoder ??= new TextDecoder(detectEncoding(piece), { fatal: true });
    yield decoder.decode(piece, { stream: true });
  }
  yield decoder?.decode() ?? '';
}

function detectEncoding(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  return 'utf-8';
}
