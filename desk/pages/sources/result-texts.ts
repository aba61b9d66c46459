import { choiceHeaders, decisionMakerTexts } from '../../../client/index.ts';
import { defineTextPairs, formatQuantity } from '../../texts.ts';

export const texts = defineTextPairs({
  unsent: [
    (decisions: string) =>
      `${formatQuantity(decisions, 'decision')} of a review not sent yet. This page does not count them until they are.`,
    (decisions) =>
      `確認画面の判断が ${decisions} 件、まだ送信されていません。送信が終わるまで、ここには反映されません。`,
  ],
  refused: [
    (decisions: string) =>
      `${formatQuantity(decisions, 'decision')} of the review not accepted, because the rows had changed meanwhile.`,
    (decisions) =>
      `確認画面の判断のうち ${decisions} 件は、行の状態が変わっていたため受け付けられませんでした。`,
  ],
  seeRefused: ['See them in the review', '確認画面で見る'],
  review: [(rows: string) => `Review ${rows} open rows`, (rows) => `未確定の ${rows} 行を確認する`],
  export: ['Take the table with you', '表を書き出す'],
  exportHint: [
    'Your own columns come back as they were, with the companies beside them.',
    '元の列はそのまま、横に会社の列が付きます。',
  ],
  format: ['File', 'ファイル'],
  formats: {
    xlsx: ['Excel (.xlsx)', 'Excel（.xlsx）'],
    xlsm: ['Excel with its macros (.xlsm)', 'Excel マクロ有効ブック（.xlsm）'],
    csv: ['CSV', 'CSV'],
    'utf-8': ['CSV (UTF-8)', 'CSV（UTF-8）'],
  },
  ownFile: [
    'Your own file, with the columns added. Everything else in it stays as it is.',
    'お手元のファイルに列を追加します。ほかの部分は元のままです。',
  ],
  otherSheets: [
    (sheets: readonly string[]) => `The columns in the other sheets too: ${sheets.join(', ')}`,
    (sheets: readonly string[]) => `ほかのシートにも列を付ける：${sheets.join('、')}`,
  ],
  newFile: ['A new file with this table.', 'この表だけの新しいファイルになります。'],
  missing: [
    (characters: string) =>
      `Characters of added cells that the encoding of your file does not have: ${characters}. They are 〓 now. CSV (UTF-8) has them all.`,
    (characters) =>
      `追加した列の ${characters} 文字は元の文字コードにないため、〓 で書き出しました。CSV（UTF-8）ならそのまま残ります。`,
  ],
  layout: ['Lines around the table', '表の前後の行'],
  layouts: {
    file: ['as in your file', '元のファイルと同じ'],
    table: ['only header and rows', '見出しとデータのみ'],
  },
  rowsOf: ['Rows', '行'],
  rowChoices: {
    all: ['all', 'すべて'],
    matched: ['settled', '確定した行'],
    open: ['open', '未確定の行'],
  },
  rowsHint: [
    'Lines around the table come back only with all rows.',
    '表の前後の行は、すべての行を書き出すときだけ戻ります。',
  ],
  auditSheet: ['with all decisions on a further sheet', '判断の記録を別のシートに付ける'],
  save: ['Download', 'ダウンロード'],
  saving: ['Writing …', '書き出し中…'],
  saved: ['The file is in your downloads.', 'ダウンロードしました。'],
  disarmed: [
    (cells: string) => `Cells that would have run as formulas: ${cells}. They begin with an apostrophe now.`,
    (cells) => `数式として実行されるおそれのある ${cells} 個のセルの先頭に ' を付けました。`,
  ],
  audit: ['Download all decisions (audit)', '判断の記録をダウンロード（監査用）'],
  list: ['Make a List', 'リストを作る'],
  listHint: [
    (rows: string) => `A List of the companies of ${formatQuantity(rows, 'settled row')}, free of charge.`,
    (rows) => `確定した ${rows} 行の会社のリストを無料で作れます。`,
  ],
  listName: ['Name', '名前'],
  makeList: ['Make the List', 'リストを作る'],
  history: ['Who decided what', '判断の記録'],
  noHistory: ['Nobody has decided anything yet.', 'まだ判断はありません。'],
  when: ['When', '日時'],
  who: ['Key', 'キー'],
  what: ['What', '内容'],
  row: ['Row', '行'],
  rowNumber: [(row: string) => `row ${row}`, (row) => `${row} 行目`],
  fileRow: [(line: string) => `line ${line} of the file`, (line) => `ファイルの ${line} 行目`],
  moreRows: [(rows: string) => `and ${formatQuantity(rows, 'more row')}`, (rows) => `ほか ${rows} 行`],
  rows: [(rows: string) => formatQuantity(rows, 'row'), (rows) => `${rows} 行`],
  ofCall: [
    (rows: string, companies: string) =>
      `${formatQuantity(rows, 'row')} · ${formatQuantity(companies, 'company', 'companies')}`,
    (rows, companies) => `${rows} 行・${companies} 社`,
  ],
  andOthers: ['and others', 'ほか'],
  company: ['Company', '会社'],
  made: decisionMakerTexts,
  undo: ['Undo', '取り消す'],
  undone: [
    (rows: string) => `As before: ${formatQuantity(rows, 'row')}.`,
    (rows) => `${rows} 行の判断を取り消しました。`,
  ],
});

