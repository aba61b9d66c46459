import type { IndexingContext } from '../../indexers/indexing/generations/index-definition.ts';
import { runInSnapshot, withSession } from '../../indexers/operator/database-session.ts';
import { openDatabase } from '../../src/database/database.ts';
import { CompaniesService } from '../../src/features/companies/companies-service.ts';
import { CompaniesStore } from '../../src/features/companies/companies-store.ts';
import { CompanyResolveService } from '../../src/features/company-resolve/company-resolve-service.ts';
import { CompanySearchService } from '../../src/features/company-search/company-search-service.ts';
import { CoverageStore } from '../../src/features/company-search/warnings/coverage-store.ts';
import { InvoiceRegisterService } from '../../src/features/invoice-register/invoice-register-service.ts';
import { InvoiceRegisterStore } from '../../src/features/invoice-register/invoice-register-store.ts';
import { IdentifierHoldersStore } from '../../src/features/row-matching/identifier-holders-store.ts';
import { ListedFundsStore } from '../../src/features/row-matching/listed-funds-store.ts';
import { CompanyLookup } from '../../src/features/row-matching/lookup/company-lookup.ts';
import { RowMatching } from '../../src/features/row-matching/row-matching-service.ts';
import { Paging } from '../../src/paging/paging.ts';
import { Engine } from '../../src/search/engine.ts';
import { SearchGateway } from '../../src/search/gateway.ts';
import { readDomainHolders, readHolders, sampleCompanies } from './company-samples.ts';
import type { JudgedQuery } from './judged-query.ts';
import { draftQueries } from './making-queries.ts';
import { type ClassScores, type QueryAnswer, scoreClasses } from './scoring.ts';

export type RelevanceContext = Pick<IndexingContext, 'databaseUrl' | 'elasticsearch' | 'indexPrefix' | 'now'>;

export interface RelevanceOptions {
  /** Queries in each class, if the data has that many. */
  readonly perClass: number;
  readonly seed: number;
  /** One line for the operator: what is being done. */
  readonly onProgress?: (line: string) => void;
}

export interface RelevanceReport {
  readonly seed: number;
  readonly per_class: number;
  /** Number of companies from which queries were made. */
  readonly sampled: number;
  readonly classes: readonly ClassScores[];
  readonly seconds: number;
}

/** Sampled companies of each kind for each query of a class. */
const companiesPerQuery = 25;

/**
 * Queries search and resolve with names and identifiers of the database, spelled as people do, and scores the answers by
 * class. The same data and seed give the same queries. The index must be up to date (`sync`).
 */
export async function runRelevance(
  context: RelevanceContext,
  options: RelevanceOptions,
): Promise<RelevanceReport> {
  const started = performance.now();
  const { perClass, seed } = options;
  const { queries, sampled } = await makeQueries(context, options);
  options.onProgress?.(`Running ${queries.length} queries …`);
  const services = openServices(context);
  const answers = await answersTo(services, queries).finally(() => services.close());
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
    runInSnapshot(client, async () => {
      onProgress('Sampling companies …');
      const companies = await sampleCompanies(client, { seed, perKind: perClass * companiesPerQuery });
      const drafts = draftQueries(companies, perClass);
      onProgress('Reading the names of all companies …');
      const names = await readHolders(client, drafts.wants);
      const ofDomain = await readDomainHolders(client, companies);
      return { queries: drafts.judge({ names, ofDomain }), sampled: companies.length };
    }),
  );
}

export type Services = ReturnType<typeof openServices>;

/** Search and resolution on the stores, as in the service. The caller closes them. */
export function openServices({ databaseUrl, elasticsearch, indexPrefix, now }: RelevanceContext) {
  const knex = openDatabase({ url: databaseUrl, poolSize: maxSearchesAtOnce });
  const found = {
    gateway: new SearchGateway(new Engine(elasticsearch)),
    companies: new CompaniesService(new CompaniesStore(knex)),
    alias: `${indexPrefix}companies`,
  };
  const lookup = new CompanyLookup(found);
  const matching = new RowMatching({
    lookup,
    companies: found.companies,
    holders: new IdentifierHoldersStore(knex),
    funds: new ListedFundsStore(knex),
  });
  return {
    matching,
    search: new CompanySearchService({
      ...found,
      lookup,
      matching,
      coverage: new CoverageStore(knex),
      paging: new Paging(['unused, because only first pages are read'], now),
      dataAsOf: async () => ({}),
      now,
      onCountFailure: () => undefined,
    }),
    resolver: new CompanyResolveService({
      matching,
      companies: found.companies,
      invoiceRegister: new InvoiceRegisterService(new InvoiceRegisterStore(knex)),
      now,
    }),
    close: () => knex.destroy(),
  };
}

const maxSearchesAtOnce = 4;
const resultsRead = 100;
const maxResolvedAtOnce = 500;

async function answersTo(
  { search, resolver }: Services,
  queries: readonly JudgedQuery[],
): Promise<QueryAnswer[]> {
  const settled: (string | null)[] = [];
  for (let at = 0; at < queries.length; at += maxResolvedAtOnce) {
    const items = queries.slice(at, at + maxResolvedAtOnce).map(({ identifierType, text }) => ({
      identifier_type: identifierType,
      identifier: text,
      // The rules of matching are measured, not what is enough to settle by default.
      ...(identifierType === 'name' && { settle_from: 'bare_name_in_incomplete_register' as const }),
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
  await Promise.all(Array.from({ length: maxSearchesAtOnce }, worker));
  return answers;
}

/** `POST /search` with only a query. */
export function searchFor(search: CompanySearchService, query: string, limit: number) {
  return search.search('relevance', { query, limit, words: true });
}
