import type { CompanyCard } from '../../../mappings/companies.ts';
import type { Hit, SearchGateway } from '../../search/gateway.ts';
import { nameKeys } from '../../text/names.ts';
import type { MatchedCompany } from '../matching/explain-match.ts';
import { exactNameKeys } from '../matching/match-clauses.ts';
import type { NameReading } from '../matching/query-reading.ts';
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

/** A name as it was asked, and its keys, which are costly to make. */
type Named = readonly [name: string, reading: NameReading];
type Found = Map<string, readonly MatchedCompany[]>;

const looseKeys = ([, reading]: Named) => exactNameKeys.loose(reading);

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
  async byNames(names: readonly string[], signal?: AbortSignal): Promise<Found> {
    if (names.length === 0) return new Map();
    const named = names.map((name): Named => [name, nameKeys(name)]);
    if (named.length < namesWorthPooling) return this.#oneByOne(named, signal);
    const pieces: Promise<Found>[] = [];
    for (let at = 0; at < named.length; at += namesPerPool)
      pieces.push(this.#apart(named.slice(at, at + namesPerPool), signal));
    return new Map((await Promise.all(pieces)).flatMap((piece) => [...piece]));
  }

  /** A query for each name, sent together. */
  async #oneByOne(named: readonly Named[], signal: AbortSignal | undefined): Promise<Found> {
    const answers = await this.parts.gateway.multiSearch<CompanyCard>(
      this.parts.alias,
      named.map(([, reading]) => buildNameLookup(reading)),
      signal ? { signal } : {},
    );
    return new Map(named.map(([name], place) => [name, answers[place]?.hits ?? []]));
  }

  /** Names that more companies have than are shown are asked each for itself, so that only those are read. */
  async #apart(named: readonly Named[], signal: AbortSignal | undefined): Promise<Found> {
    const crowded = await this.#crowdedKeys(named, signal);
    const isCrowded = (one: Named) => looseKeys(one).some((key) => crowded.has(key));
    const few = named.filter((one) => !isCrowded(one));
    const found = await Promise.all([
      this.#oneByOne(named.filter(isCrowded), signal),
      this.#pooled(few, signal),
    ]);
    return new Map(found.flatMap((part) => [...part]));
  }

  async #crowdedKeys(named: readonly Named[], signal: AbortSignal | undefined): Promise<ReadonlySet<string>> {
    const { aggregations } = await this.parts.gateway.search(
      this.parts.alias,
      buildCrowdedNames([...new Set(named.flatMap(looseKeys))]),
      signal ? { signal } : {},
    );
    const { buckets } = aggregations.crowded as { buckets: readonly { key: string }[] };
    return new Set(buckets.map(({ key }) => key));
  }

  /**
   * One query for all names, and each company told by its own names which of them it has: more than three times as
   * fast as a query for each. Where the pool is too small for all namesakes, names are asked in halves.
   */
  async #pooled(named: readonly Named[], signal: AbortSignal | undefined): Promise<Found> {
    if (named.length < namesWorthPooling) return this.#oneByOne(named, signal);
    const readings = new Map(named);
    const size = Math.min(mostHits, named.length * companiesPerName);
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
    const middle = Math.ceil(named.length / 2);
    const halves = [named.slice(0, middle), named.slice(middle)];
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
