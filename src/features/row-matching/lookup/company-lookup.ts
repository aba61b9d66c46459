import type { CompanyCard } from '../../../../mappings/companies.ts';
import { maxListedCandidates } from '../../../contract/limits.ts';
import { splitIntoPieces } from '../../../database/rows.ts';
import { mapInSlices, runConcurrently } from '../../../running/time-slices.ts';
import type { SearchTarget } from '../../../search/gateway.ts';
import type { Hit } from '../../../search/search-answer.ts';
import type { NameKeys } from '../../../text/names/names.ts';
import { nameQuestion } from '../parsed-name.ts';
import type { MatchedCompany } from '../rules/explain-match.ts';
import { listWidestKeys } from '../rules/match-clauses.ts';
import { findCalledCompanies, insertCalled } from './called-companies-lookup.ts';
import {
  buildCrowdedNames,
  buildIdentifierLookup,
  buildNameLookup,
  buildNamesLookup,
} from './lookup-queries.ts';
import { NamesakeLookup } from './namesake-lookup.ts';
import { Namesakes, orderReadingsByForm } from './namesakes.ts';
import { findNearNames } from './near-names-lookup.ts';

const valuesPerLookup = 500;
/** For fewer names, one query for each is as fast. */
const namesWorthPooling = 8;
const namesPerPool = 250;
/** Few, because each name answers with up to `maxListedCandidates` companies, and one response is parsed in one go. */
const namesPerMultiSearch = 20;
/** Concurrent queries of one lookup. */
const queriesAtOnce = 4;
const companiesPerName = 16;
/** Companies in one response about names: as many as can be parsed without blocking other requests. */
const companiesPerPool = 2_000;
/** Companies requested for each value. If there are more, the values are split in halves. */
const companiesPerValue = 4;
const maxHits = 10_000;
/** Keys of crowded names that are remembered. A whole country has fewer. */
const crowdedKept = 50_000;

/** A question (see `nameQuestion`) and the keys of the name, which are costly to compute. */
type Named = readonly [name: string, keys: NameKeys];
type Found = Map<string, readonly MatchedCompany[]>;

const looseKeys = ([, keys]: Named) => listWidestKeys([keys]).loose;

/** Finds the companies of many identifiers or names at once, and says which value found which company. */
export class CompanyLookup {
  readonly namesakes: NamesakeLookup;
  /**
   * `loose` keys that had more companies than are shown when they were last looked up. They only decide how a name is
   * looked up, not what it finds.
   */
  readonly #crowded = new Set<string>();

  constructor(private readonly parts: SearchTarget) {
    this.namesakes = new NamesakeLookup(parts);
  }

  /**
   * @param keys identifiers as `<identifier_type>:<value>`, see `identifierTerm`, and company ids, also former ones
   * @returns the companies of each key; keys without a company are absent
   */
  async findByIdentifiers(
    keys: readonly string[],
    signal?: AbortSignal,
  ): Promise<Map<string, CompanyCard[]>> {
    const hits = new Map<string, Hit<CompanyCard>>();
    await runConcurrently(splitIntoPieces(keys, valuesPerLookup), queriesAtOnce, async (piece) => {
      for (const hit of await this.#findWhole(piece, signal)) hits.set(hit.card.company.company_id, hit);
    });
    return groupCardsByKey([...hits.values()], new Set(keys));
  }

  /**
   * The companies of each name by the exact-name stage, the best first, at most `maxListedCandidates`, and well-known ones that
   * people call so. Spellings with the
   * same keys are looked up once.
   * @param names with their keys
   */
  async findByNames(names: ReadonlyMap<string, NameKeys>, signal?: AbortSignal): Promise<Found> {
    const asked = new Map(await mapInSlices(names, ([name, keys]) => [name, nameQuestion(keys)] as const));
    const questions = new Map([...names].map(([name, keys]) => [asked.get(name) ?? '', keys]));
    const [found, called] = await Promise.all([
      this.#findByQuestions([...questions], signal),
      findCalledCompanies(this.parts, [...questions], signal),
    ]);
    return new Map(
      [...asked].map(([name, question]) => {
        const hits = insertCalled(found.get(question) ?? [], called.get(question) ?? []);
        const keys = questions.get(question);
        return [name, keys ? orderReadingsByForm(keys, hits) : hits];
      }),
    );
  }

  /** Companies with a name near to each of these, the nearest first. */
  findNearNames(names: readonly string[], signal?: AbortSignal) {
    return findNearNames(this.parts, names, signal);
  }

  /**
   * For each question, the companies that have one of its identifiers and its name, by the rules of `findByNames`. For names
   * that so many companies have that `findByNames` leaves some out.
   */
  async findByIdentifiersAndName(
    questions: readonly { readonly identifiers: readonly string[]; readonly name: Named }[],
  ): Promise<(readonly MatchedCompany[])[]> {
    const cards = await this.findByIdentifiers([
      ...new Set(questions.flatMap(({ identifiers }) => identifiers)),
    ]);
    return mapInSlices(questions, ({ identifiers, name: [name, keys] }) => {
      const holders = identifiers.flatMap((key) => cards.get(key) ?? []);
      if (holders.length === 0) return [];
      const namesakes = new Namesakes(new Map([[name, keys]]));
      for (const card of holders) namesakes.add(card);
      return namesakes.listHits().get(name) ?? [];
    });
  }

  async #findByQuestions(named: readonly Named[], signal: AbortSignal | undefined): Promise<Found> {
    if (named.length < namesWorthPooling) return this.#findOneByOne(named, signal);
    const found = new Map<string, readonly MatchedCompany[]>();
    await runConcurrently(splitIntoPieces(named, namesPerPool), queriesAtOnce, async (piece) => {
      for (const [name, hits] of await this.#findApart(piece, signal)) found.set(name, hits);
    });
    return found;
  }

  /** A query for each name, some of them sent together. */
  async #findOneByOne(named: readonly Named[], signal: AbortSignal | undefined): Promise<Found> {
    const found = new Map<string, readonly MatchedCompany[]>();
    for (const some of splitIntoPieces(named, namesPerMultiSearch)) {
      const answers = await this.parts.gateway.searchMany<CompanyCard>(
        this.parts.alias,
        some.map(([, keys]) => buildNameLookup(keys)),
        { signal },
      );
      for (const [place, [name]] of some.entries()) found.set(name, answers[place]?.hits ?? []);
    }
    return found;
  }

