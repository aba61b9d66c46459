import { expect, it } from '@jest/globals';
import { suggestColumns } from '../../src/features/sources/columns/column-suggestions.ts';
import { detectColumns } from '../../src/features/sources/columns/detect-columns.ts';
import { corporateNumber } from '../support/companies.ts';

/** Tables as offices keep them: awards, grants, facilities, permits, masters, cards, expenses, invoices, holdings, suppliers. */

const pick = (values: readonly string[], row: number): string => values[row % values.length] ?? '';
const names = [
  '架空建設',
  '孤立電機',
  '三番商事',
  '四番運輸',
  '五番設計',
  '六番工業',
  '七番興業',
  '八番造園',
  '九番塗装',
  '十番土木',
];
const persons = [
  '山田太郎',
  '佐藤花子',
  '鈴木一郎',
  '高橋次郎',
  '田中三郎',
  '伊藤四郎',
  '渡辺五郎',
  '中村六子',
  '小林七美',
  '加藤八重',
];

/** What the cells of a column are, by row. Their companies are fictional. */
const contents: Readonly<Record<string, (row: number) => string>> = {
  company: (r) => `${pick(names, r)}株式会社`,
  front: (r) => `株式会社${pick(names, r)}`,
  short: (r) => `(株)${pick(names, r)}`,
  maru: (r) => `㈱${pick(names, r)}`,
  plain: (r) => pick(names, r),
  mixed: (r) =>
    r % 4 === 0
      ? `${pick(names, r)}株式会社`
      : r % 4 === 1
        ? `（有）${pick(names, r)}`
        : r % 4 === 2
          ? `${pick(names, r)}協同組合`
          : pick(persons, r),
  jv: (r) =>
    r % 3 === 0
      ? `${pick(names, r)}・${pick(names, r + 1)}特定建設工事共同企業体`
      : `${pick(names, r)}（株）`,
  other: (r) => `株式会社${pick(['甲野', '乙山', '丙川', '丁田', '戊村', '己谷'], r)}物産`,
  otherplain: (r) => pick(['甲野物産', '乙山物産', '丙川物産', '丁田物産'], r),
  sparse: (r) => (r % 7 === 0 ? `株式会社${pick(['甲野', '乙山'], r)}物産` : ''),
  self: () => '自分の会社株式会社',
  parent: (r) => pick(['架空ホールディングス株式会社', '孤立ホールディングス株式会社'], r),
  dept: (r) => pick(['総務部', '道路課', '下水道課', '教育総務課', '財政課'], r),
  agency: (r) => pick(['架空市', '孤立県', '三番町', '四番省', '架空市教育委員会'], r),
  agency1: () => '架空市',
  facility: (r) => pick(['架空市民会館', '孤立公園', '三番保育園', '四番図書館', '五番体育館'], r),
  clinic: (r) => pick(['架空クリニック', '孤立医院', '三番歯科', '四番病院', '五番薬局'], r),
  thing: (r) => pick(['市道1号線舗装工事', '庁舎清掃業務委託', 'パソコン賃貸借', '給食センター改修工事'], r),
  subsidy: (r) => pick(['ものづくり補助金', '省エネ設備導入補助金', '創業支援補助金'], r),
  stock: (r) => pick(['ボールペン', 'ノート', '机', '椅子'], r),
  person: (r) => pick(persons, r),
  day: (r) => `2026/4/${(r % 28) + 1}`,
  wareki: (r) => `令和8年4月${(r % 28) + 1}日`,
  amount: (r) => `${(r + 1) * 120000}`,
  yen: (r) => `${((r + 1) * 120).toLocaleString('en')},000円`,
  pct: (r) => `${90 + (r % 10)}.5%`,
  number: (r) => corporateNumber(r + 1),
  otherNumber: (r) => corporateNumber(r + 101),
  invoice: (r) => `T${corporateNumber(r + 1)}`,
  t45: (r) =>
    r % 20 < 9
      ? `T${corporateNumber(r + 1)}`
      : r % 3 === 0
        ? 'T123456789012'
        : r % 3 === 1
          ? '未確認'
          : 'T12345678901-3',
  empty: () => '',
  rareNumber: (r) => (r % 9 === 0 ? corporateNumber(r + 301) : ''),
  address: (r) => `東京都架空区丸の内${r + 1}-1-1`,
  addr2: (r) => `丸の内${r + 1}-6-6`,
  town: (r) => pick(['架空市', '孤立区', '三番町', '千代田区'], r),
  pref: (r) => pick(['東京都', '大阪府', '北海道', '福岡県'], r),
  otherAddress: (r) => `大阪府孤立市北区${r + 1}-2`,
  otherpref: (r) => pick(['東京都', '大阪府', '北海道', '福岡県'], r),
  zip: (r) => `100-00${10 + (r % 80)}`,
  tel: (r) => `03-1234-56${10 + (r % 80)}`,
  url: (r) => `https://www.kakuu${r}.co.jp/`,
  mail: (r) => `info@kakuu${r}.co.jp`,
  freemail: (r) => `kakuu${r}@gmail.com`,
  halfurl: (r) => (r % 2 ? `https://www.kakuu${r}.co.jp/` : ''),
  code: (r) => `${1000 + r}`,
  vcode: (r) => `V${1000 + r}`,
  ticker: (r) => pick(['7203', '6758', '9984', '8306', '130A'], r),
  text: (r) => pick(['随意契約', '一般競争', '指名競争'], r),
  rank: (r) => pick(['A', 'B', 'C'], r),
  kana: (r) => pick(['カクウケンセツ', 'コリツデンキ', 'サンバンショウジ'], r),
  english: (r) => `${pick(['Kakuu', 'Koritsu', 'Sanban', 'Yonban', 'Goban'], r)} Co., Ltd.`,
  foreign: (r) => `${pick(['Acme', 'Birch', 'Cedar', 'Delta'], r)} Holdings Inc.`,
  country: (r) => pick(['Japan', 'JP', 'USA'], r),
  city: (r) => pick(['Tokyo', 'Osaka', 'Nagoya'], r),
  estreet: (r) => `${r + 1}-2-3 Marunouchi, Chiyoda-ku, Tokyo`,
  fund: (r) => pick(['上場インデックスファンド', '架空ETF', '孤立リート'], r),
  title: (r) => pick(['部長', '課長', '代表取締役'], r),
  bank: (r) => pick(['架空銀行', '孤立信用金庫'], r),
  branch: (r) => pick(['大阪支店', '名古屋営業所', '札幌支店'], r),
  expense: (r) => pick(['タクシー代', '会議費', '交通費'], r),
  store: (r) => pick(['架空商店', 'スーパー孤立', '三番書店'], r),
  memo: (r) => pick(['', '要確認', '済'], r),
  no: (r) => `${r + 1}`,
};

