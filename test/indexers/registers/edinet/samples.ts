import { corporateNumber } from '../../../support/companies.ts';
import { shiftJis } from '../../../support/loading.ts';

export interface FilerCells {
  readonly edinet: string;
  readonly name: string;
  readonly number?: number;
  readonly code?: string;
  readonly type?: string;
  readonly listed?: string;
  readonly consolidated?: string;
  readonly capital?: string;
  readonly yearEnd?: string;
  readonly english?: string;
  readonly kana?: string;
  readonly address?: string;
  readonly industry?: string;
}

export const edinetHeader =
  'ＥＤＩＮＥＴコード,提出者種別,上場区分,連結の有無,資本金,決算日,提出者名,提出者名（英字）,提出者名（ヨミ）,所在地,提出者業種,証券コード,提出者法人番号';

/** The EDINET code list of a day such as 2025年12月24日. */
export function edinetFile(day: string, ...filers: readonly FilerCells[]): Uint8Array {
  const rows = filers.map((filer) =>
    [
      filer.edinet,
      filer.type ?? '内国法人・組合',
      filer.listed ?? '上場',
      filer.consolidated ?? '有',
      filer.capital ?? '100',
      filer.yearEnd ?? '3月31日',
      filer.name,
      filer.english ?? '',
      filer.kana ?? '',
      filer.address ?? '千代田区架空町一丁目１番地',
      filer.industry ?? 'サービス業',
      filer.code ?? '',
      filer.number === undefined ? '' : corporateNumber(filer.number),
    ]
      .map((cell) => `"${cell}"`)
      .join(','),
  );
  return shiftJis(
    `${[`ダウンロード実行日,${day}現在,件数,${filers.length}件`, edinetHeader, ...rows].join('\r\n')}\r\n`,
  );
}

/** A filer that is listed. */
export const kakuu: FilerCells = {
  edinet: 'E99001',
  name: '株式会社架空製作',
  number: 1,
  code: '90010',
  capital: '1491',
  english: 'KAKUU WORKS CO., LTD.',
  kana: 'カブシキガイシャカクウセイサク',
  address: '豊田市架空町１番地',
};
