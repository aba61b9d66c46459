/**
 * Makes src/text/letters/kanji-variants-table.ts from published tables:
 *   node scripts/kanji-variants.mjs <folder of Unihan_OtherMappings.txt and Unihan_Variants.txt> <JPShinjitaiCharacters.txt>
 *
 * Only kanji of JIS X 0208, JIS X 0213 and IBM's extensions are taken. A pair is taken if
 * - the official jōyō or jinmeiyō table, OpenCC's table of new forms, or Unihan (kZVariant) states it; or
 * - Unihan states that both mean the same (kSemanticVariant), exactly one of them is in the official tables, and the
 *   other has no second such partner. 坂 and 阪, 板 and 版, 映 and 咲 are all in the tables: each is a character of its own.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [, , unihan = '.', openccFile = 'JPShinjitaiCharacters.txt'] = process.argv;

/** Stated pairs that name other characters in Japan, and parts of characters. */
const EXCLUDED = new Set(
  `聯連 着著 御禦 才纔 煙菸 予余 弁辯 針鍼 完烟 幸倖 傑杰 淀澱 周週 個箇 弦絃 彬斌 幡旛 談譚 惇敦 躍趯 稜楞
  人亻 水氵 食飠 心忄 心㣺 手扌 草艹 艸艹 牛牜 火灬 衣衤 犬犭 刀刂 氷冫 阜阝 爪爫 示礻 集亼 包勹 網罓 乙乚
  百佰 千仟 四肆 八捌 七柒 一弌 二弍 一壹 二貳 三參 登豋 教効 任仼 灘潬 旗旂 磁瓷 敏勄 研揅 雁鴈 豆荳
  濱瀕 嬢娘 花蘤 柳檉 警儆 照炤 仙僊 鳥烏 輝煇 匹疋 川巛 以㠯 体骵 敷旉 愉愈 瀕濵 霜孀
  針箴 咽嚥 姥姆 某厶 管筦 協勰 皓皝 皓顥 朝晁 于於 徹澈 淡澹 菌蕈 錘鎚 槌棰 榎檟 御馭 櫂棹 抽𢭆 逮迨 隼鶽 纖砌 燒簫 條糶
  藤籐 實寔 專耑 朴樸 洞峒 圭珪 泉洤 熔鎔 皓皜`.match(/\S+/g),
);

const lines = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.trim().split('\t'));
const letter = (code) => String.fromCodePoint(Number.parseInt(code.replace('U+', ''), 16));

const japanese = new Set();
const joyo = new Set();
const official = new Set();
const stated = [];
for (const [code, field, value] of lines(join(unihan, 'Unihan_OtherMappings.txt'))) {
  const kanji = letter(code);
  if (['kJis0', 'kJIS0213', 'kIBMJapan'].includes(field)) japanese.add(kanji);
  if (field !== 'kJoyoKanji' && field !== 'kJinmeiyoKanji') continue;
  const others = value.match(/U\+[0-9A-F]+/g) ?? [];
  if (field === 'kJinmeiyoKanji' || others.length === 0) official.add(kanji);
  if (field === 'kJoyoKanji' && others.length === 0) joyo.add(kanji);
  for (const other of others) stated.push([kanji, letter(other)]);
}
for (const [newForm, oldForms = ''] of lines(openccFile))
  for (const old of oldForms.split(' ')) stated.push([newForm, old]);

const sameMeaning = [];
for (const [code, field, value] of lines(join(unihan, 'Unihan_Variants.txt'))) {
  if (field !== 'kZVariant' && field !== 'kSemanticVariant') continue;
  for (const [other] of value.matchAll(/U\+[0-9A-F]+/g)) {
    (field === 'kZVariant' ? stated : sameMeaning).push([letter(code), letter(other)]);
  }
}

const fits = ([one, other]) =>
  one !== other &&
  [one, other].every((kanji) => japanese.has(kanji) && kanji.normalize('NFKC') === kanji) &&
  !EXCLUDED.has(one + other) &&
  !EXCLUDED.has(other + one);
const partners = new Map();
for (const pair of sameMeaning.filter(fits)) {
  const [standard, variant] = official.has(pair[0]) ? pair : pair.toReversed();
  if (!official.has(standard) || official.has(variant)) continue;
  partners.set(variant, (partners.get(variant) ?? new Set()).add(standard));
}
const oldForms = new Set(stated.filter(fits).flat());
const semantic = [...partners].flatMap(([variant, standards]) =>
  standards.size === 1 && !(oldForms.has(variant) && !official.has(variant)) ? [[...standards, variant]] : [],
);

const groups = new Map();
const groupOf = (kanji) => groups.get(kanji) ?? new Set([kanji]);
for (const pair of [...stated.filter(fits), ...semantic]) {
  const all = new Set(pair.flatMap((kanji) => [...groupOf(kanji)]));
  for (const kanji of all) groups.set(kanji, all);
}
/** The form used in keys is one UTF-16 unit: the loose fold replaces unit by unit. */
const rank = (kanji) => {
  if (kanji.length > 1) return 3;
  if (joyo.has(kanji)) return 0;
  return official.has(kanji) ? 1 : 2;
};
const text = [...new Set(groups.values())]
  .map((group) =>
    [...group].sort((one, other) => rank(one) - rank(other) || one.codePointAt(0) - other.codePointAt(0)),
  )
  .sort(([one], [other]) => one.codePointAt(0) - other.codePointAt(0))
  .map((group) => group.join(''))
  .join(' ')
  .replace(/(.{1,110})(?: |$)/gu, '$1\n');

writeFileSync(
  'src/text/letters/kanji-variants-table.ts',
  `/**
 * Variant kanji by published tables: in each group the form of the official Japanese tables, then its variants. Made by
 * scripts/kanji-variants.mjs, which says what is taken, from
 * - the Unicode Han Database 14.0.0 (kJoyoKanji, kJinmeiyoKanji, kZVariant, kSemanticVariant), Unicode License;
 * - OpenCC 1.4.2, JPShinjitaiCharacters.txt, Apache License 2.0.
 */
export const kanjiVariantGroups = \`
${text}\`;
`,
);
