import { normalizeText } from '../../src/text/letters/normalize.ts';
import { municipalities } from '../../src/text/places/municipalities.ts';

/** Words in the names of organisations that can hold shares, in Japanese and in English. */
const wordsOfOrganisations = [
  /会社|銀行|信託|保険|証券|組合|財団|社団|法人|機構|公庫|金庫|大学|学校|学園|協会|連合|持株会|基金|ファンド|投資/,
  /自己株式|カストディ|ホールディングス|グループ|株式|商事|興産|不動産|企画/,
  /\b(bank|trust|co|company|corp|corporation|inc|incorporated|ltd|limited|llc|lp|llp|plc|funds?|holdings?)\b/i,
  /\b(partners|capital|investments?|securities|custody|nominees|group|gmbh|ag|sa|nv|bv|pte|pty|sicav|omnibus)\b/i,
  /\b(client|account|treaty|government|pension)\b/i,
];
const prefectures = /^(東京都|北海道|京都府|大阪府|.{2,3}県)$/;
/** Includes the cities of which the list has only the wards. */
const cities = new Set(municipalities.flatMap(({ city }) => [city, city.replace(/(?<=市).+区$/, '')]));
/** What lists of shareholders add to a name: a standing proxy, or the number of a note. */
const remarks = /\s*(?:[（(]?\s*常任代理人|[（(]\s*注|[※＊*]\s*[\d０-９]).*$/su;

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
  const text = normalizeText(removeRemarks(name));
  return isLocalGovernment(text) || wordsOfOrganisations.some((words) => words.test(text));
}
