import type { Client } from '@elastic/elasticsearch';
import type { Knex } from 'knex';
import { companiesMappingVersion } from '../mappings/companies.ts';
import { observationsMappingVersion } from '../mappings/observations.ts';
import type { Config } from './config.ts';
import { openDatabase } from './database/database.ts';
import { runJobs } from './database/job-queue.ts';
import { listen } from './database/listen.ts';
import { migrations } from './database/migrations/index.ts';
import { AccountsStore } from './features/accounts/accounts-store.ts';
import { Authenticator } from './features/accounts/authenticator.ts';
import { apiDocumentRoutes } from './features/api-document/api-document-routes.ts';
import { changesRoutes } from './features/changes/changes-routes.ts';
import { ChangesService } from './features/changes/changes-service.ts';
import { ChangesStore } from './features/changes/changes-store.ts';
import { CompaniesService } from './features/companies/companies-service.ts';
import { CompaniesStore } from './features/companies/companies-store.ts';
import { companyProfileRoutes } from './features/companies/company-profile-routes.ts';
import { CompanyProfileService } from './features/companies/company-profile-service.ts';
import { CompanyProfileStore } from './features/companies/company-profile-store.ts';
import { companyQueryRoutes } from './features/company-query/company-query-routes.ts';
import { CompanyQueryService } from './features/company-query/company-query-service.ts';
import { CompanyQueryStore } from './features/company-query/company-query-store.ts';
import { CompanyLookup } from './features/company-resolve/company-lookup-service.ts';
import { companyResolveRoutes } from './features/company-resolve/company-resolve-routes.ts';
import { CompanyResolveService } from './features/company-resolve/company-resolve-service.ts';
import { CompanyResolveStore } from './features/company-resolve/company-resolve-store.ts';
import { companySearchRoutes } from './features/company-search/company-search-routes.ts';
import { CompanySearchService } from './features/company-search/company-search-service.ts';
import { CompanySearchStore } from './features/company-search/company-search-store.ts';
import { constructionRoutes } from './features/construction/construction-routes.ts';
import { ConstructionService } from './features/construction/construction-service.ts';
import { ConstructionStore } from './features/construction/construction-store.ts';
import { Charging } from './features/credits/charge-once.ts';
import { creditsRoutes } from './features/credits/credits-routes.ts';
import { CreditsService } from './features/credits/credits-service.ts';
import { IdempotencyStore } from './features/credits/idempotency-store.ts';
import { LedgerStore } from './features/credits/ledger-store.ts';
import { deliveryRoutes } from './features/delivery/delivery-routes.ts';
import { DeliveryService } from './features/delivery/delivery-service.ts';
import { DeliveryStore, deliverTask } from './features/delivery/delivery-store.ts';
import { SchedulesService } from './features/delivery/schedules-service.ts';
import { refreshTask, SchedulesStore } from './features/delivery/schedules-store.ts';
import { discoveryRoutes } from './features/discovery/discovery-routes.ts';
import { DiscoveryService } from './features/discovery/discovery-service.ts';
import { DiscoveryStore } from './features/discovery/discovery-store.ts';
import { healthRoutes } from './features/health/health-routes.ts';
import { HealthService } from './features/health/health-service.ts';
import { HealthStore } from './features/health/health-store.ts';
import { jobsRoutes } from './features/jobs/jobs-routes.ts';
import { JobsService } from './features/jobs/jobs-service.ts';
import { JobsStore } from './features/jobs/jobs-store.ts';
import { LimitsStore } from './features/limits/limits-store.ts';
import { RequestLimits } from './features/limits/request-limits.ts';
import { usageRoutes } from './features/limits/usage-routes.ts';
import { UsageService } from './features/limits/usage-service.ts';
import { DiffsStore } from './features/lists/diffs-store.ts';
import { EnrichmentService } from './features/lists/enrichment-service.ts';
import { EnrichmentStore } from './features/lists/enrichment-store.ts';
import { EstimatesService } from './features/lists/estimates-service.ts';
import { EstimatesStore } from './features/lists/estimates-store.ts';
import { ExportFilesStore, exportsFolder } from './features/lists/export-files-store.ts';
import { ExportRetention } from './features/lists/export-retention-service.ts';
import { ExportsService } from './features/lists/exports-service.ts';
import { ExportsStore } from './features/lists/exports-store.ts';
import { ListMembersService } from './features/lists/list-members-service.ts';
import { ListRemoval } from './features/lists/list-removal-service.ts';
import { ListRemovalStore, removeListTask } from './features/lists/list-removal-store.ts';
import { listRoutes } from './features/lists/list-routes.ts';
import { ListRowsStore } from './features/lists/list-rows-store.ts';
import { ListsService } from './features/lists/lists-service.ts';
import { ListsStore } from './features/lists/lists-store.ts';
import { MaterializeService } from './features/lists/materialize-service.ts';
import { PageCursors } from './features/lists/page-cursors.ts';
import { publishingRoutes } from './features/lists/publishing-routes.ts';
import { PublishingService } from './features/lists/publishing-service.ts';
import { SnapshotsStore } from './features/lists/snapshots-store.ts';
import { CompanyObservationsService } from './features/observations/company-observations-service.ts';
import { ObservationSearchService } from './features/observations/observation-search-service.ts';
import { observationsRoutes } from './features/observations/observations-routes.ts';
import { ObservationsStore } from './features/observations/observations-store.ts';
import { ContentChecking } from './features/research/content-checking-service.ts';
import { researchRoutes } from './features/research/research-routes.ts';
import { ResearchService } from './features/research/research-service.ts';
import { ResearchStore } from './features/research/research-store.ts';
import { ImportParsing } from './features/sources/import-parsing-service.ts';
import { SourceChoicesStore } from './features/sources/source-choices-store.ts';
import { SourceMatching } from './features/sources/source-matching-service.ts';
import { SourceResolving } from './features/sources/source-resolving-service.ts';
import { SourceRowsStore } from './features/sources/source-rows-store.ts';
import { type SourcesRouteParts, sourcesRoutes } from './features/sources/sources-routes.ts';
import { SourcesService } from './features/sources/sources-service.ts';
import { SourcesStore } from './features/sources/sources-store.ts';
import { Metrics } from './http/metrics.ts';
import type { Logger } from './http/request-log.ts';
import { type Route, servicePrefix } from './http/route.ts';
import type { RouteServices } from './http/serve-route.ts';
import { Outside } from './outbound/post-outside.ts';
import { recurring } from './recurring.ts';
import { openElasticsearch } from './search/elasticsearch.ts';
import { SearchGateway } from './search/gateway.ts';
import { indexMappingVersion } from './search/index-generation.ts';

