/**
 * What people write into a cell that has no value. Source: docs/decisions/0001-identity.md. A word is in the first list
 * only if nobody means a company by it alone: 株式会社NA and 株式会社TBD exist, so `NA` empties a code but not a name.
 */

function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

const inAnyCell = words(`
なし 無し ナシ 無 該当なし 該当無し 該当せず 特になし 不明 不詳 未定 未記入 未入力 未設定 未確認 要確認 調査中 確認中 空欄 空白
n/a n.a. n.a #n/a null \\n
`);

const LONGEST_WORD = Math.max(...[...inAnyCell].map(({ length }) => length));

const inCodes = words(`
ない 無い 未 無登録 未登録 登録なし 登録無し 登録無 登録番号なし 番号なし 番号無し 番号不明 未取得 取得なし 取得中 取得予定 未発行 未提出 未届
免税 免税事業者 免税業者 非課税 非課税事業者 課税対象外 申請中 登録申請中 申請予定 登録予定 登録準備中 準備中
対象外 適用外 非該当 非対象 非適格 個人 個人事業主 個人事業者 海外 海外法人 外国法人 海外企業
未上場 非上場 上場なし 上場廃止 未公開 非公開 コードなし 証券コードなし 法人番号なし 法人番号未登録
hpなし urlなし ホームページなし サイトなし webなし メールなし アドレスなし 作成中 制作中 工事中 未開設 閉鎖
http:// https:// www. none nil na nan tbd × ✕ ✖ 0
`);

const LONGEST_CODE_WORD = Math.max(...[...inCodes].map(({ length }) => length));

const otherRow = words(
  '同上 仝 〃 々 同左 同右 上と同じ 上に同じ 上記と同じ 上記に同じ 同じ ↑ ↓ ← → " ” 〟 ′′',
);

const LONGEST_REFERENCE = Math.max(...[...otherRow].map(({ length }) => length));

/** Dashes of any kind and question marks; in a code also other marks. */
const MARKS = /^(?:[-‐-―−─━ー_ ]+|\?+)$/;
const MARKS_IN_CODE = /^[-‐-―−─━ー_?*/\\|~〜・.。 ]*$/;
const MAX_LENGTH = 60;
const ENDS_IN_BRACKET = /[)\]}>】〕」』][。.]?$/;
const BRACKETED = /^[([{<【〔「『](.*)[)\]}>】〕」』]$/;
/** なし（個人事業主）, 免税(2026年まで), but not a note with a code; not in a name, because 未定(株) is a company. */
const WITH_NOTE = /^([^([【〔「]+?) ?[([【〔「](?!.*\d(?:\d{4}|\d{3}(?![\d年/.-]))).*[)\]】〕」]$/;

/** Of any cell. @param normalized by `normalizeText` */
export function isEmptyText(normalized: string): boolean {
  if (normalized === '' || MARKS.test(normalized)) return true;
  return (
    normalized.length <= LONGEST_WORD + 3 &&
    readings(normalized).some((text) => MARKS.test(text) || inAnyCell.has(text))
  );
}

/** Of a cell with an identifier other than a name. @param normalized by `normalizeText` */
export function isEmptyCode(normalized: string): boolean {
  if (MARKS_IN_CODE.test(normalized)) return true;
  const longest = ENDS_IN_BRACKET.test(normalized) ? MAX_LENGTH : LONGEST_CODE_WORD + 1;
  if (normalized.length > longest) return false;
  const [, beforeNote] = WITH_NOTE.exec(normalized.toLowerCase()) ?? [];
  return [...readings(normalized), ...(beforeNote === undefined ? [] : [beforeNote])].some(
    (text) => MARKS_IN_CODE.test(text) || inAnyCell.has(text) || inCodes.has(text),
  );
}

/** The text in lower case, as it is, without a full stop, and without brackets around it. */
function readings(normalized: string): string[] {
  const text = normalized.toLowerCase();
  const plain = text.replace(/[。.]$/, '');
  return [text, plain, BRACKETED.exec(plain)?.[1] ?? plain];
}

/** Why a text has no value of its own and cannot be read; null for any other text. @param normalized by `normalizeText` */
export function unreadable(normalized: string): string | null {
  if (normalized.length > LONGEST_REFERENCE + 2 && !normalized.startsWith('#')) return null;
  const text = BRACKETED.exec(normalized)?.[1] ?? normalized;
  if (otherRow.has(text)) return `"${text}" refers to another cell. Write the value itself.`;
  const isError = /^#(?:ref!|value!|name\?|div\/0!|null!|num!|spill!|calc!|getting_data|#{2,100})$/i.test(
    text,
  );
  return isError ? `"${text}" is an error of the spreadsheet, not a value.` : null;
}