/** Of the part about rows that are open. */
export const reasonsTexts = defineTextPairs({
  atOnce: ['What can be decided at once', 'まとめて決められる行'],
  byReason: ['Open rows by reason', '理由ごとの未確定の行'],
  rows: [(rows: string) => formatQuantity(rows, 'row'), (rows) => `${rows} 行`],
  open: [
    (rows: number) => (rows === 1 ? 'Review this row' : 'Review these rows'),
    (rows) => (rows === 1 ? 'この行を確認する' : 'これらの行を確認する'),
  ],
  samples: ['Examples', '例'],
  leftOut: [
    (rows: string) =>
      `${formatQuantity(rows, 'row')} with this reason stay open, because they are less certain. Decide them one by one.`,
    (rows) =>
      `同じ理由の残り ${rows} 行は確実とはいえないため、まとめて確定されません。1 行ずつ確認してください。`,
  ],
  accept: [
    (rows: string, credits: string) =>
      `Accept ${formatQuantity(rows, 'row')} for ${formatQuantity(credits, 'credit')}`,
    (rows, credits) => `${rows} 行をまとめて確定（${credits} クレジット）`,
  ],
  marks: {
    none_of_these: [
      (rows: string) => `Not found: leave ${formatQuantity(rows, 'row')}`,
      (rows) => `${rows} 行を「該当なし」にする`,
    ],
    not_a_company: [
      (rows: string) => `Not a company: ${formatQuantity(rows, 'row')}`,
      (rows) => `${rows} 行を「会社ではない」にする`,
    ],
  },
  remember: ['Remember for these names, in all tables', 'この名称の判断を記憶し、ほかの表にも自動で使う'],
  done: {
    choose: [
      (rows: string) => `Settled: ${formatQuantity(rows, 'row')}.`,
      (rows) => `${rows} 行を確定しました。`,
    ],
    none_of_these: [
      (rows: string) => `Left without a company: ${formatQuantity(rows, 'row')}.`,
      (rows) => `${rows} 行を「該当なし」にしました。`,
    ],
    not_a_company: [
      (rows: string) => `Marked as not a company: ${formatQuantity(rows, 'row')}.`,
      (rows) => `${rows} 行を「会社ではない」にしました。`,
    ],
  },
  spreadsheet: ['Choose in a spreadsheet', '表計算ソフトで選ぶ'],
  spreadsheetHint: [
    `A line for each candidate. Mark the right one with x in the column “${choiceHeaders.choice[0]}” and bring the file back.`,
    `候補ごとに一行です。正しい行の「${choiceHeaders.choice[1]}」列に x を書いて、ファイルを戻してください。`,
  ],
  takeAway: ['Download the candidates (.xlsx)', '候補をダウンロード（.xlsx）'],
  bringBack: ['Bring the file back', '記入したファイルを戻す'],
  price: [
    (rows: string, companies: string, credits: string) =>
      `The file decides ${formatQuantity(rows, 'row')}, with ${formatQuantity(companies, 'company', 'companies')}, for ${formatQuantity(credits, 'credit')}.`,
    (rows, companies, credits) =>
      `このファイルで ${rows} 行が決まります（会社は ${companies} 社）。料金は ${credits} クレジットです。`,
  ],
  suggests: [
    'The companies are remembered for their names: in later tables, they come first among the candidates.',
    '選んだ会社は名称とともに記憶され、今後の表では同じ名称の行の候補の先頭に表示されます。',
  ],
  agree: [
    (credits: string) => `Agree to ${formatQuantity(credits, 'credit')}`,
    (credits) => `${credits} クレジットに同意する`,
  ],
  cancel: ['Cancel', 'やめる'],
  changed: [
    (rows: string) => `Changed: ${formatQuantity(rows, 'row')}.`,
    (rows) => `${rows} 行が変わりました。`,
  ],
  faults: [
    'Correct these cells and bring the file back again.',
    '何も変更していません。次のセルを直して、もう一度戻してください。',
  ],
  unknown: ['Looked up before reasons were kept.', '理由の記録が始まる前に照合した行です。'],
});
