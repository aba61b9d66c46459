import type { CompanyCard } from '../../../../mappings/companies.ts';
import type { NameKeys } from '../../../text/names/names.ts';
import {
  byScore,
  exactRules,
  readNames,
  scoreByRules,
  type WantedName,
  wantedName,
} from '../rules/card-rules.ts';
import type { MatchedCompany } from '../rules/explain-match.ts';
import { exactNameKeys } from '../rules/match-clauses.ts';
import type { NameReading } from '../rules/query-reading.ts';
import { activeBonus, namesakesShown } from './lookup-queries.ts';

/** Finds which of many names each company has, and by which rules, as the index would for a single name. */
export class Namesakes {
  readonly #names: ReadonlyMap<string, WantedName>;
  /** The names by their `loose` and `alike` keys, of which a company has one if it matches by any rule. */
  readonly #byKey = { loose: new Map<string, string[]>(), alike: new Map<string, string[]>() };
  readonly #found: ReadonlyMap<string, Scored[]>;
  /** Companies often share names, so each name is read once. */
  readonly #read = new Map<string, NameKeys>();

  /** @param names the names to look for, with their keys */
  constructor(names: ReadonlyMap<string, NameReading>) {
    this.#names = new Map([...names].map(([name, reading]) => [name, wantedName(reading)]));
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
    const read = readNames(card, this.#read);
    const candidates = new Set<string>();
    for (const { keys } of read) {
      for (const name of this.#byKey.loose.get(keys.loose) ?? []) candidates.add(name);
      for (const name of this.#byKey.loose.get(keys.looseExact) ?? []) candidates.add(name);
      for (const name of this.#byKey.alike.get(keys.alike) ?? []) candidates.add(name);
    }
    for (const name of candidates) {
      const wanted = this.#names.get(name);
      const matchedQueries = wanted ? exactRules(wanted, read) : [];
      if (!wanted || matchedQueries.length === 0) continue;
      const active = card.company.status === 'active' ? activeBonus : 0;
      const score = scoreByRules({ card, names: read }, matchedQueries, wanted) + active;
      this.#found.get(name)?.push({ card, matchedQueries, score });
    }
  }

  /** The companies of each name, in the order of `buildNameLookup`. */
  found(): Map<string, readonly MatchedCompany[]> {
    return new Map([...this.#found].map(([name, hits]) => [name, bestOf(hits)]));
  }
}

interface Scored extends MatchedCompany {
  readonly score: number;
}

function bestOf(hits: readonly Scored[]): MatchedCompany[] {
  return hits.toSorted(byScore).slice(0, namesakesShown);
}
