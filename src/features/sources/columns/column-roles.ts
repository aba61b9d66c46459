import { foldCase, normalizeText } from '../../../text/letters/normalize.ts';
import { buildAlternatives } from '../../../text/letters/word-patterns.ts';
import listedWords from './column-role-words.json' with { type: 'json' };
import thingWords from './thing-words.json' with { type: 'json' };

/**
 * Whose name, number, site or place a column has, by the words of its header. A table of contracts names the agency
 * beside the contractor, and a table of subsidiaries the parent: the company that is meant is in the column that is left
 * without these (docs/decisions/0027-sources.md).
 */

/**
 * 0: the company that the table is about, or its only party. 1: a party that is meant if the table has no such column.
 * 2: one that serves or pays for the others, and is meant if the table has none of them. 3: another party, which is never
 * meant beside a column of a lower rank.
 */
export type PartyRank = 0 | 1 | 2 | 3;
export const otherParty = 3;

export interface ColumnRole {
  readonly rank: PartyRank;
  /** Columns of one kind are about one party. */
  readonly kind: string;
}

/** A header without a word for a party: 会社名, 法人番号, Address. */
export const plainRole: ColumnRole = { rank: 0, kind: 'plain' };

type PartyKind = keyof typeof listedWords;

/** The later word of a header counts, because a Japanese header ends with what it is: 施設の設置者, 取引先の親会社. */
const ranks: Readonly<Record<PartyKind, PartyRank>> = {
  partner: 0,
  // Beside companies below a header that is not understood, these may be somebody else's.
  related: 0,
  // Places and, by their names, companies.
  shop: 0,
  // 派遣先, 導入先, 貸付先 … : to whom something was done, if no other word says more.
  toward: 1,
  variant: 1,
  applicant: 1,
  buyer: 1,
  group: 1,
  builder: 1,
  seller: 1,
  billed: 2,
  biller: 2,
  agent: 2,
  maker: 2,
  carrier: 2,
  account: 2,
  own: otherParty,
  authority: otherParty,
  parent: otherParty,
  owner: otherParty,
  successor: otherParty,
  former: otherParty,
  place: otherParty,
  work: otherParty,
  delivery: otherParty,
  financial: otherParty,
  competitor: otherParty,
};

interface PartyWords {
  /** Patterns. */
  readonly words?: readonly string[];
  /** English words, also in the plural. */
  readonly english?: readonly string[];
  readonly exactEnglish?: readonly string[];
  /** Of which one stands before one of `after`: contracting authority, parent company. */
  readonly before?: readonly string[];
  readonly after?: readonly string[];
}

function buildPartyPattern(
  { words = [], english = [], exactEnglish = [] }: PartyWords,
  more: string[],
): RegExp {
  const plural = english.length > 0 ? [`(?<![a-z])(?:${english.join('|')})s?(?![a-z])`] : [];
  const singular = exactEnglish.length > 0 ? [`(?<![a-z])(?:${exactEnglish.join('|')})(?![a-z])`] : [];
  return new RegExp([...words, ...more, ...plural, ...singular].join('|'), 'g');
}

const { authority, parent } = listedWords;
const phrases: Partial<Record<PartyKind, string[]>> = {
  authority: [`(?<![a-z])(?:${authority.before.join('|')})[ _-]?(?:${authority.after.join('|')})`],
  // Parent of the company, name of the parent of the account.
  parent: [
    `(?<![a-z])(?:${parent.before.join('|')})s?[ _-]?(?:${parent.after.join('|')})?(?![a-z])(?:[ _-](?:of|.*[ _-]of)[ _-].*)?`,
  ],
};

const roles = (Object.keys(ranks) as PartyKind[]).map((kind) => ({
  rank: ranks[kind],
  kind,
  words: buildPartyPattern(listedWords[kind], phrases[kind] ?? []),
}));

/** What the header of a column says about its party. */
export function detectRole(header: string): ColumnRole {
  const title = foldCase(normalizeText(header.slice(0, 200)));
  let found: ColumnRole = plainRole;
  let end = 0;
  let begin = 0;
  for (const { rank, kind, words } of roles)
    for (const match of title.matchAll(words)) {
      const after = match.index + match[0].length;
      // 親取引先 is longer than 取引先.
      if (after > end || (after === end && match.index < begin)) {
        found = { rank, kind };
        end = after;
        begin = match.index;
      }
    }
  if (found.kind === 'plain' && isKindOfCompany(title)) return { rank: 1, kind: 'some' };
  // 会社名2 is a part or a variant of the column before.
  if (found.rank === 0 && hasFurtherNumber(title)) return { rank: 1, kind: 'variant' };
  return found;
}

function hasFurtherNumber(title: string): boolean {
  return /(名|称|先|者|社|所|地|name|company|address)[ _]?[2-9]$/.test(title);
}

