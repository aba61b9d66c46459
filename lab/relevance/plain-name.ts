import { toNfkc } from '../../src/text/letters/nfkc.ts';

/**
 * Compares names as a careful reader would, without the name keys of the service: the judge of a search must not use the
 * rules that it judges. It deliberately knows fewer rules.
 */

/** NFKC, no spaces, lower case; abbreviated legal forms are written out. */
export function plainName(name: string): string {
  let plain = toNfkc(name).replace(/\s+/g, '').toLowerCase();
  for (const [mark, words] of formMarks) plain = plain.replaceAll(mark, words);
  return plain
    .replace(spokenForm, '株式会社')
    .replace(/[,.]*k\.k\.?$/, '株式会社')
    .replace(/[,.]*g\.k\.?$/, '合同会社');
}

/** 株式会社 in kana at either end, as in readings. */
const spokenForm =
  /^[かカ][ぶブ][しシ][きキ][がガかカ][いイ][しシ][ゃャやヤ]|[かカ][ぶブ][しシ][きキ][がガかカ][いイ][しシ][ゃャやヤ]$/;

/** The abbreviations that the queries use. Each has only one meaning. */
const formMarks = [
  ['(株)', '株式会社'],
  ['(有)', '有限会社'],
  ['(同)', '合同会社'],
  ['npo法人', '特定非営利活動法人'],
] as const;

const japaneseForm =
  '株式会社|有限会社|合同会社|合資会社|合名会社|相互会社|特定目的会社|一般社団法人|一般財団法人|公益社団法人|公益財団法人|' +
  '医療法人社団|医療法人財団|医療法人|学校法人|社会福祉法人|宗教法人|特定非営利活動法人|農事組合法人|税理士法人|弁護士法人|' +
  '監査法人|行政書士法人|社会保険労務士法人|司法書士法人|弁理士法人|投資法人|独立行政法人|国立大学法人';
const frontForm = new RegExp(`^(?:${japaneseForm}|労働者協同組合|協同組合|企業組合)`);
const backForm = new RegExp(`(?:${japaneseForm})$`);
const englishForm =
  /[,.]*(?:co[.,]*(?:ltd|limited)|company[.,]*(?:ltd|limited)|k\.k|g\.k|kabushikikaisha|corporation|corp|incorporated|inc|limited|ltd|company)[.]*$/;

/** A plain name without the legal form at one of its ends. A name that is only a legal form keeps it. */
export function bareName(plain: string): string {
  for (const form of [frontForm, backForm, englishForm]) {
    const bare = plain.replace(form, '');
    if (bare !== plain) return bare === '' ? plain : bare;
  }
  return plain;
}

export const hasLegalForm = (plain: string): boolean => bareName(plain) !== plain;

/** Kanji next to hiragana are part of a longer word: 子育て支援. */
const scriptRuns = /(?<![ぁ-ゖ一-鿋々〆])[一-鿋々〆]+(?![ぁ-ゖ一-鿋々〆])|[ァ-ヺー]+|[a-z]+/g;

/** Runs of kanji, katakana or Latin letters that are long enough to be words. */
export function wordsOf(plain: string): string[] {
  const runs = bareName(plain).match(scriptRuns) ?? [];
  return runs.filter((run) => run.length >= (/[一-鿋]/.test(run) ? 2 : 3));
}
