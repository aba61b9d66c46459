import path from 'node:path';
import type { Config } from './config.ts';
import { endpoints } from './contract/endpoints.ts';
import { makeWatchablePool, openDatabase } from './database/database.ts';
import { runQueue } from './database/queue.ts';
import { createAccounts } from './features/accounts/index.ts';
import { createApiDocument } from './features/api-document/index.ts';
import { createAssistants } from './features/assistants/index.ts';
import { createChanges } from './features/changes/index.ts';
import { createCompanies } from './features/companies/index.ts';
import { createCompanyResolve } from './features/company-resolve/index.ts';
import { createCompanySearch } from './features/company-search/index.ts';
import { createConstruction } from './features/construction/index.ts';
import { createCredits } from './features/credits/index.ts';
import { createDelivery } from './features/delivery/index.ts';
import { createDesk } from './features/desk/index.ts';
import { createDiscovery } from './features/discovery/index.ts';
import { createFinancialQuery } from './features/financial-query/index.ts';
import { createFreshness } from './features/freshness/index.ts';
import { createHealth } from './features/health/index.ts';
import { createInvoiceRegister } from './features/invoice-register/index.ts';
import { createJobs } from './features/jobs/index.ts';
import { createLimits } from './features/limits/index.ts';
import { createLists } from './features/lists/index.ts';
import { createObservations } from './features/observations/index.ts';
import { createReconcile } from './features/reconcile/index.ts';
import { createResearch } from './features/research/index.ts';
import { createRowMatching } from './features/row-matching/index.ts';
import { createSources } from './features/sources/index.ts';
import { Housekeeper, startHousekeeping } from './housekeeping/housekeeper.ts';
import { HousekeepingStore } from './housekeeping/housekeeping-store.ts';
import { listRetentions } from './housekeeping/retentions.ts';
import { Admission, computeAdmissionBounds } from './http/admission.ts';
import { createApp } from './http/app.ts';
import { Metrics } from './http/metrics.ts';
import { fetchFrom } from './http/own-listener.ts';
import { createReceiving } from './http/receive-body.ts';
import type { Logger } from './http/request-log.ts';
import { bindRoutes } from './http/route.ts';
import type { RouteServices } from './http/serve-route.ts';
import { SlowQueries } from './monitoring/slow-queries.ts';
import type { Tracing } from './monitoring/tracing.ts';
import { trackRequestContexts, watchLane, watchPools } from './monitoring/watch-service.ts';
import { createEngineWatch, createStatementWatch, type Watching } from './monitoring/watch-stores.ts';
import { Paging } from './paging/paging.ts';
import { runTasks } from './running/recurring.ts';
import type { InSpan } from './running/request-context.ts';
import { openElasticsearch } from './search/elasticsearch.ts';
import { Engine } from './search/engine.ts';
import { readEngineState } from './search/engine-state.ts';
import { SearchGateway } from './search/gateway.ts';
import { readMappingVersion } from './search/index-generation.ts';
import { SecretBox } from './secrets/secret-box.ts';

export type Container = ReturnType<typeof createContainer>;

/** Maximum wait for a connection to the database. */
const maxAcquireMs = 5_000;

/** The queue's own statements are short. */
const maxQueueAnswerMs = 10_000;

