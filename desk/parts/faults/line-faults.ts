type Words = (...parts: string[]) => string;

/** What the service says about a line of a returned file, and the same in Japanese. */
const faults: readonly (readonly [RegExp, Words])[] = [
  [/^has a choice, but no id of its row$/, () => '選択がありますが、行の ID がありません。'],
  [
    /^has another choice for the row than line (\S+)$/,
    (line) => `${line} 行目の選択と異なります。一つの行の選択は一つにしてください。`,
  ],
  [
    /^has the choice (\d+), and the table has no such candidate of the row$/,
    (number) => `この行に候補 ${number} はありません。`,
  ],
  [
    /^has the choice "(.*)"; write x beside one candidate, and anything else in the line (.+)$/,
    (text, line) =>
      `「${text}」は候補の行に書けません。候補には x を付け、ほかは「${line}」の行に書いてください。`,
  ],
  [
    /^has the choice "(.*)"; write a number of a candidate, a corporate number, なし or 対象外\./,
    (text) =>
      `「${text}」を読み取れません。候補の番号、法人番号、「なし」、「対象外」のどれかを書いてください。`,
  ],
  [/^is empty beside a choice$/, () => '選択があるのに空欄です。'],
  [/^has more than (\S+) characters$/, (most) => `${most} 文字を超えています。`],
  [/^has characters that cannot be stored$/, () => '使えない文字があります。'],
  [
    /^has no column (.+); send the table of /,
    (columns) => `列 ${columns} がありません。ダウンロードした候補のファイルを戻してください。`,
  ],
  [
    /^has more than one column (.+); delete the others$/,
    (columns) => `列 ${columns} が二つ以上あります。余分な列を削除してください。`,
  ],
  [/^is not a row of the source$/, () => 'この表の行ではありません。'],
  [
    /^row (\S+) is already matched to .+; reopen it first$/,
    (row) => `${row} 番目の行は、すでに別の会社で確定しています。先に取り消してください。`,
  ],
  [/^no loaded company has the id or number "(.*)"$/, (text) => `「${text}」の会社はありません。`],
  [/^"(.*)" is no company_id\./, (text) => `「${text}」は会社 ID ではありません。`],
  [
    /^"(.*)" is neither a company_id nor a corporate number\./,
    (text) => `「${text}」は会社 ID でも法人番号でもありません。`,
  ],
  [
    /^is no header with name and company_id, corporate_number or mark$/,
    () => '「名称」と、「会社ID」「法人番号」「会社以外の判断」のいずれかの見出しがありません。',
  ],
  [/^has no name$/, () => '名称がありません。'],
  [
    /^has no name, and no choice of the account has its choice_id$/,
    () => '名称がなく、選択 ID に当てはまる選択もありません。',
  ],
  [/^is no name of a company$/, () => '会社の名称ではありません。'],
  [
    /^must be none_of_these or not_a_company$/,
    () => '「該当なしと確定」か「会社ではない」を書いてください。',
  ],
  [/^stands beside a company$/, () => '会社のある行には書けません。'],
  [
    /^has neither company_id nor corporate_number, nor a mark$/,
    () => '会社 ID も法人番号もなく、会社以外の判断もありません。',
  ],
  [
    /^is of (.+), and company_id of (.+): delete the wrong one$/,
    (ofNumber, ofId) =>
      `法人番号は${ofNumber}、会社 ID は${ofId}のものです。誤っているほうを消してください。`,
  ],
  [/^must be true or false$/, () => '「はい」か「いいえ」を書いてください。'],
  [/^has the same name and company as line (\S+)$/, (line) => `${line} 行目と名称も会社も同じです。`],
  [
    /^has another company with always for the name of line (\S+)$/,
    (line) => `${line} 行目が、同じ名称を別の会社で自動的に確定する設定です。`,
  ],
];

/** A place in a returned file, and what is wrong there. */
export function translateLineFault(field: string, message: string): string | null {
  const [, line, column] = /^line (\S+?)(?:, (.+))?$/.exec(field) ?? [];
  if (line === undefined) return null;
  const place = column === undefined ? `${line} 行目` : `${line} 行目、列「${column}」`;
  for (const [pattern, words] of faults) {
    const match = pattern.exec(message);
    if (match) return `${place}: ${words(...match.slice(1))}`;
  }
  return null;
}
