import { describe, expect, it } from '@jest/globals';
import { suggestColumns } from '../../src/features/sources/columns/column-suggestions.ts';
import { detectColumns } from '../../src/features/sources/columns/detect-columns.ts';
import { corporateNumber } from '../support/companies.ts';

/** Tables as ministries, cities, care services, buyers and sales people keep them. Their companies are fictional. */

const companies = ['架空建設', '孤立電機', '三番商事', '四番運輸', '五番設計', '六番工業'];
const values: Readonly<Record<string, (row: number) => string>> = {
  company: (row) => `${companies[row % 6]}株式会社`,
  other: (row) => `株式会社${['甲野', '乙山', '丙川', '丁田', '戊村', '己谷'][row % 6]}物産`,
  english: (row) => `${['Kakuu', 'Koritsu', 'Sanban', 'Yonban', 'Goban', 'Rokuban'][row % 6]} Co., Ltd.`,
  foreign: (row) => `${['Acme', 'Birch', 'Cedar', 'Delta', 'Elm', 'Fir'][row % 6]} Holdings Inc.`,
  parent: (row) => `架空ホールディングス${row < 3 ? '' : '第二'}株式会社`,
  self: () => '自分の会社株式会社',
  agency: (row) => ['架空市', '孤立省', '架空県立病院', '三番町', '四番局', '五番庁'][row % 6] ?? '',
  number: (row) => corporateNumber(row + 1),
  otherNumber: (row) => corporateNumber(row + 101),
  parentNumber: (row) => corporateNumber(row < 3 ? 201 : 202),
  rareNumber: (row) => (row === 2 ? corporateNumber(301) : ''),
  invoice: (row) => `T${corporateNumber(row + 1)}`,
  someInvoices: (row) => (row % 2 === 0 ? `T${corporateNumber(row + 1)}` : '確認中'),
  facility: (row) => `${['ひまわり', 'さくら', 'すみれ', 'つばき', 'もみじ', 'あおば'][row % 6]}ホーム`,
  thing: (row) => `見本業務その${row}`,
  amount: (row) => `${(row + 1) * 120_000}`,
  day: (row) => `2026-04-0${row + 1}`,
  person: (row) => ['山田太郎', '佐藤花子', '鈴木一郎', '高橋次郎', '田中三郎', '伊藤四郎'][row % 6] ?? '',
  address: (row) => `東京都架空区丸の内${row + 1}-1-1`,
  town: (row) => `架空${row}区`,
  prefecture: (row) => ['兵庫県', '岐阜県', '大阪府'][row % 3] ?? '',
  postalCode: (row) => `100-000${row}`,
  block: (row) => `丸の内${row + 1}-6-6`,
  otherAddress: (row) => `大阪府孤立市北区${row + 1}-2`,
  domain: (row) => `https://www.kakuu${row}.co.jp`,
  otherDomain: (row) => `https://www.city-kakuu${row}.lg.jp`,
  shop: (row) => `${['新宿', '渋谷', '池袋', '大宮', '札幌', '天神'][row % 6]}店`,
  bare: (row) => companies[row % 6] ?? '',
  text: (row) => ['随意契約', '一般競争', '指名競争'][row % 3] ?? '',
  code: (row) => `${1000 + row}`,
  sparse: (row) => (row === 2 ? '株式会社甲野物産' : ''),
  empty: () => '',
};

/** @param columns for example `落札者名 company` */
function proposed(columns: readonly string[]) {
  const headers = columns.map((column) => column.slice(0, column.lastIndexOf(' ')));
  const kinds = columns.map((column) => column.slice(column.lastIndexOf(' ') + 1));
  const rows = Array.from({ length: 6 }, (_, row) => kinds.map((kind) => values[kind]?.(row) ?? kind));
  const { identifiers, hints, unclear } = suggestColumns(detectColumns(headers, rows), headers);
  return {
    mapping: Object.fromEntries(
      [...identifiers, ...hints]
        .filter(({ suggested }) => suggested)
        .map(({ field, header }) => [field, header]),
    ),
    unclear: unclear.map(({ field }) => field),
  };
}

