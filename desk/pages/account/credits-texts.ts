import { counted, type Texts } from '../../texts.ts';

interface CreditsTexts {
  readonly title: string;
  readonly balances: string;
  readonly basic: string;
  readonly enrichment: string;
  readonly basicAbout: string;
  readonly enrichmentAbout: string;
  readonly noExpiry: string;
  readonly expires: (amount: string, day: string) => string;
  readonly spent: string;
  readonly spentTitle: (days: string) => string;
  readonly period: string;
  readonly days: (n: string) => string;
  readonly searches: string;
  readonly searchesTitle: string;
  readonly today: string;
  readonly month: string;
  readonly used: (used: string, limit: string) => string;
  readonly unlimited: (used: string) => string;
  readonly resets: (time: string) => string;
  readonly perMinute: (search: string, heavy: string) => string;
  readonly noLimit: string;
  readonly heavy: (n: string) => string;
  readonly ledger: string;
  readonly noEntries: string;
  readonly creditClass: string;
  readonly operation: string;
  readonly all: string;
  readonly from: string;
  readonly to: string;
  readonly when: string;
  readonly what: string;
  readonly about: string;
  readonly amount: string;
  readonly after: string;
  readonly operations: Readonly<Record<string, string>>;
  readonly subjects: Readonly<Record<string, string>>;
}

export const texts: Texts<CreditsTexts> = {
  en: {
    title: 'Credits',
    balances: 'Balances',
    basic: 'Basic credits',
    enrichment: 'Enrichment credits',
    basicAbout: 'For matched rows, saved rows of Lists, and notes.',
    enrichmentAbout: 'For values added to the rows of a List.',
    noExpiry: 'They do not expire.',
    expires: (amount, day) => `${amount} of them expire on ${day}.`,
    spent: 'Credits spent',
    spentTitle: (days) => `Credits spent by day in Tokyo, in the last ${days} days.`,
    period: 'Period',
    days: (n) => `${n} days`,
    searches: 'Searches',
    searchesTitle: 'Searches by day in Tokyo, this month.',
    today: 'Today',
    month: 'This month',
    used: (used, limit) => `${used} of ${limit} searches`,
    unlimited: (used) => `${counted(used, 'search', 'searches')}, without a limit`,
    resets: (time) => `Resets ${time}`,
    perMinute: (search, heavy) => `Per minute: searches ${search}, heavy requests ${heavy}.`,
    noLimit: 'without a limit',
    heavy: (n) => `${counted(n, 'heavy request')} this month.`,
    ledger: 'Every change of the balances',
    noEntries: 'There is no entry for these filters.',
    creditClass: 'Class',
    operation: 'For',
    all: 'All',
    from: 'From',
    to: 'To',
    when: 'When (in Tokyo)',
    what: 'What for',
    about: 'About',
    amount: 'Credits',
    after: 'Balance',
    operations: {
      'source.resolve': 'Rows of a table matched',
      'source.select': 'Companies chosen for rows',
      'source.decide': 'Companies decided for rows',
      'source.accept': 'Candidates accepted by reason',
      'source.choices': 'A filled table read back',
      'source.undo': 'A decision undone',
      'list.materialize': 'Companies saved in a List',
      'list.enrich': 'Values added to a List',
      'research.external.fetch': 'A note stored',
      reconcile: 'Reconciliation',
      'credits.grant': 'Credits added',
      'credits.reverse': 'Taken back',
      'credits.expire': 'Expired',
    },
    subjects: {
      source: 'Table',
      source_row: 'Row of a table',
      source_run: 'Run over a table',
      api_key: 'API key',
      list: 'List',
      research_item: 'Note',
      company: 'Company',
      account: 'Account',
      grant: 'Earlier credits',
    },
  },
  ja: {
    title: 'クレジット',
    balances: '残高',
    basic: '基本クレジット',
    enrichment: '付加情報クレジット',
    basicAbout: '照合できた行、リストに保存した行、メモに使います。',
    enrichmentAbout: 'リストの行への情報の付加に使います。',
    noExpiry: '有効期限はありません。',
    expires: (amount, day) => `このうち ${amount} は ${day} に失効します。`,
    spent: '使用したクレジット',
    spentTitle: (days) => `日ごとの使用クレジット（過去 ${days} 日間、日本時間）`,
    period: '期間',
    days: (n) => `${n} 日間`,
    searches: '検索',
    searchesTitle: '日ごとの検索回数（今月、日本時間）',
    today: '本日',
    month: '今月',
    used: (used, limit) => `${limit} 回中 ${used} 回`,
    unlimited: (used) => `${used} 回（上限なし）`,
    resets: (time) => `${time} にリセット`,
    perMinute: (search, heavy) => `1 分あたりの上限: 検索 ${search}、負荷の大きい処理 ${heavy}`,
    noLimit: 'なし',
    heavy: (n) => `今月の負荷の大きい処理: ${n} 回。`,
    ledger: '残高の変動',
    noEntries: 'この条件に合う変動はありません。',
    creditClass: '種類',
    operation: '用途',
    all: 'すべて',
    from: '開始日',
    to: '終了日',
    when: '日時（日本時間）',
    what: '用途',
    about: '対象',
    amount: 'クレジット',
    after: '残高',
    operations: {
      'source.resolve': '表の行の照合',
      'source.select': '行の会社の選択',
      'source.decide': '行の会社の決定',
      'source.accept': '理由ごとの候補の承認',
      'source.choices': '記入済みの表の取り込み',
      'source.undo': '決定の取り消し',
      'list.materialize': 'リストへの会社の保存',
      'list.enrich': 'リストへの情報の付加',
      'research.external.fetch': 'メモの保存',
      reconcile: '照合（Reconciliation）',
      'credits.grant': 'クレジットの付与',
      'credits.reverse': '取り消し',
      'credits.expire': '失効',
    },
    subjects: {
      source: '表',
      source_row: '表の行',
      source_run: '表の照合の実行',
      api_key: 'API キー',
      list: 'リスト',
      research_item: 'メモ',
      company: '会社',
      account: 'アカウント',
      grant: '以前の付与',
    },
  },
};
