import { familyNames } from '../../text/names/family-names.ts';
import latinNames from './latin-names.json' with { type: 'json' };

/** Names of persons that are not also names of companies or places. Pure. */

const given = new Set([...latinNames.given, ...latinNames.givenInJapan]);
const familyInLatin = new Set(latinNames.family);

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
