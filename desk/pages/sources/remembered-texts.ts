import { defineTextPairs, formatQuantity } from '../../texts.ts';

export const texts = defineTextPairs({
  title: ['Remembered choices', '記憶した選択'],
  lead: [
    'What people decided for a name. It holds for all tables of the account.',
    '名称ごとの判断です。アカウントのすべての表に使われます。',
  ],
  none: ['No choice is remembered.', '記憶した選択はありません。'],
  search: ['Name or note', '名称またはメモ'],
  go: ['Search', '検索'],
  noName: ['Name not kept', '名称の記録なし'],
  marks: {
    none_of_these: ['none of the companies', '該当なし'],
    not_a_company: ['not a company', '会社ではない'],
  },
  gone: ['This company is gone.', 'この会社はもうありません。'],
  always: ['settles rows with this name', 'この名称の行を自動で確定'],
  first: ['comes first among candidates', '候補の先頭に表示'],
  forget: ['Forget', '削除'],
  forgetChoice: [(name: string) => `Forget: ${name}`, (name) => `削除: ${name}`],
  forgetTitle: [
    (name: string) => `Forget what is remembered for ${name}?`,
    (name) => `${name} の選択を削除しますか`,
  ],
  forgetText: ['Later rows are matched without it.', '今後の行には使われません。'],
  settledNone: ['No row is settled by it.', 'この選択で確定している行はありません。'],
  forgotten: [(name: string) => `Forgotten: ${name}.`, (name) => `${name} の選択を削除しました。`],
  left: ['Rows left', '残った行'],
  leftOf: [(name: string) => `Rows left: ${name}`, (name) => `残った行: ${name}`],
  leftTitle: [
    (name: string) => `${name}: rows on a company that was remembered before`,
    (name) => `${name}: 以前に記憶していた会社で確定したままの行`,
  ],
  leftNone: [
    'No row is settled on a company that was remembered for this name before.',
    'この名称で、以前に記憶していた会社で確定したままの行はありません。',
  ],
  reopen: ['Reopen', '未確定に戻す'],
  reopened: [
    (rows: string) => `Open again: ${formatQuantity(rows, 'row')}.`,
    (rows) => `${rows} 行を未確定に戻しました。`,
  ],
});