const found: readonly (readonly [columns: string[], mapping: Record<string, string>])[] = [
  [['加盟店名 shop', '加盟店住所 address', '運営会社 company'], { name: '運営会社' }],
  [['顧客名 person', '会社名 company'], { name: '会社名' }],
  [['お客様名 bare', '販売店 company'], { name: 'お客様名' }],
  [['購入者 person', '発注機関 agency'], { name: '購入者' }],
  [['運営会社 company', '加盟店住所 address'], { name: '運営会社' }],
  [['取引先名 company', '納入場所 address'], { name: '取引先名' }],
  [['会社名 company', '事業実施場所 address'], { name: '会社名' }],
  [['荷主 company', '積地 address', '卸地住所 otherAddress'], { name: '荷主' }],
  [
    ['仕入先名 company', '仕入先正式名称 english', '仕入先住所 address'],
    { name: '仕入先名', address: '仕入先住所' },
  ],
  [
    ['会社名 company', '代理店名 shop', '代理店住所 otherAddress', '住所 address'],
    { name: '会社名', address: '住所' },
  ],
  [['受注者 company', '施工場所 otherAddress', '所在地 address'], { name: '受注者', address: '所在地' }],
  [['会社名 company', '場所 address'], { name: '会社名', address: '場所' }],
  [['採用企業 company', '候補者名 person'], { name: '採用企業' }],
  [['会社名 company', '市区町村 town', '番地 block'], { name: '会社名', city: '市区町村', address: '番地' }],
  [['代表提案者 company', '共同提案者 other'], { name: '代表提案者' }],
  [['主幹事証券 other', '上場会社名 company'], { name: '上場会社名' }],
  [['発注機関名 agency', '件名 thing', '落札者名 company', '落札金額 amount'], { name: '落札者名' }],
  [['親会社名 parent', '会社名 company', '出資比率 amount'], { name: '会社名' }],
  [['スポンサー企業 other', '会社名 company'], { name: '会社名' }],
  [['Sponsoring Body other', 'Awarded Company company'], { name: 'Awarded Company' }],
  [['グループ会社名 other', '会社名 company'], { name: '会社名' }],
  [['親会社法人番号 parentNumber', '法人番号 number', '売上 amount'], { corporate_number: '法人番号' }],
  [
    [
      '物品役務等の名称及び数量 thing',
      '契約担当官等の氏名並びにその所属する部局の名称及び所在地 agency',
      '契約を締結した日 day',
      '契約の相手方の商号又は名称及び住所 company',
      '法人番号 number',
      '契約金額 amount',
    ],
    { name: '契約の相手方の商号又は名称及び住所', corporate_number: '法人番号' },
  ],
  [
    ['府省名 agency', '調達案件名称 thing', '落札決定日 day', '商号又は名称 company', '法人番号 number'],
    { name: '商号又は名称', corporate_number: '法人番号' },
  ],
  [
    ['発注者 agency', '発注者所在地 otherAddress', '工事名 thing', '受注者 company', '受注者所在地 address'],
    { name: '受注者', address: '受注者所在地' },
  ],
  [['発注者名 other', '発注者住所 otherAddress', '請負者名 company'], { name: '請負者名' }],
  [['委託元 other', '委託業務名 thing', '委託先 company'], { name: '委託先' }],
  [
    ['所管 agency', '事業名 thing', '補助金交付先名 company', '法人番号 number', '交付決定額 amount'],
    { name: '補助金交付先名', corporate_number: '法人番号' },
  ],
  [
    ['交付元 agency', '交付元法人番号 otherNumber', '補助事業者名 company', '補助事業者法人番号 number'],
    {
      name: '補助事業者名',
      corporate_number: '補助事業者法人番号',
    },
  ],
  [['発注機関名 agency', '発注機関法人番号 otherNumber', '落札者名 company'], { name: '落札者名' }],
  [['発注機関名 agency', '所在地 otherAddress', '落札者名 company'], { name: '落札者名' }],
  [
    ['発注機関名 agency', '法人番号 otherNumber', '落札者名 company', '法人番号 (2) number'],
    {
      name: '落札者名',
      corporate_number: '法人番号 (2)',
    },
  ],
  [
    ['支出元 agency', '支出先名 company', '支出先法人番号 number', '支出額 amount'],
    {
      name: '支出先名',
      corporate_number: '支出先法人番号',
    },
  ],
  [
    [
      '指定機関名 agency',
      '法人の名称 company',
      '法人番号 number',
      '法人住所 address',
      '法人URL domain',
      '事業所の名称 facility',
      '事業所番号 code',
      '事業所住所 otherAddress',
      '事業所URL otherDomain',
    ],
    { name: '法人の名称', corporate_number: '法人番号', address: '法人住所', domain: '法人URL' },
  ],
  [
    ['施設名 facility', '所在地 otherAddress', '設置者 company', '設置者住所 address'],
    {
      name: '設置者',
      address: '設置者住所',
    },
  ],
  [['薬局名称 facility', '開設者名 company', '管理薬剤師 person'], { name: '開設者名' }],
  [
    ['店舗名 facility', '店舗住所 otherAddress', '運営法人 company', '法人番号 number'],
    {
      name: '運営法人',
      corporate_number: '法人番号',
    },
  ],
  [['事業所名 facility', '法人番号 number'], { corporate_number: '法人番号' }],
  [['施設名 facility', '指定管理者名 company', '所管課 agency'], { name: '指定管理者名' }],
  [['申請者名 company', '施設名 facility', '許可番号 code'], { name: '申請者名' }],
  [['自社名 self', '自社担当者 person', '取引先名 company', '取引先担当者名 person'], { name: '取引先名' }],
  [
    ['得意先名 company', '請求先名 other', '納品先名 facility', '納品先住所 otherAddress'],
    { name: '得意先名' },
  ],
  [['支払元 self', '支払先 company', '銀行名 other', '支店名 facility'], { name: '支払先' }],
  [['メーカー other', '商品名 thing', '仕入先 company'], { name: '仕入先' }],
  [
    ['会社名 company', '会社名カナ empty', '旧社名 other', '代表者名 person', '取引銀行 other'],
    { name: '会社名' },
  ],
  [
    ['商号 company', '承継先法人番号 rareNumber', '法人番号 number'],
    { name: '商号', corporate_number: '法人番号' },
  ],
  [
    ['会社名 company', '法人番号 number', 'インボイス登録番号 invoice'],
    {
      name: '会社名',
      corporate_number: '法人番号',
    },
  ],
  [
    ['連結親会社 parent', '連結親会社の法人番号 parentNumber', '法人名 company', '法人番号 number'],
    {
      name: '法人名',
      corporate_number: '法人番号',
    },
  ],
  [['会社名 company', '親会社名 parent', '法人番号 parentNumber'], { name: '会社名' }],
  [
    ['発注者 法人番号 otherNumber', '発注者 名称 agency', '受注者 法人番号 number', '受注者 名称 company'],
    {
      name: '受注者 名称',
      corporate_number: '受注者 法人番号',
    },
  ],
  [['会社名（発注者） other', '会社名（受注者） company'], { name: '会社名（受注者）' }],
  [['契約名 thing', '契約相手方名称 company', '契約担当課 agency'], { name: '契約相手方名称' }],
  [['案件名 thing', '発注者 other', '当社担当 person', '会社名 company'], { name: '会社名' }],
  [['提出者名 company', '取引先名 company'], { name: '取引先名' }],
  [
    ['Contracting Authority foreign', 'Contract Title thing', 'Supplier Name company', 'Value amount'],
    {
      name: 'Supplier Name',
    },
  ],
  [['Buyer foreign', 'Supplier english', 'PO Number code'], { name: 'Supplier' }],
  [['Parent Company foreign', 'Company Name english', 'Country text'], { name: 'Company Name' }],
  [
    ['Our Company self', 'Vendor company', 'Vendor Website domain'],
    { name: 'Vendor', domain: 'Vendor Website' },
  ],
  [['Customer Name foreign', 'Contractor Name english', 'Job Name thing'], { name: 'Contractor Name' }],
  [
    ['Awarding Agency foreign', 'Recipient Name english', 'Recipient Parent Name foreign'],
    {
      name: 'Recipient Name',
    },
  ],
  [
    ['parent_corporate_number parentNumber', 'corporate_number number', 'name company'],
    {
      corporate_number: 'corporate_number',
      name: 'name',
    },
  ],
  [['Customer Name company', 'Amount amount'], { name: 'Customer Name' }],
  [['発注者 company', '金額 amount'], { name: '発注者' }],
  [
    ['会社名 company', '会社名 (2) 担当者', '法人番号 number'],
    { name: '会社名', corporate_number: '法人番号' },
  ],
  [
    ['親会社名 company', '親会社法人番号 number', '売上 amount'],
    {
      name: '親会社名',
      corporate_number: '親会社法人番号',
    },
  ],
  [['事業所名 company', '住所 address'], { name: '事業所名', address: '住所' }],
  [['発注機関名 agency', '件名 thing', '会社名 empty'], { name: '会社名' }],
  // What is understood is not asked: a winner beside anybody, a served party beside those that serve it.
  [['落札者 company', '次点者 other', '金額 amount'], { name: '落札者' }],
  [['販売先 company', 'エンドユーザー名 other'], { name: '販売先' }],
  [['出願人 company', '代理人 other', '商標 thing'], { name: '出願人' }],
  [['荷主名 company', '運送会社名 other'], { name: '荷主名' }],
  [['取引先名 company', '親取引先 parent'], { name: '取引先名' }],
  [['契約業者名 company', '前回契約業者 other'], { name: '契約業者名' }],
  [['Selected Firm company', 'Brand text', 'Sales Rep person'], { name: 'Selected Firm' }],
  [['応募企業 company', '応募者名 person'], { name: '応募企業' }],
  [['派遣先 company', '派遣元 self', '氏名 person'], { name: '派遣先' }],
  [['屋号 facility', '営業者氏名 company', '営業所所在地 otherAddress'], { name: '営業者氏名' }],
  [['お客様名 person', '屋号 company', '住所 address'], { name: '屋号', address: '住所' }],
  [['お客様名 company', '屋号 shop'], { name: 'お客様名' }],
  [
    ['法人番号 number', '会社名 company', '登録番号 someInvoices'],
    { corporate_number: '法人番号', name: '会社名' },
  ],
  [['社名1 company', '社名2 shop'], { name: '社名1' }],
  [['会社名 company', '会社名2 sparse'], { name: '会社名' }],
  [
    ['法人番号 number', '名称 company', '登録番号 invoice', '登録名称 english'],
    { corporate_number: '法人番号', name: '名称' },
  ],
];

