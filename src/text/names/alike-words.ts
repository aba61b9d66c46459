import { foldLoosely } from '../letters/loose-fold.ts';

/**
 * Words that are written in several ways, for the key `alike`: in each line first the writing used in the key, then the
 * others. General words only, no names; where a word is also part of others, only the longer writing is replaced
 * (信用金庫 becomes 信金, but 大信金属 stays). Letters that `loose` folds (kanji variants, kana) need no line.
 */

/**
 * Writings of one word by SudachiDict 20261015 (normalized forms of common nouns; Apache License 2.0), those that occur in
 * names of companies, without words of which one writing is a different name (山本, 根本).
 */
const ONE_WORD = `
ガス 瓦斯|コーヒー 珈琲|クラブ 倶楽部|ゴム 護謨|ボタン 釦|タバコ 煙草|ソーダ 曹達|メリヤス 莫大小|ラシャ 羅紗|ビロード 天鵞絨
コンクリート 混凝土|ロマン 浪漫|マッチ 燐寸|カルタ 歌留多|レモン 檸檬|ラーメン 拉麺|シューマイ 焼売|ギョーザ 餃子 ギョウザ|マージャン 麻雀
ブラシ 刷子|ジグ 治具|ジャスミン 茉莉花|キリスト教 基督教|マンダラ 曼荼羅|アジア 亜細亜|ドイツ 独逸|フランス 仏蘭西|ネジ 螺子 捻子|メッキ 鍍金
寿司 鮨 鮓|発条 撥条|珪素 硅素|総合 綜合|板金 鈑金|鋼板 鋼鈑|連合 聯合|連盟 聯盟|衣装 衣裳|付属 附属|付設 附設|付帯 附帯|寄付 寄附
末広 末廣|溶接 熔接|溶融 熔融|防食 防蝕|耐食 耐蝕|発酵 醗酵|蒸留 蒸溜|乾留 乾溜|広報 弘報|知能 智能|知恵 智恵 智慧|自動 自働|練炭 煉炭
公園 公苑|庭園 庭苑|墓園 墓苑|霊園 霊苑|砂漠 沙漠|手帳 手帖|史跡 史蹟|浸透 滲透|委託 委托|薫製 燻製|布団 蒲団|花畑 花畠|漁網 魚網|造形 造型
成形 成型|食糧 食料|機器 器機|エビ 海老|缶詰 缶詰め 罐詰|鍼灸 針灸|日の出 日之出
ファイナンシャル フィナンシャル|エンタテイメント エンターテインメント エンタテインメント|ロジスティクス ロジスティックス
サステナブル サステイナブル|サステナビリティ サステイナビリティ|マトリクス マトリックス|ディベロップメント デベロップメント
プランニング プラニング|エクスプレス エキスプレス|ロイヤル ローヤル|インキ インク|アソシエイツ アソシエーツ|カルチャー カルチュア
インストルメント インスツルメント|インストルメンツ インスツルメンツ|クアトロ クワトロ|ノワール ノアール|スクエア スクウェア
アセンブリ アッセンブリ|デジタル ディジタル|アセンブル アッセンブル|ハイテク ハイテック|キャンディ キャンデー|ビルディング ビルヂング`;

/** Not in that dictionary: old spellings of materials. */
const MATERIALS = `
ガラス 硝子|ガイシ 碍子|レンガ 煉瓦|ビール 麦酒|セッケン 石鹸|メガネ 眼鏡|サンゴ 珊瑚|センイ 繊維|タンパク 蛋白`;

/** Short forms of bodies that nobody uses for anything else. */
const BODIES = `
信金 信用金庫|信組 信用組合|労金 労働金庫|労組 労働組合|農協 農業協同組合|漁協 漁業協同組合|生協 生活協同組合|協組 協同組合|社協 社会福祉協議会
商議所 商工会議所|教委 教育委員会|高校 高等学校|森林組合 森組合|信連 信用農業協同組合連合会|経済連 経済農業協同組合連合会|損保 損害保険|生コン 生コンクリート`;

/**
 * What companies leave out at the end of their names, most of which only a licensed bank or insurer may have: 架空生命 is
 * 架空生命保険, 架空信託 架空信託銀行.
 */
const SHORT_AT_END = new Map(
  '生命 生命保険|火災 火災海上保険|海上 海上火災保険|信託 信託銀行|興銀 興業銀行|新聞 新聞社'
    .split('|')
    .map((row) => row.split(' '))
    .map(([short = '', full = '']) => [full, short]),
);
const LONG_AT_END = new RegExp(`(?<=.)(?:${[...SHORT_AT_END.keys()].join('|')})$`);

/** A loose key without what companies leave out at the end of their names. */
export function stripNameEnd(loose: string): string {
  return loose.replace(LONG_AT_END, (full) => SHORT_AT_END.get(full) ?? full);
}

/** English words that companies write in Latin letters and in katakana. */
const ENGLISH = `
japan ジャパン|corporation コーポレーション コーポレイション|company カンパニー|international インターナショナル|system システム|service サービス
service サーヴィス|solution ソリューション|technology テクノロジー|engineering エンジニアリング|design デザイン|planning プランニング|partner パートナー
consulting コンサルティング|office オフィス|center センター|network ネットワーク|create クリエイト クリエート|creative クリエイティブ|project プロジェクト
management マネジメント マネージメント|product プロダクト|enterprise エンタープライズ|marketing マーケティング|capital キャピタル|trading トレーディング|estate エステート|house ハウス|home ホーム
works ワークス|studio スタジオ|media メディア|energy エナジー|life ライフ|food フード|foods フーズ|trust トラスト
bank バンク|asset アセット|investment インベストメント|plus プラス|next ネクスト|global グローバル|world ワールド|asia アジア|pacific パシフィック
systems システムズ|solutions ソリューションズ|technologies テクノロジーズ|partners パートナーズ|products プロダクツ|industries インダストリーズ
hd ホールディングス ホールディング ホールディングズ holdings holding hldgs|fg フィナンシャルグループ ファイナンシャルグループ
fh フィナンシャルホールディングス ファイナンシャルホールディングス フィナンシャルhd fhd
jr ジュニア junior`;

