import type { Draws } from './draws.ts';
import { weighted } from './draws.ts';

export type SectorName =
  | 'construction'
  | 'manufacturing'
  | 'machinery'
  | 'chemicals'
  | 'food'
  | 'agriculture'
  | 'wholesale'
  | 'retail'
  | 'transport'
  | 'real_estate'
  | 'software'
  | 'medical'
  | 'services'
  | 'finance'
  | 'energy';

/** Texts about companies of one line of business. */
export interface Sector {
  readonly name: SectorName;
  /** Codes of the exchange's 33 sectors. */
  readonly industryCodes: readonly string[];
  /** Noun phrases that fit a sentence with を行う. */
  readonly activities: readonly string[];
  readonly customers: readonly string[];
  readonly jobTitles: readonly string[];
  /** Orders of public bodies to these companies. */
  readonly orders: readonly string[];
  /** Subjects of their inventions. */
  readonly inventions: readonly string[];
}

const sectors: Record<SectorName, Sector> = {
  construction: {
    name: 'construction',
    industryCodes: ['2050'],
    activities: [
      '住宅および店舗の新築・改修工事',
      '道路・河川などの土木工事',
      '給排水・空調設備の設計と施工',
      '外壁塗装と防水工事',
      '公共施設の電気工事',
      '造園と外構工事',
    ],
    customers: ['官公庁', '地域の工務店', '住宅メーカー', '個人のお客様'],
    jobTitles: [
      '施工管理（土木）',
      '施工管理（建築）',
      '電気工事士',
      '積算担当',
      '重機オペレーター',
      '現場事務',
      '設計スタッフ',
    ],
    orders: [
      '市道舗装補修工事',
      '学校体育館屋根改修工事',
      '河川護岸整備工事',
      '庁舎空調設備更新工事',
      '公園施設長寿命化工事',
    ],
    inventions: ['建築用接合金物', '型枠支持構造', '斜面の補強方法'],
  },
  manufacturing: {
    name: 'manufacturing',
    industryCodes: ['3550', '3450', '3100', '3150', '3400', '3800', '3500', '3350'],
    activities: [
      '精密板金部品の加工と組立',
      'プラスチック射出成形品の製造',
      '建築金物の製造と販売',
      '紙器・段ボールの製造',
      '産業資材用織物の製造',
      '商業印刷と製本',
    ],
    customers: ['自動車部品メーカー', '住宅設備メーカー', '食品メーカー', '全国の代理店'],
    jobTitles: ['機械オペレーター', '品質管理', '生産管理', '溶接工', '製造スタッフ', '購買担当', '金型設計'],
    orders: ['避難所用間仕切りの購入', '庁用封筒の印刷', '学校用机・椅子の購入', '防災備蓄倉庫の購入'],
    inventions: ['成形用金型', '折り畳み容器', '金属板の曲げ加工装置', '難燃性シート'],
  },
  machinery: {
    name: 'machinery',
    industryCodes: ['3600', '3650', '3700', '3750'],
    activities: [
      '産業用ロボットの設計と製造',
      '電子部品と制御機器の開発・製造',
      '工作機械の販売と保守',
      '計測機器の製造',
      '車載用電装品の開発',
    ],
    customers: ['半導体メーカー', '自動車メーカー', '研究機関', '国内外の工場'],
    jobTitles: [
      '機械設計',
      '電気回路設計',
      '組込みソフトウェアエンジニア',
      'フィールドエンジニア',
      '品質保証',
      '生産技術',
    ],
    orders: ['分析装置の購入', '水道用流量計の購入', '信号制御機の更新', '無線設備の保守点検'],
    inventions: ['搬送用ロボットハンド', '電力変換装置', '距離測定装置', '基板検査方法'],
  },
  chemicals: {
    name: 'chemicals',
    industryCodes: ['3200', '3250', '3300'],
    activities: [
      '機能性樹脂と添加剤の製造',
      '医薬品原料の研究開発と製造',
      '工業用塗料の製造・販売',
      '化粧品の受託製造',
    ],
    customers: ['化粧品メーカー', '製薬会社', '塗装業者', '電子材料メーカー'],
    jobTitles: ['研究開発（有機合成）', '品質試験', '薬事担当', '製造オペレーター', '技術営業'],
    orders: ['浄水場用凝集剤の購入', '消毒用アルコールの購入', '道路凍結防止剤の購入'],
    inventions: ['水性塗料組成物', '徐放性製剤', '生分解性樹脂組成物'],
  },
  food: {
    name: 'food',
    industryCodes: ['3050'],
    activities: [
      '冷凍食品と惣菜の製造・販売',
      '和洋菓子の製造と直営店の運営',
      '清酒・焼酎の醸造',
      '業務用麺類の製造',
      '水産加工品の製造',
    ],
    customers: ['全国の量販店', '外食チェーン', '学校給食センター', '観光施設'],
    jobTitles: ['製造スタッフ（食品）', '商品開発', '品質管理（食品）', '直営店スタッフ', 'ルート営業'],
    orders: ['学校給食用食材の納入', '災害備蓄用食料の購入'],
    inventions: ['冷凍麺の製造方法', '低糖質菓子', '発酵調味料'],
  },
  agriculture: {
    name: 'agriculture',
    industryCodes: ['0050'],
    activities: [
      '施設園芸による野菜の生産',
      '養殖と鮮魚の出荷',
      '和牛の肥育',
      '造林と木材の出荷',
      '花卉の生産と卸売',
    ],
    customers: ['地域の農協', '卸売市場', '外食産業', '直売所'],
    jobTitles: ['農場スタッフ', '飼育管理', '出荷・選別スタッフ', '農機オペレーター'],
    orders: ['市有林間伐業務', '花苗の購入', '有害鳥獣対策業務'],
    inventions: ['水耕栽培装置', '魚類の飼育方法'],
  },
  wholesale: {
    name: 'wholesale',
    industryCodes: ['6050'],
    activities: [
      '建築資材の卸売',
      '産業機械と部品の輸出入',
      '食料品の仕入れと卸売',
      '鋼材の加工と販売',
      '事務用品の卸売',
    ],
    customers: ['建設会社', '製造業のお客様', '小売店', '海外の取引先'],
    jobTitles: ['ルート営業', '貿易事務', '倉庫管理', '営業事務', '仕入担当'],
    orders: ['庁用事務用品の購入', '消防用ホースの購入', '土のう袋の購入'],
    inventions: ['梱包用緩衝材', '陳列用具'],
  },
  retail: {
    name: 'retail',
    industryCodes: ['6100'],
    activities: [
      '調剤薬局の運営',
      '新車・中古車の販売と整備',
      '書籍と文具の販売',
      '生鮮食品を中心とする店舗の運営',
      '通信販売サイトの運営',
    ],
    customers: ['地域のお客様', '会員のお客様', '学校'],
    jobTitles: ['店舗スタッフ', '店長候補', '薬剤師', '自動車整備士', 'ECサイト運営'],
    orders: ['公用車の購入', '図書の購入', '車検整備業務'],
    inventions: ['商品の陳列棚', '注文受付システム'],
  },
  transport: {
    name: 'transport',
    industryCodes: ['5050', '5100', '5150', '5200'],
    activities: [
      '一般貨物の輸送',
      '倉庫保管と流通加工',
      '貸切バスとタクシーの運行',
      '海上貨物の取扱い',
      '冷凍・冷蔵品の共同配送',
    ],
    customers: ['通信販売会社', '食品メーカー', '地元の学校と団体', '建材メーカー'],
    jobTitles: [
      '大型ドライバー',
      '配車担当',
      '倉庫スタッフ',
      'フォークリフト作業員',
      '運行管理者',
      'タクシー乗務員',
    ],
    orders: ['スクールバス運行業務', '支援物資の輸送業務', '文書保管業務'],
    inventions: ['荷崩れ防止具', '配送計画作成装置'],
  },
  real_estate: {
    name: 'real_estate',
    industryCodes: ['8050'],
    activities: [
      '賃貸住宅の仲介と管理',
      '分譲マンションの開発',
      'オフィスビルの運営と管理',
      '戸建住宅の販売',
      '駐車場の運営',
    ],
    customers: ['土地の所有者', '法人のお客様', '初めて住まいを買うお客様'],
    jobTitles: ['賃貸営業', '物件管理', '宅地建物取引士', '用地仕入', 'ビルメンテナンス'],
    orders: ['市営住宅管理業務', '庁舎清掃業務', '駐車場管理業務'],
    inventions: ['宅配物の受渡装置', '入退室管理システム'],
  },
  software: {
    name: 'software',
    industryCodes: ['5250'],
    activities: [
      '業務システムの受託開発と保守',
      'クラウドサービスの企画・開発',
      'データ分析基盤の構築',
      'ウェブサイトとアプリの制作',
      '通信インフラの設計・構築',
    ],
    customers: ['製造業のお客様', '自治体', '金融機関', '中小企業'],
    jobTitles: [
      'バックエンドエンジニア',
      'フロントエンドエンジニア',
      'インフラエンジニア',
      'プロジェクトマネージャー',
      'カスタマーサクセス',
      'テストエンジニア',
      'データアナリスト',
    ],
    orders: [
      '基幹業務システム保守業務',
      'ホームページ再構築業務',
      '学習用端末の賃貸借',
      '住民情報システム標準化業務',
    ],
    inventions: ['情報処理装置及びプログラム', '異常検知システム', '文書検索方法'],
  },
  medical: {
    name: 'medical',
    industryCodes: ['9050', '3250'],
    activities: [
      '訪問看護と訪問介護',
      '介護付き有料老人ホームの運営',
      '医療機器の販売と保守',
      '健康診断の受託',
      '障害福祉サービスの提供',
    ],
    customers: ['病院と診療所', '高齢者とご家族', '自治体', '企業の健康保険組合'],
    jobTitles: ['訪問看護師', '介護福祉士', 'ケアマネジャー', '理学療法士', '医療事務', '生活支援員'],
    orders: ['介護予防教室運営業務', '健診データ入力業務', '自動体外式除細動器の賃貸借'],
    inventions: ['移乗補助具', '見守りセンサ'],
  },
  services: {
    name: 'services',
    industryCodes: ['9050'],
    activities: [
      '広告の企画と制作',
      '人材の派遣と紹介',
      '旅館と飲食店の運営',
      '施設警備と清掃',
      '経営に関するコンサルティング',
      '学習塾の運営',
    ],
    customers: ['中小企業', '観光のお客様', '官公庁', '商業施設'],
    jobTitles: [
      '企画営業',
      'キャリアアドバイザー',
      'フロントスタッフ',
      '警備スタッフ',
      '経理事務',
      '塾講師',
      'グラフィックデザイナー',
    ],
    orders: ['窓口業務の委託', '観光案内所運営業務', '広報紙の制作業務', '施設警備業務', '調査研究業務'],
    inventions: ['学習支援システム', '予約管理装置'],
  },
  finance: {
    name: 'finance',
    industryCodes: ['7200', '7100', '7150', '7050'],
    activities: [
      '損害保険・生命保険の代理業',
      '設備機器のリース',
      '投資事業組合の運営',
      '中小企業向けの融資と保証',
    ],
    customers: ['個人のお客様', '医療機関', '中小企業', '投資家'],
    jobTitles: ['保険コンサルタント', '与信審査', 'リース営業', 'コンプライアンス担当', '資産運用担当'],
    orders: ['複合機の賃貸借', '公用車任意保険', '指定金融機関事務'],
    inventions: ['与信判定システム', '決済処理方法'],
  },
  energy: {
    name: 'energy',
    industryCodes: ['4050', '3300', '1050'],
    activities: [
      'ＬＰガスの供給と保安',
      '太陽光発電所の開発・運営',
      '石油製品の販売',
      '省エネルギー設備の提案と施工',
      '地域への電力小売',
    ],
    customers: ['一般家庭', '工場と商業施設', '農家', '自治体'],
    jobTitles: [
      'ガス保安員',
      '発電所の保守点検',
      'サービスステーションスタッフ',
      '電気主任技術者',
      '法人営業',
    ],
    orders: ['庁舎で使用する電力の調達', '灯油の購入', '太陽光発電設備設置工事', '街路灯ＬＥＤ化業務'],
    inventions: ['蓄電池の制御方法', '太陽電池モジュールの架台'],
  },
};

const drawName = weighted<SectorName>([
  ['construction', 13],
  ['manufacturing', 9],
  ['machinery', 6],
  ['chemicals', 2],
  ['food', 5],
  ['agriculture', 3],
  ['wholesale', 10],
  ['retail', 10],
  ['transport', 5],
  ['real_estate', 10],
  ['software', 9],
  ['medical', 6],
  ['services', 15],
  ['finance', 3],
  ['energy', 2],
]);

export function sectorNamed(name: SectorName): Sector {
  return sectors[name];
}

export function drawSector(draws: Draws): Sector {
  return sectors[drawName(draws)];
}
