import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';
import type { ListedFiler } from './list-days.ts';
import { compact, isWorkday } from './weeks-calendar.ts';

/** Documents filed with EDINET during the weeks: fictional documents of real filers. */

export interface FilingDays {
  /** The entries of each day's list, in the order of `seqNumber`. */
  readonly lists: ReadonlyMap<string, readonly Filing[]>;
  /** Archives of figures, by the id of the document. */
  readonly archives: ReadonlyMap<string, Buffer>;
}

export interface Filing {
  readonly seqNumber: number;
  readonly docID: string;
  readonly edinetCode: string;
  readonly secCode: string | null;
  readonly JCN: string | null;
  readonly filerName: string;
  readonly docTypeCode: string;
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly submitDateTime: string;
  readonly docDescription: string;
  readonly withdrawalStatus: string;
  readonly csvFlag: string;
}

const documents = 12;
/** How many of them are listed by ten in the morning. */
export const byMorning = 4;
/** Of this many days, one has an annual report with figures. */
const figuresEvery = 3;

/** @param filers the first ones file; those with a securities code also file annual reports */
export async function filingDays(
  filers: readonly ListedFiler[],
  days: readonly string[],
): Promise<FilingDays> {
  const lists = new Map<string, readonly Filing[]>();
  const archives = new Map<string, Buffer>();
  const workdays = days.filter(isWorkday);
  for (const [place, day] of workdays.entries()) {
    const ofDay = filers.slice(place * documents, (place + 1) * documents);
    const list = ofDay.map((filer, at): Filing => {
      const isAnnual = filer.securitiesCode !== '' && at % 4 === 0;
      const hasFigures = isAnnual && at === 0 && place % figuresEvery === 0;
      return {
        seqNumber: at + 1,
        docID: `S1${compact(day).slice(4)}${String(at).padStart(2, '0')}`,
        edinetCode: filer.edinetCode,
        secCode: filer.securitiesCode || null,
        // Natural persons file too; they have no corporate number.
        JCN: at === documents - 1 ? null : filer.number,
        filerName: at === documents - 1 ? '架空　太郎' : filer.name,
        docTypeCode: isAnnual ? '120' : '180',
        periodStart: '2025-06-01',
        periodEnd: '2026-05-31',
        submitDateTime: `${day} 09:${String(10 + at).padStart(2, '0')}`,
        docDescription: isAnnual ? '有価証券報告書' : '臨時報告書',
        withdrawalStatus: '0',
        csvFlag: hasFigures ? '1' : '0',
      };
    });
    lists.set(day, list);
    for (const filing of list.filter(({ csvFlag }) => csvFlag === '1'))
      archives.set(filing.docID, await reportArchive(filing, place));
  }
  return { lists, archives };
}

/** An annual report as the API gives its figures (type 5): text in UTF-16, between tabs, in an archive. */
async function reportArchive(filing: Filing, place: number): Promise<Buffer> {
  const fact = (element: string, context: string, value: string, unitId = 'JPY', unit = '円') => [
    ...[element, '', context, '', '', '', unitId, unit, value],
  ];
  const dei = (name: string, value: string) =>
    fact(`jpdei_cor:${name}DEI`, 'FilingDateInstant', value, '－', '－');
  const figure = (name: string, context: string, value: number) =>
    fact(`jpcrp_cor:${name}SummaryOfBusinessResults`, context, String(value));
  const header = [
    '要素ID',
    '項目名',
    'コンテキストID',
    '相対年度',
    '連結・個別',
    '期間・時点',
    'ユニットID',
    '単位',
    '値',
  ];
  const rows = [
    header,
    dei('EDINETCode', filing.edinetCode),
    dei('SecurityCode', filing.secCode ?? ''),
    dei('CurrentFiscalYearStartDate', filing.periodStart),
    dei('AccountingStandards', 'Japan GAAP'),
    dei('AmendmentFlag', 'false'),
    figure('NetSales', 'CurrentYearDuration', 5_000_000_000 + place),
    figure('NetSales', 'Prior1YearDuration', 4_000_000_000 + place),
    figure('OrdinaryIncomeLoss', 'CurrentYearDuration', 300_000_000 + place),
    figure('TotalAssets', 'CurrentYearInstant', 9_000_000_000 + place),
    figure('NetAssets', 'CurrentYearInstant', 4_000_000_000 + place),
  ];
  const text = rows.map((cells) => cells.map((cell) => `"${cell}"`).join('\t')).join('\r\n');
  const day = filing.submitDateTime.slice(0, 10);
  const zip = new ZipFile();
  zip.addBuffer(
    Buffer.from(`\uFEFF${text}\r\n`, 'utf16le'),
    `XBRL_TO_CSV/jpcrp030000-asr-001_${filing.edinetCode}-000_${filing.periodEnd}_01_${day}.csv`,
    { mtime: new Date(`${day}T00:00:00Z`) },
  );
  zip.end();
  return await buffer(zip.outputStream);
}
