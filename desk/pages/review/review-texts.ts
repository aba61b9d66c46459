import { defineTextPairs, formatQuantity } from '../../texts.ts';

const formatCandidates = (count: string): string => formatQuantity(count, 'candidate');

/** Texts of the review page. */
export const reviewTexts = defineTextPairs({
  title: [(name: string) => `Review: ${name}`, (name) => `確認: ${name}`],
  unmapped: [
    'Nobody has checked the columns of this table yet. Check them first.',
    'この表の列の設定がまだです。先に列を確認してください。',
  ],
  toTable: ['To the table', '表へ'],
  unsent: [(count: string) => `${count} not sent yet`, (count) => `未送信 ${count} 件`],
  notTaken: [
    'The service does not answer. Your decisions are kept and sent again.',
    'サービスが応答しません。判断した内容は保持され、自動的に再送されます。',
  ],
  held: [
    'There were too many requests. Your decisions are kept until you send them.',
    'リクエストが多すぎるため、送信を止めています。判断した内容は保持されています。',
  ],
  retry: ['Send now', '今すぐ送信'],
  allSent: ['Everything is saved', 'すべて保存済み'],
  help: ['Keys', 'キー操作'],
  rowOf: [
    (row: string, rows: string) => `Row ${row} of ${rows}`,
    (row, rows) => `${row} 行目（全 ${rows} 行）`,
  ],
  fileRow: [(line: string) => `line ${line} of the file`, (line) => `ファイルの ${line} 行目`],
  noName: ['no name', '名称なし'],
  setAside: ['Set aside', '名称以外の部分'],
  showCells: [
    (count: string) => `Show ${formatQuantity(count, 'more cell')}`,
    (count) => `ほかのセル ${count} 件を表示`,
  ],
  emptyCells: [(count: string) => `${count} empty`, (count) => `空のセル ${count} 件`],
  candidates: [formatCandidates, (count) => `候補 ${count} 社`],
  suggestions: ['Similar names', '似た名称の会社'],
  suggestionsHint: ['These only have a similar name.', '名称が似ている会社です。一致とはみなしていません。'],
  noCandidates: [
    'No candidate. Search for the company, or say that there is none.',
    '候補がありません。会社を検索するか、該当なしを選んでください。',
  ],
  moreCandidates: [(from: number, to: number) => `${from} to ${to}`, (from, to) => `${from}～${to} を表示`],
  chosen: ['Chosen', '選択済み'],
  nextCandidates: ['Next', '次へ'],
  allNamesakes: ['All companies of this name', '同名の会社をすべて見る'],
  choose: [(name: string) => `Choose ${name}`, (name) => `${name} を選ぶ`],
  chooseShort: ['Choose', '選ぶ'],
  written: ['Written', '表の記載'],
  sameAsWritten: ['Exactly as written', '表の記載と同じ'],
  treatedEqual: [(rules: string) => `Counts as equal: ${rules}`, (rules) => `同じとみなす違い: ${rules}`],
  differentLetters: [(letters: string) => `Different: ${letters}`, (letters) => `異なる文字: ${letters}`],
  formerNames: ['Former names', '旧商号'],
  moreNames: [(count: string) => `and ${count} more`, (count) => `ほか ${count} 件`],
  evidence: [(count: string) => formatQuantity(count, 'public record'), (count) => `公開情報 ${count} 件`],
  noEvidence: ['no public records', '公開情報なし'],
  chosenBefore: ['Chosen for this name before', '以前この名称に選ばれた会社'],
  until: [(day: string) => `until ${day}`, (day) => `${day} まで`],
  from: [(day: string) => `from ${day}`, (day) => `${day} から`],
  closedOn: [(status: string, day: string) => `${status} on ${day}`, (status, day) => `${day} ${status}`],
  successor: ['Taken over by', '承継会社'],
  differs: ['differs', '相違'],
  agrees: ['agrees', '一致'],
  agreesInPart: ['only in part', '一部だけ一致'],
  notComparable: ['cannot be compared', '比較できません'],
  price: [(credits: number) => formatQuantity(credits, 'credit'), (credits) => `${credits} クレジット`],
  priceFree: ['free', '無料'],
  agreedLeft: [
    (left: string, of: string) => `${left} of ${of} credits left for this review`,
    (left, of) => `上限 ${of} クレジットのうち残り ${left}`,
  ],
  creditsLeft: [(left: string) => `${left} left`, (left) => `残高 ${left} クレジット`],
  skip: ['Skip', '後回し'],
  none: ['None of these', '該当なし'],
  notCompany: ['Not a company', '会社ではない'],
  search: ['Search', '検索'],
  undo: ['Undo', '取り消す'],
  scope: ['Decide for', '適用範囲'],
  scopeSame: [(count: string) => `All ${count} rows of this name`, (count) => `同じ名称の ${count} 行すべて`],
  showSame: ['Show them', '行を見る'],
  scopeAlways: ['Remember', '今後も使う'],
  done: ['Nothing is left to decide.', '確認する行はもうありません。'],
  onlySkipped: ['Only skipped rows are left to decide.', '残っているのは、後回しにした行だけです。'],
  noneFits: ['No other row fits the filter.', '条件に合う行はほかにありません。'],
  stillOpen: [
    (rows: string) => `${formatQuantity(rows, 'row')} still open.`,
    (rows) => `未確定の行があと ${rows} 行あります。`,
  ],
  showOpen: ['Show all open rows', '未確定の行をすべて表示'],
  doneText: [
    (count: string) => `You made ${formatQuantity(count, 'decision')} in this window.`,
    (count) => `この画面で ${count} 件を判断しました。`,
  ],
  showSkipped: [
    (count: string) => `Look at ${formatQuantity(count, 'skipped row')}`,
    (count) => `後回しにした ${count} 行を見る`,
  ],
  backToTable: ['Back to the table', '表に戻る'],
  chosenByHand: ['chosen by hand', '手動で選択'],
  decided: [(what: string) => `Decided: ${what}`, (what) => `判断済み: ${what}`],
  decidedBy: [(who: string, when: string) => `by ${who}, ${when}`, (who, when) => `${who}、${when}`],
  takeBack: ['Take back', '取り消す'],
  waiting: ['sending …', '送信中…'],
  notSent: ['not sent', '未送信'],
  lastDecisions: ['Last decisions', '最近の判断'],
  noDecisions: ['Nobody has decided anything yet.', 'まだ判断はありません。'],
  rowShort: [(row: string) => `Row ${row}`, (row) => `${row} 行目`],
  rows: [(count: string) => formatQuantity(count, 'row'), (count) => `${count} 行`],
  companies: [(count: string) => formatQuantity(count, 'company', 'companies'), (count) => `${count} 社`],
  otherCompanies: [
    (count: string) => `and ${formatQuantity(count, 'other company', 'other companies')}`,
    (count) => `ほか ${count} 社`,
  ],
  leftOut: [
    (count: string) => `${formatQuantity(count, 'row')} left out: something in them contradicts`,
    (count) => `矛盾する内容のある ${count} 行は除外`,
  ],
  remembered: ['remembered', '記憶'],
  seen: [(count: string) => `Seen: ${formatCandidates(count)}`, (count) => `表示された候補 ${count} 社`],
  seenNone: ['No candidates were shown.', '候補は表示されていませんでした。'],
  refused: [
    (row: string) => `The decision about row ${row} was not accepted.`,
    (row) => `${row} 行目の判断は受け付けられませんでした。`,
  ],
  refusedOther: [
    (who: string, what: string) => `${who} decided first: ${what}`,
    (who, what) => `${who} が先に判断しました: ${what}`,
  ],
  refusedSame: [
    (who: string) => `${who} decided the same first. Nothing is left to do.`,
    (who) => `${who} が先に同じ判断をしました。対応は不要です。`,
  ],
  dismiss: ['Close', '閉じる'],
  goToRow: ['Show the row', '行を表示'],
  alsoHere: [(who: string) => `${who} is looking at this row.`, (who) => `${who} がこの行を見ています。`],
  alsoPresent: [(who: string) => `Also here: ${who}`, (who) => `作業中: ${who}`],
  readOnly: [
    'This key may only read. You can look, but not decide.',
    'このキーは閲覧専用です。判断はできません。',
  ],
  announceChosen: [(name: string) => `Chosen: ${name}.`, (name) => `選択: ${name}。`],
  announceUndone: [
    (row: string) => `Row ${row} is open again.`,
    (row) => `${row} 行目を未確定に戻しました。`,
  ],
  announceUnskipped: [
    (row: string) => `Row ${row} is not skipped any more.`,
    (row) => `${row} 行目の後回しを取り消しました。`,
  ],
  settledBefore: [
    (rows: string) =>
      `${formatQuantity(rows, 'row')} settled on the company that was remembered for this name before: unchanged.`,
    (rows) => `以前に記憶していた会社で確定したままの行が ${rows} 行あります。`,
  ],
  rememberedChoices: ['Remembered choices', '記憶した選択'],
  nothingToUndo: ['There is nothing to undo.', '取り消せる操作はありません。'],
  alreadyDecided: [
    'This row is decided. Take the decision back first.',
    'この行は判断済みです。先に取り消してください。',
  ],
  unpaid: [
    (price: number, left: number) =>
      `Nothing was chosen: it costs ${formatQuantity(price, 'credit')}, and ${left === 0 ? 'none is left' : `only ${formatQuantity(left, 'credit')} can be spent`}. Decisions without a company are free.`,
    (price, left) =>
      `選択していません。${price} クレジット必要ですが、使えるのは ${left} クレジットです。会社を選ばない判断は無料です。`,
  ],
  map: ['Progress', '進み具合'],
  mapHint: [
    (open: string, done: string, skipped: string | null) =>
      `${open} open${skipped === null ? '' : ` (${skipped} skipped)`}, ${done} done`,
    (open, done, skipped) =>
      `未確定 ${open}${skipped === null ? '' : `（うち後回し ${skipped}）`}、完了 ${done}`,
  ],
  mapPart: [
    (from: string, to: string, open: string, done: string, skipped: string | null) =>
      `Rows ${from} to ${to}: ${open} open${skipped === null ? '' : ` (${skipped} skipped)`}, ${done} done`,
    (from, to, open, done, skipped) =>
      `${from}～${to} 行目: 未確定 ${open}${skipped === null ? '' : `（うち後回し ${skipped}）`}、完了 ${done}`,
  ],
  loadingRow: ['Loading rows …', '行を読み込み中…'],
  loadMore: ['More', 'さらに表示'],
});
