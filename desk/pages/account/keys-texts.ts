import { counted, type Texts } from '../../texts.ts';

interface KeysTexts {
  readonly title: string;
  readonly intro: string;
  readonly create: string;
  readonly label: string;
  readonly kind: string;
  readonly kinds: Readonly<Record<'full' | 'read_only' | 'source' | 'reconciliation', string>>;
  readonly kindAbout: Readonly<Record<'full' | 'read_only' | 'source' | 'reconciliation', string>>;
  readonly source: string;
  readonly choose: string;
  readonly alsoReadOnly: string;
  readonly limit: string;
  readonly limitOptional: string;
  readonly limitHint: string;
  readonly madeKey: (label: string) => string;
  readonly shownOnce: string;
  readonly address: string;
  readonly lostKey: string;
  readonly full: string;
  readonly own: string;
  readonly revokeOwn: string;
  readonly readOnly: string;
  readonly oneSource: string;
  readonly purposes: Readonly<Record<string, string>>;
  readonly createdAt: (time: string) => string;
  readonly usedAt: (time: string) => string;
  readonly neverUsed: string;
  readonly spent: (credits: string) => string;
  readonly spentOf: (credits: string, limit: string) => string;
  readonly revoked: string;
  readonly revokedAt: (time: string) => string;
  readonly revoke: string;
  readonly revokeKey: (label: string) => string;
  readonly revokeTitle: (label: string) => string;
  readonly revokeAbout: string;
}

export const texts: Texts<KeysTexts> = {
  en: {
    title: 'API keys',
    intro:
      'Give each person and program its own key, with no more than it needs. Only a key without any limit can manage keys.',
    create: 'Create a key',
    label: 'Label',
    kind: 'What it may do',
    kinds: {
      read_only: 'Read only',
      source: 'One table',
      reconciliation: 'Reconciliation',
      full: 'Everything',
    },
    kindAbout: {
      read_only: 'Changes nothing and spends nothing.',
      source: 'Reaches only one table, and the balance.',
      reconciliation: 'For OpenRefine and similar programs, with a spending limit.',
      full: 'Like your own key.',
    },
    source: 'Table',
    choose: 'Choose …',
    alsoReadOnly: 'Only to read it',
    limit: 'Spending limit, in credits',
    limitOptional: 'Spending limit, in credits (optional)',
    limitHint: 'All calls of the key together. It cannot be changed later.',
    madeKey: (label) => `The new key: ${label}`,
    shownOnce: 'Copy it now and keep it in a safe place. It is shown only once.',
    address:
      'The address of this service for OpenRefine, with the key in it. In OpenRefine, choose “Add standard service” and enter it. Copy it now: it is shown only once.',
    lostKey:
      'The key was created, but its answer was lost, so it cannot be shown. Revoke it and create another one.',
    full: 'Everything',
    own: 'You use it now',
    revokeOwn: 'You use this key now. The desk closes, and you need another key to open it again.',
    readOnly: 'Read only',
    oneSource: 'One table',
    purposes: { reconciliation: 'Reconciliation' },
    createdAt: (time) => `Created ${time}`,
    usedAt: (time) => `Last used ${time}`,
    neverUsed: 'Never used',
    spent: (credits) => `${counted(credits, 'credit')} spent`,
    spentOf: (credits, limit) => `${credits} of ${counted(limit, 'credit')} spent`,
    revoked: 'Revoked',
    revokedAt: (time) => `Revoked ${time}`,
    revoke: 'Revoke',
    revokeKey: (label) => `Revoke ${label}`,
    revokeTitle: (label) => `Revoke ${label}?`,
    revokeAbout: 'Programs that use the key are refused at once. This cannot be undone.',
  },
  ja: {
    title: 'API キー',
    intro:
      '人やプログラムごとに、必要な権限だけを持つキーを発行してください。キーを管理できるのは、制限のないキーだけです。',
    create: 'キーを発行',
    label: 'ラベル',
    kind: '権限',
    kinds: {
      read_only: '閲覧のみ',
      source: '1 つの表のみ',
      reconciliation: '照合（Reconciliation）用',
      full: 'すべて',
    },
    kindAbout: {
      read_only: '変更もクレジットの使用もできません。',
      source: '1 つの表と残高だけを扱えます。',
      reconciliation: 'OpenRefine などのプログラム用です。使用上限が必要です。',
      full: 'お使いのキーと同じです。',
    },
    source: '表',
    choose: '選択してください',
    alsoReadOnly: '閲覧のみ',
    limit: '使用上限（クレジット）',
    limitOptional: '使用上限（クレジット、任意）',
    limitHint: 'このキーのすべての呼び出しの合計です。後から変更できません。',
    madeKey: (label) => `新しいキー: ${label}`,
    shownOnce: 'いまコピーして、安全な場所に保管してください。表示は一度だけです。',
    address:
      'OpenRefine 用のアドレスです。キーを含みます。OpenRefine の「標準サービスを追加」で入力してください。いまコピーしてください。表示は一度だけです。',
    lostKey:
      'キーは発行されましたが、応答が失われたため表示できません。取り消して、別のキーを発行してください。',
    full: 'すべて',
    own: '使用中',
    revokeOwn: 'いまお使いのキーです。取り消すとデスクが閉じ、開き直すには別のキーが必要です。',
    readOnly: '閲覧のみ',
    oneSource: '1 つの表のみ',
    purposes: { reconciliation: '照合（Reconciliation）用' },
    createdAt: (time) => `発行 ${time}`,
    usedAt: (time) => `最終使用 ${time}`,
    neverUsed: '未使用',
    spent: (credits) => `${credits} クレジット使用`,
    spentOf: (credits, limit) => `${limit} クレジット中 ${credits} 使用`,
    revoked: '取り消し済み',
    revokedAt: (time) => `取り消し ${time}`,
    revoke: '取り消す',
    revokeKey: (label) => `${label} を取り消す`,
    revokeTitle: (label) => `${label} を取り消しますか？`,
    revokeAbout: 'このキーを使うプログラムは、すぐに使えなくなります。元に戻せません。',
  },
};
