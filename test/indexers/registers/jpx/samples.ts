export interface SecurityCells {
  readonly code: string;
  readonly name: string;
  readonly segment?: string;
  readonly sector?: string;
  readonly size?: string;
}

/** The exchange's list of a day such as 20260131. */
export function jpxFile(day: string, ...securities: readonly SecurityCells[]): string {
  const header =
    '日付,コード,銘柄名,市場・商品区分,33業種コード,33業種区分,17業種コード,17業種区分,規模コード,規模区分';
  const rows = securities.map(({ code, name, segment, sector, size }) =>
    [
      day,
      code,
      name,
      segment ?? 'プライム（内国株式）',
      sector ?? '9050',
      '-',
      '-',
      '-',
      '-',
      size ?? '-',
    ].join(','),
  );
  return `${[header, ...rows].join('\n')}\n`;
}
