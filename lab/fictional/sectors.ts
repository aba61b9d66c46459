import { type Draws, weighted } from './draws.ts';
import { list, type Word, words } from './words.ts';

/** Texts about companies of one line of business. */
export interface Sector {
  readonly name: string;
  /** How often a company without a trade word is of this sector. */
  readonly weight: number;
  /** Codes of the exchange's 33 sectors. */
  readonly industryCodes: readonly string[];
  /** Words of company names that say what the company does. A word that is listed twice is drawn twice as often. */
  readonly tradeWords: readonly Word[];
  /** Noun phrases that fit a sentence with を行う. */
  readonly activities: readonly string[];
  readonly customers: readonly string[];
  readonly jobTitles: readonly string[];
  /** Orders of public bodies to these companies. */
  readonly orders: readonly string[];
  /** Subjects of their inventions. */
  readonly inventions: readonly string[];
}

const described: Readonly<Record<string, Omit<Sector, 'name'>>> = {
  construction: {
    weight: 13,
    industryCodes: list('2050'),
    tradeWords: words(`建設:ケンセツ 建設:ケンセツ 工務店:コウムテン 工務店:コウムテン 土木:ドボク 組:グミ
      建築:ケンチク 塗装:トソウ 設備:セツビ 設備工業:セツビコウギョウ 造園:ゾウエン 電設:デンセツ
      電気工事:デンキコウジ 住建:ジュウケン 左官工業:サカンコウギョウ 防水:ボウスイ 鉄筋:テッキン
      基礎工業:キソコウギョウ 道路:ドウロ 管工業:カンコウギョウ ハウジング リフォーム 総建:ソウケン
      解体工業:カイタイコウギョウ 空調:クウチョウ 内装:ナイソウ 板金:バンキン`),
    activities: list(`住宅および店舗の新築・改修工事 道路・河川などの土木工事 給排水・空調設備の設計と施工
      外壁塗装と防水工事 公共施設の電気工事 造園と外構工事`),
    customers: list('官公庁 地域の工務店 住宅メーカー 個人のお客様'),
    jobTitles: list(`施工管理（土木） 施工管理（建築） 電気工事士 積算担当 重機オペレーター 現場事務
      設計スタッフ`),
    orders: list(`市道舗装補修工事 学校体育館屋根改修工事 河川護岸整備工事 庁舎空調設備更新工事
      公園施設長寿命化工事`),
    inventions: list('建築用接合金物 型枠支持構造 斜面の補強方法'),
  },
  manufacturing: {
    weight: 9,
    industryCodes: list('3550 3450 3100 3150 3400 3800 3500 3350'),
    tradeWords:
      words(`工業:コウギョウ 製作所:セイサクショ 工業所:コウギョウショ 鉄工所:テッコウショ 鉄工:テッコウ
      金属:キンゾク 金型:カナガタ 製鋼:セイコウ 紙業:シギョウ 硝子:ガラス 木工:モッコウ 縫製:ホウセイ
      織物:オリモノ 染色:センショク 印刷:インサツ 製缶:セイカン 合成:ゴウセイ ゴム工業:ゴムコウギョウ 樹脂:ジュシ
      プレス工業:プレスコウギョウ 鍍金:メッキ 家具:カグ`),
    activities: list(`精密板金部品の加工と組立 プラスチック射出成形品の製造 建築金物の製造と販売
      紙器・段ボールの製造 産業資材用織物の製造 商業印刷と製本`),
    customers: list('自動車部品メーカー 住宅設備メーカー 食品メーカー 全国の代理店'),
    jobTitles: list('機械オペレーター 品質管理 生産管理 溶接工 製造スタッフ 購買担当 金型設計'),
    orders: list('避難所用間仕切りの購入 庁用封筒の印刷 学校用机・椅子の購入 防災備蓄倉庫の購入'),
    inventions: list('成形用金型 折り畳み容器 金属板の曲げ加工装置 難燃性シート'),
  },
  machinery: {
    weight: 6,
    industryCodes: list('3600 3650 3700 3750'),
    tradeWords: words(`電機:デンキ 精機:セイキ 機工:キコウ 精密:セイミツ 電子:デンシ 機械:キカイ 計器:ケイキ
      電装:デンソウ 電工:デンコウ ロボティクス 光学:コウガク エレクトロニクス`),
    activities: list(`産業用ロボットの設計と製造 電子部品と制御機器の開発・製造 工作機械の販売と保守
      計測機器の製造 車載用電装品の開発`),
    customers: list('半導体メーカー 自動車メーカー 研究機関 国内外の工場'),
    jobTitles: list(`機械設計 電気回路設計 組込みソフトウェアエンジニア フィールドエンジニア 品質保証
      生産技術`),
    orders: list('分析装置の購入 水道用流量計の購入 信号制御機の更新 無線設備の保守点検'),
    inventions: list('搬送用ロボットハンド 電力変換装置 距離測定装置 基板検査方法'),
  },
  chemicals: {
    weight: 2,
    industryCodes: list('3200 3250 3300'),
    tradeWords: words(`化学:カガク 化成:カセイ 化学工業:カガクコウギョウ 製薬:セイヤク 薬品:ヤクヒン 油脂:ユシ
      ケミカル 塗料:トリョウ バイオ`),
    activities: list(`機能性樹脂と添加剤の製造 医薬品原料の研究開発と製造 工業用塗料の製造・販売
      化粧品の受託製造`),
    customers: list('化粧品メーカー 製薬会社 塗装業者 電子材料メーカー'),
    jobTitles: list('研究開発（有機合成） 品質試験 薬事担当 製造オペレーター 技術営業'),
    orders: list('浄水場用凝集剤の購入 消毒用アルコールの購入 道路凍結防止剤の購入'),
    inventions: list('水性塗料組成物 徐放性製剤 生分解性樹脂組成物'),
  },
  food: {
    weight: 5,
    industryCodes: list('3050'),
    tradeWords: words(`食品:ショクヒン 製菓:セイカ 製麺:セイメン 酒造:シュゾウ 醸造:ジョウゾウ 製茶:セイチャ
      製パン:セイパン 水産加工:スイサンカコウ フーズ 乳業:ニュウギョウ 豆腐店:トウフテン 青果:セイカ`),
    activities:
      list(`冷凍食品と惣菜の製造・販売 和洋菓子の製造と直営店の運営 清酒・焼酎の醸造 業務用麺類の製造
      水産加工品の製造`),
    customers: list('全国の量販店 外食チェーン 学校給食センター 観光施設'),
    jobTitles: list('製造スタッフ（食品） 商品開発 品質管理（食品） 直営店スタッフ ルート営業'),
    orders: list('学校給食用食材の納入 災害備蓄用食料の購入'),
    inventions: list('冷凍麺の製造方法 低糖質菓子 発酵調味料'),
  },
  agriculture: {
    weight: 3,
    industryCodes: list('0050'),
    tradeWords: words(`農園:ノウエン 農産:ノウサン ファーム 水産:スイサン 漁業:ギョギョウ 畜産:チクサン
      牧場:ボクジョウ 林業:リンギョウ 園芸:エンゲイ`),
    activities: list(`施設園芸による野菜の生産 養殖と鮮魚の出荷 和牛の肥育 造林と木材の出荷
      花卉の生産と卸売`),
    customers: list('地域の農協 卸売市場 外食産業 直売所'),
    jobTitles: list('農場スタッフ 飼育管理 出荷・選別スタッフ 農機オペレーター'),
    orders: list('市有林間伐業務 花苗の購入 有害鳥獣対策業務'),
    inventions: list('水耕栽培装置 魚類の飼育方法'),
  },
  wholesale: {
    weight: 10,
    industryCodes: list('6050'),
    tradeWords: words(`商事:ショウジ 商事:ショウジ 物産:ブッサン 商会:ショウカイ 産業:サンギョウ 興産:コウサン
      貿易:ボウエキ 通商:ツウショウ 資材:シザイ 建材:ケンザイ 木材:モクザイ 鋼材:コウザイ`),
    activities: list(`建築資材の卸売 産業機械と部品の輸出入 食料品の仕入れと卸売 鋼材の加工と販売
      事務用品の卸売`),
    customers: list('建設会社 製造業のお客様 小売店 海外の取引先'),
    jobTitles: list('ルート営業 貿易事務 倉庫管理 営業事務 仕入担当'),
    orders: list('庁用事務用品の購入 消防用ホースの購入 土のう袋の購入'),
    inventions: list('梱包用緩衝材 陳列用具'),
  },
  retail: {
    weight: 10,
    industryCodes: list('6100'),
    tradeWords: words(`商店:ショウテン 薬局:ヤッキョク 書店:ショテン 酒店:サケテン 呉服店:ゴフクテン
      時計店:トケイテン 家電:カデン 自動車販売:ジドウシャハンバイ オート ストア マート 米穀店:ベイコクテン
      生花店:セイカテン`),
    activities: list(`調剤薬局の運営 新車・中古車の販売と整備 書籍と文具の販売 生鮮食品を中心とする店舗の運営
      通信販売サイトの運営`),
    customers: list('地域のお客様 会員のお客様 学校'),
    jobTitles: list('店舗スタッフ 店長候補 薬剤師 自動車整備士 ECサイト運営'),
    orders: list('公用車の購入 図書の購入 車検整備業務'),
    inventions: list('商品の陳列棚 注文受付システム'),
  },
  transport: {
    weight: 5,
    industryCodes: list('5050 5100 5150 5200'),
    tradeWords: words(`運輸:ウンユ 運送:ウンソウ 物流:ブツリュウ 倉庫:ソウコ 陸運:リクウン 海運:カイウン
      交通:コウツウ 観光バス:カンコウバス ロジスティクス 急便:キュウビン タクシー`),
    activities: list(`一般貨物の輸送 倉庫保管と流通加工 貸切バスとタクシーの運行 海上貨物の取扱い
      冷凍・冷蔵品の共同配送`),
    customers: list('通信販売会社 食品メーカー 地元の学校と団体 建材メーカー'),
    jobTitles: list('大型ドライバー 配車担当 倉庫スタッフ フォークリフト作業員 運行管理者 タクシー乗務員'),
    orders: list('スクールバス運行業務 支援物資の輸送業務 文書保管業務'),
    inventions: list('荷崩れ防止具 配送計画作成装置'),
  },
  real_estate: {
    weight: 10,
    industryCodes: list('8050'),
    tradeWords:
      words(`不動産:フドウサン 地所:ジショ 住宅:ジュウタク 住販:ジュウハン 土地:トチ ホーム エステート
      開発:カイハツ ビル管理:ビルカンリ`),
    activities: list(`賃貸住宅の仲介と管理 分譲マンションの開発 オフィスビルの運営と管理 戸建住宅の販売
      駐車場の運営`),
    customers: list('土地の所有者 法人のお客様 初めて住まいを買うお客様'),
    jobTitles: list('賃貸営業 物件管理 宅地建物取引士 用地仕入 ビルメンテナンス'),
    orders: list('市営住宅管理業務 庁舎清掃業務 駐車場管理業務'),
    inventions: list('宅配物の受渡装置 入退室管理システム'),
  },
  software: {
    weight: 9,
    industryCodes: list('5250'),
    tradeWords: words(`システム システムズ ソフト 情報:ジョウホウ 情報システム:ジョウホウシステム データ
      テクノロジー ソリューション 通信:ツウシン ネットワーク テクノロジーズ メディア`),
    activities: list(`業務システムの受託開発と保守 クラウドサービスの企画・開発 データ分析基盤の構築
      ウェブサイトとアプリの制作 通信インフラの設計・構築`),
    customers: list('製造業のお客様 自治体 金融機関 中小企業'),
    jobTitles:
      list(`バックエンドエンジニア フロントエンドエンジニア インフラエンジニア プロジェクトマネージャー
      カスタマーサクセス テストエンジニア データアナリスト`),
    orders: list(`基幹業務システム保守業務 ホームページ再構築業務 学習用端末の賃貸借
      住民情報システム標準化業務`),
    inventions: list('情報処理装置及びプログラム 異常検知システム 文書検索方法'),
  },
  medical: {
    weight: 6,
    industryCodes: list('9050 3250'),
    tradeWords: words(`メディカル 介護サービス:カイゴサービス 訪問看護:ホウモンカンゴ ケアサービス
      福祉サービス:フクシサービス ヘルスケア 調剤:チョウザイ 医療器:イリョウキ ケアプラン 鍼灸院:シンキュウイン`),
    activities: list(`訪問看護と訪問介護 介護付き有料老人ホームの運営 医療機器の販売と保守 健康診断の受託
      障害福祉サービスの提供`),
    customers: list('病院と診療所 高齢者とご家族 自治体 企業の健康保険組合'),
    jobTitles: list('訪問看護師 介護福祉士 ケアマネジャー 理学療法士 医療事務 生活支援員'),
    orders: list('介護予防教室運営業務 健診データ入力業務 自動体外式除細動器の賃貸借'),
    inventions: list('移乗補助具 見守りセンサ'),
  },
  services: {
    weight: 15,
    industryCodes: list('9050'),
    tradeWords:
      words(`企画:キカク サービス 興業:コウギョウ 総業:ソウギョウ 警備保障:ケイビホショウ クリーニング
      美容室:ビヨウシツ 旅行:リョコウ ホテル 旅館:リョカン 広告:コウコク デザイン 人材:ジンザイ
      学習塾:ガクシュウジュク 写真館:シャシンカン 環境:カンキョウ 環境サービス:カンキョウサービス
      総合研究所:ソウゴウケンキュウジョ プロダクション フィットネス 経営:ケイエイ コンサルタント`),
    activities: list(`広告の企画と制作 人材の派遣と紹介 旅館と飲食店の運営 施設警備と清掃
      経営に関するコンサルティング 学習塾の運営`),
    customers: list('中小企業 観光のお客様 官公庁 商業施設'),
    jobTitles: list(`企画営業 キャリアアドバイザー フロントスタッフ 警備スタッフ 経理事務 塾講師
      グラフィックデザイナー`),
    orders: list('窓口業務の委託 観光案内所運営業務 広報紙の制作業務 施設警備業務 調査研究業務'),
    inventions: list('学習支援システム 予約管理装置'),
  },
  finance: {
    weight: 3,
    industryCodes: list('7200 7100 7150 7050'),
    tradeWords:
      words(`保険事務所:ホケンジムショ 総合保険:ソウゴウホケン ファイナンス キャピタル リース アセット
      信用:シンヨウ インベストメント`),
    activities: list(`損害保険・生命保険の代理業 設備機器のリース 投資事業組合の運営
      中小企業向けの融資と保証`),
    customers: list('個人のお客様 医療機関 中小企業 投資家'),
    jobTitles: list('保険コンサルタント 与信審査 リース営業 コンプライアンス担当 資産運用担当'),
    orders: list('複合機の賃貸借 公用車任意保険 指定金融機関事務'),
    inventions: list('与信判定システム 決済処理方法'),
  },
  energy: {
    weight: 2,
    industryCodes: list('4050 3300 1050'),
    tradeWords: words(`石油:セキユ 瓦斯:ガス ガス 電力:デンリョク エナジー 燃料:ネンリョウ プロパン
      ソーラー`),
    activities:
      list(`ＬＰガスの供給と保安 太陽光発電所の開発・運営 石油製品の販売 省エネルギー設備の提案と施工
      地域への電力小売`),
    customers: list('一般家庭 工場と商業施設 農家 自治体'),
    jobTitles: list('ガス保安員 発電所の保守点検 サービスステーションスタッフ 電気主任技術者 法人営業'),
    orders: list('庁舎で使用する電力の調達 灯油の購入 太陽光発電設備設置工事 街路灯ＬＥＤ化業務'),
    inventions: list('蓄電池の制御方法 太陽電池モジュールの架台'),
  },
};

const sectors = Object.entries(described).map(([name, sector]): Sector => ({ name, ...sector }));

export const drawSector: (draws: Draws) => Sector = weighted(
  sectors.map((sector) => [sector, sector.weight] as const),
);

/** A word that says what the company does. */
export interface TradeWord extends Word {
  readonly sector: Sector;
}

export const tradeWords: readonly TradeWord[] = sectors.flatMap((sector) =>
  sector.tradeWords.map((word) => ({ ...word, sector })),
);