export interface Container extends RouteServices {
  readonly knex: Knex;
  readonly routes: readonly Route[];
  readonly health: HealthService;
  /** Begins to run jobs, unless the config says that other processes do; when the schema is up to date. */
  startJobs(): void;
  close(): Promise<void>;
}

const acquireTimeoutMs = 5_000;
// Far above what any statement of the service takes, the lock of an object included.
const queryTimeoutMs = 30_000;
const readinessTimeoutMs = 2_000;
const countTimeoutMs = 1_000;
const usageWriteMs = 1_000;
const schedulesMs = 30_000;
const housekeepingMs = 60 * 60 * 1_000;

/** Puts the parts of the service together. Opens connections only when they are needed, so it cannot fail. */
export function createContainer(config: Config, log: Logger): Container {
  const knex = openDatabase({
    url: config.databaseUrl,
    poolSize: config.databasePoolSize,
    acquireTimeoutMs,
    queryTimeoutMs,
    onTrouble: (message) => log.warn({ trouble: message }, 'database pool'),
  });
  const elasticsearch = openElasticsearch({
    url: config.elasticsearchUrl,
    ...(config.elasticsearchApiKey === undefined ? {} : { apiKey: config.elasticsearchApiKey }),
    ...(config.elasticsearchCa === undefined ? {} : { ca: config.elasticsearchCa }),
    requestTimeoutMs: 10_000,
    maxRetries: 1,
  });
  const companiesAlias = `${config.indexPrefix}companies`;
  const accounts = authentication(config.databaseUrl, new AccountsStore(knex));
  const health = healthService(
    new HealthStore(knex, readinessTimeoutMs),
    elasticsearch,
    config.indexPrefix,
    log,
  );
  const metrics = new Metrics();
  const limits = requestLimits(knex, log);
  const spending = credits(knex, config, log);
  const found = {
    gateway: new SearchGateway(elasticsearch),
    companies: new CompaniesService(new CompaniesStore(knex)),
    alias: companiesAlias,
  };
  const lookup = new CompanyLookup(found);
  const resolver = new CompanyResolveService({
    lookup,
    companies: found.companies,
    store: new CompanyResolveStore(knex),
  });
  const search = new CompanySearchService({
    ...found,
    store: new CompanySearchStore(knex),
    cursorKeys: config.cursorKeys,
    now: () => new Date(),
    countTimeoutMs,
  });

  const profiles = new CompanyProfileService({
    store: new CompanyProfileStore(knex),
    companies: found.companies,
    now: () => new Date(),
  });
  const queries = new CompanyQueryService({
    search,
    store: new CompanyQueryStore(knex),
    now: () => new Date(),
  });
  const openings = new JobsService({ search, store: new JobsStore(knex) });
  const construction = new ConstructionService({ search, store: new ConstructionStore(knex) });
  const observationsStore = new ObservationsStore(knex);
  const observations = observationsRoutes(
    new ObservationSearchService({
      ...found,
      store: observationsStore,
      companySearch: search,
      alias: `${config.indexPrefix}observations`,
    }),
    new CompanyObservationsService({
      store: observationsStore,
      companies: profiles,
      cursorKeys: config.cursorKeys,
      now: () => new Date(),
    }),
  );
  const changes = new ChangesService({ store: new ChangesStore(knex), companies: found.companies });
  const checking = new ContentChecking();
  const research = new ResearchService({
    store: new ResearchStore(knex),
    companies: profiles,
    charging: spending.charging,
    checking,
    cursorKeys: config.cursorKeys,
    now: () => new Date(),
  });

  const importing = sources({
    knex,
    charging: spending.charging,
    lookup,
    companies: found.companies,
    config,
  });
  const saved = lists({
    knex,
    charging: spending.charging,
    search,
    companies: found.companies,
    sources: importing.sources,
    companyQueries: queries,
    config,
  });

  const discoveries = new DiscoveryService({
    store: new DiscoveryStore(knex),
    search,
    materializing: saved.materialize,
    cursors: saved.cursors,
  });

  const handing = handingOff({ knex, config, log, saved, charging: spending.charging });
  const listWork = listJobs({ knex, config, log, saved, handing });

  const routes = [
    ...healthRoutes(health, metrics),
    ...companySearchRoutes(search),
    ...companyResolveRoutes(resolver),
    ...companyProfileRoutes(profiles),
    ...researchRoutes(research),
    ...observations,
    ...changesRoutes(changes),
    ...companyQueryRoutes(queries),
    ...jobsRoutes(openings),
    ...constructionRoutes(construction),
    ...creditsRoutes(spending.credits),
    ...usageRoutes(limits.usage),
    ...sourcesRoutes(importing),
    ...listRoutes(saved),
    ...discoveryRoutes(discoveries),
    ...publishingRoutes(saved.publishing),
    ...deliveryRoutes(handing.delivery),
  ];

  return {
    knex,
    routes: [...routes, ...apiDocumentRoutes(routes)],
    health,
    limits: limits.requests,
    observe: (route, status, seconds) => metrics.observe(route, status, seconds),
    authenticate: (apiKey, address) => accounts.authenticator.authenticate(apiKey, address),
    startJobs: () => listWork.start(),
    async close() {
      await listWork.stop();
      await Promise.all([accounts.stop(), limits.stop(), spending.stop(), checking.close()]);
      await Promise.all([knex.destroy(), elasticsearch.close()]);
    },
  };
}

