import { kanjiVariantGroups } from './kanji-variants-table.ts';

/**
 * Variant kanji: different ways of writing one character.
 *
 * Most come from published tables (kanji-variants-table.ts). The groups below were added by hand: popular forms that name
 * registers replace with the standard one, forms of one character that Japanese character sets encode twice, and radicals
 * that look the same as characters. A pair is listed if a reader regards names written with either as the same. Characters
 * that only sound or look alike (坂 and 阪, 籐 and 藤, 杉 and 椙) are not listed. Compatibility ideographs that NFKC already
 * unifies (福 U+FA1B, 神 U+FA19) need no entry. Only loose keys use these tables, and a loose key never does more than
 * produce a candidate. So 齊 and 齋, which the tables distinguish, are one group here, because people mix them up in 斉藤
 * and 斎藤.
 *
 * Each word below is one group: first the form used in keys, then its variants.
 */
const ADDED_GROUPS = `
飲飮 剣劔剱釼 鉱礦砿 斉斎 冊册 尚尙 鉄鐡銕鉃 浜濵 辺邊邉 弁辯 瑶瑤 彦彥 青靑 清淸 戸戶 産產 姫姬 内內 呉吳 告吿 強强
歳歲 絶絕 脱脫 説說 鋭銳 閲閱 税稅 鶯鴬 屏屛 薮藪 諌諫 躯軀 騨驒 蛎蠣 籠篭 縄繩 総惣 沢澤 亜亞 壷壺 靭靱 鯵鰺 潅灌
崎﨑嵜碕 島嶋嶌 淵渕渊 桑桒 船舩 橋槗 昇曻 磯礒 達逹 喜㐂 吉𠮷 土圡𡈽 鶴靏靍 欅﨔 協恊
民⺠ 虎⻁ 西⻄ 長⻑ 青⻘ 食⻝ 鬼⻤ 麦⻨ 黄⻩ 斉⻫ 歯⻭ 竜⻯ 亀⻲
`;

function buildVariants(): Map<string, string> {
  const standards = new Map<string, string>();
  for (const group of `${ADDED_GROUPS} ${kanjiVariantGroups}`.trim().split(/\s+/)) {
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
