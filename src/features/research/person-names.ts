import { familyNames } from '../../text/names/family-names.ts';

/** Names of persons that are not also names of companies or places. Pure. */

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
export function detectName(label: string): Name {
  const kanji =
    /^(\p{Script=Han}[\p{Script=Han}々]{0,2})\s?([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々ー]{0,4})$/u.exec(
      label,
    );
  if (kanji) {
    const whole = label.replace(' ', '');
    const begins = [3, 2, 1].some((length) => {
      const rest = whole.slice(length);
      return (
        familyNames.has(whole.slice(0, length)) &&
        (length > 1 || rest === '') &&
        rest.length <= 3 &&
        !notAPerson.test(rest)
      );
    });
    if (begins) return 'japanese';
    return null;
  }
  const words = label.split(' ');
  if (words.length > 3 || !words.every((word) => /^\p{Script=Latin}[\p{Script=Latin}.'-]{0,19}$/u.test(word)))
    return null;
  const [first = '', last = ''] = [words[0], words.at(-1)];
  if (companyWords.test(last)) return null;
  if (given.has(first) || familyInLatin.has(last) || familyInLatin.has(first)) return 'latin';
  return null;
}
