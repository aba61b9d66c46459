import { toNfkc } from '../../src/text/letters/nfkc.ts';

/** Other spellings of a text, one rule each. A rule that does not apply returns the text unchanged. */

/** Printable ASCII in full width, including the space. */
export function fullWidth(text: string): string {
  return text.replace(/[!-~]/g, shifted(0xfee0)).replaceAll(' ', '　');
}

export function halfWidth(text: string): string {
  return text.replace(/[！-～]/g, shifted(-0xfee0)).replaceAll('　', ' ');
}

function shifted(by: number): (character: string) => string {
  return (character) => String.fromCharCode(character.charCodeAt(0) + by);
}

const halfWidthKana = new Map<string, string>();
for (let unit = 0xff66; unit <= 0xff9d; unit++) {
  for (const mark of ['', 'ﾞ', 'ﾟ']) {
    const half = String.fromCharCode(unit) + mark;
    const full = toNfkc(half);
    if (full.length === 1) halfWidthKana.set(full, half);
  }
}

/** Katakana as banks and old systems write them: ﾄﾖﾀ, ｶﾞ. */
export function halfKana(text: string): string {
  return Array.from(text, (letter) => halfWidthKana.get(letter) ?? letter).join('');
}

/** キャノン as キヤノン, ウォッチ as ウオツチ. */
export function largeKana(text: string): string {
  return text.replace(/[ァィゥェォッャュョヮぁぃぅぇぉっゃゅょゎ]/g, shifted(1));
}

export function hiragana(text: string): string {
  return text.replace(/[ァ-ヶ]/g, shifted(-0x60));
}

export function katakana(text: string): string {
  return text.replace(/[ぁ-ゖ]/g, shifted(0x60));
}

/** コンピューター as コンピュータ. */
export function withoutLongVowels(text: string): string {
  return text.replace(/(?<=[ァ-ヺぁ-ゖ])ー/g, '');
}

/** サービス as サ－ビス, サ‐ビス: dashes that people use as the long-vowel mark. */
export function dashedLongVowels(text: string, dash: string): string {
  return text.replace(/(?<=[ァ-ヺぁ-ゖ])ー/g, dash);
}

/** Pairs of forms of one kanji that registered names use: today's form, then another. */
const kanjiPairs = [
  ...['高髙', '崎﨑', '崎嵜', '浜濱', '浜濵', '斉齊', '斉齋', '斎齋', '沢澤', '辺邊', '辺邉', '島嶋', '島嶌'],
  ...['国國', '広廣', '竜龍', '桜櫻', '富冨', '吉𠮷', '鉄鐵', '真眞', '栄榮', '峰峯', '恵惠', '礼禮', '滝瀧'],
  ...['蔵藏', '静靜', '関關', '万萬', '与與', '宝寶', '円圓', '会會', '学學', '医醫', '薬藥', '黒黑', '徳德'],
];

/** A name with the first kanji of a pair in its other form; unchanged if it has none. */
export function otherKanji(text: string): string {
  for (const pair of kanjiPairs) {
    const [today = '', other = ''] = [...pair];
    if (text.includes(today)) return text.replace(today, other);
    if (text.includes(other)) return text.replace(other, today);
  }
  return text;
}
