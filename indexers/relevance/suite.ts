import { openDatabase } from '../../src/database/database.ts';
import { CompaniesService } from '../../src/features/companies/companies-service.ts';
import { CompaniesStore } from '../../src/features/companies/companies-store.ts';
import { CompanyLookup } from '../../src/features/company-resolve/company-lookup-service.ts';
import { CompanyResolveService } from '../../src/features/company-resolve/company-resolve-service.ts';
import { CompanyResolveStore } from '../../src/features/company-resolve/company-resolve-store.ts';
import { CompanySearchService } from '../../src/features/company-search/company-search-service.ts';
import { CompanySearchStore } from '../../src/features/company-search/company-search-store.ts';
import { SearchGateway } from '../../src/search/gateway.ts';
import type { IndexingContext } from '../indexing/index-definition.ts';
import { inSnapshot, withSession } from '../operator/database-session.ts';
import { readDomainHolders, readHolders, sampleCompanies } from './company-samples.ts';
import type { JudgedQuery } from './judged-query.ts';
import { draftQueries } from './making-queries.ts';
import { type ClassScores, type QueryAnswer, scoreClasses } from './scoring.ts';

export type RelevanceContext = Pick<IndexingContext, 'databaseUrl' | 'elasticsearch' | 'indexPrefix' | 'now'>;

export interface RelevanceOptions {
  /** Queries in each class, where the data has that many. */
  readonly perClass: number;
  readonly seed: number;
  /** One line for the operator: what is being done. */
  readonly onProgress?: (line: string) => void;
}

export interface RelevanceReport {
  readonly seed: number;
  readonly per_class: number;
  /** Companies of which queries were made. */
  readonly sampled: number;
  readonly classes: readonly ClassScores[];
  readonly seconds: number;
}

/** Companies drawn of each kind for each query that a class shall have. */
const companiesForOne = 25;

/**
 * Asks search and resolve what the database has, in the spellings that people use, and scores the answers by class. The
 * same data and seed give the same queries; the index must be up to date (`sync`).
 */
export async function runRelevance(
  context: RelevanceContext,
  options: RelevanceOptions,
): Promise<RelevanceReport> {
  const started = performance.now();
  const { perClass, seed } = options;
  const { queries, sampled } = await makeQueries(context, options);
  options.onProgress?.(`Asking ${queries.length} queries …`);
  const services = openServices(context);
  const answers = await ask(services, queries).finally(() => services.close());
  return {
    seed,
    per_class: perClass,
    sampled,
    classes: scoreClasses(answers),
    seconds: (performance.now() - started) / 1000,
  };
}

async function makeQueries(
  { databaseUrl }: RelevanceContext,
  { perClass, seed, onProgress = () => undefined }: RelevanceOptions,
) {
  return await withSession(databaseUrl, (client) =>
    inSnapshot(client, async () => {
      onProgress('Drawing companies …');
      const companies = await sampleCompanies(client, { seed, perKind: perClass * companiesForOne });
      const drafts = draftQueries(companies, perClass);
      onProgress('Reading who has which name …');
      const names = await readHolders(client, drafts.wants);
      const ofDomain = await readDomainHolders(client, companies);
      return { queries: drafts.judge({ names, ofDomain }), sampled: companies.length };
    }),
  );
}

export interface Services {
  readonly search: CompanySearchService;
  readonly resolver: CompanyResolveService;
  close(): Promise<void>;
}

/** Search and resolution over the stores, as the service has them. The caller closes them. */
export function openServices({ databaseUrl, elasticsearch, indexPrefix, now }: RelevanceContext): Services {
  const knex = openDatabase({ url: databaseUrl, poolSize: askedAtOnce });
  const found = {
    gateway: new SearchGateway(elasticsearch),
    companies: new CompaniesService(new CompaniesStore(knex)),
    alias: `${indexPrefix}companies`,
  };
  return {
    search: new CompanySearchService({
      ...found,
      store: new CompanySearchStore(knex),
      cursorKeys: ['not used: no page is continued'],
      now,
      countTimeoutMs: 1000,
      onCountFailure: () => undefined,
    }),
    resolver: new CompanyResolveService({
      lookup: new CompanyLookup(found),
      companies: found.companies,
      store: new CompanyResolveStore(knex),
    }),
    close: () => knex.destroy(),
  };
}

const askedAtOnce = 4;
const resultsRead = 100;
const resolvedAtOnce = 500;

async function ask({ search, resolver }: Services, queries: readonly JudgedQuery[]): Promise<QueryAnswer[]> {
  const settled: (string | null)[] = [];
  for (let at = 0; at < queries.length; at += resolvedAtOnce) {
    const items = queries.slice(at, at + resolvedAtOnce).map(({ identifierType, text }) => ({
      identifier_type: identifierType,
      identifier: text,
    }));
    const outcomes = await resolver.resolveMany(items);
    settled.push(...outcomes.map(({ data }) => data.company_id));
  }
  const answers: QueryAnswer[] = [];
  const waiting = [...queries.entries()].reverse();
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [place, query] = next;
      const { companies } = await searchFor(search, query.text, resultsRead);
      answers[place] = {
        query,
        found: companies.map(({ company }) => company.company_id),
        byIdentifier: companies[0]?.query_match.identifier_matched === true,
        settledOn: settled[place] ?? null,
      };
    }
  };
  await Promise.all(Array.from({ length: askedAtOnce }, worker));
  return answers;
}

/** `POST /search` with a query alone. */
export function searchFor(search: CompanySearchService, query: string, limit: number) {
  return search.search('relevance', {
    query,
    filters: {},
    order: null,
    limit,
    offset: 0,
    cursor: null,
    facets: [],
    words: true,
  });
}
