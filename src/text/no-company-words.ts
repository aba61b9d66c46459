/**
 * Words that people write in place of a name where no company is meant. A cell with one is not empty: somebody is meant, but
 * nobody whom a register has (for empty cells see placeholders.ts). Companies have such words as names too (株式会社フリーランス),
 * and are meant only with their legal form.
 *
 * Where they come from: the accounts of the tax office's form for sole traders (青色申告決算書), what accounting programs
 * propose for entries with several or unnamed parties (諸口), texts of bank and securities statements (MRF), and customer
 * lists of shops.
 */
const words: ReadonlySet<string> = new Set(
  `
  個人 個人客 個人顧客 個人様 一般 一般客 一般個人 一般顧客 一般消費者 消費者 フリーランス フリーランサー フリー 匿名 無名 本人 家族 知人 友人
  従業員 社員 役員 職員 講師 アルバイト パート 代表者 事業主 事業主貸 事業主借 店主貸 店主借
  現金 小口現金 小口 現金売上 現金仕入 現金払い 現金出納 預金 普通預金 当座預金 定期預金 売上 仕入 売掛金 買掛金 未払金 未収金 前払金 前受金 仮払金 仮受金
  立替金 預り金 雑収入 雑損失 雑費 利息 受取利息 支払利息 手数料 振込手数料 支払手数料 振込 給与 給料 賞与 家賃 交通費 旅費 税金 消費税 所得税
  源泉所得税 住民税 社会保険料 mrf mmf 投資信託
  諸口 諸口分 諸会社 その他 その他大勢 その他顧客 その他取引先 他 ほか 複数 複数社 複数あり 複数名 各社 各位 数社 多数 不特定 不特定多数 不特定先
  一見 一見客 飛込み 飛び込み 店頭 店頭売上 店頭販売 窓口 来店客 ゲスト
  自社 当社 弊社 社内 自己 自分 テスト test サンプル sample ダミー dummy
  `
    .trim()
    .split(/\s+/),
);

const LONGEST = Math.max(...[...words].map(({ length }) => length));
/** 個人様, 個人1, その他(3件) */
const BESIDE = /(?:様|さま|殿|御中|分|計)$|(?:[(].*[)]|[#№]?\d{1,4}(?:名|社|件|人)?)$/;

/** Whether a name without a legal form is a word for nobody in particular. @param normalized by `normalizeText` */
export function meansNoCompany(normalized: string): boolean {
  if (normalized.length > LONGEST + 20) return false;
  const text = normalized
    .toLowerCase()
    .replaceAll(' ', '')
    .replace(/^[※*・]+/, '');
  return words.has(text) || words.has(text.replace(BESIDE, ''));
}
