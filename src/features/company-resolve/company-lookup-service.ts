import type { CompanyCard } from '../../../mappings/companies.ts';
import type { Hit, SearchGateway } from '../../search/gateway.ts';
import { nameKeys } from '../../text/names.ts';
import type { MatchedCompany } from '../matching/explain-match.ts';
import { exactNameKeys } from '../matching/match-clauses.ts';
import {
  buildCrowdedNames,
  buildIdentifierLookup,
  buildNameLookup,
  buildNamesLookup,
} from './lookup-queries.ts';
import { namesakes } from './namesakes.ts';

export interface CompanyLookupParts {
  readonly gateway: SearchGateway;
  readonly alias: string;
}

const valuesPerLookup = 1000;
/** Below, a query for each name is as fast. */
const namesWorthPooling = 8;
const namesPerPool = 500;
const companiesPerName = 16;
/** What a lookup of many values asks for each; when more is there, the values are asked in halves. */
const companiesPerValue = 4;
const mostHits = 10_000;

/** Finds the companies of many identifiers or names at once, and tells which value found which. */
export class CompanyLookup {
  constructor(private readonly parts: CompanyLookupParts) {}

  /**
   * @param terms `<identifier_type>:<value>`, see `identifierTerm`
   * @param ids company ids, also former ones
   * @returns the companies of each term and id; what nobody has is absent
   */
  async byIdentifiers(
    terms: readonly string[],
    ids: readonly string[],
    signal?: AbortSignal,
  ): Promise<Map<string, CompanyCard[]>> {
    const pieces: Promise<readonly Hit<CompanyCard>[]>[] = [];
    for (let at = 0; at < Math.max(terms.length, ids.length); at += valuesPerLookup) {
      const end = at + valuesPerLookup;
      pieces.push(this.#whole(terms.slice(at, end), ids.slice(at, end), signal));
    }
    const hits = new Map(
      (await Promise.all(pieces)).flatMap((found) => found.map((hit) => [hit.card.company_id, hit] as const)),
    );
    return byKey([...hits.values()], new Set([...terms, ...ids]));
  }

  /** The companies of each name by the exact-name stage, the best first, at most `namesakesShown`. */
  async byNames(
    names: readonly string[],
    signal?: AbortSignal,
  ): Promise<Map<string, readonly MatchedCompany[]>> {
    if (names.length === 0) return new Map();
    if (names.length < namesWorthPooling) return this.#oneByOne(names, signal);
    const pieces: Promise<Map<string, readonly MatchedCompany[]>>[] = [];
    for (let at = 0; at < names.length; at += namesPerPool)
      pieces.push(this.#apart(names.slice(at, at + namesPerPool), signal));
    return new Map((await Promise.all(pieces)).flatMap((piece) => [...piece]));
  }

  /** A query for each name, sent together. */
  async #oneByOne(
    names: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<Map<string, readonly MatchedCompany[]>> {
    const answers = await this.parts.gateway.multiSearch<CompanyCard>(
      this.parts.alias,
      names.map((name) => buildNameLookup(nameKeys(name))),
      signal ? { signal } : {},
    );
    return new Map(names.map((name, place) => [name, answers[place]?.hits ?? []]));
  }

  /** Names that more companies have than are shown are asked each for itself, so that only those are read. */
  async #apart(
    names: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<Map<string, readonly MatchedCompany[]>> {
    const crowded = new Set(await this.#crowded(names, signal));
    const few = names.filter((name) => !crowded.has(name));
    const found = await Promise.all([this.#oneByOne([...crowded], signal), this.#pooled(few, signal)]);
    return new Map(found.flatMap((part) => [...part]));
  }

  async #crowded(names: readonly string[], signal: AbortSignal | undefined): Promise<string[]> {
    const keysOf = (name: string) => exactNameKeys.loose(nameKeys(name));
    const { aggregations } = await this.parts.gateway.search(
      this.parts.alias,
      buildCrowdedNames([...new Set(names.flatMap(keysOf))]),
      signal ? { signal } : {},
    );
    const { buckets } = aggregations.crowded as { buckets: readonly { key: string }[] };
    const crowded = new Set(buckets.map(({ key }) => key));
    return names.filter((name) => keysOf(name).some((key) => crowded.has(key)));
  }

  /**
   * One query for all names, and each company told by its own names which of them it has: more than three times as
   * fast as a query for each. Where the pool is too small for all namesakes, names are asked in halves.
   */
  async #pooled(
    names: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<Map<string, readonly MatchedCompany[]>> {
    if (names.length < namesWorthPooling) return this.#oneByOne(names, signal);
    const readings = new Map(names.map((name) => [name, nameKeys(name)]));
    const size = Math.min(mostHits, names.length * companiesPerName);
    const request = buildNamesLookup([...readings.values()], size);
    const { hits } = await this.parts.gateway.search<CompanyCard>(
      this.parts.alias,
      request,
      signal ? { signal } : {},
    );
    if (hits.length < size)
      return namesakes(
        readings,
        hits.map(({ card }) => card),
      );
    const middle = Math.ceil(names.length / 2);
    const halves = [names.slice(0, middle), names.slice(middle)];
    const found = await Promise.all(halves.map((half) => this.#pooled(half, signal)));
    return new Map(found.flatMap((half) => [...half]));
  }

  /** A domain can have many companies: an answer that is full is asked again in halves, so that none is cut off. */
  async #whole(
    terms: readonly string[],
    ids: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<readonly Hit<CompanyCard>[]> {
    const values = terms.length + ids.length;
    if (values === 0) return [];
    const size = Math.min(mostHits, values * companiesPerValue + 16);
    const hits = await this.#ask(terms, ids, size, signal);
    if (hits.length < size) return hits;
    if (values === 1) return size === mostHits ? hits : this.#ask(terms, ids, mostHits, signal);
    const halves = [firstHalf(terms, ids), secondHalf(terms, ids)];
    return (await Promise.all(halves.map((half) => this.#whole(...half, signal)))).flat();
  }

  async #ask(
    terms: readonly string[],
    ids: readonly string[],
    size: number,
    signal: AbortSignal | undefined,
  ): Promise<readonly Hit<CompanyCard>[]> {
    const request = buildIdentifierLookup(terms, ids, size);
    const options = { keys: true, ...(signal && { signal }) };
    return (await this.parts.gateway.search<CompanyCard>(this.parts.alias, request, options)).hits;
  }
}

type Values = [terms: readonly string[], ids: readonly string[]];

const middle = (values: readonly string[]) => Math.ceil(values.length / 2);

/** Of one term and one id, the halves are each of them. */
function firstHalf(terms: readonly string[], ids: readonly string[]): Values {
  return [terms.slice(0, middle(terms)), ids.slice(0, Math.floor(ids.length / 2))];
}

function secondHalf(terms: readonly string[], ids: readonly string[]): Values {
  return [terms.slice(middle(terms)), ids.slice(Math.floor(ids.length / 2))];
}

function byKey(hits: readonly Hit<CompanyCard>[], wanted: ReadonlySet<string>): Map<string, CompanyCard[]> {
  const cards = new Map<string, CompanyCard[]>();
  for (const { card, identifiers, ids } of hits) {
    for (const key of new Set([...identifiers, ...ids])) {
      if (!wanted.has(key)) continue;
      const holders = cards.get(key);
      if (holders) holders.push(card);
      else cards.set(key, [card]);
    }
  }
  return cards;
}
