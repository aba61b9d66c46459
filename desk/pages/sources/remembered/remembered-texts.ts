import { rowDecisionTexts } from '../../../../client/index.ts';
import { defineTextPairs, formatQuantity } from '../../../texts.ts';

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
    none_of_these: ['none of the companies', rowDecisionTexts.none_of_these[1]],
    not_a_company: ['not a company', '会社ではない'],
  },
  gone: ['This company is gone.', 'この会社はもうありません。'],
  always: ['settles rows with this name', 'この名称の行を自動で確定'],
  first: ['comes first among candidates', '候補の先頭に表示'],
  off: ['switched off', '使用停止中'],
  edit: ['Edit', '編集'],
  editChoice: [(name: string) => `Edit: ${name}`, (name) => `編集: ${name}`],
  editTitle: [(name: string) => `Choice for ${name}`, (name) => `${name} の選択を編集`],
  company: ['Company', '会社'],
  otherCompany: [
    'Another company: name, corporate number, securities code or site',
    '別の会社（名称、法人番号、証券コード、サイト）',
  ],
  noCompany: ['No company found.', '会社は見つかりません。'],
  effect: ['Rows with this name', 'この名称の行'],
  note: ['Note', 'メモ'],
  save: ['Save', '保存'],
  saved: [(name: string) => `Saved: ${name}.`, (name) => `${name} の選択を保存しました。`],
  switchOff: ['Switch off', '使用を停止'],
  switchOn: ['Switch on', '使用を再開'],
  switchOffChoice: [(name: string) => `Switch off: ${name}`, (name) => `使用を停止: ${name}`],
  switchOnChoice: [(name: string) => `Switch on: ${name}`, (name) => `使用を再開: ${name}`],
  switchedOff: [
    (name: string) => `Switched off: ${name}. Later rows are matched without it.`,
    (name) => `${name} の選択の使用を停止しました。今後の行には使われません。`,
  ],
  switchedOn: [(name: string) => `Switched on: ${name}.`, (name) => `${name} の選択の使用を再開しました。`],
  leftSettled: [
    (rows: string) => `Still settled by it before: ${formatQuantity(rows, 'row')}. “Rows left” reopens them.`,
    (rows) => `これまでに確定した ${rows} 行はそのままです。「確定したままの行」から未確定に戻せます。`,
  ],
  settledRows: [(rows: string) => `settled ${formatQuantity(rows, 'row')}`, (rows) => `${rows} 行を確定`],
  settledRowsOf: [
    (name: string, rows: string) => `${name}: settled ${formatQuantity(rows, 'row')}`,
    (name, rows) => `${name}: ${rows} 行を確定`,
  ],
  rowsTitle: [(name: string) => `Rows settled for ${name}`, (name) => `${name} の選択で確定した行`],
  takeAway: ['Download all (.xlsx)', 'すべてダウンロード（.xlsx）'],
  bringBack: ['Take from a file', 'ファイルから取り込む'],
  imported: [
    (added: string, changed: string, unchanged: string) =>
      `New: ${added}. Changed: ${changed}. As before: ${unchanged}.`,
    (added, changed, unchanged) => `新規 ${added} 件、変更 ${changed} 件、変更なし ${unchanged} 件。`,
  ],
  changedNames: [
    (names: string, hasMore: boolean) => `Changed by the file: ${names}${hasMore ? ' and others' : ''}.`,
    (names, hasMore) => `ファイルの内容に変わる選択：${names}${hasMore ? ' ほか' : ''}`,
  ],
  takeOver: ['Take these choices', 'この内容を取り込む'],
  takenOver: ['Taken.', '取り込みました。'],
  cancel: ['Cancel', 'やめる'],
  faults: [
    'Correct these cells and take the file again.',
    '何も変更していません。次のセルを直して、もう一度取り込んでください。',
  ],
  forget: ['Forget', '削除'],
  forgetChoice: [(name: string) => `Forget: ${name}`, (name) => `削除: ${name}`],
  forgetTitle: [
    (name: string) => `Forget what is remembered for ${name}?`,
    (name) => `${name} の選択を削除しますか`,
  ],
  forgetText: ['Later rows are matched without it.', '今後の行には使われません。'],
  settledNone: ['No row is settled by it.', 'この選択で確定している行はありません。'],
  forgotten: [(name: string) => `Forgotten: ${name}.`, (name) => `${name} の選択を削除しました。`],
  left: ['Rows left', '確定したままの行'],
  leftOf: [(name: string) => `Rows left: ${name}`, (name) => `確定したままの行: ${name}`],
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