const rowCount = 20;

function propose(columns: readonly string[]) {
  const headers = columns.map((column) => column.slice(0, column.lastIndexOf(' ')));
  const kinds = columns.map((column) => column.slice(column.lastIndexOf(' ') + 1));
  const rows = Array.from({ length: rowCount }, (_, row) =>
    kinds.map((kind) => {
      const content = contents[kind];
      if (!content) throw new Error(`no content ${kind}`);
      return content(row);
    }),
  );
  const { identifiers, hints, unclear } = suggestColumns(detectColumns(headers, rows), headers);
  const suggested = [...identifiers, ...hints].filter((column) => column.suggested);
  return {
    mapping: Object.fromEntries(suggested.map(({ field, header }) => [field, header])),
    asked: unclear.map(({ field }) => field),
  };
}

type Table = readonly [columns: string[], mapping: Record<string, string>, asked?: string[]];

/** Each column with what its cells are; the columns that a reader takes for the company, or the field that a person is asked about. */
const tables: readonly Table[] = [
  [
    [
      '案件番号 code',
      '案件名 thing',
      '開札日 day',
      '担当課 dept',
      '落札業者 short',
      '落札金額（税抜） amount',
      '落札率 pct',
    ],
    { name: '落札業者' },
  ],
  [
    [
      '工事番号 code',
      '工事名 thing',
      '工事場所 otherAddress',
      '入札日 wareki',
      '予定価格 yen',
      '落札者 jv',
      '落札者住所 address',
      '備考 memo',
    ],
    { name: '落札者', address: '落札者住所' },
  ],
  [['件名 thing', '入札参加者 company', '第1回入札金額 amount', '結果 memo'], { name: '入札参加者' }],
  [['執行課 dept', '件名 thing', '業者名 company', '決定金額 amount', '契約方法 text'], { name: '業者名' }],
  [
    [
      '年度 no',
      '主管課 dept',
      '契約件名 thing',
      '契約の相手方 front',
      '契約の相手方の所在地 address',
      '契約金額 yen',
      '随意契約理由 memo',
    ],
    { name: '契約の相手方', address: '契約の相手方の所在地' },
  ],
  [
    [
      '発注者 agency1',
      '工事名称 thing',
      '元請業者名 company',
      '一次下請業者名 sparse',
      '現場代理人 person',
      '工期 day',
    ],
    {},
    ['name'],
  ],
  [
    ['委託業務名 thing', '所属名 dept', '受託者名 maru', '受託者所在地 address', '委託料 amount'],
    { name: '受託者名', address: '受託者所在地' },
  ],
  [
    ['委託件名 thing', '委託先名称 company', '委託先法人番号 number', '再委託先 sparse'],
    { name: '委託先名称', corporate_number: '委託先法人番号' },
  ],
  [
    ['補助事業名 subsidy', '交付先 mixed', '交付決定日 day', '補助金額 amount', '所管部局 dept'],
    { name: '交付先' },
  ],
  [
    [
      '事業者名 company',
      '所在地（都道府県） pref',
      '所在地（市区町村） town',
      '補助事業の名称 thing',
      '交付額 amount',
    ],
    { name: '事業者名', prefecture: '所在地（都道府県）', city: '所在地（市区町村）' },
  ],
  [
    ['施設名 facility', '施設所在地 otherAddress', '指定管理者 company', '指定期間 day', '所管課 dept'],
    { name: '指定管理者' },
  ],
  [
    [
      '施設の名称 facility',
      '指定管理者の名称 mixed',
      '指定管理者の代表者 person',
      '指定管理者の主たる事務所の所在地 address',
    ],
    { name: '指定管理者の名称', address: '指定管理者の主たる事務所の所在地' },
  ],
  [
    [
      '医療機関番号 code',
      '医療機関名称 clinic',
      '郵便番号 zip',
      '所在地 address',
      '電話番号 tel',
      '開設者氏名 mixed',
      '管理者氏名 person',
    ],
    { name: '開設者氏名' },
  ],
  [
    [
      '事業所番号 code',
      '事業所名 facility',
      '申請者名称 company',
      '申請者郵便番号 zip',
      '申請者住所 address',
      'サービス種類 text',
      '指定年月日 day',
    ],
    { name: '申請者名称', postal_code: '申請者郵便番号', address: '申請者住所' },
  ],
  [
    ['法人番号 number', '法人名 company', '施設名 facility', '施設所在地 otherAddress', '定員 no'],
    { name: '法人名', corporate_number: '法人番号' },
  ],
  [['園名 facility', '設置主体 company', '運営主体名 other', '住所 otherAddress'], {}, ['name']],
  [
    [
      '営業所名称 store',
      '営業所所在地 otherAddress',
      '営業者氏名（法人名） mixed',
      '営業の種類 text',
      '許可日 day',
    ],
    { name: '営業者氏名（法人名）' },
  ],
  [
    ['施設名称 facility', '営業者名 company', '代表者名 person', '営業者所在地 address'],
    { name: '営業者名', address: '営業者所在地' },
  ],
  [
    [
      '許可番号 code',
      '業者名称 company',
      '代表者氏名 person',
      '本店所在地 address',
      '許可年月日 day',
      '処分場所在地 otherAddress',
    ],
    { name: '業者名称', address: '本店所在地' },
  ],
  [
    [
      '業者番号 code',
      '商号名称 company',
      '受任者支店名 branch',
      '本店住所 address',
      '電話番号 tel',
      '法人番号 number',
    ],
    { name: '商号名称', address: '本店住所', corporate_number: '法人番号' },
  ],
  [
    [
      '取引先コード code',
      '取引先正式名称 company',
      '取引先略称 plain',
      '取引先カナ kana',
      '郵便番号 zip',
      '住所1 address',
      '住所2 memo',
      'TEL tel',
      '登録番号 t45',
    ],
    { name: '取引先正式名称', postal_code: '郵便番号', address: '住所1', corporate_number: '登録番号' },
  ],
  [
    [
      'コード code',
      '名称 company',
      '名称2 branch',
      '都道府県 pref',
      '市区町村 town',
      '番地 addr2',
      'ビル名 memo',
      '登録番号 invoice',
      '自社担当 person',
    ],
    { name: '名称', prefecture: '都道府県', city: '市区町村', address: '番地', corporate_number: '登録番号' },
  ],
  [
    [
      '得意先CD code',
      '得意先名1 company',
      '得意先名2 branch',
      '締日 no',
      '自社コード code',
      '自社名 self',
      '自社法人番号 otherNumber',
      '得意先法人番号 number',
    ],
    { name: '得意先名1', corporate_number: '得意先法人番号' },
  ],
  [
    [
      '会社名 company',
      '法人番号 empty',
      '適格請求書発行事業者登録番号 invoice',
      'URL url',
      '代表メール mail',
    ],
    { name: '会社名', corporate_number: '適格請求書発行事業者登録番号', domain: 'URL', email: '代表メール' },
  ],
  [
    [
      'お客様番号 code',
      'お客様名 front',
      'ご担当者様 person',
      'お客様住所 address',
      '営業担当 person',
      '弊社部門 dept',
    ],
    { name: 'お客様名', address: 'お客様住所' },
  ],
  [
    [
      '会社名 company',
      '部署名 dept',
      '役職 title',
      '氏名 person',
      'メールアドレス mail',
      '会社URL url',
      '郵便番号 zip',
      '住所 address',
    ],
    { name: '会社名', domain: '会社URL', email: 'メールアドレス', postal_code: '郵便番号', address: '住所' },
  ],
  [
    ['氏名 person', '勤務先 front', '所属 dept', '役職名 title', '携帯 tel', 'E-mail mail'],
    { name: '勤務先', email: 'E-mail' },
  ],
  [
    ['名刺交換日 day', '自社担当者 person', '社名 company', '所属・役職 title', 'お名前 person', '電話 tel'],
    { name: '社名' },
  ],
  [
    [
      '仕入先コード vcode',
      '仕入先名称 maru',
      '支払条件 text',
      '振込先銀行 bank',
      '振込先支店 branch',
      '口座名義 kana',
    ],
    { name: '仕入先名称' },
  ],
  [['品目 stock', 'メーカー other', '仕入先 company', '仕入単価 amount'], { name: '仕入先' }],
  [
    ['発注番号 code', '発注日 day', '発注先 company', '納入先 facility', '品名 stock', '金額 amount'],
    { name: '発注先' },
  ],
  [
    ['日付 day', '社員名 person', '支払先 mixed', '内容 expense', '金額 amount', '登録番号 t45'],
    { name: '支払先', corporate_number: '登録番号' },
  ],
  [
    ['利用日 day', '利用店名 store', '勘定科目 expense', '税込金額 amount', 'インボイス番号 invoice'],
    { name: '利用店名', corporate_number: 'インボイス番号' },
  ],
  [
    [
      '請求番号 code',
      '請求日 day',
      '請求先会社名 company',
      '請求先部署 dept',
      '請求先住所 address',
      '請求元 self',
      '請求額 amount',
    ],
    { name: '請求先会社名', address: '請求先住所' },
  ],
  [
    ['受領日 day', '請求元会社名 company', '請求元登録番号 invoice', '宛先 self', '合計金額 amount'],
    { name: '請求元会社名', corporate_number: '請求元登録番号' },
  ],
  [['入金日 day', '振込依頼人名 company', '入金額 amount', '入金銀行 bank'], { name: '振込依頼人名' }],
  [
    ['銘柄コード ticker', '銘柄名 plain', '保有株数 no', '取得単価 amount', '評価額 amount', '口座区分 text'],
    { ticker: '銘柄コード', name: '銘柄名' },
  ],
  [
    ['コード ticker', '銘柄 plain', '数量 no', '時価 amount', '市場 text'],
    { ticker: 'コード', name: '銘柄' },
  ],
  [['提出者 other', '発行者 company', '発行者証券コード ticker', '保有割合 pct'], {}, ['name']],
  [
    [
      'Vendor ID vcode',
      'Vendor Name english',
      'Address estreet',
      'City city',
      'Country country',
      'Payment Terms text',
      'Contact Email mail',
      'Website url',
    ],
    {
      name: 'Vendor Name',
      address: 'Address',
      city: 'City',
      domain: 'Website',
      email: 'Contact Email',
    },
  ],
  [
    [
      'Buyer Name foreign',
      'Supplier english',
      'Supplier Country country',
      'Spend (JPY) amount',
      'Category stock',
    ],
    { name: 'Supplier' },
  ],
  [
    [
      'Account Name english',
      'Parent Account foreign',
      'Account Owner person',
      'Billing City city',
      'Website url',
      'Phone tel',
    ],
    { name: 'Account Name', city: 'Billing City', domain: 'Website' },
  ],
  [
    ['PO Number code', 'Requester person', 'Ship To facility', 'Vendor english', 'Amount amount'],
    { name: 'Vendor' },
  ],
  [
    ['親会社名 parent', '会社名 company', '議決権比率 pct', '本店所在地 address'],
    { name: '会社名', address: '本店所在地' },
  ],
  [
    ['店舗名 store', '運営会社 company', '店舗住所 otherAddress', '運営会社住所 address'],
    { name: '運営会社', address: '運営会社住所' },
  ],
  [['屋号 store', '住所 address', '電話番号 tel'], { name: '屋号', address: '住所' }],
  [['屋号 store', '事業者名 mixed', '所在地 address'], { name: '事業者名', address: '所在地' }],
  [['事業所名 company', '所在地 address', '従業員数 no'], { name: '事業所名', address: '所在地' }],
  [
    [
      '会員番号 code',
      '会員名 company',
      '代表者 person',
      '入会日 day',
      '会費 amount',
      'ホームページ halfurl',
      'メール mail',
    ],
    { name: '会員名', domain: 'ホームページ', email: 'メール' },
  ],
  [
    [
      '来場日 day',
      '会社・団体名 company',
      '部署 dept',
      'お名前 person',
      'ご住所 address',
      'メールアドレス freemail',
    ],
    { name: '会社・団体名', address: 'ご住所', email: 'メールアドレス' },
  ],
  [['寄附者名 mixed', '寄附金額 amount', '寄附日 day'], { name: '寄附者名' }],
  [['広告主 company', '代理店 other', '媒体 stock', '掲載日 day'], { name: '広告主' }],
  [['使用者 company', '所有者 other', '車名 stock'], {}, ['name']],
  [['物件名 facility', '貸主 other', '借主 company', '賃料 amount'], {}, ['name']],
  [['協定名 thing', '締結先 company', '締結日 day', '担当課 dept'], { name: '締結先' }],
  [
    ['購入品目 stock', '数量 no', '購入先 short', '購入先所在地 address', '購入課 dept'],
    { name: '購入先', address: '購入先所在地' },
  ],
  [['甲 self', '乙 company', '契約日 day', '契約名 thing'], { name: '乙' }],
  [
    ['協力会社名 company', '協力会社担当 person', '当社担当部署 dept', '当社法人番号 otherNumber'],
    { name: '協力会社名' },
  ],
  [
    ['登録番号 code', '氏名又は名称 mixed', '住所 address', '登録年月日 day'],
    { name: '氏名又は名称', address: '住所' },
  ],
  [
    ['登録番号 t45', '氏名または名称 company', '登録年月日 day'],
    { name: '氏名または名称', corporate_number: '登録番号' },
  ],
  [
    ['会社名 company', '法人番号 rareNumber', '登録番号 invoice'],
    { name: '会社名', corporate_number: '登録番号' },
  ],
  [['会社名 company', 'Eメール mail'], { name: '会社名', email: 'Eメール' }],
  [
    [
      '部局名 dept',
      '契約の名称及び数量 thing',
      '契約締結日 day',
      '契約相手方の名称及び所在地 company',
      '随意契約の根拠 text',
      '契約金額 yen',
    ],
    { name: '契約相手方の名称及び所在地' },
  ],
  [['件名 thing', '見積業者 company', '見積金額 amount', '決定 memo'], { name: '見積業者' }],
  [['業務名 thing', '最優秀提案者 company', '次点者 other', '担当課 dept'], { name: '最優秀提案者' }],
  [['品名 stock', '納入業者 short', '発注課 dept', '単価 amount'], { name: '納入業者' }],
  [
    ['業者名 company', '所在地 address', '代表者 person', '停止期間 day', '停止理由 text', '通知機関 agency'],
    { name: '業者名', address: '所在地' },
  ],
  [['工事名 thing', '受注業者名 maru', '監督課 dept', '評定点 no'], { name: '受注業者名' }],
  [['団体名 mixed', '代表者 person', '施設 facility', '利用日 day'], { name: '団体名' }],
  [['補助事業者 mixed', '間接補助事業者 other', '補助金 amount'], {}, ['name']],
  [
    ['府省庁 agency', '支出先 company', '法人番号 number', '支出額 amount', '契約方式 text'],
    { name: '支出先', corporate_number: '法人番号' },
  ],
  [['送信元 self', '送信先企業 company', '伝票番号 code'], {}, ['name']],
  [['荷送人 other', '荷受人 company', '運送会社 otherplain'], {}, ['name']],
  [['リース会社 other', '契約先 company', '物件名 stock'], { name: '契約先' }],
  [['債権者 self', '債務者名 company', '残高 amount', '保証会社 other'], { name: '債務者名' }],
  [['売掛先名 company', '期首残高 amount', '期末残高 amount'], { name: '売掛先名' }],
  [['相手先 mixed', '勘定科目 expense', '残高 amount'], { name: '相手先' }],
  [
    ['支払を受ける者の氏名又は名称 mixed', '支払を受ける者の住所 address', '区分 text', '支払者 self'],
    { name: '支払を受ける者の氏名又は名称', address: '支払を受ける者の住所' },
  ],
  [
    ['会社 company', '氏名 person', '氏名（カナ） kana', 'Email mail', '会社HP url', '自社営業所 branch'],
    { name: '会社', domain: '会社HP', email: 'Email' },
  ],
  [
    ['申込日時 day', '貴社名 company', '御部署 dept', 'お名前 person', 'メールアドレス mail'],
    { name: '貴社名', email: 'メールアドレス' },
  ],
  [['回答者 person', '御社名 company', '業種 text'], { name: '御社名' }],
  [['商談名 thing', '取引先 company', 'フェーズ text', '所有者 person', '金額 amount'], { name: '取引先' }],
  [
    ['契約書名 thing', '契約先名 company', '自社担当部署 dept', '契約開始日 day', '自動更新 memo'],
    { name: '契約先名' },
  ],
  [['排出事業者 self', '収集運搬業者 company', '処分業者 other'], {}, ['name']],
  [['株主名 mixed', '株主住所 address', '持株数 no'], { name: '株主名', address: '株主住所' }],
  [
    ['会社名 company', '証券コード ticker', '業種 text', '株価 amount'],
    { name: '会社名', ticker: '証券コード' },
  ],
  [
    [
      'Contract No code',
      'Awarding Body foreign',
      'Contractor english',
      'Award Date day',
      'Contract Value amount',
    ],
    { name: 'Contractor' },
  ],
  [['Invoice No code', 'Bill From english', 'Bill To foreign', 'Amount amount'], {}, ['name']],
  [['Employee person', 'Department dept', 'Employer english'], { name: 'Employer' }],
  [
    ['Company (JP) company', 'Company (EN) english', 'Ticker ticker', 'HQ Address estreet'],
    { name: 'Company (JP)', ticker: 'Ticker', address: 'HQ Address' },
  ],
  [
    ['製造業者名 company', '製造所名 facility', '製造所所在地 otherAddress', '許可番号 code'],
    { name: '製造業者名' },
  ],
  [
    [
      '薬局の名称 clinic',
      '薬局の所在地 otherAddress',
      '開設者の氏名又は名称 company',
      '開設者の住所 address',
    ],
    { name: '開設者の氏名又は名称', address: '開設者の住所' },
  ],
  [['クラブ名 facility', '運営事業者 company', '小学校区 text'], { name: '運営事業者' }],
  [
    ['駐車場名 facility', '管理会社 company', '管理会社住所 address'],
    { name: '管理会社', address: '管理会社住所' },
  ],
  [['掲載企業名 company', '掲載号 no', '広告代理店 other'], {}, ['name']],
  [['協定締結団体名 mixed', '協定内容 thing', '所管課 dept'], { name: '協定締結団体名' }],
  [
    ['認定番号 code', '認定企業名 company', '市区町村 town', '認定日 day', '支援機関 bank'],
    { name: '認定企業名', city: '市区町村' },
  ],
  [['企業名 company', '所在地 address', '業種 text', '代表者 person'], { name: '企業名', address: '所在地' }],
  [['返礼品名 stock', '提供事業者 company', '寄附額 amount'], { name: '提供事業者' }],
  [['寄附企業 company', '寄附金額 amount', '活用事業 thing'], { name: '寄附企業' }],
  [['登録番号 t45', '金額 amount'], { corporate_number: '登録番号' }],
  [['登録番号 code', '会社名 company'], { name: '会社名' }],
  [['コード no', '名称 text'], {}],
  [['日付 day', '名称 thing'], {}],
  [['名称 plain', '電話番号 tel'], { name: '名称' }],
  [['No. no', '名称 mixed'], { name: '名称' }],
  [
    ['許可番号 code', '商号又は名称 company', '主たる営業所の所在地 address'],
    { name: '商号又は名称', address: '主たる営業所の所在地' },
  ],
  [['国民の祝日・休日月日 day', '国民の祝日・休日名称 text'], {}],
  [['氏名 person', 'メールアドレス freemail'], {}],
  [['氏名 person', 'メールアドレス mail'], { domain: 'メールアドレス' }],
  [['仕入先 company', 'E-mail freemail'], { name: '仕入先', email: 'E-mail' }],
  [
    ['取引先 company', '電子メール freemail', '会社HP url'],
    { name: '取引先', domain: '会社HP', email: '電子メール' },
  ],
  [['売主 company', '買主 other', '住所 address'], { address: '住所' }, ['name']],
  [
    ['会社名 company', '支社名 branch', '支社住所 otherAddress', '本社住所 address'],
    { name: '会社名', address: '本社住所' },
  ],
  [
    ['名称 company', '市区町村 town', '町名番地 addr2', '建物名 memo'],
    { name: '名称', city: '市区町村', address: '町名番地' },
  ],
];

it.each(tables)('of %j, the company is in %j', (columns, mapping, asked = []) => {
  expect(propose(columns)).toEqual({ mapping, asked });
});
