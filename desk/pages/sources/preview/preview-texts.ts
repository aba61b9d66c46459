import { defineTextPairs, defineTexts, formatQuantity } from '../../../texts.ts';

export const texts = defineTextPairs({
  title: ['How the table is read', '表の読み取り方'],
  lead: [
    (rows: string, columns: string) =>
      `Found: ${formatQuantity(rows, 'row')} and ${formatQuantity(columns, 'column')}. Change what is wrong; nothing is stored yet.`,
    (rows, columns) =>
      `${rows} 行、${columns} 列が見つかりました。違うところを直してください。まだ保存されていません。`,
  ],
  noRows: [
    'There are no rows below the header. If the header is a row, set the line of the header to 0.',
    '見出しの下に行がありません。見出しがデータの行であれば、見出しの行を 0 にしてください。',
  ],
  encoding: ['Encoding', '文字コード'],
  separator: ['Separator', '区切り'],
  separators: {
    comma: ['comma', 'カンマ'],
    tab: ['tab', 'タブ'],
    semicolon: ['semicolon', 'セミコロン'],
    pipe: ['vertical bar', '縦線'],
  },
  sheet: ['Sheet', 'シート'],
  sheets: ['Sheets with companies', '取引先のあるシート'],
  sheetsHint: [
    'Each ticked sheet becomes a table of its own; the workbook comes back with the columns in all of them. To correct how one is read, tick it alone.',
    'チェックしたシートをそれぞれ一つの表として照合し、すべてのシートに列を付けて元のブックに書き出します。読み取り方を直すときは、そのシートだけを選んでください。',
  ],
  sheetLabel: [
    (sheet: string, about: string) => `${sheet}: ${about}`,
    (sheet, about) => `${sheet}：${about}`,
  ],
  sheetRows: [(rows: string) => formatQuantity(rows, 'row'), (rows) => `${rows} 行`],
  sheetReasons: {
    not_chosen: ['not chosen', '選択されていません'],
    not_a_table: ['a chart, not a table', 'グラフなど、表ではないシート'],
    hidden: ['hidden', '非表示のシート'],
    empty: ['no value', '空のシート'],
    form: ['a cover or a form', '表紙または記入様式'],
    no_companies: ['no column of companies', '会社の列が見当たりません'],
    other_parties: ['shops, offices, agencies or persons', '店舗・拠点・官公庁・個人などの一覧'],
  },
  noSheet: ['Tick at least one sheet.', 'シートを一つ以上選んでください。'],
  takeSheets: [
    (sheets: string) => `Continue with these ${sheets} sheets`,
    (sheets) => `この ${sheets} シートで進む`,
  ],
  headerRow: ['Header in line', '見出しの行'],
  noHeader: ['no header', '見出しなし'],
  lastRow: ['Last line of the table', '表の最後の行'],
  found: ['as found', '自動'],
  setAside: [
    (lines: string) => `Set aside, not rows: ${formatQuantity(lines, 'line')}`,
    (lines) => `データではない ${lines} 行を除きました`,
  ],
  setAsideHint: [
    'They are not looked up. An export writes them back in their places.',
    '照合の対象になりません。書き出すと元の位置に戻ります。',
  ],
  kinds: {
    title: ['title', '表題'],
    header: ['header', '見出し'],
    blank: ['blank', '空行'],
    units: ['units', '単位'],
    total: ['sum', '合計'],
    note: ['note', '注記'],
    left_out: ['left out', '除外'],
  },
  line: ['Line', '行'],
  kind: ['Taken for', '種類'],
  content: ['Text', '内容'],
  makeRow: ['This is a row', 'データの行にする'],
  setAsideAgain: ['Set aside again', '除外に戻す'],
  kept: ['row', 'データ'],
  moreLines: [
    (lines: string) => `and ${lines} more lines, most of them blank`,
    (lines) => `ほか ${lines} 行（多くは空行）`,
  ],
  remarks: ['Worth a look', '確認してください'],
  firstRows: ['The first rows', '最初の行'],
  take: ['Continue with this table', 'この表で進む'],
  taking: ['Reading …', '読み取り中…'],
  sent: [(percent: number) => `${percent} % sent`, (percent) => `${percent} % 送信済み`],
  cancel: ['Cancel', '中止'],
  back: ['Choose another file', '別のファイルを選ぶ'],
  existing: [
    (name: string) => `You have this table already, as “${name}”, with all that was decided in it.`,
    (name) => `同じ表がすでにあります（「${name}」）。これまでの判断も残っています。`,
  ],
  open: ['Open it', 'その表を開く'],
  takeAgain: ['Take it in again as a new table', '新しい表としてもう一度取り込む'],
});