/** Creates the connections and puts the features together. It connects only when needed, so it cannot fail. */
export function createContainer(
  config: Config,
  log: Logger,
  metrics = new Metrics(),
  tracing: Tracing | null = null,
) {
  const { slowQueryMs } = config;
  const slow =
    slowQueryMs > 0
      ? new SlowQueries({ thresholdMs: slowQueryMs, log, count: (store) => metrics.countSlow(store) })
      : null;
  const watching: Watching = { metrics, slow, tracing };
  const inSpan: InSpan | null = tracing && ((...span) => tracing.runInSpan(...span));
  const pool = {
    poolSize: config.databasePoolSize,
    acquireTimeoutMs: Math.min(maxAcquireMs, config.databaseTimeoutMs),
    queryTimeoutMs: config.databaseTimeoutMs,
    onTrouble: (message: string) => log.warn({ trouble: message }, 'database pool'),
  };
  const knex = openDatabase({
    url: config.databaseUrl,
    ...pool,
    watch: createStatementWatch(watching, 'primary'),
  });
  const { databaseReadUrl } = config;
  // Only for published facts: an answer about an account must contain what the account has just done.
  const readKnex = databaseReadUrl
    ? openDatabase({
        url: databaseReadUrl,
        role: 'standby',
        ...pool,
        watch: createStatementWatch(watching, 'standby'),
      })
    : knex;
  watchPools(
    {
      primary: makeWatchablePool(knex),
      ...(readKnex !== knex && { standby: makeWatchablePool(readKnex) }),
    },
    config.databasePoolSize,
    watching,
  );
  const elasticsearch = openElasticsearch({
    nodes: config.elasticsearchNodes,
    ...(config.elasticsearchApiKey === undefined ? {} : { apiKey: config.elasticsearchApiKey }),
    ...(config.elasticsearchCa === undefined ? {} : { ca: config.elasticsearchCa }),
    requestTimeoutMs: config.elasticsearchTimeoutMs,
    maxRetries: 1,
  });
  const engine = new Engine(elasticsearch, config.elasticsearchTimeoutMs);
  const getNow = () => new Date();
  const shared = {
    ...config,
    knex,
    log,
    now: getNow,
    paging: new Paging(config.cursorKeys, getNow),
    inSpan,
    secrets: new SecretBox(config.secretKeys, { encrypts: config.encryptSecrets }),
    gateway: new SearchGateway(engine, createEngineWatch(watching)),
    companiesAlias: `${config.indexPrefix}companies`,
    observationsAlias: `${config.indexPrefix}observations`,
  };

  const { freshness, gauges } = createFreshness(shared);
  metrics.addShared(gauges);
  const getDataAsOf = () => freshness.getDataAsOf();
  const credits = createCredits({
    ...shared,
    onCharged: (creditClass, charged) => metrics.countCharged(creditClass, charged),
  });
  const accounts = createAccounts({ ...shared, ...credits });
  const limits = createLimits(shared);
  const invoices = createInvoiceRegister(shared);
  const companyData = createCompanies({ ...shared, ...invoices, dataAsOf: getDataAsOf });
  const rows = createRowMatching({ ...shared, ...companyData });
  const resolve = createCompanyResolve({
    ...shared,
    ...companyData,
    ...invoices,
    ...rows,
    dataAsOf: getDataAsOf,
  });
  const companySearch = createCompanySearch({ ...shared, ...companyData, ...rows, dataAsOf: getDataAsOf });
  const search = companySearch.service;
  const { isSuspended } = accounts;
  const base = {
    ...shared,
    dataAsOf: getDataAsOf,
    ...companyData,
    ...invoices,
    ...credits,
    search,
    ...rows,
  };
  const reading = { ...base, knex: readKnex };
  const financialQuery = createFinancialQuery(base);
  const research = createResearch(base);
  const sources = createSources(base);
  const lists = createLists({ ...base, sources: sources.service, financialQueries: financialQuery.service });
  const discovery = createDiscovery({ ...base, materializing: lists.materialize });
  const reconcile = createReconcile({ ...base, publicUrl: config.publicUrl });
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  const baseUrl = config.publicUrl ?? `http://${host}:${config.port}`;
  const countAttempt = (outcome: Parameters<Metrics['countDelivery']>[0]) => metrics.countDelivery(outcome);
  const delivery = createDelivery({ ...base, ...lists, baseUrl, onAttempt: countAttempt });
  const getMappingVersion = (kind: string, timeoutMs: number) =>
    readMappingVersion(elasticsearch, `${config.indexPrefix}${kind}`, timeoutMs);
  const health = createHealth({
    ...shared,
    freshness,
    metrics,
    mappingVersionOf: getMappingVersion,
    aliases: [shared.companiesAlias, shared.observationsAlias],
    engineState: (timeoutMs) => readEngineState(elasticsearch, config.indexPrefix, timeoutMs),
    ledgerCheck: () => credits.ledgerCheck.last,
  });

  const routes = bindRoutes(endpoints, {
    ...health.handlers,
    ...companySearch.handlers,
    ...resolve.handlers,
    ...companyData.handlers,
    ...research.handlers,
    ...createObservations(reading).handlers,
    ...createChanges(base).handlers,
    ...financialQuery.handlers,
    ...createJobs(reading).handlers,
    ...createConstruction(reading).handlers,
    ...accounts.handlers,
    ...credits.handlers,
    ...limits.handlers,
    ...sources.handlers,
    ...lists.handlers,
    ...discovery.handlers,
    ...delivery.handlers,
    ...reconcile.handlers,
    ...createAssistants({ baseUrl, callOwnApi: (request) => callOwnApi(request) }).handlers,
    ...createApiDocument().handlers,
    ...createDesk().handlers,
  });

  const housekeeper = new Housekeeper({
    databaseUrl: config.databaseUrl,
    retentions: listRetentions(shared),
    store: new HousekeepingStore(knex),
  });
  const admission = new Admission(computeAdmissionBounds(config.maxRequests, config.maxHeavyRequests));
  metrics.watchAdmission(admission);
  const running = runTasks([...limits.tasks, ...accounts.tasks, ...companyData.tasks], log);
  const working: { stop(): Promise<void> }[] = [];
  const services: RouteServices = {
    limits: limits.requests,
    admission,
    receiving: createReceiving(path.join(config.stateFolder, 'uploads')),
    observe(route, status, seconds, { record: { trace } }) {
      metrics.observeRequest(route, status, seconds, trace?.sampled ? trace.traceId : undefined);
    },
    authenticate: accounts.authenticate,
  };
  const { trustProxy } = config;
  const app = createApp({ ...services, routes, log, trustProxy, inContext: trackRequestContexts(tracing) });
  const callOwnApi = fetchFrom(app);
  return {
    app,
    admission,
    health: health.service,
    /** Starts the queue and what recurs, unless the config leaves them to others. The schema must be up to date. */
    startQueue() {
      if (!config.jobs) return;
      const { databaseUrl } = config;
      const lanes = [...sources.lanes, ...delivery.lanes, ...lists.lanes];
      working.push(
        runQueue({
          databaseUrl,
          knex,
          lanes: lanes.map((lane) => watchLane(lane, watching)),
          isSuspended,
          log,
          answerMs: Math.min(maxQueueAnswerMs, config.databaseTimeoutMs),
        }),
        startHousekeeping(housekeeper, log, (outcome) => metrics.countHousekeeping(outcome)),
        runTasks([...delivery.tasks, credits.ledgerCheck.task], log),
      );
    },
    /** Begins no more jobs, and waits for those in progress. */
    async stopWork() {
      await Promise.all(working.map((work) => work.stop()));
    },
    async close() {
      await running.stop();
      sources.close();
      await Promise.all([accounts.close(), limits.close(), research.close()]);
      await Promise.all([knex.destroy(), readKnex.destroy(), elasticsearch.close()]);
      if (tracing && !(await tracing.close())) log.warn({}, 'the last traces could not be exported');
    },
  };
}
