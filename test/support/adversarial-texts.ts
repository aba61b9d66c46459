/**
 * Texts that look for the worst case of a text rule: pieces of what the rules themselves look for, in turn, so that a rule begins at
 * each of them and fails late. The same seed makes the same texts.
 */

const words = `
、 。 ， , ・ ／ / | ; : ： - ‐ − – ー ～ ~ → + & ＆ ＋ × # ＃ * ※ ● ★ ◎ _ = % $ ^ ? ! ＂ " ' “ ” 『 』 「 」 （ ） ( ) [ ] 【 】 〔 〕 〈 〉 《 》 < > { } << >> \\ . .. … | ~
と の 之 ノ ケ ヶ が こと ほか その他 他 外 等 など 及び および 旧 元 現 新 略称 以下 という 計 全 約 第 約第 兼 様 殿 御中 様方 各位 宛 気付 行 さん
町 市 区 村 郡 県 都 府 道 丁目 番地 番 号 字 大字 条 階 f ビル 会館 東京都 千代田区 大阪 北海道 札幌 京都府 〒 〒100-0001 100-0001 1-1
支店 営業部 本社 営業所 部 課 室 店 長 部長 工場 センター 病院 大学 学園 東京支店 branch division 部会 事業本部 第 1
株式会社 (株) ㈱ ㍿ (同) 有限会社 一般社団法人 医療法人社団 学校法人 協同組合 銀行 組合 会 Co., Ltd. Inc. K.K. Corporation company limited & and
共同企業体 建設工事 特定 コンソーシアム 代表機関 代表 構成員 幹事会社 幹事 (代) 業務 委託 工事 調査 設計
代表取締役 山田 太郎 田中 担当 attn TEL tel 電話 03-1234-5678 03 0 +81 (03) 内線 ext fax
info@example.com a@ @ a. .com .co.jp http:// https://a.jp/ www. xn-- ://
1 12 1234567890123 T1 T1180301018771 第1 一 十 二十 百 千 〇 廿 ① Ⅳ ½ 1, 1,000 令和 令和5年 年 月 日 2024-01-01 平成 昭和 T S H R
ア アイ アイウ ガ ｶﾞ ﾞ ッ ョ ヴァ エー ビー シー イー ディー ダブリュー ソリューションズ ホールディングス グループ アンド ー 々 ゝ ヾ あ い う り え a aa ab ou uu oh A B o
日本 第一 三井 住友 東日本 旅客鉄道 農業 ja 鉄道 不動産 生命 保険 証券
𠮷 𩸽 é e\u0301 \u0301 \u0316 \u3099 \u309a \u200b \u200d \ufe0f \u{e0100} \u{e0041} \u00ad \u202e \ud83d \udc00 👨‍👩‍👧 ﷺ ﬃ ㌖ \u1100\u1161\u11a8 \u0d4d ß İ ς
口座 口座番号 普通 当座 名義 振込先 銀行コード IBAN DE89 GB Bearer token password key= -----BEGIN AKIA eyJ Q: A: Q1 --> 00:00:01 00:01.000 [00:00] (00:01) 司会 質問者 社長 氏 さん:
`;

export const pieces: readonly string[] = [
  ...new Set([...words.trim().split(/\s+/), '`', ' ', '\u3000', '\n', '\t', '\r\n']),
];

/** A pattern that can be written at any length: begin, the unit again and again, end. */
export interface Pattern {
  readonly begin: string;
  readonly unit: string;
  readonly end: string;
}

export function textOf({ begin, unit, end }: Pattern, length: number): string {
  const room = Math.max(0, length - begin.length - end.length);
  return begin + unit.repeat(Math.ceil(room / unit.length)).slice(0, room) + end;
}

/** Each piece alone, and as many more of two to five pieces in turn, with other pieces before and behind. */
export function patternsFrom(seed: number, count: number): Pattern[] {
  const random = randomNumbers(seed);
  const piece = (): string => pieces[random(pieces.length)] ?? '';
  const around = (): string => (random(3) === 0 ? '' : piece());
  const alone = pieces.map((unit) => ({ begin: '', unit, end: '' }));
  const mixed = Array.from({ length: count }, () => ({
    begin: around(),
    unit: Array.from({ length: 1 + random(5) }, piece).join(''),
    end: around(),
  }));
  return [...alone, ...mixed];
}

/** Numbers below a limit, from a linear congruential generator. */
function randomNumbers(seed: number): (limit: number) => number {
  let state = seed >>> 0;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
