import { parseWrittenDay } from '../../../src/text/days/written-days.ts';
import { normalizeText } from '../../../src/text/letters/normalize.ts';
import { keepExact, parseDecimal } from '../../loading/files/cell-values.ts';
import { isNameOfOrganisation } from '../../loading/organisation-names.ts';

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

/** 山田　太郎, 山田太郎氏: a family name and a given name with a space, or followed by a form of address. */
const namesOfPersons = [
  /^[\p{Script=Han}々ヶヵ]{1,4}[ ・][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々ー]{1,5}$/u,
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2}(氏|(?<![仕模同異多])様|(?<!く)さん)$/u,
];

export function mayBePerson(text: string): boolean {
  const name = normalizeText(text);
  return !isNameOfOrganisation(name) && namesOfPersons.some((form) => form.test(name));
}
