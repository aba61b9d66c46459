import type { CompanyCard } from '../../../mappings/companies.ts';
import type { NameKeys } from '../../text/names.ts';
import { type CardName, keysOf } from '../matching/card-names.ts';
import type { MatchedCompany } from '../matching/explain-match.ts';
import {
  type ExactNameRule,
  exactNameKeys,
  exactNameRules,
  formKeys,
  type KeyField,
  keyFieldOf,
} from '../matching/match-clauses.ts';
import { listedBonus, nameRules, prominenceBonus } from '../matching/match-stages.ts';
import type { NameReading } from '../matching/query-reading.ts';
import { activeBonus, namesakesShown } from './lookup-queries.ts';

/** A name of a company, with its keys. */
interface ReadName {
  readonly kind: string;
  readonly keys: NameKeys;
}

/** Finds which of many names each company has, and by which rules, as the index would for a single name. */
export class Namesakes {
  readonly #names: ReadonlyMap<string, NameReading>;
  /** The names by their `loose` and `alike` keys, of which a company has one if it matches by any rule. */
  readonly #wanted = { loose: new Map<string, string[]>(), alike: new Map<string, string[]>() };
  readonly #found: ReadonlyMap<string, Scored[]>;
  /** Companies often share names, so each name is read once. */
  readonly #read = new Map<string, NameKeys>();

  /** @param names the names to look for, with their keys */
  constructor(names: ReadonlyMap<string, NameReading>) {
    this.#names = names;
    for (const [name, reading] of names) {
      for (const rule of ['loose', 'alike'] as const) {
        for (const key of exactNameKeys[rule](reading)) {
          const wanting = this.#wanted[rule].get(key);
          if (wanting) wanting.push(name);
          else this.#wanted[rule].set(key, [name]);
        }
      }
    }
    this.#found = new Map([...names.keys()].map((name) => [name, []]));
  }

  /** @param card a company that has at least one of the names */
  add(card: CompanyCard): void {
    const read = card.names.map((name) => ({ kind: name.kind, keys: this.#keysOf(name) }));
    const candidates = new Set<string>();
    for (const { keys } of read) {
      for (const name of this.#wanted.loose.get(keys.loose) ?? []) candidates.add(name);
      for (const name of this.#wanted.loose.get(keys.looseExact) ?? []) candidates.add(name);
      for (const name of this.#wanted.alike.get(keys.alike) ?? []) candidates.add(name);
    }
    for (const name of candidates) {
      const reading = this.#names.get(name);
      const matchedQueries = reading ? rulesFor(reading, read) : [];
      if (!reading || matchedQueries.length === 0) continue;
      const score = scoreOf(card, matchedQueries) + formScore(reading, read);
      this.#found.get(name)?.push({ company: { card, matchedQueries }, score });
    }
  }

  /** The companies of each name, in the order of `buildNameLookup`. */
  found(): Map<string, readonly MatchedCompany[]> {
    return new Map([...this.#found].map(([name, hits]) => [name, bestOf(hits)]));
  }

  #keysOf(name: CardName): NameKeys {
    const keys = keysOf(name, this.#read);
    this.#read.set(name.name, keys);
    return keys;
  }
}

interface Scored {
  readonly company: MatchedCompany;
  readonly score: number;
}

function rulesFor(reading: NameReading, names: readonly ReadName[]): ExactNameRule[] {
  return exactNameRules.filter((rule) => {
    const wanted = exactNameKeys[rule](reading);
    return names.some((name) => keysByRule[keyFieldOf(rule)](name).some((key) => wanted.includes(key)));
  });
}

const keysOfKind =
  (kind: string) =>
  (name: ReadName): readonly string[] =>
    name.kind === kind ? [name.keys.exact, name.keys.core] : [];

/** The keys of a name in the index field of each rule: as the company's document has them. */
const keysByRule: Readonly<Record<KeyField, (name: ReadName) => readonly string[]>> = {
  legal_exact: ({ kind, keys }) => (kind === 'legal' ? [keys.exact] : []),
  legal_core: ({ kind, keys }) => (kind === 'legal' ? [keys.core] : []),
  trade: keysOfKind('trade'),
  alias: keysOfKind('alias'),
  former: keysOfKind('former'),
  english: keysOfKind('english'),
  kana: keysOfKind('kana'),
  loose: ({ keys }) => [keys.loose, keys.looseExact],
  alike: ({ keys }) => [keys.alike],
};

function scoreOf(card: CompanyCard, rules: readonly ExactNameRule[]): number {
  const best = Math.max(...rules.map((rule) => nameRules[rule].score));
  return (
    best +
    (card.company.status === 'active' ? activeBonus : 0) +
    (card.company.listing_status === 'listed' ? listedBonus : 0) +
    card.prominence * prominenceBonus
  );
}

function formScore(reading: NameReading, names: readonly ReadName[]): number {
  const bonuses = formKeys(reading).map(({ key, bonus }) =>
    names.some(({ keys }) => keys.loose === key || keys.looseExact === key) ? bonus : 0,
  );
  return Math.max(0, ...bonuses);
}

function bestOf(hits: readonly Scored[]): MatchedCompany[] {
  return hits
    .toSorted(
      (one, other) =>
        other.score - one.score ||
        (one.company.card.company.company_id < other.company.card.company.company_id ? -1 : 1),
    )
    .slice(0, namesakesShown)
    .map(({ company }) => company);
}
