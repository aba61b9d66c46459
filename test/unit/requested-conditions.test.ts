import { describe, expect, it } from '@jest/globals';
import {
  type ConditionKind,
  parseRequestedConditions,
} from '../../src/features/company-search/filters/requested-conditions.ts';

/** One text per line, after the kind of condition that it asks for. */
const asking = `
figures: 売上100億円以上の会社
figures: 売上高１００億円以上
figures: 年商10億以上の企業
figures: 売上が1億2000万円を超える会社
figures: 資本金1億円以上
figures: 資本金が1000万円以下の会社
figures: 利益率の高い企業
figures: 営業利益10%以上
figures: 時価総額トップ10
figures: 黒字の会社
figures: 増収増益の企業
figures: 自己資本比率50%以上
figures: 三百億円以上の売上がある会社
figures: revenue over 10 billion yen
figures: profitable companies
figures: capital of at least 100 million yen
figures: market cap above 1 trillion yen
figures: net income over $10 million
employees: 東京の従業員100人以上の企業
employees: 従業員数100名以上
employees: 社員数 300人以下
employees: 従業員が多い会社
employees: 100人以上の会社
employees: 五十人未満の企業
employees: 小規模な会社
employees: companies with over 100 employees in Tokyo
employees: at least 50 staff
employees: between 100 and 500 employees
employees: 100+ employees
insured_persons: 被保険者数50人以上
founding: 設立2010年以降
founding: 2015年以降に設立された会社
founding: 創業10年以内のベンチャー
founding: 令和元年設立の会社
founding: 平成20年以降設立
founding: 最近設立された会社
founding: companies founded after 2010
founding: founded in 2015
listing: 上場企業
listing: 上場している会社
listing: 東証プライム上場の企業
listing: 未上場の会社
listing: 東証グロース上場企業一覧
listing: listed companies
listing: privately held firms
jobs: 求人のある会社
jobs: 採用中の企業
jobs: エンジニアを募集している会社
jobs: startups hiring engineers
jobs: companies with job openings
construction: 建設業許可を持っている会社
construction: 建設業の許可がある業者
construction: find construction companies with a permit
website: ホームページのある会社
website: companies without a website
status: 倒産した会社
status: bankrupt companies
place: 東京の会社
place: 東京都にある企業
place: 大阪府の製造業の会社
place: 豊田市の会社
place: 福岡に本社がある企業
place: 渋谷区のIT企業
place: 東京 企業 一覧
place: 本社が大阪の会社
place: companies in Tokyo
place: Tokyo-based startups
place: tech companies based in Fukuoka
industry: 製造業の会社
industry: 半導体業界の企業
activity: AIを活用している会社
activity: ロボットを作る会社
activity: companies using AI
relation: トヨタの競合
relation: トヨタのような会社
relation: ソニーの子会社
relation: companies similar to Toyota
relation: subsidiaries of Toyota
ranking: 売上上位10社
ranking: 日本で一番大きい会社
ranking: largest companies in Japan
ranking: top 10 manufacturers
operator: sales > 100000000
operator: employees >= 100
operator: prefecture:東京
request: 会社を教えて
request: おすすめの会社を探しています
request: list of software companies
request: which companies make semiconductors
request: 自動車メーカー一覧
figures: ROE10%以上
figures: PER 15倍以下
figures: PBR1倍割れ
figures: 配当利回り4%以上
figures: 100億円企業
figures: 年商10億円〜50億円
figures: dividend yield over 4%
figures: ROE above 10%
figures: operating margin 20%
employees: 従業員100〜300名の製造業
employees: 従業員 100-500人
employees: employing over 1,000
employees: workforce of 1,000
employees: headcount above 500
founding: established 2015
founding: startups founded 2020
listing: 未上場
listing: unlisted
listing: 東証プライム
listing: 東証プライム 製造業
listing: TSE Prime
place: 大阪の製造業
place: 東京のIT
place: 沖縄のホテル
place: 福岡のラーメン屋
place: 横浜市の町工場
place: 愛知県 自動車部品メーカー
place: software company in Osaka
place: construction firms Osaka
place: manufacturers Aichi
place: hotels in Kyoto
ranking: Who are the biggest banks?
relation: companies owned by SoftBank
relation: Toyota competitors
relation: トヨタ 競合
relation: 親会社がソニー
relation: ソニーグループの会社
relation: トヨタ傘下の会社
certificate: ISO9001取得企業
certificate: プライバシーマーク取得
certificate: ISO 14001 certified
activity: Salesforce導入企業
jobs: hiring engineers
`
  .trim()
  .split('\n')
  .map((line) => line.split(': ') as [ConditionKind, string]);

/** Names in the registers' style: with numbers, places, metrics and words for companies in them. */
const names = `トヨタ自動車
百十四銀行
株式会社一〇〇億
株式会社百万円
東京電力ホールディングス
東京会社案内社
日本上場会社協会
一番株式会社
株式会社どこでも介護
有限会社売上改善研究所
資本金庫株式会社
自動車部品
求人ジャーナル
人材募集社
従業員持株会
三人の会
六本木ヒルズ九州支店
関西のむら株式会社
滋賀のすけ株式会社
株式会社ランキングシェア
設立支援事務所
特定非営利活動法人すべての人のための会
Pacific Bays Capital NFA2 GK
Unbeaten Capital
Sales Partners K.K.
Revenue Works
Capital Medica Co., Ltd.
Tokyo Startup Station
ロビン精機工業 大阪
大阪 田中工業
Bag Makers Tokyo
For the Customers
PER株式会社
ISO株式会社
100-200クラブ
7203
toyota.co.jp`.split('\n');

describe('a text that asks for conditions', () => {
  it.each(asking)('on %s: %s', (kind, text) => {
    const requested = parseRequestedConditions(text);
    expect(requested?.certain).toBe(true);
    expect(requested?.conditions.map((condition) => condition.kind)).toContain(kind);
  });

  it('is read in any width and case', () => {
    expect(parseRequestedConditions('ＣＯＭＰＡＮＩＥＳ　ＩＮ　ＴＯＫＹＯ')?.conditions).toMatchObject([
      { kind: 'place' },
    ]);
  });

  it('names the words that express the condition', () => {
    expect(parseRequestedConditions('東京の従業員100人以上の企業')?.conditions).toContainEqual({
      kind: 'employees',
      text: '従業員100人',
    });
  });
});

describe('a name', () => {
  it.each(names)('%s asks for nothing', (name) => expect(parseRequestedConditions(name)).toBeNull());

  it('that reads like a description counts only if nothing is found', () => {
    for (const name of [
      'みんなの会社',
      '環境に優しい会社',
      'Tokyo Startup Enterprises',
      '中小企業',
      '京都 旅館',
      '東京 建設',
    ])
      expect(parseRequestedConditions(name)).toMatchObject({ certain: false });
  });
});
