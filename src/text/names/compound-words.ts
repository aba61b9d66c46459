import { normalizeText } from '../letters/normalize.ts';
import { katakanaWords } from './katakana-words.ts';
import { JAPANESE_FORMS } from './legal-forms.ts';

/**
 * Words inside compounds. The dictionary of the Japanese analysis has many company names as one word (トヨタ自動車,
 * みずほ銀行) and splits others in the wrong place (東建設 into 東建 and 設; 商会合同会社 at 会合). Here, compounds are split where
 * the script changes and around words for a line of business. The split text is indexed in addition to the text as
 * written, so it adds words and removes none.
 */

/**
 * The longest word wins: 発電機 and 日本語 are listed so that 電機 and 日本 are not found in them. A word that often appears
 * across the border of two others (都市 in 京都市) is left out.
 */
const BUSINESS_WORDS =
  `自動車 自転車 車両 車輌 車体 部品 用品 電力 電機 電気 電器 電工 電設 電装 電子 電鉄 電通 発電
  発電機 蓄電 蓄電池 半導体 光学 光機 精機 精工 精密 機械 機器 機材 機工 工機 重機 重工 軽金属 金属
  非鉄 製鉄 製鋼 製鐵 鉄鋼 鉄工 鐵工 鉄工所 鉄鋼所 鋼業 鋼材 鋼管 伸銅 電線 電池 工業 工業所 工務
  工務店 工事 工営 工作 工作所 工具 工房 工場 工芸 工学 製作 製作所 製造 製造所 製品 製菓 製粉 製糖
  製油 製薬 製紙 製本 製材 製罐 製缶 製茶 製氷 製版 製函 製靴 製麺 食品 食糧 食肉 食堂 飲料 飲食
  水産 農産 農業 農園 農場 農機 農事 農林 林産 酪農 酪農業 畜産 牧場 園芸 造園 緑化 緑地 種苗 肥料
  飼料 醸造 酒造 酒販 酒類 青果 精肉 鮮魚 米穀 菓子 珈琲 薬品 薬局 薬業 医薬品 医療 医科 医院 病院
  歯科 内科 外科 眼科 介護 看護 福祉 保育 保健 化学 文化 生化学 化成 化工 化粧品 塗料 塗装 樹脂 合成
  合金 硝子 窯業 陶器 石材 石油 石炭 鉱業 鉱山 採石 砂利 砕石 建設 建築 建材 建機 建物 建具 創建
  土木 土建 土地 住宅 住建 住設 不動産 地所 開発 設計 設備 内装 外装 防水 解体 板金 左官 鉄筋 足場
  舗装 道路 水道 管工 空調 冷熱 冷機 暖房 配管 消防 防災 警備 清掃 整備 修理 測量 環境 資源 衛生
  廃棄物 運輸 運送 輸送 陸運 海運 通運 物流 倉庫 港湾 港運 汽船 郵船 商船 造船 船舶 船渠 航空 空港
  鉄道 旅客 交通 観光 旅行 旅館 温泉 航路 貨物 梱包 配送 商事 商会 商会館 商店 商店街 商業 商工
  商工会 会議所 商社 通商 貿易 交易 物産 産業 興業 興産 殖産 実業 事業 事業所 企業 企画 総業 総合
  綜合 販売 卸売 小売 百貨店 書店 書房 出版 印刷 新聞 新聞社 通信 通信社 放送 放送局 電話 電報 広告
  宣伝 写真 映像 映画 音楽 楽器 玩具 文具 家具 木工 木材 材木 繊維 紡績 紡織 織物 染色 染工 毛織
  縫製 衣料 被服 呉服 皮革 銀行 信託 信託銀行 証券 保険 生命 生命保険 火災 海上 火災保険 損害保険 信用
  信用金庫 信用組合 金庫 金融 投資 投資法人 投信 共済 年金 基金 組合 協同 協同組合 連合会 協会 協議会
  学会 学校 学園 学院 大学 大学院 高等学校 幼稚園 保育園 教育 神社 寺院 研究 技研 技術 総研 科学 情報
  計算 計測 計器 計装 測器 時計 制御 調査 監査 会計 税務 税理士 労務 法律 法務 特許 事務 事務所 管理
  管財 保全 保障 支援 振興 推進 開拓 経営 経済 人材 人事 派遣 賃貸 物件 資産 財産 市場 会館 会議
  倶楽部 本舗 支店 支社 美容 理容 化粧 葬祭 冠婚葬祭 石鹸 油脂 製油所 油化 瓦斯 都市瓦斯 原子力 風力
  太陽光 火力 水力 地熱 燃料 木質 日本 日本橋 日本語 西日本 東日本 国際 理化学 仏教会 学習 学生 大学生
  計画 工事業 重工業 電業 発電業 紙業 製紙業 紙器 埠頭 発條 建装 美装 漁業 林業 農林業 鈑金 金型 加工 加工所 整形
  調剤 金物 資材 架設 施設 基礎 保温 診療 診療所 研磨 溶接 断熱 乳業 海産 検査 容器 電材 鍍金 無線 流通
  生活 商會 住販 陸送 装飾 製陶 製陶所`.split(/\s+/);

/** Words that contain others only by spelling, not by meaning (発電機 is 発電 and 機), and a place name (日本橋). */
const CLOSED_WORDS = new Set(['発電機', '発電業', '工事業', '商会館', '大学院', '日本橋', '日本語']);

/** Includes legal forms, which are joined to the name: 商会合同会社 does not contain the word 会合. */
const WORDS = new Set([...BUSINESS_WORDS, ...JAPANESE_FORMS.map(([, canonical]) => canonical)]);
const MAX_WORD_LENGTH = Math.max(...[...WORDS].map((word) => word.length));

