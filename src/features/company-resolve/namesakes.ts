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

/** What to look for in the names of a company, made once for each name. */
interface Wanted {
  readonly rules: readonly {
    readonly rule: ExactNameRule;
    readonly field: KeyField;
    readonly keys: readonly string[];
  }[];
  readonly forms: ReturnType<typeof formKeys>;
}

function wantedBy(reading: NameReading): Wanted {
  return {
    rules: exactNameRules.map((rule) => ({
      rule,
      field: keyFieldOf(rule),
      keys: exactNameKeys[rule](reading),
    })),
    forms: formKeys(reading),
  };
}

/** Finds which of many names each company has, and by which rules, as the index would for a single name. */
export class Namesakes {
  readonly #names: ReadonlyMap<string, Wanted>;
  /** The names by their `loose` and `alike` keys, of which a company has one if it matches by any rule. */
  readonly #byKey = { loose: new Map<string, string[]>(), alike: new Map<string, string[]>() };
  readonly #found: ReadonlyMap<string, Scored[]>;
  /** Companies often share names, so each name is read once. */
  readonly #read = new Map<string, NameKeys>();

  /** @param names the names to look for, with their keys */
  constructor(names: ReadonlyMap<string, NameReading>) {
    this.#names = new Map([...names].map(([name, reading]) => [name, wantedBy(reading)]));
    for (const [name, reading] of names) {
      for (const rule of ['loose', 'alike'] as const) {
        for (const key of exactNameKeys[rule](reading)) {
          const wanting = this.#byKey[rule].get(key);
          if (wanting) wanting.push(name);
          else this.#byKey[rule].set(key, [name]);
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
      for (const name of this.#byKey.loose.get(keys.loose) ?? []) candidates.add(name);
      for (const name of this.#byKey.loose.get(keys.looseExact) ?? []) candidates.add(name);
      for (const name of this.#byKey.alike.get(keys.alike) ?? []) candidates.add(name);
    }
    for (const name of candidates) {
      const wanted = this.#names.get(name);
      const matchedQueries = wanted ? rulesFor(wanted, read) : [];
      if (!wanted || matchedQueries.length === 0) continue;
      const score = scoreOf(card, matchedQueries) + formScore(wanted, read);
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

function rulesFor({ rules }: Wanted, names: readonly ReadName[]): ExactNameRule[] {
  return rules.flatMap(({ rule, field, keys }) =>
    names.some((name) => hasKey(name, field, keys)) ? [rule] : [],
  );
}

/** Whether the company's document has one of the keys, by this name, in the index field. */
function hasKey({ kind, keys }: ReadName, field: KeyField, wanted: readonly string[]): boolean {
  switch (field) {
    case 'legal_exact':
      return kind === 'legal' && wanted.includes(keys.exact);
    case 'legal_core':
      return kind === 'legal' && wanted.includes(keys.core);
    case 'loose':
      return wanted.includes(keys.loose) || wanted.includes(keys.looseExact);
    case 'alike':
      return wanted.includes(keys.alike);
    default:
      return kind === field && (wanted.includes(keys.exact) || wanted.includes(keys.core));
  }
}

function scoreOf(card: CompanyCard, rules: readonly ExactNameRule[]): number {
  const best = Math.max(...rules.map((rule) => nameRules[rule].score));
  return (
    best +
    (card.company.status === 'active' ? activeBonus : 0) +
    (card.company.listing_status === 'listed' ? listedBonus : 0) +
    card.prominence * prominenceBonus
  );
}

function formScore({ forms }: Wanted, names: readonly ReadName[]): number {
  const bonuses = forms.map(({ key, bonus }) =>
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