function authentication(databaseUrl: string, store: AccountsStore) {
  const authenticator: Authenticator = new Authenticator({
    findKeyOwners: (keyHashes) => store.findKeyOwners(keyHashes),
    hearsRevocations: () => listener.connected,
  });
  const listener = listen({
    url: databaseUrl,
    channel: 'api_key_changed',
    onMessage: (keyHash) => authenticator.forget(keyHash),
    onGap: () => authenticator.forgetAll(),
  });
  return { authenticator, stop: () => listener.stop() };
}

function requestLimits(knex: Knex, log: Logger) {
  const store = new LimitsStore(knex);
  const now = () => new Date();
  const requests = new RequestLimits({ store, now });
  const failed = (error: unknown) => log.error({ err: error }, 'usage could not be written');
  const writing = recurring(usageWriteMs, () => requests.flush(), failed);
  const pruning = recurring(housekeepingMs, () => requests.prune(), failed);
  return {
    requests,
    usage: new UsageService({ store, flush: () => requests.flush(), now }),
    async stop() {
      await Promise.all([writing.stop(), pruning.stop()]);
      await requests.flush({ stopping: true }).catch(failed);
    },
  };
}

function credits(knex: Knex, { cursorKeys }: Config, log: Logger) {
  const ledger = new LedgerStore(knex);
  const now = () => new Date();
  const charging = new Charging({ keys: new IdempotencyStore(knex), ledger, now });
  const service = new CreditsService({ ledger, cursorKeys, now });
  const housekeeping = recurring(
    housekeepingMs,
    async () => {
      await charging.pruneKeys();
      await service.expireGrants();
    },
    (error) => log.error({ err: error }, 'old keys or credits could not be cleared'),
  );
  return { charging, credits: service, stop: () => housekeeping.stop() };
}