/** 社名 of 社名2, by which it is found beside 社名1; nothing for a header without a further number. */
export function extractFirst(header: string): string | undefined {
  const title = foldCase(normalizeText(header.slice(0, 200)));
  return hasFurtherNumber(title) ? removeNumber(header) : undefined;
}

export function removeNumber(header: string): string {
  return foldCase(normalizeText(header.slice(0, 200))).replace(/[ _]?[1-9]$/, '');
}

/**
 * Whether a header says that its column has companies, but of a kind that is not understood: 印刷会社, 入居企業, Leasing
 * Company. Beside another party, they may or may not be meant.
 */
export function isKindOfCompany(title: string): boolean {
  return /^(?!会社|企業|法人|業者|事業者|団体|社).{1,20}(会社|企業|法人|業者|事業者|団体|社(?=名)) ?(名|名称)?$|^(?!the )[a-z &-]{2,20}[ _-](company|corporation|firm|entity|organi[sz]ation)([ _-]?name)?$/.test(
    title,
  );
}

/** Whether the column's party is the company or its partner, in words that say so. */
export function isPartner({ rank, kind }: ColumnRole): boolean {
  return rank === 0 && kind !== 'plain';
}

/** Sites of works have no names, and who holds an account can be anybody. */
const withoutNames: ReadonlySet<string> = new Set(['work', 'account']);

/** Whether the header is a word for a party, with a word for its name at most. */
export function namesParty(header: string): boolean {
  const title = foldCase(normalizeText(header.slice(0, 200)));
  const { kind } = detectRole(title);
  const words = roles.find((role) => role.kind === kind)?.words;
  if (!words || withoutNames.has(kind)) return false;
  const last = [...title.matchAll(words)].at(-1);
  const rest = last ? title.slice(last.index + last[0].length) : title;
  return /^等?の?(会社|企業|法人|業者|事業者|団体|正式|商号|氏名|名称|機関)?(又は|または|・|\/|及び)?(氏名|名称|商号|名|様|正式名称)?$|^[ _-]?(company[ _-]?)?(name|company)?$/.test(
    rest,
  );
}

/** The word of a header for its party: 加盟店 of 加盟店名 and 加盟店の住所; empty if it has none. */
export function extractOwner(header: string): string {
  const title = foldCase(normalizeText(header.slice(0, 200)));
  const { kind } = detectRole(title);
  const words = roles.find((role) => role.kind === kind)?.words;
  return words ? ([...title.matchAll(words)].at(-1)?.[0] ?? '') : '';
}

/** The header without its words for parties. */
export function removeParties(title: string): string {
  return roles.reduce((rest, { words }) => rest.replaceAll(words, ' '), title);
}

/** Names of what is ordered, paid for or sold: 件名, 物品役務等の名称及び数量. 契約者名 and 工事業者名 are not that. */
const notParty = '(?:者|業者|先|相手方|相手|会社|企業|法人)(?:の?(?:商号|氏名|名称|名))';
const things = new RegExp(
  [
    `^(?!.*${notParty}).*(?:(?:${buildAlternatives(thingWords.things)})\\)?等?の?(?:名|名称|件名|題名|タイトル)(?!義))`,
    `^(?:${buildAlternatives(thingWords.beginnings)})`,
    `(?<![a-z])(?:${buildAlternatives(thingWords.english)})[ _-]?(?:name|title|subject)(?![a-z])`,
    '(?<![a-z])(?:title|subject)$',
  ].join('|'),
);

export function namesThing(title: string): boolean {
  return things.test(title);
}

/** A company has one number, so 法人番号 after 事業所名 is not the number of the place. */
const withoutNumbers: ReadonlySet<string> = new Set(['place', 'work', 'delivery', 'former', 'variant']);

/**
 * Whose columns those are that do not say so: 所在地 and 法人番号 after 発注機関名 are the agency's, up to the next name.
 * @param isAttribute whether a header is a number, site or place, or something else that belongs to a name before it
 * @returns the role of a column of these headers for a field
 */
export function assignOwners(
  headers: readonly string[],
  isAttribute: (header: string) => boolean,
): (header: string, field: string) => ColumnRole {
  const owners = new Map<string, ColumnRole>();
  let owner = plainRole;
  for (const header of headers) {
    const role = detectRole(header);
    if (!isAttribute(header)) owner = role.rank === otherParty ? role : plainRole;
    else if (role.kind !== 'plain') owner = owner.kind === role.kind ? owner : plainRole;
    const isOwned = role.kind === 'plain' && isAttribute(header);
    // 本店住所 after 支店名 is that of the company.
    const isHead = owner.kind === 'place' && /本店|本社|主たる/.test(header);
    owners.set(header, isOwned && !isHead ? owner : role);
  }
  return (header, field) => {
    const role = owners.get(header) ?? detectRole(header);
    const isNumber = field === 'corporate_number' || field === 'ticker';
    if (isNumber && withoutNumbers.has(role.kind) && detectRole(header).kind === 'plain') return plainRole;
    return role;
  };
}