const HAN = /\p{sc=Han}{3,}/gu;
const KATAKANA = /[\p{sc=Katakana}ー]{5,}/gu;
const KATAKANA_WORDS = new Set(katakanaWords);
const MAX_KATAKANA_LENGTH = Math.max(...katakanaWords.map((word) => word.length));
/** No word begins with these characters. */
const NO_BEGINNING = /^[ァィゥェォャュョヮッンー]/;
/**
 * A border between Japanese scripts; the analysis itself splits around Latin letters and digits. Hiragana after kanji may
 * be the ending of a word (取り) and is not a border; a single katakana between kanji joins them (関ヶ原, 山ノ内).
 */
const BORDER =
  /(?<=[\p{sc=Katakana}ー]{2})(?=[\p{sc=Han}\p{sc=Hiragana}])|(?<=[\p{sc=Han}\p{sc=Hiragana}])(?=\p{sc=Katakana}[\p{sc=Katakana}ー])|(?<=\p{sc=Hiragana})(?=\p{sc=Han})/gu;
/** The dictionary has コカ・コーラ as one word. */
const DOT = /(?<=[\p{sc=Katakana}ー])・(?=\p{sc=Katakana})/gu;
const COMPOUND = /[\p{sc=Han}\p{sc=Katakana}ー・]{2,}/gu;

/** The name with its compounds split by spaces; the same text if there is nothing to split. Used for queries. Pure, never throws. */
export function cutCompounds(name: string): string {
  const normal = normalizeText(name);
  const cut = normal
    .replace(DOT, ' ')
    .replace(BORDER, ' ')
    .replace(HAN, cutKanji)
    .replace(KATAKANA, cutKatakana);
  if (cut === normal) return name;
  return cut;
}

/**
 * Texts to index in addition to the name: the split name, and words inside its parts (重工 and 工業 in 重工業). May be
 * empty.
 */
export function listInnerWords(name: string): string[] {
  const cut = cutCompounds(name);
  const nested = [...new Set(cut.match(HAN)?.flatMap((word) => nestedWords.get(word) ?? []))];
  return [...(cut === name ? [] : [cut]), ...(nested.length > 0 ? [nested.join(' ')] : [])];
}

/** For each listed word, the listed words at its beginning, then those at its end. */
const nestedWords: ReadonlyMap<string, readonly string[]> = new Map(
  [...WORDS]
    .filter((word) => !CLOSED_WORDS.has(word))
    .map((word) => {
      const shorter = [...WORDS].filter(({ length }) => length < word.length);
      const ends = [
        ...shorter.filter((inner) => word.startsWith(inner)),
        ...shorter.filter((inner) => word.endsWith(inner)),
      ];
      return [word, [...new Set(ends)]];
    }),
);

/** The compounds of a text, split, each once; those that are a single word are left out. Hiragana ends a compound here. */
export function cutCompoundsIn(text: string): string[] {
  const normal = normalizeText(text);
  const cut = new Set<string>();
  for (const { 0: compound, index } of normal.matchAll(COMPOUND)) {
    for (const words of listInnerWords(compound)) cut.add(words);
    // After hiragana, a word may be the end of a name: みずほ銀行.
    if (WORDS.has(compound) && isHiragana(normal[index - 1])) cut.add(compound);
  }
  return [...cut];
}

function isHiragana(letter: string | undefined): boolean {
  return letter !== undefined && /\p{sc=Hiragana}/u.test(letter);
}

/** From the end, longest word first, because qualifiers come first in Japanese compounds (新 + 日本 + 製鉄). */
function cutKanji(run: string): string {
  const parts: string[] = [];
  let end = run.length;
  let at = run.length;
  while (at >= 2) {
    const word = measureEndingWord(run, at);
    if (word === 0) {
      at--;
      continue;
    }
    if (at < end) parts.push(run.slice(at, end));
    parts.push(run.slice(at - word, at));
    at -= word;
    end = at;
  }
  if (end > 0) parts.push(run.slice(0, end));
  return parts.reverse().join(' ');
}

/** Length of the longest word that ends there; 0 if none does. */
function measureEndingWord(run: string, end: number): number {
  for (let length = Math.min(MAX_WORD_LENGTH, end); length >= 2; length--) {
    if (WORDS.has(run.slice(end - length, end))) return length;
  }
  return 0;
}

/** Words from the end, longest first, then one from the beginning of the rest. */
function cutKatakana(run: string): string {
  const parts: string[] = [];
  let rest = run;
  for (let at = findKatakanaBorder(rest); at > 0; at = findKatakanaBorder(rest)) {
    parts.unshift(rest.slice(at));
    rest = rest.slice(0, at);
  }
  const first = KATAKANA_WORDS.has(rest) ? 0 : measureFirstWord(rest);
  return [...(first > 0 ? [rest.slice(0, first), rest.slice(first)] : [rest]), ...parts].join(' ');
}

/** Start of the longest listed word that ends the run and leaves room for a word before it; 0 if none does. */
function findKatakanaBorder(run: string): number {
  if (KATAKANA_WORDS.has(run)) return 0;
  for (let at = Math.max(2, run.length - MAX_KATAKANA_LENGTH); at <= run.length - 3; at++) {
    if (KATAKANA_WORDS.has(run.slice(at))) return at;
  }
  return 0;
}

/** A beginning is split off only if it is long and the rest can be a word. */
function measureFirstWord(run: string): number {
  for (let length = Math.min(MAX_KATAKANA_LENGTH, run.length - 3); length >= 4; length--) {
    if (KATAKANA_WORDS.has(run.slice(0, length)) && !NO_BEGINNING.test(run.slice(length))) return length;
  }
  return 0;
}
