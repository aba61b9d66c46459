import { counted, type Texts } from '../../texts.ts';

/** Texts of the page of remembered choices. */
export const rememberedTexts: Texts<{
  title: string;
  lead: string;
  none: string;
  search: string;
  go: string;
  noName: string;
  gone: string;
  always: string;
  first: string;
  forget: string;
  forgetChoice: (name: string) => string;
  forgetTitle: (name: string) => string;
  forgetText: string;
  settledNone: string;
  forgotten: (name: string) => string;
  left: string;
  leftOf: (name: string) => string;
  leftTitle: (name: string) => string;
  leftNone: string;
  reopen: string;
  reopened: (rows: string) => string;
}> = {
  en: {
    title: 'Remembered choices',
    lead: 'Companies that people chose for a name. They hold for all tables of the account.',
    none: 'No choice is remembered.',
    search: 'Name or note',
    go: 'Search',
    noName: 'Name not kept',
    gone: 'This company is gone.',
    always: 'settles rows with this name',
    first: 'comes first among candidates',
    forget: 'Forget',
    forgetChoice: (name) => `Forget: ${name}`,
    forgetTitle: (name) => `Forget the company for ${name}?`,
    forgetText: 'Later rows are matched without it.',
    settledNone: 'No row is settled by it.',
    forgotten: (name) => `Forgotten: ${name}.`,
    left: 'Rows left',
    leftOf: (name) => `Rows left: ${name}`,
    leftTitle: (name) => `${name}: rows on a company that was remembered before`,
    leftNone: 'No row is settled on a company that was remembered for this name before.',
    reopen: 'Reopen',
    reopened: (rows) => `Open again: ${counted(rows, 'row')}.`,
  },
  ja: {
    title: '記憶した選択',
    lead: '名称に対して選んだ会社です。アカウントのすべての表に使われます。',
    none: '記憶した選択はありません。',
    search: '名称またはメモ',
    go: '検索',
    noName: '名称の記録なし',
    gone: 'この会社はもうありません。',
    always: 'この名称の行を自動で確定',
    first: '候補の先頭に表示',
    forget: '削除',
    forgetChoice: (name) => `削除: ${name}`,
    forgetTitle: (name) => `${name} の選択を削除しますか`,
    forgetText: '今後の行には使われません。',
    settledNone: 'この選択で確定している行はありません。',
    forgotten: (name) => `${name} の選択を削除しました。`,
    left: '残った行',
    leftOf: (name) => `残った行: ${name}`,
    leftTitle: (name) => `${name}: 以前に記憶していた会社で確定したままの行`,
    leftNone: 'この名称で、以前に記憶していた会社で確定したままの行はありません。',
    reopen: '未決定に戻す',
    reopened: (rows) => `${rows} 行を未決定に戻しました。`,
  },
};
