import { buildAlternatives } from '../../../text/letters/word-patterns.ts';
import { removeParties } from './column-roles.ts';
import { toTitle } from './header-words.ts';
import placeWords from './place-words.json' with { type: 'json' };

/**
 * Whose place a column has. The places of works, schools and events are as many as there are things, so that those of the
 * company are listed (place-words.json): below a word that is not, the place of a namesake would settle its company.
 */

const place = buildAlternatives(placeWords.places);
const english = `(?<![a-z])(?:${buildAlternatives(placeWords.english)})+(?![a-z])`;
const company = [place, buildAlternatives(placeWords.company), english].join('|');
const before = new RegExp(company, 'g');
/** Also how a place is written, which stands behind the word for it: 住所（ビル名）. */
const after = new RegExp(`${company}|${buildAlternatives(placeWords.after)}`, 'g');
const firstPlace = new RegExp(`^.*?(?:${place}|${english})`);

/**
 * Whether a header names a place of the company, and not that of something else: 学校所在地, 工事都道府県, 所在地（学校）, Event Location.
 * Of other parties, it does not judge.
 * @param names headers of the columns that have the company's name: 印刷会社住所 beside 印刷会社名 is its place
 */
export function namesCompanyPlace(header: string, names: readonly string[]): boolean {
  const owned = names.map(extractOwnWord).reduce((rest, own) => rest.replaceAll(own, ' '), toTitle(header));
  const title = removeParties(owned);
  const [begin = ''] = firstPlace.exec(title) ?? [];
  const rest = [begin.replaceAll(before, ' '), title.slice(begin.length).replaceAll(after, ' ')];
  return !rest.some((part) => /\p{L}/u.test(part));
}

/** 印刷会社 of 印刷会社名, leasing company of Leasing Company Name, 支払を受ける者 of 支払を受ける者の氏名又は名称. */
function extractOwnWord(name: string): string {
  return (
    toTitle(name).replace(/(?<![ _-])[ _-]*の?(?:(?:氏?名|名称|商号|又は|または|・){1,5}|name)$/, '') || ' '
  );
}
