import { defineTextPairs, formatQuantity, type TextPairs } from '../../texts.ts';

/** Of Lists in general: a List's own page has them, too. */
export const listsPairs = {
  title: ['Lists', 'リスト'],
  none: ['There is no List yet.', 'まだリストがありません。'],
  noneHint: [
    'Save a search for companies, or the companies of a table, as a List.',
    '会社の検索結果、または表の会社を、リストとして保存できます。',
  ],
  findCompanies: ['Find companies', '会社を検索'],
  all: ['All', 'すべて'],
  statusFilter: ['State', '状態'],
  status: {
    active: ['Active', '使用中'],
    paused: ['Paused', '一時停止'],
    archived: ['Archived', '保管済み'],
  },
  source: {
    empty: ['Created empty', '空で作成'],
    source: ['From a table', '表から作成'],
    company_ids: ['From chosen companies', '会社を選んで作成'],
    query: ['From a search', '検索から作成'],
    company_query: ['From figures', '財務条件から作成'],
  },
  rows: [(n: string) => formatQuantity(n, 'row'), (n) => `${n} 行`],
  published: ['Fixed version', '確定版'],
  changed: ['Changed', '変更日時'],
  version: [(n: number) => `Version ${n}`, (n) => `第 ${n} 版`],
  neverPublished: ['none yet', 'なし'],
  nextRun: [(time: string) => `Next refresh: ${time}`, (time) => `次回の更新確認: ${time}`],
  noRun: {
    manual: ['Refreshed only by hand.', '更新確認は手動です。'],
    not_published: [
      'The schedule begins when a fixed version is saved.',
      '確定版を保存すると、定期的な更新確認が始まります。',
    ],
    paused: [
      'The schedule does not run while the List is paused.',
      '一時停止中は、定期的な更新確認を行いません。',
    ],
    archived: [
      'The schedule does not run while the List is archived.',
      '保管中は、定期的な更新確認を行いません。',
    ],
  },
} satisfies TextPairs;

export const texts = defineTextPairs(listsPairs);
