import { kanjiVariantGroups } from './kanji-variants-table.ts';

/**
 * Variant kanji: different ways of writing one character, in names and in places alike.
 *
 * Most come from published tables (kanji-variants-table.ts). The groups below were added by hand. A pair is listed if a reader regards
 * names or places written with either as the same. Characters that only sound or look alike (坂 and 阪, 籐 and 藤, 杉 and 椙) are not
 * listed. Compatibility ideographs and radicals need no entry: NFKC unifies them before (福 U+FA1B, ⻑ U+2ED1). Of names, only loose keys
 * use these tables, and a loose key never does more than produce a candidate. So 齊 and 齋, which the tables distinguish, are one group
 * here, because people mix them up in 斉藤 and 斎藤.
 *
 * Each word below is one group: first the form used in keys, then its variants.
 */

/**
 * Forms of one character that Japanese character sets encode twice: the 22 pairs whose places JIS X 0208 exchanged in 1983, and printed
 * and simplified forms that JIS X 0213 distinguishes.
 */
const JIS_FORMS = `
鯵鰺 鶯鴬 蛎蠣 攪撹 釜釡竈竃 灌潅 諌諫 頸頚 鉱礦砿 蕊蘂蕋 靱靭韌 賤賎 壷壺 砺礪 檮梼 涛濤 邇迩 蝿蠅 桧檜 儘侭 薮藪籔 籠篭
騨驒 屏屛 躯軀 箪簞 涜瀆 嚢囊 屡屢 顛顚 妍姸 攅攢 潴瀦 麩麸 讃讚 熙煕凞 鈎鉤 纏纒 櫟檪 櫨枦 鑪鈩 艫舮 鷆鷏 鵞鵝
尚尙 戸戶 内內 呉吳 告吿 強强 歳歲 絶絕 脱脫 説說 鋭銳 閲閱 税稅 彦彥 青靑 清淸 産產 姫姬 飲飮 瑶瑤
`;

/** Popular and old forms that registers of names and of places replace with the standard one. */
const POPULAR_FORMS = `
剣劔剱釼 斉斎 冊册 鉄鐡銕鉃 浜濵 辺邊邉 弁辯辧 縄繩 総惣 沢澤 亜亞 崎﨑嵜碕𥔎 島嶋嶌嶹隝 淵渕渊 桑桒 船舩 橋槗𣘺 昇曻 磯礒
達逹 喜㐂 吉𠮷 土圡𡈽 鶴靏靍靎寉 欅﨔 協恊 跡蹟迹 栃杤 秋穐 梅楳 松枩柗梥 杉杦 京亰 国圀囶 学斈 体躰 庁廰 年秊 世丗
町甼 界畍 飾餝 風凮凬 宜冝 曳曵 兜兠 柿柹 蘇蘓 萱蕿蘐 旗籏簱 裏裡 閉閇 雁鴈鳫 翠翆 庵葊 霊灵 蛇虵 厩廏 蓑簑簔 卯夘 渓谿磎
狸貍 轟軣 菟莵 鼠鼡 閏閠 畳疂疉 卒卆 写冩 傘仐 韮韭 垂埀 柳桺 嵯嵳 爾尓 稗薭 鴉鵶 俎爼 埒埓 曹曺 祢袮 弐貮弍 幡旛旙 鰐鱷 称穪
帰皈 廻廽 岡堽 琴琹 虎乕 多夛 走赱 窪漥 潜濳 覚覐 鱸魲 鳧鳬 筐筺 錆銹鏽鏥 嘴觜 畭畬畲 祇祗 鍛鍜 駁駮 胄冑 栖棲 刈苅 潟泻 湊凑
減减 準凖 丈𠀋 泰𣳾 脇𦚰 宮宫 鎌鐮 鳳鳯
`;

function buildVariants(): Map<string, string> {
  const standards = new Map<string, string>();
  for (const group of `${JIS_FORMS} ${POPULAR_FORMS} ${kanjiVariantGroups}`.trim().split(/\s+/)) {
    const [first = '', ...variants] = group;
    const standard = standards.get(first) ?? first;
    for (const variant of variants) {
      if (variant !== standard && !standards.has(variant)) standards.set(variant, standard);
    }
  }
  return standards;
}

/** Every listed variant with the form used in keys, e.g. 髙 to 高. A form used in keys is never itself a variant. */
export const KANJI_VARIANTS: ReadonlyMap<string, string> = buildVariants();

const VARIANTS = new RegExp(`[${[...KANJI_VARIANTS.keys()].join('')}]`, 'gu');

/** The text with the form used in keys in place of each variant kanji. */
export function foldKanjiVariants(text: string): string {
  return text.replace(VARIANTS, (variant) => KANJI_VARIANTS.get(variant) ?? variant);
}

/** The other forms of a kanji that is used in keys, side by side. */
export const listKanjiVariants = (standard: string): string =>
  [...KANJI_VARIANTS].map(([variant, own]) => (own === standard ? variant : '')).join('');
