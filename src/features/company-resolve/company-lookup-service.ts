import type { CompanyCard } from '../../../mappings/companies.ts';
import type { Hit, SearchGateway } from '../../search/gateway.ts';
import { nameKeys } from '../../text/names.ts';
import { buildIdentifierLookup, buildNameLookup } from './lookup-queries.ts';

export interface CompanyLookupParts {
  readonly gateway: SearchGateway;
  readonly alias: string;
}

const valuesPerLookup = 1000;
const namesPerLookup = 500;
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

  /** The hits of the exact-name stage for each name, the best first, at most `namesakesShown`. */
  async byNames(
    names: readonly string[],
    signal?: AbortSignal,
  ): Promise<Map<string, readonly Hit<CompanyCard>[]>> {
    const found = new Map<string, readonly Hit<CompanyCard>[]>();
    for (let at = 0; at < names.length; at += namesPerLookup) {
      const some = names.slice(at, at + namesPerLookup);
      const answers = await this.parts.gateway.multiSearch<CompanyCard>(
        this.parts.alias,
        some.map((name) => buildNameLookup(nameKeys(name))),
        signal ? { signal } : {},
      );
      for (const [place, name] of some.entries()) found.set(name, answers[place]?.hits ?? []);
    }
    return found;
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
