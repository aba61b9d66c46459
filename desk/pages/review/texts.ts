import { counted, type Texts } from '../../texts.ts';

const candidatesIn = (count: string): string => counted(count, 'candidate');

/** Texts of the review page. */
export const reviewTexts: Texts<{
  title: (name: string) => string;
  unmapped: string;
  toTable: string;
  unsent: (count: string) => string;
  noAnswer: string;
  retry: string;
  allSent: string;
  help: string;
  rowOf: (row: string, rows: string) => string;
  fileRow: (line: string) => string;
  noName: string;
  setAside: string;
  showCells: (count: string) => string;
  emptyCells: (count: string) => string;
  candidates: (count: string) => string;
  suggestions: string;
  suggestionsHint: string;
  noCandidates: string;
  moreCandidates: (from: number, to: number) => string;
  chosen: string;
  nextCandidates: string;
  allNamesakes: string;
  choose: (name: string) => string;
  chooseShort: string;
  written: string;
  sameAsWritten: string;
  treatedEqual: (rules: string) => string;
  differentLetters: (letters: string) => string;
  formerNames: string;
  moreNames: (count: string) => string;
  evidence: (count: string) => string;
  noEvidence: string;
  chosenBefore: string;
  until: (day: string) => string;
  from: (day: string) => string;
  closedOn: (status: string, day: string) => string;
  successor: string;
  differs: string;
  agrees: string;
  price: (credits: number) => string;
  priceFree: string;
  agreedLeft: (left: string, of: string) => string;
  creditsLeft: (left: string) => string;
  skip: string;
  none: string;
  notCompany: string;
  search: string;
  undo: string;
  scope: string;
  scopeSame: (count: string) => string;
  showSame: string;
  scopeAlways: string;
  done: string;
  onlySkipped: string;
  noneFits: string;
  showOpen: string;
  doneText: (count: string) => string;
  showSkipped: (count: string) => string;
  backToTable: string;
  chosenByHand: string;
  decided: (what: string) => string;
  decidedBy: (who: string, when: string) => string;
  takeBack: string;
  waiting: string;
  lastDecisions: string;
  noDecisions: string;
  rowShort: (row: string) => string;
  rows: (count: string) => string;
  leftOut: (count: string) => string;
  remembered: string;
  seen: (count: string) => string;
  seenNone: string;
  refused: (row: string) => string;
  refusedOther: (who: string, what: string) => string;
  refusedSame: (who: string) => string;
  dismiss: string;
  goToRow: string;
  alsoHere: (who: string) => string;
  alsoPresent: (who: string) => string;
  readOnly: string;
  announceChosen: (name: string) => string;
  announceUndone: (row: string) => string;
  settledBefore: (rows: string) => string;
  rememberedChoices: string;
  nothingToUndo: string;
  alreadyDecided: string;
  unpaid: (price: number, left: number) => string;
  map: string;
  mapHint: (open: string, done: string, skipped: string) => string;
  mapPart: (from: string, to: string, open: string, done: string, skipped: string) => string;
  loadingRow: string;
  loadMore: string;
}> = {
  en: {
    title: (name) => `Review: ${name}`,
    unmapped: 'The columns of this table have no meaning yet. Map them first.',
    toTable: 'To the table',
    unsent: (count) => `${count} not sent yet`,
    noAnswer: 'No answer from the service. Your decisions are kept and sent again.',
    retry: 'Send now',
    allSent: 'Everything is saved',
    help: 'Keys',
    rowOf: (row, rows) => `Row ${row} of ${rows}`,
    fileRow: (line) => `line ${line} of the file`,
    noName: 'no name',
    setAside: 'Set aside',
    showCells: (count) => `Show ${counted(count, 'more cell')}`,
    emptyCells: (count) => `${count} empty`,
    candidates: candidatesIn,
    suggestions: 'Similar names',
    suggestionsHint: 'No rule found these. They are only similar.',
    noCandidates: 'No candidate. Search for the company, or say that there is none.',
    moreCandidates: (from, to) => `${from} to ${to}`,
    chosen: 'Chosen',
    nextCandidates: 'Next',
    allNamesakes: 'All companies of this name',
    choose: (name) => `Choose ${name}`,
    chooseShort: 'Choose',
    written: 'Written',
    sameAsWritten: 'Exactly as written',
    treatedEqual: (rules) => `Counts as equal: ${rules}`,
    differentLetters: (letters) => `Different: ${letters}`,
    formerNames: 'Former names',
    moreNames: (count) => `and ${count} more`,
    evidence: (count) => counted(count, 'observation'),
    noEvidence: 'no observations',
    chosenBefore: 'Chosen for this name before',
    until: (day) => `until ${day}`,
    from: (day) => `from ${day}`,
    closedOn: (status, day) => `${status} on ${day}`,
    successor: 'Taken over by',
    differs: 'differs',
    agrees: 'agrees',
    price: (credits) => counted(credits, 'credit'),
    priceFree: 'free',
    agreedLeft: (left, of) => `${left} of ${of} agreed`,
    creditsLeft: (left) => `${left} left`,
    skip: 'Skip',
    none: 'None of these',
    notCompany: 'Not a company',
    search: 'Search',
    undo: 'Undo',
    scope: 'Decide for',
    scopeSame: (count) => `All ${count} rows of this name`,
    showSame: 'Show them',
    scopeAlways: 'Remember',
    done: 'Nothing is left to decide.',
    onlySkipped: 'Only skipped rows are left to decide.',
    noneFits: 'No other row fits the filter.',
    showOpen: 'Show all open rows',
    doneText: (count) => `You made ${counted(count, 'decision')} in this window.`,
    showSkipped: (count) => `Look at ${counted(count, 'skipped row')}`,
    backToTable: 'Back to the table',
    chosenByHand: 'chosen by hand',
    decided: (what) => `Decided: ${what}`,
    decidedBy: (who, when) => `by ${who}, ${when}`,
    takeBack: 'Take back',
    waiting: 'sending …',
    lastDecisions: 'Last decisions',
    noDecisions: 'Nobody has decided anything yet.',
    rowShort: (row) => `Row ${row}`,
    rows: (count) => counted(count, 'row'),
    leftOut: (count) => `${counted(count, 'row')} left out: something in them contradicts`,
    remembered: 'remembered',
    seen: (count) => `Seen: ${candidatesIn(count)}`,
    seenNone: 'No candidates were shown.',
    refused: (row) => `The decision about row ${row} was not accepted.`,
    refusedOther: (who, what) => `${who} decided first: ${what}`,
    refusedSame: (who) => `${who} decided the same first. Nothing is left to do.`,
    dismiss: 'Close',
    goToRow: 'Show the row',
    alsoHere: (who) => `${who} is looking at this row.`,
    alsoPresent: (who) => `Also here: ${who}`,
    readOnly: 'This key may only read. You can look, but not decide.',
    announceChosen: (name) => `Chosen: ${name}.`,
    announceUndone: (row) => `Row ${row} is open again.`,
    settledBefore: (rows) =>
      `${counted(rows, 'row')} settled on the company that was remembered for this name before: unchanged.`,
    rememberedChoices: 'Remembered choices',
    nothingToUndo: 'There is nothing to undo.',
    alreadyDecided: 'This row is decided. Take the decision back first.',
    unpaid: (price, left) =>
      `Nothing was chosen: it costs ${counted(price, 'credit')}, and ${left === 0 ? 'none is left' : `only ${counted(left, 'credit')} can be spent`}. Decisions without a company are free.`,
    map: 'Progress',
    mapHint: (open, done, skipped) => `${open} open, ${done} done, ${skipped} skipped`,
    mapPart: (from, to, open, done, skipped) =>
      `Rows ${from} to ${to}: ${open} open, ${done} done, ${skipped} skipped`,
    loadingRow: 'Loading rows …',
    loadMore: 'More',
  },
  ja: {
    title: (name) => `確認: ${name}`,
    unmapped: 'この表の列には、まだ意味が割り当てられていません。先に割り当ててください。',
    toTable: '表へ',
    unsent: (count) => `未送信 ${count} 件`,
    noAnswer: 'サービスが応答しません。決定は保持され、自動的に再送されます。',
    retry: '今すぐ送信',
    allSent: 'すべて保存済み',
    help: 'キー操作',
    rowOf: (row, rows) => `${row} 行目（全 ${rows} 行）`,
    fileRow: (line) => `ファイルの ${line} 行目`,
    noName: '名称なし',
    setAside: '名称以外の部分',
    showCells: (count) => `ほかのセル ${count} 件を表示`,
    emptyCells: (count) => `空のセル ${count} 件`,
    candidates: (count) => `候補 ${count} 社`,
    suggestions: '似た名称の会社',
    suggestionsHint: '規則では一致しません。名称が似ているだけです。',
    noCandidates: '候補がありません。会社を検索するか、該当なしを選んでください。',
    moreCandidates: (from, to) => `${from}～${to} を表示`,
    chosen: '選択済み',
    nextCandidates: '次へ',
    allNamesakes: '同名の会社をすべて見る',
    choose: (name) => `${name} を選ぶ`,
    chooseShort: '選ぶ',
    written: '表の記載',
    sameAsWritten: '表の記載と同じ',
    treatedEqual: (rules) => `同じとみなす違い: ${rules}`,
    differentLetters: (letters) => `異なる文字: ${letters}`,
    formerNames: '旧商号',
    moreNames: (count) => `ほか ${count} 件`,
    evidence: (count) => `観測情報 ${count} 件`,
    noEvidence: '観測情報なし',
    chosenBefore: '以前この名称に選ばれた会社',
    until: (day) => `${day} まで`,
    from: (day) => `${day} から`,
    closedOn: (status, day) => `${day} ${status}`,
    successor: '承継会社',
    differs: '相違',
    agrees: '一致',
    price: (credits) => `${credits} クレジット`,
    priceFree: '無料',
    agreedLeft: (left, of) => `合意枠 残り ${left} / ${of}`,
    creditsLeft: (left) => `残高 ${left} クレジット`,
    skip: '後回し',
    none: '該当なし',
    notCompany: '会社ではない',
    search: '検索',
    undo: '元に戻す',
    scope: '適用範囲',
    scopeSame: (count) => `同じ名称の ${count} 行すべて`,
    showSame: '行を見る',
    scopeAlways: '今後も使う',
    done: '決める行はもうありません。',
    onlySkipped: '残っているのは、後回しにした行だけです。',
    noneFits: '条件に合う行はほかにありません。',
    showOpen: '未決定の行をすべて表示',
    doneText: (count) => `この画面で ${count} 件を決めました。`,
    showSkipped: (count) => `後回しにした ${count} 行を見る`,
    backToTable: '表に戻る',
    chosenByHand: '手動で選択',
    decided: (what) => `決定済み: ${what}`,
    decidedBy: (who, when) => `${who}、${when}`,
    takeBack: '取り消す',
    waiting: '送信中…',
    lastDecisions: '最近の決定',
    noDecisions: 'まだ何も決められていません。',
    rowShort: (row) => `${row} 行目`,
    rows: (count) => `${count} 行`,
    leftOut: (count) => `矛盾する内容のある ${count} 行は除外`,
    remembered: '記憶',
    seen: (count) => `表示された候補 ${count} 社`,
    seenNone: '候補は表示されていませんでした。',
    refused: (row) => `${row} 行目の決定は受け付けられませんでした。`,
    refusedOther: (who, what) => `${who} が先に決めました: ${what}`,
    refusedSame: (who) => `${who} が先に同じ決定をしました。何もする必要はありません。`,
    dismiss: '閉じる',
    goToRow: '行を表示',
    alsoHere: (who) => `${who} がこの行を見ています。`,
    alsoPresent: (who) => `作業中: ${who}`,
    readOnly: 'このキーは閲覧専用です。決定はできません。',
    announceChosen: (name) => `選択: ${name}。`,
    announceUndone: (row) => `${row} 行目を未決定に戻しました。`,
    settledBefore: (rows) => `以前に記憶していた会社で確定したままの行が ${rows} 行あります。`,
    rememberedChoices: '記憶した選択',
    nothingToUndo: '元に戻す操作はありません。',
    alreadyDecided: 'この行は決定済みです。先に取り消してください。',
    unpaid: (price, left) =>
      `選択していません。${price} クレジット必要ですが、使えるのは ${left} クレジットです。会社を選ばない決定は無料です。`,
    map: '進み具合',
    mapHint: (open, done, skipped) => `未決定 ${open}、完了 ${done}、後回し ${skipped}`,
    mapPart: (from, to, open, done, skipped) =>
      `${from}～${to} 行目: 未決定 ${open}、完了 ${done}、後回し ${skipped}`,
    loadingRow: '行を読み込み中…',
    loadMore: 'さらに表示',
  },
};
