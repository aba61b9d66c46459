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
  電気 電気代 電気料 電気料金 ガス ガス代 ガス料金 水道 水道代 水道料 水道料金 上下水道 下水道使用料 水道光熱費 光熱費 動力費 電話 電話代 電話料 電話料金
  通信費 携帯電話 携帯電話代 携帯代 インターネット インターネット料金 ネット代 受信料 新聞 新聞代 新聞図書費 図書費 コピー代 宅配便 送料 運賃 荷造運賃 発送費
  タクシー タクシー代 高速代 高速料金 通行料 ガソリン ガソリン代 燃料費 車両費 灯油代 切手 切手代 印紙 印紙代 収入印紙 文房具 事務用品 事務用品費 消耗品
  消耗品費 備品 備品費 弁当 弁当代 飲食代 会議費 接待費 接待交際費 交際費 会費 年会費 諸会費 町内会費 寄付 寄付金 寄附金 香典 慶弔費 福利厚生費 広告宣伝費
  広告費 研修費 修繕費 修理代 保守料 リース料 賃借料 地代 地代家賃 駐車場 駐車場代 管理費 共益費 敷金 礼金 保証金 保険料 生命保険料 火災保険料 自動車保険料
  損害保険料 労働保険料 社会保険 雇用保険料 健康保険料 厚生年金 国民年金 年金 租税公課 法人税 固定資産税 自動車税 事業税 印紙税 源泉税 市民税 県民税 市県民税
  役員報酬 役員借入金 役員貸付金 退職金 雑給 アルバイト代 人件費 法定福利費 外注費 外注先 外注工賃 顧問料 支払報酬 銀行手数料 振込料 口座振替 自動引落 引落
  振替 相殺 返金 返品 値引 割引 前払費用 前受 未収 未収入金 未払 未払費用 買掛 売掛 借入 借入金 短期借入金 長期借入金 貸付金 返済 利子 配当 配当金 受取配当金
  有価証券 株式 債券 国債 投信 ファンド 外貨 外貨預金 外貨mmf マネーリザーブファンド 円貨 米ドル キャッシュ cash 現預金 預け金 証拠金 委託保証金 コールローン
  短期金融資産 その他資産 減価償却費 貸倒損失 元入金 資本金 繰越 前期繰越 次期繰越 残高 合計 小計 総計 差額 不明金 仮払消費税 仮受消費税 仮払 仮受 立替
  預り 精算 旅費精算 旅費交通費 出張旅費 大家 家主 地主 オーナー 店主 社長 得意先 仕入先 取引先 下請 業者 お客様 客 顧客 利用者 会員 不明先 匿名希望 名無し
  甲 乙 丙 a社 b社 c社
  自社 当社 弊社 社内 自己 自分 テスト test サンプル sample ダミー dummy
  `
    .trim()
    .split(/\s+/),
);

const LONGEST = Math.max(...[...words].map(({ length }) => length));
/** 個人様, 個人1, その他(3件) */
const BESIDE = /(?:様|さま|殿|御中|分|計)$|(?:[(].*[)]|[#№]?\d{1,4}(?:名|社|件|人)?)$/;

/** Whether a name without a legal form is a word for nobody in particular. @param normalized by `normalizeText` */
export function isNoCompanyWord(normalized: string): boolean {
  if (normalized.length > LONGEST + 20) return false;
  const text = normalized
    .toLowerCase()
    .replaceAll(' ', '')
    .replace(/^[※*・]+/, '');
  return words.has(text) || words.has(text.replace(BESIDE, ''));
}
