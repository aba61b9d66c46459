import { parseWrittenDay } from '../../../src/text/days/written-days.ts';
import { normalizeText } from '../../../src/text/letters/normalize.ts';
import { municipalities } from '../../../src/text/places/municipalities.ts';
import { keepExact, parseDecimal } from '../../loading/files/cell-values.ts';

/** Reads the cells of gBizINFO's files. A cell that is empty or cannot be read is null. */

/** A day in any of the publisher's forms, as `YYYY-MM-DD`. */
export function readDay(cell: string | undefined): string | null {
  return parseWrittenDay(cell ?? '');
}

/** A whole or decimal number; △, ▲ and the sign of mathematics are minus. */
export function readNumber(cell: string | undefined): number | null {
  const text = normalizeText(cell ?? '')
    .replaceAll(',', '')
    .replace(/^[△▲\u2212]\s*/, '-');
  return parseDecimal(text);
}

const yenUnits: Readonly<Record<string, number>> = {
  円: 1,
  千円: 1e3,
  百万円: 1e6,
  十億円: 1e9,
  億円: 1e8,
};

/** An amount in yen; null if the unit is not one of yen. */
export function readYen(cell: string | undefined, unit: string | undefined): number | null {
  const number = readNumber(cell);
  const factor = yenUnits[normalizeText(unit ?? '')];
  if (number === null || factor === undefined) return null;
  return keepExact(number * factor);
}

/** Words in the names of organisations that can hold shares, in Japanese and in English. */
const wordsOfOrganisations = [
  /会社|銀行|信託|保険|証券|組合|財団|社団|法人|機構|公庫|金庫|大学|学校|学園|協会|連合|持株会|基金|ファンド|投資/,
  /自己株式|カストディ|ホールディングス|グループ|株式|商事|興産|不動産|企画|^(東京都|北海道|京都府|大阪府|.{2,3}県)$/,
  /\b(bank|trust|co|company|corp|corporation|inc|incorporated|ltd|limited|llc|lp|llp|plc|funds?|holdings?)\b/i,
  /\b(partners|capital|investments?|securities|custody|nominees|group|gmbh|ag|sa|nv|bv|pte|pty|sicav|omnibus)\b/i,
  /\b(client|account|treaty|government|pension)\b/i,
];
/** Includes the cities of which the list has only the wards. */
const cities = new Set(municipalities.flatMap(({ city }) => [city, city.replace(/(?<=市).+区$/, '')]));

/** Whether a name is certainly that of an organisation. A name that could be a person's is not stored. */
export function isNameOfOrganisation(name: string): boolean {
  const text = normalizeText(name);
  return cities.has(text) || wordsOfOrganisations.some((words) => words.test(text));
}

/** 山田　太郎, 山田太郎氏: a family name and a given name with a space, or followed by a form of address. */
const namesOfPersons = [
  /^[\p{Script=Han}々ヶヵ]{1,4}[ ・][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々ー]{1,5}$/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2}(氏|(?<![仕模同異多])様|(?<!く)さん)$/u,
];

export function mayBePerson(text: string): boolean {
  const name = normalizeText(text);
  return !isNameOfOrganisation(name) && namesOfPersons.some((form) => form.test(name));
}
