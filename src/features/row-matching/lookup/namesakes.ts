import type { CompanyCard } from '../../../../mappings/companies.ts';
import { maxListedCandidates } from '../../../contract/limits.ts';
import { toNfkc } from '../../../text/letters/nfkc.ts';
import type { NameKeys } from '../../../text/names/names.ts';
import { findNameByKeys, keyRules, keysOf, listTextKeys } from '../rules/compare-names.ts';
import type { MatchedCompany } from '../rules/explain-match.ts';
import { listWidestKeys } from '../rules/match-clauses.ts';
import { compareIds, listFormBonuses, scoreCompany } from '../rules/match-scores.ts';

/** How many companies have a name, in any spelling. */
export interface NamesakeCount {
  readonly companies: number;
  /** Companies by code of the prefecture (JIS X 0401), the most first. Those without a known place are not counted. */
  readonly prefectures: ReadonlyMap<string, number>;
}

/** Says how many they are, in a sentence. */
export function describeNamesakeCount({ companies, prefectures }: NamesakeCount): string {
  const places = prefectures.size === 1 ? '1 prefecture' : `${prefectures.size} prefectures`;
  const where = prefectures.size === 0 ? '' : `, in ${places}`;
  return `${companies.toLocaleString('en')} companies have this name or a spelling of it${where}.`;
}

/** Whether companies of a name may have been left out, so that it needs a lookup of its own. */
export function isCrowded(hits: readonly MatchedCompany[]): boolean {
  return hits.length >= maxListedCandidates;
}

/** Finds which of many names each company has, and by which rules, as the index would for a single name. */
export class Namesakes {
  readonly #names: ReadonlyMap<string, WantedName>;
  /** The names by their `loose` and `alike` keys, of which a company has one if it matches by any rule. */
  readonly #byKey = { loose: new Map<string, string[]>(), alike: new Map<string, string[]>() };
  /** Companies often share names, so the keys of each name are made once. */
  readonly #keys = new Map<string, NameKeys>();

