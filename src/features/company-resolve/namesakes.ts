import type { CompanyCard } from '../../../mappings/companies.ts';
import { nameKeys } from '../../text/names.ts';
import type { MatchedCompany } from '../matching/explain-match.ts';
import {
  type ExactNameRule,
  exactNameKeys,
  exactNameRules,
  formKeys,
  type KeyField,
  keyFieldOf,
  keyRules,
} from '../matching/match-clauses.ts';
import { listedBonus, nameRules, prominenceBonus } from '../matching/match-stages.ts';
import type { NameReading } from '../matching/query-reading.ts';
import { activeBonus, namesakesShown } from './lookup-queries.ts';

/** A company's keys by rule: the same keys that its index document has, made from the same names. */
type CardKeys = Readonly<Record<KeyField, ReadonlySet<string>>>;

/** Finds which of many names each company has, and by which rules, as the index would for a single name. */
export class Namesakes {
  readonly #names: ReadonlyMap<string, NameReading>;
  readonly #wanted = new Map<string, Set<string>>();
  readonly #found: ReadonlyMap<string, Scored[]>;
  /** Companies often share names, so each name is read once. */
  readonly #read: Map<string, NameReading>;

  /** @param names the names to look for, with their keys */
  constructor(names: ReadonlyMap<string, NameReading>) {
    this.#names = names;
    for (const [name, reading] of names) {
      for (const rule of keyRules) {
        for (const key of exactNameKeys[rule](reading)) {
          const wanting = this.#wanted.get(key) ?? new Set();
          this.#wanted.set(key, wanting.add(name));
        }
      }
    }
    this.#found = new Map([...names.keys()].map((name) => [name, []]));
    this.#read = new Map(names);
  }

  /** @param card a company that has at least one of the names */
  add(card: CompanyCard): void {
    const keys = keysOf(card, (name) => this.#readingOf(name));
    const candidates = new Set(
      keyRules.flatMap((rule) => [...keys[rule]].flatMap((key) => [...(this.#wanted.get(key) ?? [])])),
    );
    for (const name of candidates) {
      const reading = this.#names.get(name);
      const matchedQueries = reading ? rulesFor(reading, keys) : [];
      if (!reading || matchedQueries.length === 0) continue;
      const score = scoreOf(card, matchedQueries) + formScore(reading, keys);
      this.#found.get(name)?.push({ company: { card, matchedQueries }, score });
    }
  }

  /** The companies of each name, in the order of `buildNameLookup`. */
  found(): Map<string, readonly MatchedCompany[]> {
    return new Map([...this.#found].map(([name, hits]) => [name, bestOf(hits)]));
  }

  #readingOf(name: string): NameReading {
    const reading = this.#read.get(name) ?? nameKeys(name);
    this.#read.set(name, reading);
    return reading;
  }
}

interface Scored {
  readonly company: MatchedCompany;
  readonly score: number;
}

function rulesFor(reading: NameReading, keys: CardKeys): ExactNameRule[] {
  return exactNameRules.filter((rule) =>
    exactNameKeys[rule](reading).some((key) => keys[keyFieldOf(rule)].has(key)),
  );
}

function keysOf({ names }: CompanyCard, readingOf: (name: string) => NameReading): CardKeys {
  const none = keyRules.map((rule) => [rule, new Set<string>()]);
  const keys: Record<KeyField, Set<string>> = Object.fromEntries(none);
  for (const { kind, name } of names) {
    const { exact, core, loose, looseExact, alike } = readingOf(name);
    if (kind === 'legal') {
      keys.legal_exact.add(exact);
      keys.legal_core.add(core);
    } else if (
      kind === 'trade' ||
      kind === 'alias' ||
      kind === 'former' ||
      kind === 'english' ||
      kind === 'kana'
    ) {
      keys[kind].add(exact).add(core);
    }
    keys.loose.add(loose).add(looseExact);
    keys.alike.add(alike);
  }
  return keys;
}

function scoreOf(card: CompanyCard, rules: readonly ExactNameRule[]): number {
  const best = Math.max(...rules.map((rule) => nameRules[rule].score));
  return (
    best +
    (card.status === 'active' ? activeBonus : 0) +
    (card.listing_status === 'listed' ? listedBonus : 0) +
    card.prominence * prominenceBonus
  );
}

function formScore(reading: NameReading, { loose }: CardKeys): number {
  return Math.max(0, ...formKeys(reading).map(({ key, bonus }) => (loose.has(key) ? bonus : 0)));
}

function bestOf(hits: readonly Scored[]): MatchedCompany[] {
  return hits
    .toSorted(
      (one, other) =>
        other.score - one.score || (one.company.card.company_id < other.company.card.company_id ? -1 : 1),
    )
    .slice(0, namesakesShown)
    .map(({ company }) => company);
}