/** Remarks of the service about a file, by code. test/unit/desk-source-texts.test.ts checks that none is missing. */
export const remarkTexts = defineTexts<Readonly<Record<string, string>>>({
  en: {
    no_companies:
      'No visible sheet seems to have a table of companies. This is the first one with a value; choose another one above if it is the wrong one.',
    other_sheets: 'The workbook has more sheets. Only one is read; choose another one above.',
    merged_cells: 'The sheet has merged cells. Their value is in the first cell; the others are empty.',
    hidden_rows: 'The sheet has hidden lines. They are read like the others.',
    hidden_columns: 'The sheet has hidden columns. They are read like the others.',
    formulas_without_value:
      'Some formulas have no stored value, so their cells are empty. Open the file in Excel and save it again.',
    headers_in_first_column:
      'The headers seem to be in the first column, but each line is read as a company. If each column is one, transpose the table in the spreadsheet.',
    table_beside:
      'There seems to be another table beside the first one. Each line is one row with the cells of both.',
    another_table:
      'There seems to be another table below the first one. Its lines are read as rows, unless you set the last line above.',
    no_header:
      'The table has no header, so its columns are named by their place. Set the line of the header above.',
    header_assumed:
      'The first line was taken as the header, although nothing in it shows that. If it is a row, set the header to 0.',
    encoding_judged:
      'The text also fits another encoding. If characters look wrong, choose another encoding above.',
    faulty_bytes: 'A few bytes do not fit the encoding. They are read as �.',
    comes_back_new:
      'No columns can be written into this file. What you get back will be a new file with only this table.',
    drawing_beside:
      'A picture or chart lies beside the table. It keeps its place, so it can lie over the columns that are added. Move it in the spreadsheet before or afterwards.',
  },
  ja: {
    no_companies:
      '会社の一覧らしいシートが見つからないため、値のある先頭のシートを読み取りました。違うときは上で選び直してください。',
    other_sheets: 'ほかにもシートがあります。読み取るのは一つだけです。上で選び直せます。',
    merged_cells: '結合されたセルがあります。値は先頭のセルだけに入り、ほかは空になります。',
    hidden_rows: '非表示の行があります。ほかの行と同じように読み取ります。',
    hidden_columns: '非表示の列があります。ほかの列と同じように読み取ります。',
    formulas_without_value:
      '値が保存されていない数式があり、そのセルは空になります。Excel で開いて保存し直してください。',
    headers_in_first_column:
      '見出しが先頭の列にあるようですが、各行を一社として読み取っています。列ごとに一社の場合は、行と列を入れ替えてください。',
    table_beside: '横に別の表があるようです。一行に両方の表のセルが入ります。',
    another_table: '下に別の表があるようです。上で最後の行を指定しないと、その行もデータとして読み取ります。',
    no_header: '見出しがないため、列に番号の名前を付けました。見出しの行は上で指定できます。',
    header_assumed: '先頭の行を見出しとみなしました。データの行であれば、見出しの行を 0 にしてください。',
    encoding_judged: '別の文字コードとしても読めます。文字化けがあれば、上で文字コードを選び直してください。',
    faulty_bytes: '文字コードに合わないバイトがあり、� として読み取りました。',
    comes_back_new: 'このファイルには列を書き加えられません。戻るのは、この表だけの新しいファイルです。',
    drawing_beside:
      '表の横に図やグラフがあります。位置は変えないため、書き加える列に重なることがあります。前もって、または後で Excel で動かしてください。',
  },
});