const unclear: readonly (readonly [columns: string[], fields: string[]])[] = [
  [['交付決定者 other', '交付を受けた者 company'], ['name']],
  [['主催企業 other', '協賛企業 company'], ['name']],
  [['保険者名 other', '被保険者 company'], ['name']],
  [['分割会社 other', '承継会社 company'], ['name']],
  [['商社名 other', '最終需要家 company'], ['name']],
  [['発注局 agency', '氏名 company'], ['name']],
  [['適格請求書発行事業者登録番号 otherNumber', '取引先登録番号 number'], ['corporate_number']],
  [['吸収元法人番号 otherNumber', '承継先法人番号 number'], ['corporate_number']],
  // The companies of a header that is not understood, beside another party than 会社名.
  [['元請会社 parent', '契約締結業 company', '契約日 day'], ['name']],
  [['会社名 company', '取引先名 other'], ['name']],
  [['社名1 company', '社名2 other'], ['name']],
  [['会社名 company', '会社名２ other', '住所 text'], ['name']],
  [['お客様名 person', '屋号 company', '販売店 other'], ['name']],
  [
    ['法人番号 number', '名称 company', '登録番号 otherNumber', '登録名称 other'],
    ['corporate_number', 'name'],
  ],
  [['入居企業 company', '運営会社 other'], ['name']],
  [['印刷会社 company', '出版社 other'], ['name']],
  [['本社名 parent', 'Customer Firm company'], ['name']],
  [['送付先会社名 company', '宛名 person'], ['name']],
  [['販売店 company', '販売店住所 address', 'お客様名 person'], ['name']],
  [['テナント名 shop', '契約者 company', '契約者住所 address'], ['name']],
  [['元請会社名 company', '下請会社名 other'], ['name']],
  [['得意先名 company', '仕入先名 other', '法人番号 number'], ['name']],
  [['名称 company', '名称 (2) other'], ['name']],
  [['親会社名 company', '施設名 facility'], ['name']],
  [['請求元 company', '請求先 other'], ['name']],
  [['Supplier english', 'Subcontractor foreign'], ['name']],
  [['列1 company', '列2 other'], ['name']],
  [['発注機関名 agency', '落札者名 self'], ['name']],
  [['法人番号 number', '法人番号 (2) otherNumber'], ['corporate_number']],
  [['親会社法人番号 parentNumber', '発注者法人番号 number'], ['corporate_number']],
];

