import { prices } from '../../../client/index.ts';
import { defineTextPairs, formatQuantity, spellQuantity } from '../../texts.ts';
import { listsPairs } from './lists-texts.ts';

const creditsOfValue = prices.newValue.credits;

export const tabs = ['rows', 'changes', 'enrich', 'export', 'delivery', 'settings'] as const;

export const texts = defineTextPairs({
  ...listsPairs,
  schedule: {
    manual: ['By hand', '手動'],
    daily: ['Daily at 06:00', '毎日 6:00'],
    weekly: ['Mondays at 06:00', '毎週月曜 6:00'],
  },
  name: ['Name', '名前'],
  tabs: {
    rows: ['Rows', '行'],
    changes: ['Changes', '変更点'],
    enrich: ['Enrich', '情報の付加'],
    export: ['Export', '書き出し'],
    delivery: ['Delivery', '配信'],
    settings: ['Settings', '設定'],
  },
  tabsLabel: ['Parts of the List', 'リストの内容'],
  back: ['All Lists', 'リストの一覧'],
  readOnlyNote: [
    'This key may only read. You can look at the List and download it.',
    'このキーは閲覧専用です。リストを見ることと書き出すことができます。',
  ],
  archivedNote: [
    'This List is archived: it can be read and exported. Set it to active in the settings to change it.',
    'このリストは保管済みのため、閲覧と書き出しだけができます。変更するには、設定で「使用中」にしてください。',
  ],
  counts: [
    (effective: string, suppressed: string, excluded: string) =>
      `${effective} go into exports and deliveries, ${suppressed} are left out, ${excluded} are excluded.`,
    (effective, suppressed, excluded) =>
      `書き出しと配信の対象 ${effective} 行、対象外 ${suppressed} 行、除外 ${excluded} 行`,
  ],
  noRows: ['The List has no rows.', 'リストに行がありません。'],
  columns: ['Columns', '列'],
  columnNames: {
    legal_name: ['Legal name', '商号'],
    company_id: ['Id', 'ID'],
    corporate_number: ['Corporate number', '法人番号'],
    securities_code: ['Securities code', '証券コード'],
    listing_status: ['Listing', '上場'],
    market_segment: ['Segment', '市場区分'],
    industry_33_code: ['Sector', '業種'],
    place: ['Head office', '本店所在地'],
    status: ['Register', '会社の状態'],
    website_url: ['Website', 'ウェブサイト'],
    employees: ['Employees', '従業員数'],
    insured_persons: ['Insured persons', '被保険者数'],
    display_name: ['Name', '名前'],
    prefecture: ['Prefecture', '都道府県'],
    city: ['City', '市区町村'],
    superseded_by: ['Taken over by', '承継先'],
  },
  saveColumns: ['Keep for this List', 'このリストに保存'],
  savedColumns: [
    'The columns are kept for everyone who uses this List.',
    '列の設定を保存しました。このリストを使う全員に適用されます。',
  ],
  suppressed: ['Left out', '対象外'],
  excluded: ['Excluded', '除外'],
  suppress: [(n: string) => `Leave out ${n}`, (n) => `${n} 社を対象外にする`],
  unsuppress: [(n: string) => `Take in ${n} again`, (n) => `${n} 社を対象に戻す`],
  suppressTitle: ['Leave out companies', '会社を対象外にする'],
  suppressAbout: [
    'They stay in the List, but are left out of exports, fixed versions and deliveries.',
    'リストには残りますが、書き出し・確定版・配信の対象から外れます。',
  ],
  reason: ['Reason (optional)', '理由（任意）'],
  select: [(name: string) => `Select ${name}`, (name) => `${name} を選択`],
  selectAll: ['Select all rows shown', '表示中の行をすべて選択'],
  selected: [(n: string) => `${n} selected`, (n) => `${n} 社を選択中`],
  gone: ['No longer in the database', 'データベースにありません'],
  enrich: ['Add values to the rows', '行に情報を付加'],
  enrichAbout: [
    `${spellQuantity(creditsOfValue, 'enrichment credit')} for each row and field with a new value. Rows without a value are free, and so are values that the row already has.`,
    `新しい値 1 つにつき、付加情報クレジットを ${creditsOfValue} 消費します。値が見つからない行と、すでに同じ値がある行は無料です。`,
  ],
  fields: {
    website: ['Website', 'ウェブサイト'],
    employees: ['Employees', '従業員数'],
    insured_persons: ['Insured persons', '被保険者数'],
    jobs: ['Openings', '求人'],
    construction_permits: ['Construction permits', '建設業許可'],
    technologies: ['Technologies', '利用技術'],
    financials: ['Figures', '財務'],
    observations: ['Public records', '公開情報'],
  },
  showPrice: ['Show the price', '料金を確認'],
  priceTitle: ['Add values', '情報の付加'],
  perField: [
    (rows: string, credits: string) =>
      `found for ${formatQuantity(rows, 'row')}, ${formatQuantity(credits, 'credit')}`,
    (rows, credits) => `${rows} 行で値あり、${credits} クレジット`,
  ],
  bought: [
    (n: string) => `${formatQuantity(n, 'value')} added. They are in the rows.`,
    (n) => `${n} 個の値を付加しました。行の画面で確認できます。`,
  ],
  runs: ['Earlier runs', 'これまでの実行'],
  noRuns: ['There was no run yet.', 'まだ実行していません。'],
  runOf: [
    (fresh: string, unchanged: string, missing: string) =>
      `${fresh} new, ${unchanged} unchanged, ${missing} not found`,
    (fresh, unchanged, missing) => `新規 ${fresh}、変更なし ${unchanged}、値なし ${missing}`,
  ],
  toRows: ['Show the rows', '行を表示'],
  notPublished: [
    'Changes are found by comparing with a fixed version. Save one first.',
    '変更点は、保存した確定版と比べて確認します。先に確定版を保存してください。',
  ],
  publish: ['Save a fixed version', '確定版を保存'],
  publishTitle: ['Save a fixed version', '確定版の保存'],
  publishAbout: [
    'The rows are saved as a numbered version that never changes. Only your account sees it. Rows that are left out or excluded are not in it. Later refreshes compare with it.',
    '現在の行を、変更されない第 1 版、第 2 版…として保存します。外部には公開されません。対象外・除外の行は含みません。以後の更新確認は、この内容と比較します。',
  ],
  publishedAs: [(n: number) => `Saved as version ${n}.`, (n) => `第 ${n} 版として保存しました。`],
  refresh: ['Look for changes', '更新を確認'],
  refreshing: ['Looking …', '確認中…'],
  noChanges: ['Nothing changed.', '変更はありませんでした。'],
  noDiffs: ['Nobody has looked for changes yet.', 'まだ更新を確認していません。'],
  diff: ['Comparison', '比較'],
  diffLabel: [
    (time: string, from: number, to: number) => `${time}: version ${from} to ${to}`,
    (time, from, to) => `${time}: 第 ${from} 版 → 第 ${to} 版`,
  ],
  kind: {
    added: ['Added', '追加'],
    removed: ['Removed', '削除'],
    changed: ['Changed', '変更'],
  },
  kindAbout: {
    added: [
      'Found now but not before. To mark them as checked does not add them: “Add the added companies to the List” does.',
      '新たに見つかった会社です。「確認済み」にしただけではリストに入りません。下の「追加された会社をリストに入れる」で追加します。',
    ],
    removed: [
      'No longer found. They stay in the List and its exports until you exclude them.',
      '見つからなくなった会社です。除外するまで、リストと書き出しに残ります。',
    ],
    changed: ['Their data changed.', '情報が変わった会社です。'],
  },
  outcome: {
    accepted: ['Checked', '確認済み'],
    rejected: ['Turned down', '見送り'],
    needs_review: ['Check later', '保留'],
  },
  decide: {
    accepted: ['Mark as checked', '確認済みにする'],
    rejected: ['Turn down', '見送る'],
    needs_review: ['Check later', '保留にする'],
  },
  exclude: ['Exclude', '除外'],
  include: ['Include again', '除外を取り消す'],
  excludeTitle: [(name: string) => `Exclude ${name}`, (name) => `${name} を除外`],
  excludeAbout: [
    'The company is left out of exports, fixed versions and deliveries until you include it again.',
    '取り消すまで、書き出し・確定版・配信の対象から外れます。',
  ],
  note: ['Note (optional)', 'メモ（任意）'],
  openCount: [(n: string) => `${n} open on this page`, (n) => `この画面の未確認: ${n} 件`],
  keysHint: [
    'Keys: ↓ ↑ next and previous, A checked, R turn down, N check later, X exclude.',
    'キー操作: ↓ ↑ 移動、A 確認済み、R 見送り、N 保留、X 除外',
  ],
  ofKind: ['Show', '表示'],
  allOfKind: [(what: string) => `All ${what.toLowerCase()} companies`, (what) => `「${what}」をすべて`],
  allTitle: [
    (outcome: string, n: string) => `${outcome}: ${formatQuantity(n, 'row')}`,
    (outcome, n) => `${outcome}: ${n} 件`,
  ],
  allAbout: [
    'The review is recorded for each of them. It replaces earlier reviews.',
    '1 件ずつ記録します。以前の確認結果は置き換えられます。',
  ],
  before: ['Before', '変更前'],
  after: ['After', '変更後'],
  noValue: ['none', 'なし'],
  addRows: ['Add the added companies to the List', '追加された会社をリストに入れる'],
  addRowsTitle: ['Add companies to the List', '会社をリストに追加'],
  addRowsAbout: [
    (n: string) =>
      `Added and neither turned down nor excluded: ${formatQuantity(n, 'company', 'companies')}. Those that the List already has are free.`,
    (n) => `追加された会社のうち、見送り・除外にしていない ${n} 社です。すでにリストにある会社は無料です。`,
  ],
  added: [(n: string) => `${formatQuantity(n, 'row')} added.`, (n) => `${n} 行を追加しました。`],
  rename: ['Rename', '名前を変更'],
  newName: ['Name of the List', 'リストの名前'],
  renamed: ['Renamed.', '名前を変更しました。'],
  setStatus: ['State', '状態'],
  statusAbout: {
    active: ['Fully in use.', 'すべての機能を使えます。'],
    paused: ['The schedule does not run.', '定期的な更新確認を行いません。'],
    archived: ['Can only be read and exported.', '閲覧と書き出しだけができます。'],
  },
  setSchedule: ['Look for changes', '更新の確認'],
  saved: ['Saved.', '保存しました。'],
  snapshots: ['Saved versions', '保存した版'],
  noSnapshots: ['There is no saved version yet.', '保存した版はまだありません。'],
  snapshotKind: {
    published: ['Fixed version', '確定版'],
    refreshed: ['Found by a refresh', '更新確認で作成'],
  },
  remove: ['Delete the List', 'リストを削除'],
  removeTitle: [(name: string) => `Delete ${name}?`, (name) => `${name} を削除しますか？`],
  removeAbout: [
    'Rows, saved versions, changes, exported files and delivery settings are deleted for good. Credits are not refunded.',
    '行、保存した版、変更点、書き出したファイル、配信の設定を完全に削除します。クレジットは返金されません。',
  ],
  removeYes: ['Delete for good', '完全に削除する'],
  deliveryAbout: [
    'Changes that a scheduled refresh finds are sent to this address.',
    '定期的な更新確認で変更が見つかると、この宛先に送ります。',
  ],
  deliveryType: ['Kind', '種類'],
  types: {
    webhook: ['Webhook (signed JSON)', 'Webhook（署名付き JSON）'],
    chat: ['Chat (Slack format)', 'チャット（Slack 形式）'],
  },
  url: ['Address (https)', '宛先（https）'],
  urlKeep: [
    (masked: string) => `Now: ${masked}. Leave it empty to keep it.`,
    (masked) => `現在: ${masked}。変更しない場合は空欄のままにしてください。`,
  ],
  payload: ['What is sent', '送る内容'],
  payloads: {
    summary: ['Counts only', '件数のみ'],
    diff: ['Counts and changes', '件数と変更点'],
    rows: ['Counts, changes and rows', '件数・変更点・行'],
  },
  enabled: ['Deliveries are sent', '配信する'],
  rotate: ['Make a new secret', '署名用の鍵を新しくする'],
  save: ['Save', '保存'],
  secret: ['Secret of the webhook', 'Webhook の署名用の鍵'],
  secretAbout: ['Copy it now. It is shown only once.', 'いまコピーしてください。表示は一度だけです。'],
  deliver: ['Send now', 'いま送る'],
  delivered: ['A delivery was made.', '配信を作成しました。'],
  deliveries: ['Deliveries', '配信の記録'],
  noDeliveries: ['There is no delivery yet.', 'まだ配信がありません。'],
  deliveryStatus: {
    pending: ['Pending', '送信待ち'],
    delivered: ['Delivered', '配信済み'],
    failed: ['Failed', '失敗'],
  },
  attempts: [(n: number) => formatQuantity(n, 'attempt'), (n) => `試行 ${n} 回`],
  redeliver: ['Send again', 'もう一度送る'],
  reload: ['Show the newest state', '最新の状態を表示'],
  attemptOutcome: {
    accepted: ['Accepted', '受理'],
    refused: ['Refused', '拒否'],
    unreachable: ['No answer', '応答なし'],
    target_rejected: ['Address not permitted', '許可されない宛先'],
    not_sent: ['Not sent because of a fault', '障害のため未送信'],
  },
  milliseconds: [(n: string) => `${n} ms`, (n) => `${n} ミリ秒`],
  exportAbout: [
    'A file of the rows that are neither left out nor excluded. Free.',
    '対象外・除外の行を除いたファイルです。無料です。',
  ],
  format: ['Format', '形式'],
  formats: {
    csv: ['CSV', 'CSV'],
    xlsx: ['Excel workbook (.xlsx)', 'Excel ブック (.xlsx)'],
  },
  bom: ['CSV: for Excel (with a byte order mark)', 'CSV: Excel 用（BOM 付き）'],
  disarm: ['CSV: disarm cells that a spreadsheet would run', 'CSV: 数式として実行されるセルを無効にする'],
  sourceColumns: ['With the columns of the table that the List was made from', '元の表の列も付ける'],
  download: ['Download', 'ダウンロード'],
  preparing: ['Preparing …', '準備中…'],
  exported: [
    (rows: string, disarmed: string) =>
      `${formatQuantity(rows, 'row')} downloaded.${disarmed === '0' ? '' : ` ${formatQuantity(disarmed, 'cell')} disarmed.`}`,
    (rows, disarmed) =>
      `${rows} 行をダウンロードしました。${disarmed === '0' ? '' : `${disarmed} 個のセルを無効にしました。`}`,
  ],
});