  /** Names known to have more companies than are shown get a query of their own, so that only the shown ones are read. */
  #findApart(named: readonly Named[], signal: AbortSignal | undefined): Promise<Found> {
    const isCrowded = (one: Named) => looseKeys(one).some((key) => this.#crowded.has(key));
    const few = named.filter((one) => !isCrowded(one));
    return mergeLookups([this.#findOneByOne(named.filter(isCrowded), signal), this.#findPooled(few, signal)]);
  }

  /**
   * One query for all names. The names of each company then say which of them it has. This is more than three times as
   * fast as a query for each name. If the response is full, crowded names are taken out, or the names are split in halves.
   */
  async #findPooled(named: readonly Named[], signal: AbortSignal | undefined): Promise<Found> {
    if (named.length < namesWorthPooling) return this.#findOneByOne(named, signal);
    const keysOfNames = new Map(named);
    const size = Math.min(companiesPerPool, named.length * companiesPerName);
    const request = buildNamesLookup([...keysOfNames.values()], size);
    const { hits } = await this.parts.gateway.search<CompanyCard>(this.parts.alias, request, { signal });
    if (hits.length < size) {
      const namesakes = new Namesakes(keysOfNames);
      await mapInSlices(hits, ({ card }) => namesakes.add(card));
      const found = namesakes.listHits();
      for (const one of named) {
        if ((found.get(one[0])?.length ?? 0) >= maxListedCandidates) this.#remember(looseKeys(one));
      }
      return found;
    }
    const crowded = await this.#crowdedKeys(named, signal);
    this.#remember(crowded);
    const isCrowded = (one: Named) => looseKeys(one).some((key) => crowded.has(key));
    const parts = named.some(isCrowded)
      ? [
          this.#findOneByOne(named.filter(isCrowded), signal),
          this.#findPooled(
            named.filter((one) => !isCrowded(one)),
            signal,
          ),
        ]
      : [...splitIntoPieces(named, Math.ceil(named.length / 2))].map((half) =>
          this.#findPooled(half, signal),
        );
    return mergeLookups(parts);
  }

  async #crowdedKeys(named: readonly Named[], signal: AbortSignal | undefined): Promise<ReadonlySet<string>> {
    const { aggregations } = await this.parts.gateway.search(
      this.parts.alias,
      buildCrowdedNames([...new Set(named.flatMap(looseKeys))]),
      { signal },
    );
    const { buckets } = aggregations.crowded as { buckets: readonly { key: string }[] };
    return new Set(buckets.map(({ key }) => key));
  }

  #remember(crowded: Iterable<string>): void {
    for (const key of crowded) this.#crowded.add(key);
    if (this.#crowded.size > crowdedKept) this.#crowded.clear();
  }

  /**
   * A domain can have many companies. If the response is full, the keys are split in halves, so that none is lost.
   */
  async #findWhole(
    keys: readonly string[],
    signal: AbortSignal | undefined,
    size = Math.min(maxHits, keys.length * companiesPerValue + 16),
  ): Promise<readonly Hit<CompanyCard>[]> {
    const request = buildIdentifierLookup(keys, size);
    const { hits } = await this.parts.gateway.search<CompanyCard>(this.parts.alias, request, { signal });
    if (hits.length < size || size === maxHits) return hits;
    if (keys.length === 1) return this.#findWhole(keys, signal, maxHits);
    return (
      await Promise.all(
        [...splitIntoPieces(keys, Math.ceil(keys.length / 2))].map((half) => this.#findWhole(half, signal)),
      )
    ).flat();
  }
}

async function mergeLookups(parts: readonly Promise<Found>[]): Promise<Found> {
  return new Map((await Promise.all(parts)).flatMap((part) => [...part]));
}

function groupCardsByKey(
  hits: readonly Hit<CompanyCard>[],
  wanted: ReadonlySet<string>,
): Map<string, CompanyCard[]> {
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