/**
 * Ways to write one foreign sound: ヴァ バ, ティ チ and ディ ジ inside words, トゥ ツ, ジェ ゼ, イヤ イア, and a long vowel after
 * an e sound written as イ (メイク, メーク). ファ and ハ, フィ and ヒ, シェ and セ are not listed: they make different words
 * equal (ファイン, ハイン; フィット, ヒット; マルシェ, まるせ).
 */
const SOUNDS: ReadonlyMap<string, string> = new Map(
  'ヴァ バ ヴィ ビ ヴェ ベ ヴォ ボ ヴュ ビュ ヴ ブ ティ チ ディ ジ テュ チュ デュ ジュ トゥ ツ ジェ ゼ イヤ イア'
    .split(' ')
    .flatMap((sound, at, all): [string, string][] => (at % 2 === 0 ? [[sound, all[at + 1] ?? '']] : [])),
);
const SOUND =
  /ヴ[ァィェォュ]?|(?<=[ァ-ヺー])[テデ][ィュ](?![ー-])|トゥ|ジェ|イヤ|(?<=[エケセテネヘメレゲゼデベペェ])[ー-]/g;

/** Two kana without which no sound is to be folded, except ヴ. */
export const soundPairs: readonly string[] = [
  ...['ティ', 'ディ', 'テュ', 'デュ', 'トゥ', 'ジェ', 'イヤ'],
  ...Array.from('エケセテネヘメレゲゼデベペェ', (kana) => `${kana}ー`),
];

/** A text in katakana with its sounds in one writing; other text is not changed. */
export function foldSounds(text: string): string {
  return text.replace(SOUND, (sound) => SOUNDS.get(sound) ?? 'イ');
}

const foldWord = (word: string): string => foldLoosely(foldSounds(word));

interface Word {
  readonly word: string;
  readonly standard: string;
}

/** The words by their first character, the longest first. A standard of one line may be a variant in a later one. */
function indexWords(): ReadonlyMap<number, readonly Word[]> {
  const standards = new Map<string, string>();
  for (const row of `${ONE_WORD}|${MATERIALS}|${BODIES}|${ENGLISH}`.split(/[|\n]+/)) {
    const [first = '', ...rest] = row.split(' ');
    const standard = foldWord(first);
    // ホールデイングス too: registers and banks write small kana large, and then a sound is not recognized.
    for (const other of rest.flatMap((word) => [foldWord(word), foldLoosely(word)]))
      if (other !== standard) standards.set(other, standard);
  }
  const index = new Map<number, Word[]>();
  for (const [word, standard] of [...standards].sort(([one], [other]) => other.length - one.length)) {
    const first = word.charCodeAt(0);
    const entry = { word, standard: standards.get(standard) ?? standard };
    index.set(first, [...(index.get(first) ?? []), entry]);
  }
  return index;
}

const WORDS = indexWords();
/** Faster than asking the map for every character of millions of names. */
const FIRST = new Uint8Array(0x10000);
for (const first of WORDS.keys()) FIRST[first] = 1;

function findWord(loose: string, at: number): Word | undefined {
  return WORDS.get(loose.charCodeAt(at))?.find((entry) => loose.startsWith(entry.word, at));
}

/** Whether a longer word begins inside this one and ends behind it: ミライフィナンシャルグループ has no ライフ. */
function isCutByLonger(loose: string, from: number, { word }: Word): boolean {
  for (let at = from + 1; at < from + word.length; at++) {
    const other = findWord(loose, at);
    if (other && other.word.length > word.length) return true;
  }
  return false;
}

/**
 * A loose key with its words in one writing. A word that is the whole name is a name and stays: 株式会社ネクスト and
 * 株式会社NEXT are different companies.
 */
export function normalizeWords(loose: string): string {
  let key = '';
  let done = 0;
  for (let at = 0; at < loose.length; at++) {
    const unit = loose.charCodeAt(at);
    if (FIRST[unit] === 0) continue;
    const found = findWord(loose, at);
    if (!found || found.word.length === loose.length || isCutByLonger(loose, at, found)) continue;
    key += loose.slice(done, at) + found.standard;
    done = at + found.word.length;
    at = done - 1;
  }
  if (done === 0) return loose;
  return key + loose.slice(done);
}

/** English words that are usually shortened in names of companies. */
const SHORTENED: Readonly<Record<string, string>> = {
  and: '&',
  assn: 'association',
  bros: 'brothers',
  grp: 'group',
  inds: 'industries',
  "int'l": 'international',
  intl: 'international',
  mfg: 'manufacturing',
  mgmt: 'management',
  natl: 'national',
  univ: 'university',
};
const SHORT_WORD = new RegExp(`(?<=[\\s,.])(?:${Object.keys(SHORTENED).join('|')})\\b\\.?(?=[\\s,.])`, 'g');
const ARTICLE = /^the\s+(?=\S)/;

/**
 * A folded name with its English words in full and without `The` in front: `murata mfg. co., ltd.` becomes
 * `murata manufacturing co., ltd.` A first or last word is part of no phrase and stays.
 */
export function expandWords(folded: string): string {
  return folded
    .replace(ARTICLE, '')
    .replace(SHORT_WORD, (word) => SHORTENED[word.replace(/\.$/, '')] ?? word);
}