interface SourcesNeeds {
  readonly knex: Knex;
  readonly charging: Charging;
  readonly lookup: CompanyLookup;
  readonly companies: CompaniesService;
  readonly config: Config;
}

function sources({ knex, charging, lookup, companies, config }: SourcesNeeds): SourcesRouteParts {
  const choices = new SourceChoicesStore(knex);
  const stores = { sources: new SourcesStore(knex), rows: new SourceRowsStore(knex) };
  const { cursorKeys } = config;
  const matching = new SourceMatching({ lookup, companies, choices });
  return {
    sources: new SourcesService({ ...stores, companies, charging, cursorKeys, now: () => new Date() }),
    resolving: new SourceResolving({ ...stores, choices, matching, charging }),
    uploads: new ImportParsing(),
  };
}

interface ListsNeeds {
  readonly knex: Knex;
  readonly charging: Charging;
  readonly search: CompanySearchService;
  readonly companies: CompaniesService;
  readonly sources: SourcesService;
  readonly companyQueries: CompanyQueryService;
  readonly config: Config;
}

function lists({ knex, charging, search, companies, sources, companyQueries, config }: ListsNeeds) {
  const { cursorKeys, stateFolder } = config;
  const now = () => new Date();
  const cursors = new PageCursors(cursorKeys, now);
  const stores = { lists: new ListsStore(knex), rows: new ListRowsStore(knex) };
  const enrichmentStore = new EnrichmentStore(knex);
  const members = new ListMembersService({
    search,
    companies,
    sources,
    companyQueries,
  });
  const estimates = new EstimatesService({
    store: new EstimatesStore(knex),
    members,
    companies,
    cursorKeys,
    now,
  });
  const service = new ListsService({ ...stores, companies, cursors, now });
  const saved = { ...stores, listsService: service, companies, now };
  const exporting = {
    exports: new ExportsStore(knex),
    files: new ExportFilesStore(exportsFolder(stateFolder)),
    now,
  };
  return {
    cursors,
    estimates,
    lists: service,
    materialize: new MaterializeService({ ...saved, charging, estimates, sources }),
    enrichments: new EnrichmentService({ charging, lists: service, store: enrichmentStore, cursors, now }),
    exports: new ExportsService({
      ...saved,
      enrichments: enrichmentStore,
      ...exporting,
      estimates,
      basePath: `${servicePrefix}/lists`,
    }),
    exportRetention: new ExportRetention(exporting),
    removal: new ListRemoval({ ...saved, ...exporting, removal: new ListRemovalStore(knex) }),
    publishing: new PublishingService({
      ...saved,
      members,
      snapshots: new SnapshotsStore(knex),
      diffs: new DiffsStore(knex),
      cursors,
    }),
  };
}

