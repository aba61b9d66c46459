/** Names of persons that are not also names of companies or places. Pure. */

const family = new Set(
  (
    '佐藤 鈴木 高橋 田中 伊藤 渡辺 渡邊 渡部 山本 中村 小林 加藤 吉田 山田 佐々木 山口 松本 井上 木村 林 斎藤 斉藤 齋藤 清水 山崎 森 池田 橋本 阿部 ' +
    '石川 山下 中島 石井 小川 前田 岡田 長谷川 藤田 後藤 近藤 村上 遠藤 青木 坂本 福田 太田 西村 藤井 金子 岡本 藤原 中野 三浦 原田 中川 松田 ' +
    '竹内 小野 田村 中山 和田 石田 森田 上田 原 内田 柴田 酒井 宮本 横山 高木 安藤 谷口 大野 丸山 今井 高田 藤本 河野 村田 武田 上野 杉山 増田 ' +
    '小山 大塚 平野 菅原 久保 松井 千田 岩崎 桜井 木下 野口 松尾 菊地 菊池 佐野 渡会 新井 荒井 荒川 飯田 五十嵐 市川 今村 岩田 大西 大橋 岡崎 ' +
    '小島 片山 川上 川口 川崎 北村 工藤 熊谷 栗原 黒田 小池 古賀 児玉 佐久間 島田 白石 杉本 関 関口 高野 田口 田島 田辺 中田 永井 中西 西川 西田 ' +
    '野村 服部 馬場 浜田 早川 樋口 平田 広瀬 福井 星野 堀 本田 本間 松岡 松下 松村 水野 望月 矢野 山内 山中 吉川 吉村 横田'
  ).split(' '),
);

const given = new Set(
  (
    'aaron abigail adam adrian alan albert alex alexander alexandra alice alison allison amanda amy andrea andrew andy angela ann anna anne ' +
    'anthony arthur barbara ben benjamin beth betty bill bob brandon brenda brian bruce carl carlos carol caroline catherine charles charlotte ' +
    'chris christian christina christine christopher cindy claire clara craig cynthia dan daniel danielle dave david deborah debra dennis diana ' +
    'diane donald donna dorothy doug douglas dylan ed edward elena elizabeth ellen emily emma eric erik erin ethan eva evelyn felix frank fred ' +
    'gary george gerald grace greg gregory hannah harry heather heidi helen henry howard hugh ian isabella jack jacob jake james jane janet jason ' +
    'jean jeff jeffrey jennifer jenny jeremy jerry jessica jill jim jimmy joan joe joel john johnny jon jonathan jose joseph josh joshua joyce ' +
    'juan judith judy julia julie justin karen karl kate katherine kathleen kathy katie keith kelly ken kenneth kevin kim kimberly kyle larry ' +
    'laura lauren lawrence lee leo leon leonard lily linda lisa louis louise lucas lucy luke margaret maria marie marilyn mark martha martin mary ' +
    'matt matthew max megan melissa mia michael michelle mike mohamed mohammed monica nancy natalie nathan neil nicholas nick nicole noah nora ' +
    'oliver olivia pam pamela pat patricia patrick paul paula peter phil philip pierre rachel ralph ray raymond rebecca richard rick rob robert ' +
    'roger ron ronald rose roy russell ruth ryan sally sam samantha samuel sandra sara sarah scott sean sharon shirley simon sofia sophia sophie ' +
    'stefan stephanie stephen steve steven stuart sue susan tanya ted teresa terry theresa thomas tim timothy tina todd tom tony tracy valerie ' +
    'vanessa victoria vincent walter wayne wendy william zoe ' +
    'ai aiko akemi akiko akira aya ayumi chie daisuke daiki emi eri fumio hana hanako haruka haruki hideki hideo hiroko hiroshi ichiro jiro jun ' +
    'junko kana kaori kazuo keiko keita kenichi kenji kenta koji kumi kyoko makoto mami manabu mariko masao masashi mayumi megumi miho mika miki ' +
    'minoru misaki naoki naoko naomi noriko osamu rie rina ryo ryota saburo sachiko satoshi shigeru shinji shota sota takako takashi takeshi taro ' +
    'tetsuya tomoko toshio tsuyoshi yasuo yoko yoshiko yuichi yuki yukiko yuko yumi yuta yutaka'
  ).split(' '),
);
const familyInLatin = new Set(
  (
    'sato sato takahashi tanaka ito watanabe yamamoto nakamura kobayashi kato yoshida yamada sasaki yamaguchi matsumoto inoue kimura hayashi ' +
    'saito shimizu yamazaki mori ikeda hashimoto abe ishikawa yamashita nakajima ishii ogawa maeda okada hasegawa fujita goto kondo murakami endo ' +
    'aoki sakamoto fukuda nishimura fujii kaneko okamoto fujiwara nakano miura harada nakagawa takeuchi tamura nakayama wada ishida ueda uchida ' +
    'smith johnson brown jones miller davis garcia wilson anderson taylor moore jackson thompson white clark lewis walker hall young schmidt müller ' +
    'schneider weber wagner becker hoffmann dubois rossi kowalski nguyen patel kumar singh chen wang zhang liu'
  ).split(' '),
);

/** What follows a family name in names of companies and places. */
const notAPerson =
  /[社店県市町村区部課係駅線港川山島園院所]$|工業|銀行|製薬|商事|商会|商店|建設|電機|電気|産業|工場|製作|自動車|運輸|食品|薬品|化学|製菓|証券|本社|案|邸|家$/;
const companyWords =
  /(?:inc|corp|co|ltd|llc|company|motors?|bank|foods?|electric|group|holdings|industries|deere|plc|gmbh|partners|capital)\.?$/;

export type Name = 'japanese' | 'latin' | null;

/** @param label in lower case */
export function nameOf(label: string): Name {
  const kanji =
    /^(\p{Script=Han}[\p{Script=Han}々]{0,2})\s?([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々ー]{0,4})$/u.exec(
      label,
    );
  if (kanji) {
    const whole = label.replace(' ', '');
    const begins = [3, 2, 1].some((length) => {
      const rest = whole.slice(length);
      return (
        family.has(whole.slice(0, length)) &&
        (length > 1 || rest === '') &&
        rest.length <= 3 &&
        !notAPerson.test(rest)
      );
    });
    return begins ? 'japanese' : null;
  }
  const words = label.split(' ');
  if (words.length > 3 || !words.every((word) => /^\p{Script=Latin}[\p{Script=Latin}.'-]{0,19}$/u.test(word)))
    return null;
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (companyWords.test(last)) return null;
  return given.has(first) || familyInLatin.has(last) || familyInLatin.has(first) ? 'latin' : null;
}