  /** @param names the names to look for, with their keys */
  constructor(names: ReadonlyMap<string, NameKeys>) {
    this.#names = new Map(
      [...names].map(([name, keys]) => [
        name,
        {
          rules: keyRules.resolve.map(([code, rule]) => ({ code, rule, keys: listTextKeys(rule, keys) })),
          bonuses: listFormBonuses(keys),
          hits: [],
        },
      ]),
    );
    for (const [name, keys] of names) {
      const widest = listWidestKeys([keys]);
      for (const field of ['loose', 'alike'] as const) {
        for (const key of widest[field]) {
          const wanting = this.#byKey[field].get(key);
          if (wanting) wanting.push(name);
          else this.#byKey[field].set(key, [name]);
        }
      }
    }
  }

  /** @param card a company that has at least one of the names */
  add(card: CompanyCard): void {
    const candidates = new Set<string>();
    for (const name of card.names) {
      const keys = keysOf(name, this.#keys);
      this.#keys.set(name.name, keys);
      for (const one of this.#byKey.loose.get(keys.loose) ?? []) candidates.add(one);
      for (const one of this.#byKey.loose.get(keys.looseExact) ?? []) candidates.add(one);
      for (const one of this.#byKey.alike.get(keys.alike) ?? []) candidates.add(one);
    }
    for (const candidate of candidates) {
      const { rules = [], bonuses = [], hits } = this.#names.get(candidate) ?? {};
      const fitting = rules.filter(({ rule, keys }) => findNameByKeys(rule, keys, card));
      const [best] = fitting;
      if (!best) continue;
      const matchedQueries = fitting.map(({ code }) => code);
      hits?.push({ card, matchedQueries, score: scoreCompany(card, best.rule.score, bonuses) });
    }
  }

  /** The companies of each name, in the order of `buildNameLookup`. */
  listHits(): Map<string, readonly MatchedCompany[]> {
    return new Map(
      [...this.#names].map(([name, { hits }]) => [
        name,
        hits
          .toSorted((one, other) => other.score - one.score || compareIds(one, other))
          .slice(0, maxListedCandidates),
      ]),
    );
  }
}

/** What to look for in the names of companies, and those that have it. */
interface WantedName {
  readonly rules: readonly {
    readonly code: string;
    readonly rule: (typeof keyRules.resolve)[number][1];
    readonly keys: readonly string[];
  }[];
  readonly bonuses: ReturnType<typeof listFormBonuses>;
  readonly hits: (MatchedCompany & { readonly score: number })[];
}

/**
 * Companies of one name in a better order: those that write it in the same letters first (Seed before SEED), and among
 * companies that differ in nothing that counts, those that were registered first. The order stays otherwise.
 */
export function sortByLikelihood(name: string, hits: readonly MatchedCompany[]): readonly MatchedCompany[] {
  if (hits.length < 2) return hits;
  const ranked = hits.map(rankHit);
  for (let from = 0; from < ranked.length; ) {
    let to = from + 1;
    while (to < ranked.length && ranked[to]?.rank === ranked[from]?.rank) to += 1;
    const equal = ranked.slice(from, to).sort((one, other) => (one.number < other.number ? -1 : 1));
    ranked.splice(from, equal.length, ...equal);
    from = to;
  }
  const letters = foldLetters(name);
  const inSameLetters = ranked.filter(
    ({ hit: { card, matchedQueries } }) =>
      matchedQueries.includes('legal_exact') &&
      card.company.status === 'active' &&
      foldLetters(card.company.legal_name) === letters,
  );
  return [...new Set([...inSameLetters, ...ranked])].map(({ hit }) => hit);
}

/**
 * Of companies that are read as the text, those with its legal form first: カ)架空 is rather 株式会社 than 有限会社. Readings are
 * registered without the form, so that the index cannot order by it. The order stays otherwise.
 */
export function orderReadingsByForm(
  keys: NameKeys,
  hits: readonly MatchedCompany[],
): readonly MatchedCompany[] {
  if (hits.length < 2 || keys.legalForm === null || KANJI.test(keys.core)) return hits;
  if (hits.some(({ matchedQueries }) => matchedQueries.includes('legal_exact'))) return hits;
  const form = readForm(keys);
  const rank = ({ card: { company, names } }: MatchedCompany): number => {
    const legal = names.find(({ kind }) => kind === 'legal');
    const own = legal && keysOf(legal);
    // 一般社団法人 and 公益社団法人 for what is 社団法人 on a statement.
    const fits = own !== undefined && own.legalForm !== null && readForm(own).includes(form);
    const isAtSameEnd = fits && own.legalForm.position === keys.legalForm?.position;
    return 4 * Number(company.status === 'active') + 2 * Number(fits) + Number(isAtSameEnd);
  };
  return hits.toSorted((one, other) => rank(other) - rank(one));
}

const KANJI = /\p{sc=Han}/u;

/** The legal form as it is in keys. */
function readForm({ loose, looseExact }: NameKeys): string {
  return looseExact.replace(loose, '');
}

/**
 * `rank` is equal for companies that only their ids order: among those found otherwise, the legal form beside the name counts
 * too. `number` is the corporate number without its check digit, which would order at random: the office of registration, those
 * of Tokyo first, the kind, and a number that grows. Of 167 real names that several companies have, the meant one is on average
 * behind 36 % of the others in this order.
 */
function rankHit(hit: MatchedCompany) {
  const { company, prominence } = hit.card;
  const isExact = hit.matchedQueries.includes('legal_exact');
  return {
    hit,
    rank: isExact ? JSON.stringify([company.status, company.listing_status, prominence]) : company.company_id,
    number: company.corporate_number?.slice(1) ?? `~${company.company_id}`,
  };
}

/**
 * The best company of each name of the text, then the second of each, and so on, so that each member of a joint venture is
 * among the first. The names stay in the order in which they first come.
 * @param compare within one name; by default the order stays
 */
export function interleaveParts(
  hits: readonly MatchedCompany[],
  compare: (one: MatchedCompany, other: MatchedCompany) => number = () => 0,
): MatchedCompany[] {
  const parts = new Map<string | undefined, MatchedCompany[]>();
  for (const hit of hits) {
    const part = parts.get(hit.asName?.text);
    if (part) part.push(hit);
    else parts.set(hit.asName?.text, [hit]);
  }
  const [first = [], ...others] = parts.values();
  if (others.length === 0) return first.sort(compare);
  return [first, ...others]
    .flatMap((part) => part.sort(compare).map((hit, place) => ({ hit, place })))
    .sort((one, other) => one.place - other.place)
    .map(({ hit }) => hit);
}

/** Hits that say which name found them, because it is not the whole text. */
export function labelHits(
  { name, keys }: { readonly name: string; readonly keys: NameKeys },
  hits: readonly MatchedCompany[],
): MatchedCompany[] {
  return hits.map((hit) => ({ ...hit, asName: { text: name, name: keys } }));
}

/** Each company once, where it comes first. */
export function mergeHits(...lists: readonly (readonly MatchedCompany[])[]): MatchedCompany[] {
  const hits = new Map<string, MatchedCompany>();
  for (const hit of lists.flat())
    if (!hits.has(hit.card.company.company_id)) hits.set(hit.card.company.company_id, hit);
  return [...hits.values()];
}

const foldLetters = (name: string): string =>
  toNfkc(name)
    .replace(/\s/g, '')
    .replace(/^\(株\)|\(株\)$/, '株式会社');
