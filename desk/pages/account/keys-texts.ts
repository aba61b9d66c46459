import { defineTextPairs, formatQuantity } from '../../texts.ts';

export const texts = defineTextPairs({
  title: ['API keys', 'API キー'],
  intro: [
    'Give each person and program its own key, with no more than it needs. Only a key without any limit can manage keys.',
    '人やプログラムごとに、必要な権限だけを持つキーを発行してください。キーを管理できるのは、制限のないキーだけです。',
  ],
  create: ['Create a key', 'キーを発行'],
  label: ['Label', 'ラベル'],
  kind: ['What it may do', '権限'],
  kinds: {
    full: ['Everything', 'すべて'],
    read_only: ['Read only', '閲覧のみ'],
    source: ['One table', '1 つの表のみ'],
    reconciliation: ['Reconciliation', '照合（Reconciliation）用'],
  },
  kindAbout: {
    read_only: ['Changes nothing and spends nothing.', '変更もクレジットの使用もできません。'],
    source: ['Reaches only one table, and the balance.', '1 つの表と残高だけを扱えます。'],
    reconciliation: [
      'For OpenRefine and similar programs, with a spending limit.',
      'OpenRefine などのプログラム用です。使用上限が必要です。',
    ],
    full: [
      'For people who match tables and decide. With a spending limit, it cannot manage keys.',
      '照合や判断を行う担当者用です。使用上限を付けると、キーの管理はできなくなります。',
    ],
  },
  abilities: ['What this key can do', 'このキーでできること'],
  ability: {
    search: ['Search companies', '会社の検索・閲覧'],
    tables: ['Bring in tables and match them', '表の取り込み・照合'],
    decide: ['Decide rows: a company, none, not a company', '行の判断（会社の確定、該当なしなど）'],
    lists: ['Make and change Lists', 'リストの作成・変更'],
    credits: ['Spend credits', 'クレジットの使用'],
    keys: ['Make and revoke keys', 'キーの発行・無効化'],
  },
  extent: {
    yes: ['yes', 'できる'],
    no: ['no', 'できない'],
    look: ['only look and download', '閲覧と書き出しのみ'],
    one_table: ['only the table chosen below', '下で選ぶ表のみ'],
    one_table_look: [
      'only the table chosen below (only look and download)',
      '下で選ぶ表のみ (閲覧と書き出しのみ)',
    ],
    up_to_limit: ['up to the limit below', '下の使用上限まで'],
  },
  dailySearches: [
    (limit: string) => `All keys of the account together: ${limit} company searches a day.`,
    (limit) => `会社の検索は、アカウントのすべてのキーを合わせて 1 日 ${limit} 回までです。`,
  ],
  source: ['Table', '表'],
  choose: ['Choose …', '選択してください'],
  alsoReadOnly: ['Only to read it', '閲覧のみ'],
  limit: ['Spending limit, in credits', '使用上限（クレジット）'],
  limitOptional: ['Spending limit, in credits (optional)', '使用上限（クレジット、任意）'],
  limitHint: [
    'All calls of the key together. It cannot be changed later.',
    'このキーで使うクレジットの合計です。後から変更できません。',
  ],
  madeKey: [(label: string) => `The new key: ${label}`, (label) => `新しいキー: ${label}`],
  shownOnce: [
    'Copy it now and keep it in a safe place. It is shown only once.',
    'いまコピーして、安全な場所に保管してください。表示は一度だけです。',
  ],
  address: [
    'The address of this service for OpenRefine, with the key in it. In OpenRefine, choose “Add standard service” and enter it. Copy it now: it is shown only once.',
    'OpenRefine 用のアドレスです。キーを含みます。OpenRefine の「標準サービスを追加」で入力してください。いまコピーしてください。表示は一度だけです。',
  ],
  lostKey: [
    'The key was created, but its answer was lost, so it cannot be shown. Revoke it and create another one.',
    'キーは発行されましたが、応答が失われたため表示できません。無効にして、別のキーを発行してください。',
  ],
  full: ['Everything', 'すべて'],
  own: ['You use it now', '使用中'],
  revokeOwn: [
    'You use this key now. The desk closes, and you need another key to open it again.',
    'いまお使いのキーです。無効にするとデスクが閉じ、開き直すには別のキーが必要です。',
  ],
  readOnly: ['Read only', '閲覧のみ'],
  oneSource: ['One table', '1 つの表のみ'],
  purposes: {
    reconciliation: ['Reconciliation', '照合（Reconciliation）用'],
  },
  createdAt: [(time: string) => `Created ${time}`, (time) => `発行 ${time}`],
  usedAt: [(time: string) => `Last used ${time}`, (time) => `最終使用 ${time}`],
  neverUsed: ['Never used', '未使用'],
  spent: [
    (credits: string) => `${formatQuantity(credits, 'credit')} spent`,
    (credits) => `${credits} クレジット使用`,
  ],
  spentOf: [
    (credits: string, limit: string) => `${credits} of ${formatQuantity(limit, 'credit')} spent`,
    (credits, limit) => `${limit} クレジット中 ${credits} 使用`,
  ],
  revoked: ['Revoked', '無効'],
  revokedAt: [(time: string) => `Revoked ${time}`, (time) => `無効化 ${time}`],
  revoke: ['Revoke', '無効にする'],
  revokeKey: [(label: string) => `Revoke ${label}`, (label) => `${label} を無効にする`],
  revokeTitle: [(label: string) => `Revoke ${label}?`, (label) => `${label} を無効にしますか？`],
  revokeAbout: [
    'Programs that use the key are refused at once. This cannot be undone.',
    'このキーを使うプログラムは、すぐに使えなくなります。元に戻せません。',
  ],
});
