import { counted, type Texts } from '../../texts.ts';
import type { Kind, Outcome } from './diff-rows.ts';

interface ListTexts {
  readonly title: string;
  readonly none: string;
  readonly noneHint: string;
  readonly findCompanies: string;
  readonly all: string;
  readonly statusFilter: string;
  readonly status: Readonly<Record<string, string>>;
  readonly schedule: Readonly<Record<string, string>>;
  readonly source: Readonly<Record<string, string>>;
  readonly rows: (n: string) => string;
  readonly name: string;
  readonly rowCount: string;
  readonly state: string;
  readonly refreshed: string;
  readonly published: string;
  readonly changed: string;
  readonly version: (n: number) => string;
  readonly neverPublished: string;
  readonly nextRun: (time: string) => string;
  readonly noRun: Readonly<Record<string, string>>;
  readonly tabs: Readonly<Record<Tab, string>>;
  readonly tabsLabel: string;
  readonly back: string;
  readonly archivedNote: string;
  readonly readOnlyNote: string;
  readonly counts: (effective: string, suppressed: string, excluded: string) => string;
  readonly noRows: string;
  readonly columns: string;
  readonly columnNames: Readonly<Record<string, string>>;
  readonly saveColumns: string;
  readonly savedColumns: string;
  readonly suppressed: string;
  readonly excluded: string;
  readonly suppress: (n: string) => string;
  readonly unsuppress: (n: string) => string;
  readonly suppressTitle: string;
  readonly suppressAbout: string;
  readonly reason: string;
  readonly select: (name: string) => string;
  readonly selectAll: string;
  readonly selected: (n: string) => string;
  readonly gone: string;
  readonly enrich: string;
  readonly enrichAbout: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly showPrice: string;
  readonly priceTitle: string;
  readonly perField: (found: string, credits: string) => string;
  readonly bought: (n: string) => string;
  readonly runs: string;
  readonly noRuns: string;
  readonly runOf: (found: string, unchanged: string, missing: string) => string;
  readonly toRows: string;
  readonly notPublished: string;
  readonly publish: string;
  readonly publishTitle: string;
  readonly publishAbout: string;
  readonly publishedAs: (n: number) => string;
  readonly refresh: string;
  readonly refreshing: string;
  readonly noChanges: string;
  readonly noDiffs: string;
  readonly diff: string;
  readonly diffLabel: (time: string, from: number, to: number) => string;
  readonly kind: Readonly<Record<Kind, string>>;
  readonly kindAbout: Readonly<Record<Kind, string>>;
  readonly outcome: Readonly<Record<Outcome, string>>;
  readonly decide: Readonly<Record<Outcome, string>>;
  readonly exclude: string;
  readonly include: string;
  readonly excludeTitle: (name: string) => string;
  readonly excludeAbout: string;
  readonly note: string;
  readonly openCount: (n: string) => string;
  readonly keysHint: string;
  readonly ofKind: string;
  readonly allOfKind: (what: string) => string;
  readonly allTitle: (outcome: string, n: string) => string;
  readonly allAbout: string;
  readonly before: string;
  readonly after: string;
  readonly noValue: string;
  readonly addRows: string;
  readonly addRowsTitle: string;
  readonly addRowsAbout: (n: string) => string;
  readonly added: (n: string) => string;
  readonly rename: string;
  readonly newName: string;
  readonly renamed: string;
  readonly setStatus: string;
  readonly statusAbout: Readonly<Record<string, string>>;
  readonly setSchedule: string;
  readonly saved: string;
  readonly snapshots: string;
  readonly noSnapshots: string;
  readonly snapshotKind: Readonly<Record<string, string>>;
  readonly remove: string;
  readonly removeTitle: (name: string) => string;
  readonly removeAbout: string;
  readonly removeYes: string;
  readonly deliveryAbout: string;
  readonly deliveryType: string;
  readonly types: Readonly<Record<string, string>>;
  readonly url: string;
  readonly urlKeep: (masked: string) => string;
  readonly payload: string;
  readonly payloads: Readonly<Record<string, string>>;
  readonly enabled: string;
  readonly rotate: string;
  readonly save: string;
  readonly secret: string;
  readonly secretAbout: string;
  readonly deliver: string;
  readonly delivered: string;
  readonly deliveries: string;
  readonly noDeliveries: string;
  readonly deliveryStatus: Readonly<Record<string, string>>;
  readonly attempts: (n: number) => string;
  readonly redeliver: string;
  readonly reload: string;
  readonly attemptOutcome: Readonly<Record<string, string>>;
  readonly milliseconds: (n: string) => string;
  readonly exportAbout: string;
  readonly format: string;
  readonly formats: Readonly<Record<string, string>>;
  readonly bom: string;
  readonly disarm: string;
  readonly sourceColumns: string;
  readonly download: string;
  readonly preparing: string;
  readonly exported: (rows: string, disarmed: string) => string;
}

