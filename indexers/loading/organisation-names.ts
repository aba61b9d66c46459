import { formSpellings } from '../../src/text/cells/written-name-words.ts';
import { normalizeText } from '../../src/text/letters/normalize.ts';
import { municipalities } from '../../src/text/places/municipalities.ts';

/** Words in the names of organisations that can hold shares, in Japanese and in English. They are in no name of a person. */
const wordsOfOrganisations = [
  /会社|銀行|信託|保険|証券|組合|財団|社団|公庫|金庫|学校|協会|持株会|基金|ファンド|投資/,
  /自己株式|カストディ|ホールディングス|グループ|株式|不動産/,
  // 森企画子, 佐藤大学: these can be inside a name of a person, or end one.
  /^.{4,}(?:機構|大学|学園|連合会?|商事|興産|企画)$|^(?=.{6}).*法人/,
  // （株）, (有), (一社). At the end, one letter can also be a remark on a person.
  new RegExp(`^(?:${formSpellings}).|.(?:${formSpellings})(?<!\\([^株有]\\))$`),
  /\b(bank|trust|company|corp|corporation|inc|incorporated|ltd|limited|llc|lp|llp|plc|funds?|holdings?)\b/i,
  /\b(partners|capital|investments?|securities|custody|nominees|group|gmbh|pte|pty|sicav|omnibus)\b/i,
  /\b(client|account|treaty|government|pension)\b/i,
  // Co, Sa and initials are in names of persons: DAVID CO, KIM SA RANG, LEE AG.
  /(?:&|\band) ?co\b|\bco\./i,
  /^(?=.*\p{Ll})\S+ .*\S (?:AG|SA|NV|BV|SE|AB|KG)$/u,
];
const prefectures = /^(東京都|北海道|京都府|大阪府|.{2,3}県)$/;
/** Includes the cities of which the list has only the wards. */
const cities = new Set(municipalities.flatMap(({ city }) => [city, city.replace(/(?<=市).+区$/, '')]));
/** What lists of shareholders add to a name: a standing proxy, or the number of a note. */
const remarks = /\s*(?:[（(]?\s*常任代理人|[（(]\s*注|[※＊*]\s*[\d０-９]).*$/su;
/** 山田太郎（株式会社架空 代表取締役）: not the name, but for a short form. */
const inBracketsAtEnd = /\((?:[^()]|\([^()]*\)){5,}\)$/;

export function removeRemarks(name: string): string {
  return name.replace(remarks, '').trim();
}

export function isLocalGovernment(name: string): boolean {
  const text = normalizeText(name);
  return prefectures.test(text) || cities.has(text);
}

/** Whether a name is certainly that of an organisation. A name that could be a person's is not stored. */
export function isNameOfOrganisation(name: string): boolean {
  // A person abroad has a bank as a standing proxy.
  const text = normalizeText(removeRemarks(name)).replace(inBracketsAtEnd, '');
  return isLocalGovernment(text) || wordsOfOrganisations.some((words) => words.test(text));
}
