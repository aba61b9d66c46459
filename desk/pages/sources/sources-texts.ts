import { maxImportBytes, maxSourceRows } from '../../../client/index.ts';
import { defineTextPairs, formatCount, formatQuantity } from '../../texts.ts';

/** As both languages write it. */
const maxRows = formatCount(maxSourceRows);
const maxMebibytes = maxImportBytes / 1024 / 1024;

export const texts = defineTextPairs({
  title: ['Tables', '名寄せする表'],
  none: [
    'There is no table yet. Drop the first one above.',
    'まだ表がありません。上の枠にファイルをドロップしてください。',
  ],
  noneToRead: ['There is no table yet.', 'まだ表がありません。'],
  rows: [(rows: string) => formatQuantity(rows, 'row'), (rows) => `${rows} 行`],
  dropTitle: ['Drop a table here', 'ここにファイルをドロップ'],
  dropHint: [
    `Excel (.xlsx, .xlsm) or CSV, as it is, up to ${maxRows} rows. You can also paste cells. You see what it is taken for before anything costs.`,
    `Excel（.xlsx、.xlsm）・CSV に対応、${maxRows} 行まで。セルの貼り付けもできます。読み取り結果と料金を確認してから始められます。`,
  ],
  pastedName: ['Pasted table', '貼り付けた表'],
  choose: ['Choose a file', 'ファイルを選ぶ'],
  refusals: {
    empty: ['The file is empty.', 'ファイルが空です。'],
    too_large: [
      `The file is larger than ${maxMebibytes} MiB. Split it, or save it as .xlsx.`,
      `ファイルが ${maxMebibytes} MiB を超えています。分割するか、.xlsx で保存してください。`,
    ],
    type: [
      'This kind of file cannot be read. Save it as .xlsx or CSV.',
      'この種類のファイルは読み取れません。.xlsx か CSV で保存してください。',
    ],
    several: ['Drop one file at a time.', 'ファイルは 1 つずつドロップしてください。'],
  },
  next: {
    map: ['Check the columns', '列を確認する'],
    resolve: ['Find the companies', '会社を探す'],
    result: ['See the result', '結果を見る'],
  },
  review: [(rows: string) => `Review ${formatQuantity(rows, 'row')}`, (rows) => `${rows} 行を確認する`],
  remove: ['Delete', '削除'],
  removeTitle: [(name: string) => `Delete ${name}?`, (name) => `${name} を削除しますか`],
  removeText: [
    (rows: string) =>
      `The table with ${formatQuantity(rows, 'row')} and all decisions is deleted for good. Credits are not refunded. Lists made from it stay.`,
    (rows) =>
      `この表の ${rows} 行とすべての判断が完全に削除されます。クレジットは戻りません。この表から作ったリストは残ります。`,
  ],
  list: ['Tables, newest first', '取り込んだ表（新しい順）'],
  remembered: ['Remembered choices', '記憶した選択'],
  readOnly: [
    'This key may only read. You can look at tables and download them.',
    'このキーは閲覧専用です。表の閲覧と書き出しができます。',
  ],
});
