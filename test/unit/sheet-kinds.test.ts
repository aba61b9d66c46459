import { expect, it } from '@jest/globals';
import { getHistoryHeaders } from '../../src/contract/sources/columns/history-columns.ts';
import { exportLanguages } from '../../src/contract/sources/columns/result-columns.ts';
import { judgeSheet, type SheetKind } from '../../src/features/sources/parsing/judge-sheet.ts';

const day = '2026-04-01';

/** Sheets that workbooks of offices have beside their tables, and tables of companies that are like them. */
const sheets: readonly (readonly [title: string, kind: SheetKind, lines: readonly string[][]])[] = [
  [
    '表紙',
    'form',
    [['取引先管理表'], ['作成部署', '総務部'], ['作成者', '田中一郎'], ['会社名', '株式会社架空']],
  ],
  [
    '会社概要',
    'form',
    [
      ['商号', '株式会社架空'],
      ['設立', '1990年'],
      ['資本金', '1億円'],
      ['URL', 'https://kakuu.co.jp'],
    ],
  ],
  ['見積書', 'no_companies', [['御見積書'], ['件名', '工事一式'], ['担当', '田中'], ['有効期限', '30日']]],
  [
    '目次',
    'no_companies',
    [['目次'], ['No', 'シート名', '内容'], ['1', '得意先', '得意先の一覧'], ['2', '職員', '担当者']],
  ],
  [
    '凡例',
    'no_companies',
    [
      ['記号', '意味'],
      ['○', '取引あり'],
      ['×', '取引停止'],
    ],
  ],
  ...exportLanguages.map((language): (typeof sheets)[number] => {
    const headers = getHistoryHeaders(language);
    const isName = (header: string) => /name|商号|名称/i.test(header);
    const cells = headers.map((header) => (isName(header) ? '株式会社架空' : '1'));
    return [`decisions ${language}`, 'no_companies', [headers, cells]];
  }),
  ['備考', 'no_companies', [['備考'], ['本表は4月時点の情報です。'], ['問合せ先：総務部 田中']]],
  [
    '職員名簿',
    'no_companies',
    [
      ['所属', '職名', '氏名', '住所'],
      ['総務部', '部長', '田中一郎', '東京都港区1-1-1'],
      ['経理課', '主任', '鈴木花子', '東京都港区2-2-2'],
    ],
  ],
  [
    '連絡先',
    'no_companies',
    [
      ['氏名', '部署', 'メール'],
      ['田中', '総務部', 'a@kakuu.co.jp'],
      ['山本', '経理部', 'b@kakuu.co.jp'],
    ],
  ],
  [
    '日程',
    'no_companies',
    [
      ['日付', '曜日', '予定'],
      [day, '水', '会議'],
      ['2026-04-02', '木', ''],
    ],
  ],
  [
    '行事',
    'no_companies',
    [
      ['年月日', '行事名', '会場', '担当課'],
      [day, '入社式', '本社', '人事課'],
      [day, '総会', 'ホール', '総務課'],
    ],
  ],
  [
    '改訂履歴',
    'no_companies',
    [
      ['版数', '改訂日', '改訂内容', '改訂者'],
      ['1.0', day, '新規作成', '田中'],
      ['1.1', day, '仕入先を追加', '山本'],
    ],
  ],
  [
    '集計',
    'no_companies',
    [
      ['行ラベル', '件数', '合計 / 金額'],
      ['北海道', '3', '30000'],
      ['東京都', '5', '120000'],
      ['総計', '8', '150000'],
    ],
  ],
  [
    '構成比',
    'no_companies',
    [
      ['都道府県', '企業数', '構成比'],
      ['北海道', '10', '5%'],
      ['東京都', '100', '50%'],
      ['計', '110', '100%'],
    ],
  ],
  [
    '入力規則',
    'no_companies',
    [
      ['区分', '締日', '支払'],
      ['製造', '末日', '翌月末'],
      ['卸売', '20日', '翌々月10日'],
    ],
  ],
  [
    '勘定科目',
    'no_companies',
    [
      ['勘定科目コード', '勘定科目名'],
      ['1110', '現金'],
      ['2110', '買掛金'],
    ],
  ],
  [
    '部門',
    'no_companies',
    [
      ['部門コード', '部門名', '部門長'],
      ['10', '総務部', '田中'],
      ['20', '経理部', '山本'],
    ],
  ],
  ['得意先', 'companies', [['得意先一覧'], ['得意先名', '売上'], ['株式会社架空', '1'], ['夢想商事', '2']]],
  [
    '一社',
    'companies',
    [
      ['会社名', '住所'],
      ['架空株式会社', '東京都千代田区丸の内1-1-1'],
    ],
  ],
  [
    '見出しなし',
    'companies',
    [
      ['1', '株式会社架空', day],
      ['2', '夢想株式会社', day],
      ['3', '株式会社空想', day],
    ],
  ],
  [
    '服部',
    'companies',
    [
      ['会社名', '電話'],
      ['株式会社服部', '03-0000-0000'],
      ['阿部', '03-0000-0001'],
      ['夢想商事', '03-0000-0002'],
    ],
  ],
  ['番号', 'companies', [['法人番号'], ['1180301018771'], ['5010401067252']]],
  [
    '店舗名',
    'other_parties',
    [
      ['店舗名', '電話番号'],
      ['架空新宿店', '03-1234-5678'],
      ['架空渋谷店', '03-1234-5679'],
      ['架空池袋店', '03-1234-5670'],
    ],
  ],
  [
    '社員',
    'no_companies',
    [
      ['氏名', '会社メール', '所属会社'],
      ['山田太郎', 'a@kakuu.co.jp', '株式会社架空'],
      ['佐藤花子', 'b@kakuu.co.jp', '株式会社架空'],
      ['田中三郎', 'c@kakuu.co.jp', '株式会社架空'],
    ],
  ],
  [
    '担当',
    'companies',
    [
      ['担当者', '会社名'],
      ['山田太郎', '株式会社架空'],
      ['佐藤花子', '夢想株式会社'],
      ['田中三郎', '空想株式会社'],
    ],
  ],
  [
    '振込口座',
    'other_parties',
    [
      ['銀行名', '口座名義', '口座番号'],
      ['架空銀行', '株式会社架空', '1234567'],
      ['夢想銀行', '夢想株式会社', '2345678'],
      ['空想銀行', '空想株式会社', '3456789'],
    ],
  ],
  [
    '自社口座',
    'no_companies',
    [
      ['銀行名', '支店名', '口座番号'],
      ['株式会社架空銀行', '本店', '1234567'],
      ['株式会社夢想銀行', '本店', '2345678'],
      ['株式会社空想銀行', '本店', '3456789'],
    ],
  ],
  ['サイト', 'sites', [['サイト'], ['https://www.kakuu.co.jp'], ['https://www.musou.co.jp']]],
];

it.each(sheets)('a sheet %s is: %s', (_, kind, lines) => {
  expect(judgeSheet(lines.map((cells, at) => ({ row: at + 1, cells })))).toBe(kind);
});
