import { defineTextPairs } from '../../texts.ts';

/** Remarks of the service about a file, by code. test/unit/desk-source-texts.test.ts checks that none is missing. */
export const remarkTexts = defineTextPairs({
  other_sheets: [
    'The workbook has more sheets. Only one is read; choose another one above.',
    'ほかにもシートがあります。読み取るのは一つだけです。上で選び直せます。',
  ],
  merged_cells: [
    'The sheet has merged cells. Their value is in the first cell; the others are empty.',
    '結合されたセルがあります。値は先頭のセルだけに入り、ほかは空になります。',
  ],
  hidden_rows: [
    'The sheet has hidden lines. They are read like the others.',
    '非表示の行があります。ほかの行と同じように読み取ります。',
  ],
  hidden_columns: [
    'The sheet has hidden columns. They are read like the others.',
    '非表示の列があります。ほかの列と同じように読み取ります。',
  ],
  formulas_without_value: [
    'Some formulas have no stored value, so their cells are empty. Open the file in Excel and save it again.',
    '値が保存されていない数式があり、そのセルは空になります。Excel で開いて保存し直してください。',
  ],
  headers_in_first_column: [
    'The headers seem to be in the first column, but each line is read as a company. If each column is one, transpose the table in the spreadsheet.',
    '見出しが先頭の列にあるようですが、各行を一社として読み取っています。列ごとに一社の場合は、行と列を入れ替えてください。',
  ],
  table_beside: [
    'There seems to be another table beside the first one. Each line is one row with the cells of both.',
    '横に別の表があるようです。一行に両方の表のセルが入ります。',
  ],
  another_table: [
    'There seems to be another table below the first one. Its lines are read as rows, unless you set the last line above.',
    '下に別の表があるようです。上で最後の行を指定しないと、その行もデータとして読み取ります。',
  ],
  no_header: [
    'The table has no header, so its columns are named by their place. Set the line of the header above.',
    '見出しがないため、列に番号の名前を付けました。見出しの行は上で指定できます。',
  ],
  header_assumed: [
    'The first line was taken as the header, although nothing in it shows that. If it is a row, set the header to 0.',
    '先頭の行を見出しとみなしました。データの行であれば、見出しの行を 0 にしてください。',
  ],
  encoding_judged: [
    'The text also fits another encoding. If characters look wrong, choose another encoding above.',
    '別の文字コードとしても読めます。文字化けがあれば、上で文字コードを選び直してください。',
  ],
  faulty_bytes: [
    'A few bytes do not fit the encoding. They are read as �.',
    '文字コードに合わないバイトがあり、� として読み取りました。',
  ],
});