describe('the columns of a table with several parties', () => {
  it('are all named if a person must choose, also one with names without forms', () => {
    const headers = ['建築主', '設計者', '施工者'];
    const rows = Array.from({ length: 6 }, (_, row) =>
      ['facility', 'company', 'other'].map((kind) => values[kind]?.(row) ?? ''),
    );
    const [open] = suggestColumns(detectColumns(headers, rows), headers).unclear;
    expect([...(open?.headers ?? [])].sort()).toEqual(headers.toSorted());
  });

  it.each(found)('are, of %j, %j', (columns, mapping) => {
    expect(proposed(columns)).toEqual({ mapping, unclear: [] });
  });

  it.each(unclear)('are nobody of %j: a person chooses %j', (columns, fields) => {
    expect(proposed(columns)).toEqual({ mapping: {}, unclear: fields });
  });

  it.each([[['件名 company']], [['業務名 other', '落札率 amount']], [['担当者名 person', '銀行名 other']]])(
    'are none of %j',
    (columns) => {
      expect(proposed(columns).mapping).toEqual({});
    },
  );
});

describe('a place', () => {
  it.each([
    '学校所在地 otherAddress',
    '発電設備の所在地 otherAddress',
    '工事都道府県 prefecture',
    'Event Location otherAddress',
    '実施地 otherAddress',
    '園の住所 otherAddress',
    '設置先住所 otherAddress',
    '設置市区町村 town',
    '学校郵便番号 postalCode',
    '所在地（学校） otherAddress',
    '住所（自宅） otherAddress',
    'Hotel Address otherAddress',
    '土地の所在 otherAddress',
    '営業区域 prefecture',
    '市道所在地 otherAddress',
    '現地住所 otherAddress',
    '保険会社住所 otherAddress',
  ])('of something that is not the company is not proposed: %s', (place) => {
    expect(proposed(['事業者名 company', place]).mapping).toEqual({ name: '事業者名' });
  });

  it.each([
    '住所 address',
    '住所（番地以降） address',
    '住所（ビル名） address',
    '本社所在地 address',
    '本店の所在の場所 address',
    '本店又は主たる事務所の所在地 address',
    '国内所在地（丁目番地等） address',
    '所在地（登記上） address',
    'ご住所 address',
    '取引先住所 address',
    '企業情報_住所 address',
    'Head Office Address address',
    'BillingCity town',
    'Address Line 1 address',
    'prefectureName prefecture',
    '県 prefecture',
    '列2 prefecture',
    '郵便番号（ハイフンなし） postalCode',
  ])('of the company is: %s', (place) => {
    const header = place.slice(0, place.lastIndexOf(' '));
    expect(Object.values(proposed(['事業者名 company', place]).mapping)).toEqual(['事業者名', header]);
  });

  it.each([
    ['発電事業者名', '発電事業者の住所'],
    ['印刷会社', '印刷会社住所'],
    ['支払を受ける者の氏名又は名称', '支払を受ける者の住所'],
    ['Leasing Company Name', 'Leasing Company Address'],
    ['導入先名', '導入先住所'],
  ])('of the kind of company that the column of names has, too: %s, %s', (name, place) => {
    expect(proposed([`${name} company`, `${place} address`]).mapping).toEqual({ name, address: place });
  });
});

it('headers of a source are read once, however often an answer asks', () => {
  const headers = ['発注機関名', '落札者名'];
  const detected = detectColumns(headers, [['架空市', '架空自動車株式会社']]);
  expect(suggestColumns(detected, headers)).toBe(suggestColumns(detected, headers));
});
