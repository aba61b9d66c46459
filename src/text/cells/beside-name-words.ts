import { buildAlternatives, buildRunPattern } from '../letters/word-patterns.ts';
import words from './written-name-words.json' with { type: 'json' };
import { departments, formSpellings, sureParts } from './written-name-words.ts';

/** Roles, persons, codes, marks and notes that people write beside a name. */

/** Who acts for several: the name follows or is followed by one of these. */
const roles = buildAlternatives(words.roles);
export const ROLE = new RegExp(`^(?:${roles})$`);
export const ROLE_IN_FRONT = new RegExp(
  `^[([【〔<《≪]?(?:共同企業体|共同体)?(?:${roles})(?:[)\\]】〕>》≫]|[:;・/]|\\s)[:\\s]*`,
);
/** A role inside a text is certain only before a legal form at the front or a separator. */
export const ROLE_INSIDE =
  /^(.{2,}?)(?<![([【〔〈「])(?:代表機関|代表者|代表企業|代表法人|代表構成員|代表団体|幹事会社|幹事法人|管理法人|構成員|(?:受託者|受注者|請負者|契約者|契約相手方|落札者|委託先|支払先)(?=\s*:)|\s(?:代表|幹事)(?=[:\s]))[:;・\s]*(?=\S)/;

export const HONORIFIC = /\s*(?:御\s?中|様方|様|殿|各位|宛て?|気付|行|貴下|さま|さん)$/;

/** What a person is called beside the name. */
const titles = buildAlternatives(words.titles);
/** Also words of names, so that a space must divide them: リーダー, 顧問. */
const spacedTitles = buildAlternatives(words.spacedTitles);
const nameLetters = '[一-鿿々ぁ-ゖァ-ヺー]';
/** 山田太郎, 山田 太郎, 林 一郎 */
const fullName = `(?:${nameLetters}{2,6}(?:\\s${nameLetters}{1,5})?|[一-鿿]\\s${nameLetters}{1,5})`;
const personName = `(?:\\s*兼\\s*[^\\s兼]{1,12}){0,2}(?!(?<=[ァ-ヺー])[ァ-ヺー])(?:\\s*[::]?\\s*(?!.{0,12}(?:会社|法人|組合))${fullName})?`;
export const TITLE_BEHIND = new RegExp(
  `\\s*(?:(?:(?:${departments})|(?:${sureParts}))長|${titles})${personName}$|\\s+(?:${spacedTitles})${personName}$|\\s+(?:attn|attention)[.:\\s]+\\D{2,40}$`,
  'i',
);
export const PERSON = new RegExp(
  `^(?:(?:(?:${departments})|(?:${sureParts}))長|${titles}|${spacedTitles})${personName}$`,
);
/** 空想太郎, 空想 太郎: only beside a name that is certain. */
export const LIKE_A_PERSON = /^[一-鿿々]{1,3}\s?[一-鿿々ぁ-ゖ]{1,3}$/;

/** A title that hardly ends a name, whatever is before it. */
export const OFFICER = /取締役|代表(?:者|社員|理事)|理事長|執行役/;

/** Codes of a company beside its name: securities code, corporate number, invoice number. */
const codeLabel =
  '(?:(?:法人番号|証券コード|登録番号|コード|インボイス(?:番号)?|業者番号|会社コード|id)\\s*[:.\\s]?\\s*)';
const markets =
  '(?:(?:東証|名証|札証|福証)(?:プライム|スタンダード|グロース|メイン|ネクスト)?(?:上場)?[:\\s]*)';
/** A code alone, as in a bracket. */
export const CODE = new RegExp(
  `^(?:${codeLabel}[a-z]?\\d{1,13}[a-z]?|${markets}(?:[1-9][\\da-z]\\d[\\da-z])?|[a-z]?\\d{4,13}[a-z]?|[1-9]\\d[\\da-z]{2}\\s*\\S{1,8})$`,
  'i',
);
export const LABELLED_CODE_BEHIND = new RegExp(
  `${buildRunPattern('\\s,、/:', '+')}(?:${codeLabel}[a-z]?\\d{1,13}[a-z]?|${markets}(?:[1-9][\\da-z]\\d[\\da-z])?)$`,
  'i',
);
export const CODE_BEHIND = /(?<![\s,、/:])[\s,、/:]+(?:t?\d{13}|[1-9][\da-z]\d[\da-z])$/i;
export const CODE_IN_FRONT =
  /^(?:t?\d{13}|[1-9][\da-z]\d[\da-z])[\s,、/:]+(?=\D)|^(?:[a-z]{1,4}[-_]?)?\d{3,10}[\s:]+(?=\D)/i;
/** Numbers and marks of lists. ① becomes 1 when normalized. */
export const MARK_IN_FRONT = new RegExp(
  `^(?:no\\.?\\s*)?\\d{1,4}\\s*[.):、]\\s*(?=\\D)|^no\\.?\\s*\\d{1,6}\\s+|^\\d{1,2}(?=${formSpellings})|^[・*※●○◎■□◆◇▲△▼▽★☆→>-]+\\s*|^[([【](?:仮称?|案|新規?|済|未)[)\\]】]\\s*`,
  'i',
);
export const MARK_BEHIND =
  /\s*(?<![*※●○◎■□◆◇▲△▼▽★☆。、,;?…®©])[*※●○◎■□◆◇▲△▼▽★☆。、,;?…®©]+$|\s*(?<!\()(?:[*※]\s?\d{1,2}|(?<=\s)注\s?\d{0,2})\)?$/;
/** The number of an item of a list, in a bracket: (1), (ア). */
export const MARK = /^(?:\d{1,4}|[ア-ンa-z])$/i;
/** Words in brackets or behind a space that say nothing about who is meant. */
export const NOTE =
  /^(?:注\s?\d{0,2}|※\s?\d{0,2}|新規|継続|予定|仮|仮称|案|済|未|未定|変更|追加|更新|再委託|再々委託|単独|共同|共同提案|随意契約|一般競争|一般競争入札|入札|落札|辞退|同上|以下同じ|本体|税込|税抜|以下「.{1,20}」という。?)$/i;
