import words from './katakana-words.json' with { type: 'json' };

/**
 * Katakana words in company names (バンク in ソフトバンク), selected by rule from the 307,556 distinct legal and trade names of
 * the public registers. A word of three or more letters is listed if
 * - it appears alone in many names (5; the shortest words in 20, and a fifth as often as in compounds),
 * - it ends longer words in many names (4 to 10),
 * - the part before it appears alone in other names at least half the time (40 % for a word in 200 names or more, such as
 *   ジャパン), and
 * - no single letter precedes it in more than 30 to 40 % of the names: リート fails because of コンクリート, ライス because of
 *   プライス.
 * Removed were words made of two others, spelled Latin letters, surnames, and, by hand, frequent mere endings (スター in
 * モンスター, ライト in サテライト). アイランド, テキスタイル, サンシャイン, インターネット and ライトハウス are not split, and ボトラーズ was
 * added. The most frequent words come first.
 */
export const katakanaWords: readonly string[] = words;
