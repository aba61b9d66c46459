/**
 * Look-alike glyphs folded to one. People mix them up in typing (ロ and 口 are both found under ろ and くち), and text
 * recognition does so in scanned papers. Each group below looks the same in most fonts; loose keys have only katakana and
 * lower-case letters, so hiragana and capitals are not listed. Greek letters are grouped by their capitals.
 */
const GROUPS = `
ロ口囗 エ工 カ力 ニ二 ハ八 タ夕 ト卜 オ才 チ千干 ミ三 ヒ匕 メ乂 ノ丿 ヌ又 ム厶 ヘ𠆢 サ廾 ア了 リ刂 シツ ソン
o0〇ο l1iιі| aα bβ eε zζ hη kκ mμ nν pρ tτ yυ xχ jј sѕ
土士 末未 日曰 己已巳 人入 大太犬 鳥烏 宜宣 萩荻 戊戌 天夫
`;

const FOLDED: ReadonlyMap<string, string> = new Map(
  GROUPS.trim()
    .split(/\s+/)
    .flatMap((group) => {
      const [standard = '', ...others] = group;
      return others.map((glyph): [string, string] => [glyph, standard]);
    }),
);
const LOOKALIKE = new RegExp(`[${[...FOLDED.keys()].join('')}]`, 'gu');
/** A long-vowel mark, which loose keys drop, written as the kanji one: サ一ビス. */
const ONE_AFTER_KATAKANA = /(?<=[ァ-ヺ])一+/g;

/** A loose key with its look-alike glyphs folded: ロ口, 工エ, カ力, О and O, I l 1. Idempotent; never throws. */
export function toGlyphKey(loose: string): string {
  const folded = loose.replace(LOOKALIKE, (glyph) => FOLDED.get(glyph) ?? glyph);
  return folded.replace(ONE_AFTER_KATAKANA, '');
}
