type Words = (...parts: string[]) => string;

/** What the service says about a file, with its places, and the same in Japanese. */
const reasons: readonly (readonly [RegExp, Words])[] = [
  [
    /^A cell in line (.+) begins with a quotation mark that is never closed\./,
    (line) => `${line} 行目のセルの引用符（"）が閉じられていません。`,
  ],
  [
    /^The quotation marks in line (\S+) are not balanced/,
    (line) =>
      `${line} 行目の引用符（"）の対応が正しくありません。セルの中の引用符は 2 つ重ねるか、取り除いてください。`,
  ],
  [
    /^The cell in line (\S+), column (.*), has more than (\S+) characters\./,
    (line, column, most) =>
      `${line} 行目、列「${column}」のセルが ${most} 文字を超えています。引用符（"）の閉じ忘れがないか確認してください。`,
  ],
  [
    /^The cell in line (\S+), column (.*), has U\+0000\./,
    (line, column) => `${line} 行目、列「${column}」のセルに使えない文字（U+0000）があります。`,
  ],
  [/^A header has U\+0000 or an unpaired surrogate\./, () => '見出しに使えない文字があります。'],
  [/^The file is empty/, () => '値のある行がありません。'],
  [
    /^The file has too many lines that are not rows of its table\./,
    () => '表の行ではない行が多すぎます。見出しの行と最後の行を指定するか、空の行を取り除いてください。',
  ],
  [
    /^The file has the byte order mark of (\S+), but/,
    (encoding) => `先頭の印（BOM）は ${encoding} ですが、内容が ${encoding} ではありません。`,
  ],
  [
    /^This is no text: it has bytes with the value zero/,
    () => 'テキストのファイルではないか、UTF-16 のバイト順が不明です。',
  ],
  [
    /^The workbook is damaged: line (\S+) has two values for its column (\S+)\./,
    (line, column) => `ブックが壊れています。${line} 行目の列 ${column} に値が 2 つあります。`,
  ],
  [
    /^The workbook is damaged: the cell in line (\S+), column (\S+), refers/,
    (line, column) => `ブックが壊れています。${line} 行目、列 ${column} のセルの文字がファイルにありません。`,
  ],
  [
    /^The workbook is damaged: it does not have the content of its sheet (.*)\.$/,
    (sheet) => `ブックが壊れています。シート「${sheet}」の内容がありません。`,
  ],
  [/^The workbook is damaged/, () => 'ブックが壊れています。Excel で開き、保存し直してください。'],
  [/^The workbook is empty/, () => '表示されているシートに値がありません。'],
  [/^The (?:workbook|archive) has a password/, () => 'パスワードが設定されています。'],
  [
    /^The file is a template or an add-in with macros/,
    () => 'マクロ付きのテンプレートかアドイン（.xltm、.xlam）です。',
  ],
  [/^The file is an old Excel workbook/, () => '古い形式の Excel ブック（.xls）です。'],
  [/^The file is a binary workbook/, () => 'バイナリ形式のブック（.xlsb）です。'],
  [/^The file is an OpenDocument file/, () => 'OpenDocument 形式（.ods）です。'],
  [/^The file is a PDF\./, () => 'PDF のファイルです。'],
  [/^The file is /, () => '表ではない形式のファイルです。'],
  [
    /^The workbook has more than (\S+) parts\./,
    (most) => `ブックの構成ファイルが ${most} 個を超えています。`,
  ],
  [/^The workbook has more than (\S+) sheets\./, (most) => `シートが ${most} 枚を超えています。`],
  [/^The workbook has more than (\S+) MiB/, (most) => `ブックを展開すると ${most} MiB を超えます。`],
  [/^The cells of the workbook have more than/, () => 'セルの文字数が合計 6,400 万文字を超えています。'],
  [/^The (?:file|sheet) has more than (\S+) lines\./, (most) => `行数が ${most} を超えています。`],
  [/^The lines of the \S+ have more than (\S+) cells/, (most) => `セルの数が合計 ${most} を超えています。`],
  [
    /^The XML of the workbook has more than (\S+) elements within each other\./,
    (most) => `ブックの XML の入れ子が ${most} 段を超えています。`,
  ],
  [
    /^A text or tag in the XML of the workbook has more than (\S+) characters\./,
    (most) => `ブックの XML に ${most} 文字を超える文字列またはタグがあります。`,
  ],
  [
    /^The workbook has more than (\S+) (?:styles of cells|formats of numbers)\./,
    (most) => `ブックの書式が ${most} 個を超えています。`,
  ],
  [
    /^The workbook has more than (\S+) shared texts\./,
    (most) => `ブックの文字列が ${most} 個を超えています。`,
  ],
  [
    /^The workbook has more than (\S+) (?:types of parts|relations)\./,
    (most) => `ブックの構成の定義が ${most} 個を超えています。`,
  ],
  [
    /^The table has more than (\S+) choices or faults\./,
    (most) => `表の選択と誤りが合計 ${most} 件を超えています。`,
  ],
];

/** @returns null if there are no Japanese words for it. test/unit/desk-source-texts.test.ts checks those of the service */
export function translateFileReason(message: string): string | null {
  for (const [pattern, words] of reasons) {
    const match = pattern.exec(message);
    if (match) return words(...match.slice(1));
  }
  return null;
}