export const tabs = ['rows', 'changes', 'enrich', 'export', 'delivery', 'settings'] as const;
export type Tab = (typeof tabs)[number];

export const texts: Texts<ListTexts> = {
  en: {
    title: 'Lists',
    none: 'There is no List yet.',
    noneHint: 'Save a search for companies, or the companies of a table, as a List.',
    findCompanies: 'Find companies',
    all: 'All',
    statusFilter: 'State',
    status: { active: 'Active', paused: 'Paused', archived: 'Archived' },
    schedule: { manual: 'By hand', daily: 'Daily at 06:00', weekly: 'Mondays at 06:00' },
    source: {
      empty: 'Created empty',
      source: 'From a table',
      company_ids: 'From chosen companies',
      query: 'From a search',
      company_query: 'From figures',
    },
    rows: (n) => counted(n, 'row'),
    name: 'Name',
    rowCount: 'Rows',
    state: 'State',
    refreshed: 'Refreshed',
    published: 'Published',
    changed: 'Changed',
    version: (n) => `Version ${n}`,
    neverPublished: 'Not yet',
    nextRun: (time) => `Next refresh: ${time}`,
    noRun: {
      manual: 'Refreshed only by hand.',
      not_published: 'The schedule begins when the List is published.',
      paused: 'The schedule does not run while the List is paused.',
      archived: 'The schedule does not run while the List is archived.',
    },
    tabs: {
      rows: 'Rows',
      changes: 'Changes',
      enrich: 'Enrich',
      export: 'Export',
      delivery: 'Delivery',
      settings: 'Settings',
    },
    tabsLabel: 'Parts of the List',
    back: 'All Lists',
    readOnlyNote: 'This key may only read. You can look at the List and download it.',
    archivedNote:
      'This List is archived: it can be read and exported. Set it to active in the settings to change it.',
    counts: (effective, suppressed, excluded) =>
      `${effective} go into exports and deliveries, ${suppressed} are suppressed, ${excluded} are excluded.`,
    noRows: 'The List has no rows.',
    columns: 'Columns',
    columnNames: {
      legal_name: 'Legal name',
      company_id: 'Id',
      corporate_number: 'Corporate number',
      securities_code: 'Securities code',
      listing_status: 'Listing',
      market_segment: 'Segment',
      industry_33_code: 'Sector',
      place: 'Head office',
      status: 'Register',
      website_url: 'Website',
      employees: 'Employees',
      insured_persons: 'Insured persons',
      display_name: 'Name',
      prefecture: 'Prefecture',
      city: 'City',
      superseded_by: 'Taken over by',
    },
    saveColumns: 'Keep for this List',
    savedColumns: 'The columns are kept for everyone who uses this List.',
    suppressed: 'Suppressed',
    excluded: 'Excluded',
    suppress: (n) => `Suppress ${n}`,
    unsuppress: (n) => `Stop suppressing ${n}`,
    suppressTitle: 'Suppress companies',
    suppressAbout: 'They stay in the List, but are left out of exports, snapshots and deliveries.',
    reason: 'Reason (optional)',
    select: (name) => `Select ${name}`,
    selectAll: 'Select all rows shown',
    selected: (n) => `${n} selected`,
    gone: 'No longer in the database',
    enrich: 'Add values to the rows',
    enrichAbout:
      'One enrichment credit for each row and field with a new value. Rows without a value are free, and so are values that the row already has.',
    fields: {
      website: 'Website',
      employees: 'Employees',
      insured_persons: 'Insured persons',
      jobs: 'Openings',
      construction_permits: 'Construction permits',
      technologies: 'Technologies',
      financials: 'Figures',
      observations: 'Evidence',
    },
    showPrice: 'Show the price',
    priceTitle: 'Add values',
    perField: (found, credits) => `found for ${counted(found, 'row')}, ${counted(credits, 'credit')}`,
    bought: (n) => `${counted(n, 'value')} added. They are in the rows.`,
    runs: 'Earlier runs',
    noRuns: 'There was no run yet.',
    runOf: (found, unchanged, missing) => `${found} new, ${unchanged} unchanged, ${missing} not found`,
    toRows: 'Show the rows',
    notPublished: 'Changes are found by comparing with a published snapshot. Publish the List first.',
    publish: 'Publish',
    publishTitle: 'Publish the List',
    publishAbout:
      'The rows are saved as a numbered snapshot that never changes. Suppressed and excluded rows are left out. Later refreshes compare with it.',
    publishedAs: (n) => `Published as version ${n}.`,
    refresh: 'Look for changes',
    refreshing: 'Looking …',
    noChanges: 'Nothing changed.',
    noDiffs: 'Nobody has looked for changes yet.',
    diff: 'Comparison',
    diffLabel: (time, from, to) => `${time}: version ${from} to ${to}`,
    kind: { added: 'Added', removed: 'Removed', changed: 'Changed' },
    kindAbout: {
      added: 'Found now but not before. Not in the List until you add them.',
      removed: 'No longer found. They stay in the List and its exports until you exclude them.',
      changed: 'Their data changed.',
    },
    outcome: { accepted: 'Accepted', rejected: 'Rejected', needs_review: 'Needs review' },
    decide: { accepted: 'Accept', rejected: 'Reject', needs_review: 'Needs review' },
    exclude: 'Exclude',
    include: 'Include again',
    excludeTitle: (name) => `Exclude ${name}`,
    excludeAbout: 'The company is left out of exports, snapshots and deliveries until you include it again.',
    note: 'Note (optional)',
    openCount: (n) => `${n} open on this page`,
    keysHint: 'Keys: ↓ ↑ next and previous, A accept, R reject, N needs review, X exclude.',
    ofKind: 'Show',
    allOfKind: (what) => `All ${what.toLowerCase()} companies`,
    allTitle: (outcome, n) => `${outcome}: ${counted(n, 'row')}`,
    allAbout: 'The review is recorded for each of them. It replaces earlier reviews.',
    before: 'Before',
    after: 'After',
    noValue: 'none',
    addRows: 'Add the added companies to the List',
    addRowsTitle: 'Add companies to the List',
    addRowsAbout: (n) =>
      `Added and neither rejected nor excluded: ${counted(n, 'company', 'companies')}. Those that the List already has are free.`,
    added: (n) => `${counted(n, 'row')} added.`,
    rename: 'Rename',
    newName: 'Name of the List',
    renamed: 'Renamed.',
    setStatus: 'State',
    statusAbout: {
      active: 'Fully in use.',
      paused: 'The schedule does not run.',
      archived: 'Can only be read and exported.',
    },
    setSchedule: 'Look for changes',
    saved: 'Saved.',
    snapshots: 'Snapshots',
    noSnapshots: 'There is no snapshot yet.',
    snapshotKind: { published: 'Published', refreshed: 'Found by a refresh' },
    remove: 'Delete the List',
    removeTitle: (name) => `Delete ${name}?`,
    removeAbout:
      'Rows, snapshots, changes, exported files and delivery settings are deleted for good. Credits are not refunded.',
    removeYes: 'Delete for good',
    deliveryAbout: 'Changes that a scheduled refresh finds are sent to this address.',
    deliveryType: 'Kind',
    types: { webhook: 'Webhook (signed JSON)', chat: 'Chat (Slack format)' },
    url: 'Address (https)',
    urlKeep: (masked) => `Now: ${masked}. Leave it empty to keep it.`,
    payload: 'What is sent',
    payloads: { summary: 'Counts only', diff: 'Counts and changes', rows: 'Counts, changes and rows' },
    enabled: 'Deliveries are sent',
    rotate: 'Make a new secret',
    save: 'Save',
    secret: 'Secret of the webhook',
    secretAbout: 'Copy it now. It is shown only once.',
    deliver: 'Send now',
    delivered: 'A delivery was made.',
    deliveries: 'Deliveries',
    noDeliveries: 'There is no delivery yet.',
    deliveryStatus: { pending: 'Pending', delivered: 'Delivered', failed: 'Failed' },
    attempts: (n) => counted(n, 'attempt'),
    redeliver: 'Send again',
    reload: 'Show the newest state',
    attemptOutcome: {
      accepted: 'Accepted',
      refused: 'Refused',
      unreachable: 'No answer',
      target_rejected: 'Address not permitted',
      not_sent: 'Not sent because of a fault',
    },
    milliseconds: (n) => `${n} ms`,
    exportAbout: 'A file of the rows that are neither suppressed nor excluded. Free.',
    format: 'Format',
    formats: { csv: 'CSV', xlsx: 'Excel workbook (.xlsx)' },
    bom: 'CSV: for Excel (with a byte order mark)',
    disarm: 'CSV: disarm cells that a spreadsheet would run',
    sourceColumns: 'With the columns of the table that the List was made from',
    download: 'Download',
    preparing: 'Preparing …',
    exported: (rows, disarmed) =>
      `${counted(rows, 'row')} downloaded.${disarmed === '0' ? '' : ` ${counted(disarmed, 'cell')} disarmed.`}`,
  },
  ja: {
    title: 'リスト',
    none: 'まだリストがありません。',
    noneHint: '会社の検索結果、または表の会社を、リストとして保存できます。',
    findCompanies: '会社を検索',
    all: 'すべて',
    statusFilter: '状態',
    status: { active: '使用中', paused: '一時停止', archived: '保管済み' },
    schedule: { manual: '手動', daily: '毎日 6:00', weekly: '毎週月曜 6:00' },
    source: {
      empty: '空で作成',
      source: '表から作成',
      company_ids: '会社を選んで作成',
      query: '検索から作成',
      company_query: '財務条件から作成',
    },
    rows: (n) => `${n} 行`,
    name: '名前',
    rowCount: '行数',
    state: '状態',
    refreshed: '更新確認',
    published: '公開',
    changed: '変更日時',
    version: (n) => `第 ${n} 版`,
    neverPublished: '未公開',
    nextRun: (time) => `次回の更新確認: ${time}`,
    noRun: {
      manual: '更新確認は手動です。',
      not_published: 'リストを公開すると、定期的な更新確認が始まります。',
      paused: '一時停止中は、定期的な更新確認を行いません。',
      archived: '保管中は、定期的な更新確認を行いません。',
    },
    tabs: {
      rows: '行',
      changes: '変更点',
      enrich: '情報の付加',
      export: '書き出し',
      delivery: '配信',
      settings: '設定',
    },
    tabsLabel: 'リストの内容',
    back: 'リストの一覧',
    readOnlyNote: 'このキーは閲覧専用です。リストを見ることと書き出すことができます。',
    archivedNote:
      'このリストは保管済みのため、閲覧と書き出しだけができます。変更するには、設定で「使用中」にしてください。',
    counts: (effective, suppressed, excluded) =>
      `書き出しと配信の対象 ${effective} 行、抑止 ${suppressed} 行、除外 ${excluded} 行`,
    noRows: 'リストに行がありません。',
    columns: '列',
    columnNames: {
      legal_name: '商号',
      company_id: 'ID',
      corporate_number: '法人番号',
      securities_code: '証券コード',
      listing_status: '上場',
      market_segment: '市場区分',
      industry_33_code: '業種',
      place: '本店所在地',
      status: '登記の状態',
      website_url: 'ウェブサイト',
      employees: '従業員数',
      insured_persons: '被保険者数',
      display_name: '名前',
      prefecture: '都道府県',
      city: '市区町村',
      superseded_by: '承継先',
    },
    saveColumns: 'このリストに保存',
    savedColumns: '列の設定を保存しました。このリストを使う全員に適用されます。',
    suppressed: '抑止中',
    excluded: '除外',
    suppress: (n) => `${n} 社を抑止`,
    unsuppress: (n) => `${n} 社の抑止を解除`,
    suppressTitle: '会社の抑止',
    suppressAbout: 'リストには残りますが、書き出し・スナップショット・配信の対象から外れます。',
    reason: '理由（任意）',
    select: (name) => `${name} を選択`,
    selectAll: '表示中の行をすべて選択',
    selected: (n) => `${n} 社を選択中`,
    gone: 'データベースにありません',
    enrich: '行に情報を付加',
    enrichAbout:
      '新しい値 1 つにつき、付加情報クレジットを 1 消費します。値が見つからない行と、すでに同じ値がある行は無料です。',
    fields: {
      website: 'ウェブサイト',
      employees: '従業員数',
      insured_persons: '被保険者数',
      jobs: '求人',
      construction_permits: '建設業許可',
      technologies: '利用技術',
      financials: '財務',
      observations: '根拠',
    },
    showPrice: '料金を確認',
    priceTitle: '情報の付加',
    perField: (found, credits) => `${found} 行で値あり、${credits} クレジット`,
    bought: (n) => `${n} 個の値を付加しました。行の画面で確認できます。`,
    runs: 'これまでの実行',
    noRuns: 'まだ実行していません。',
    runOf: (found, unchanged, missing) => `新規 ${found}、変更なし ${unchanged}、値なし ${missing}`,
    toRows: '行を表示',
    notPublished: '変更点は、公開したスナップショットと比べて確認します。先にリストを公開してください。',
    publish: '公開する',
    publishTitle: 'リストの公開',
    publishAbout:
      '現在の行を、番号付きのスナップショットとして保存します。抑止中・除外の行は含みません。以後の更新確認は、この内容と比較します。',
    publishedAs: (n) => `第 ${n} 版として公開しました。`,
    refresh: '更新を確認',
    refreshing: '確認中…',
    noChanges: '変更はありませんでした。',
    noDiffs: 'まだ更新を確認していません。',
    diff: '比較',
    diffLabel: (time, from, to) => `${time}: 第 ${from} 版 → 第 ${to} 版`,
    kind: { added: '追加', removed: '削除', changed: '変更' },
    kindAbout: {
      added: '新たに見つかった会社です。追加するまで、リストには入りません。',
      removed: '見つからなくなった会社です。除外するまで、リストと書き出しに残ります。',
      changed: '情報が変わった会社です。',
    },
    outcome: { accepted: '承認済み', rejected: '却下', needs_review: '要確認' },
    decide: { accepted: '承認', rejected: '却下', needs_review: '要確認' },
    exclude: '除外',
    include: '除外を取り消す',
    excludeTitle: (name) => `${name} を除外`,
    excludeAbout: '取り消すまで、書き出し・スナップショット・配信の対象から外れます。',
    note: 'メモ（任意）',
    openCount: (n) => `この画面の未確認: ${n} 件`,
    keysHint: 'キー操作: ↓ ↑ 移動、A 承認、R 却下、N 要確認、X 除外',
    ofKind: '表示',
    allOfKind: (what) => `「${what}」をすべて`,
    allTitle: (outcome, n) => `${outcome}: ${n} 件`,
    allAbout: '1 件ずつ記録します。以前の判断は置き換えられます。',
    before: '変更前',
    after: '変更後',
    noValue: 'なし',
    addRows: '追加された会社をリストに入れる',
    addRowsTitle: '会社をリストに追加',
    addRowsAbout: (n) =>
      `追加された会社のうち、却下・除外していない ${n} 社です。すでにリストにある会社は無料です。`,
    added: (n) => `${n} 行を追加しました。`,
    rename: '名前を変更',
    newName: 'リストの名前',
    renamed: '名前を変更しました。',
    setStatus: '状態',
    statusAbout: {
      active: 'すべての機能を使えます。',
      paused: '定期的な更新確認を行いません。',
      archived: '閲覧と書き出しだけができます。',
    },
    setSchedule: '更新の確認',
    saved: '保存しました。',
    snapshots: 'スナップショット',
    noSnapshots: 'まだスナップショットがありません。',
    snapshotKind: { published: '公開', refreshed: '更新確認で作成' },
    remove: 'リストを削除',
    removeTitle: (name) => `${name} を削除しますか？`,
    removeAbout:
      '行、スナップショット、変更点、書き出したファイル、配信の設定を完全に削除します。クレジットは返金されません。',
    removeYes: '完全に削除する',
    deliveryAbout: '定期的な更新確認で変更が見つかると、この宛先に送ります。',
    deliveryType: '種類',
    types: { webhook: 'Webhook（署名付き JSON）', chat: 'チャット（Slack 形式）' },
    url: '宛先（https）',
    urlKeep: (masked) => `現在: ${masked}。変更しない場合は空欄のままにしてください。`,
    payload: '送る内容',
    payloads: { summary: '件数のみ', diff: '件数と変更点', rows: '件数・変更点・行' },
    enabled: '配信する',
    rotate: '新しいシークレットを発行する',
    save: '保存',
    secret: 'Webhook のシークレット',
    secretAbout: 'いまコピーしてください。表示は一度だけです。',
    deliver: 'いま送る',
    delivered: '配信を作成しました。',
    deliveries: '配信の記録',
    noDeliveries: 'まだ配信がありません。',
    deliveryStatus: { pending: '送信待ち', delivered: '配信済み', failed: '失敗' },
    attempts: (n) => `試行 ${n} 回`,
    redeliver: 'もう一度送る',
    reload: '最新の状態を表示',
    attemptOutcome: {
      accepted: '受理',
      refused: '拒否',
      unreachable: '応答なし',
      target_rejected: '許可されない宛先',
      not_sent: '障害のため未送信',
    },
    milliseconds: (n) => `${n} ミリ秒`,
    exportAbout: '抑止中・除外の行を除いた行のファイルです。無料です。',
    format: '形式',
    formats: { csv: 'CSV', xlsx: 'Excel ブック (.xlsx)' },
    bom: 'CSV: Excel 用（BOM 付き）',
    disarm: 'CSV: 数式として実行されるセルを無効にする',
    sourceColumns: '元の表の列も付ける',
    download: 'ダウンロード',
    preparing: '準備中…',
    exported: (rows, disarmed) =>
      `${rows} 行をダウンロードしました。${disarmed === '0' ? '' : `${disarmed} 個のセルを無効にしました。`}`,
  },
};