type Lists = ReturnType<typeof lists>;

interface HandingOffNeeds {
  readonly knex: Knex;
  readonly config: Config;
  readonly log: Logger;
  readonly saved: Lists;
  readonly charging: Charging;
}

function handingOff({ knex, config, log, saved, charging }: HandingOffNeeds) {
  const { lists: service, publishing, cursors } = saved;
  const now = () => new Date();
  const delivery = new DeliveryService({
    charging,
    lists: service,
    publishing,
    store: new DeliveryStore(knex),
    outside: new Outside({
      permittedOrigins: config.deliveryTestReceivers,
      onSilence: (what) => log.info(what, 'a receiver did not answer'),
    }),
    cursors,
    baseUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
    now,
  });
  const schedules = new SchedulesService({ store: new SchedulesStore(knex), publishing, delivery, now });
  return { delivery, schedules };
}

interface JobsNeeds {
  readonly knex: Knex;
  readonly config: Config;
  readonly log: Logger;
  readonly saved: Lists;
  readonly handing: ReturnType<typeof handingOff>;
}

/** Scheduled refreshes, deliveries, and clearing away what expired. */
function listJobs({ knex, config, log, saved, handing }: JobsNeeds) {
  const { delivery, schedules } = handing;
  const stops: (() => Promise<void>)[] = [];
  return {
    start() {
      if (!config.jobs) return;
      const running = runJobs({
        databaseUrl: config.databaseUrl,
        knex,
        tasks: {
          [deliverTask]: (payload, jobTry) => delivery.attempt(payload, jobTry),
          [refreshTask]: (payload) => schedules.refresh(payload),
          [removeListTask]: (payload) => saved.removal.remove(payload),
        },
        log,
      });
      const failed = (what: string) => (error: unknown) => log.error({ err: error }, what);
      const looking = recurring(
        schedulesMs,
        () => schedules.claimDue(),
        failed('schedules could not be looked at'),
      );
      const pruning = recurring(
        housekeepingMs,
        async () => {
          await saved.estimates.prune();
          await saved.exportRetention.prune();
        },
        failed('old estimates or exports could not be cleared'),
      );
      stops.push(
        () => looking.stop(),
        () => pruning.stop(),
        () => running.stop(),
      );
    },
    async stop() {
      await Promise.all(stops.map((stop) => stop()));
    },
  };
}

function healthService(
  store: HealthStore,
  elasticsearch: Client,
  prefix: string,
  log: Logger,
): HealthService {
  return new HealthService({
    appliedMigrations: () => store.appliedMigrations(),
    indexMappingVersion: (kind) => indexMappingVersion(elasticsearch, `${prefix}${kind}`, readinessTimeoutMs),
    knownMigrations: migrations.map(({ name }) => name),
    knownMappingVersions: { companies: companiesMappingVersion, observations: observationsMappingVersion },
    onFailure: (part, error) => log.warn({ err: error, part }, 'not ready'),
  });
}
