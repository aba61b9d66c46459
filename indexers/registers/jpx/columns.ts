import { parseSecuritiesCode } from '../../../src/text/identifiers/securities-code.ts';
import type { ListingRow } from '../../facts/index.ts';
import { readCellText, requireDecoded, requireIdentifier } from '../../loading/files/cell-values.ts';
import { type HeadedRow, readHeadedCsv } from '../../loading/files/read-headed-csv.ts';
import { type Located, RowFault, readRows } from '../../loading/files/read-rows.ts';
import type { SourceFile } from '../../loading/files/source-file.ts';
import { OperatorError } from '../../operator/operator-error.ts';

const columns = ['日付', 'コード', '銘柄名', '市場・商品区分', '33業種コード', '規模区分'] as const;
type Row = HeadedRow<(typeof columns)[number]>;

/** Segments by the start of their label; （内国株式） or （外国株式） follows. */
const segments: readonly (readonly [string, string])[] = [
  ['プライム', 'prime'],
  ['スタンダード', 'standard'],
  ['グロース', 'growth'],
  ['PRO Market', 'pro_market'],
  ['出資証券', 'other'],
];

/** @throws OperatorError when no record of the list has a date */
export async function readJpxListDay(file: SourceFile): Promise<string> {
  for await (const record of readHeadedCsv(file, columns)) {
    if ('fault' in record) continue;
    const day = parseListDay(record.value);
    if (day !== null) return day;
  }
  throw new OperatorError(`${file.name} has no date in its column 日付.`);
}

export function readJpxList(file: SourceFile): AsyncGenerator<Located<ListedSecurity | ListedFund>> {
  return readRows(readHeadedCsv(file, columns), readSecurity, (row) =>
    columns.map((name) => row[name]).join(','),
  );
}

/** A company's security on the list of the Tokyo exchange. */
export interface ListedSecurity {
  /** Day of the list, `YYYY-MM-DD`. */
  readonly asOf: string;
  readonly code: string;
  readonly kind: ListingRow['security_kind'];
  readonly shortName: string;
  readonly segment: string;
  /** Four digits: the list writes 0050 as 50. */
  readonly industry33Code: string | null;
  readonly sizeClass: string | null;
}

/** A fund on the list, which is no company: an ETF, a REIT. */
export interface ListedFund {
  readonly asOf: string;
  readonly code: string;
  readonly kind: 'fund';
  readonly name: string;
  /** As the list calls it: ETF・ETN. */
  readonly category: string;
}

/** @throws RowFault */
function readSecurity(row: Row): ListedSecurity | ListedFund {
  const label = row['市場・商品区分'];
  const sector = readCellText(row['33業種コード']);
  const segment = segments.find(([start]) => label.startsWith(start))?.[1];
  const asOf = parseListDay(row);
  if (asOf === null) throw new RowFault(`日付 ${row.日付} is not a date`);
  const code = requireIdentifier(parseSecuritiesCode(row.コード));
  requireDecoded('銘柄名', row.銘柄名);
  // Funds have no sector. Those of 日本銀行 and 信金中央金庫 have none either, but they have a known segment.
  if (segment === undefined && sector === null)
    return { asOf, code, kind: 'fund', name: row.銘柄名, category: label };
  if (sector !== null && !/^\d{2,4}$/.test(sector))
    throw new RowFault(`33業種コード ${sector} is not a sector`);
  return {
    asOf,
    code,
    kind: parseSecurityKind(code, label),
    shortName: row.銘柄名,
    segment: segment ?? 'other',
    industry33Code: sector?.padStart(4, '0') ?? null,
    sizeClass: readCellText(row.規模区分),
  };
}

function parseSecurityKind(code: string, label: string): ListingRow['security_kind'] {
  if (label.startsWith('出資証券')) return 'investment';
  if (code.length === 5) return 'preferred';
  return 'common';
}

function parseListDay({ 日付 }: Row): string | null {
  const [, year, month, day] = /^(\d{4})[-/]?(\d{2})[-/]?(\d{2})$/.exec(日付) ?? [];
  if (year === undefined) return null;
  return `${year}-${month}-${day}`;
}
