import { randomBytes } from 'node:crypto';
import { Client } from '@elastic/elasticsearch';
import type { Knex } from 'knex';
import { CompaniesService } from '../../src/features/companies/companies-service.ts';
import { CompaniesStore } from '../../src/features/companies/companies-store.ts';
import { CompanyLookup } from '../../src/features/row-matching/lookup/company-lookup.ts';
import { RowMatching } from '../../src/features/row-matching/row-matching-service.ts';
import { ChoiceTables } from '../../src/features/sources/decisions/choice-table-service.ts';
import { DecisionUndo } from '../../src/features/sources/decisions/decision-undo-service.ts';
import { DecisionUndoStore } from '../../src/features/sources/decisions/decision-undo-store.ts';
import { RememberedRows } from '../../src/features/sources/decisions/remembered-rows-service.ts';
import { RememberedRowsStore } from '../../src/features/sources/decisions/remembered-rows-store.ts';
import { RowDecisions } from '../../src/features/sources/decisions/row-decisions-service.ts';
import { RowDecisionsStore } from '../../src/features/sources/decisions/row-decisions-store.ts';
import { SameNames } from '../../src/features/sources/decisions/same-name-service.ts';
import { readImportBody } from '../../src/features/sources/parsing/read-import.ts';
import { DecisionHistoryStore } from '../../src/features/sources/records/decision-history-store.ts';
import { NamedCompanies } from '../../src/features/sources/records/named-companies-service.ts';
import { ReviewRowsStore } from '../../src/features/sources/records/review-rows-store.ts';
import { RowCellsStore } from '../../src/features/sources/records/row-cells-store.ts';
import { SourceChoicesStore } from '../../src/features/sources/records/source-choices-store.ts';
import { SourceFilesStore } from '../../src/features/sources/records/source-files-store.ts';
import { SourceRowsStore } from '../../src/features/sources/records/source-rows-store.ts';
import { SourcesStore } from '../../src/features/sources/records/sources-store.ts';
import { SourceResolving } from '../../src/features/sources/resolving/source-resolving-service.ts';
import { SourceRuns } from '../../src/features/sources/resolving/source-runs-service.ts';
import { SourceRunsStore } from '../../src/features/sources/resolving/source-runs-store.ts';
import { SourceRunsWorker } from '../../src/features/sources/resolving/source-runs-worker.ts';
import { RowReasons } from '../../src/features/sources/review/row-reasons-service.ts';
import { RowReasonsStore } from '../../src/features/sources/review/row-reasons-store.ts';
import { SourcesService } from '../../src/features/sources/sources-service.ts';
import { Engine } from '../../src/search/engine.ts';
import { SearchGateway } from '../../src/search/gateway.ts';
import { creditParts } from './credits.ts';
import { testStack } from './environment.ts';

/** The source flow without HTTP, on an existing index. `failing` makes the engine fail while it is true. */
export function sourceParts(knex: Knex, alias: string) {
  const client = new Client({ node: testStack().elasticsearchUrl });
  const engine = { failing: false };
  const gateway = new SearchGateway(new Engine(client));
  const lookup = new CompanyLookup({
    alias,
    gateway: new Proxy(gateway, {
      get(target, name: keyof SearchGateway) {
        if (engine.failing && (name === 'search' || name === 'searchMany'))
          return () => Promise.reject(new Error('the engine fails'));
        return target[name].bind(target);
      },
    }),
  });
  const { idempotency, paging, charging, credits } = creditParts(knex);
  const companies = new CompaniesService(new CompaniesStore(knex));
  const choices = new SourceChoicesStore(knex);
  const stores = {
    sources: new SourcesStore(knex),
    rows: new SourceRowsStore(knex),
    cells: new RowCellsStore(knex),
    files: new SourceFilesStore(knex),
    runs: new SourceRunsStore(knex),
    history: new DecisionHistoryStore(knex),
  };
  const matching = new RowMatching({ lookup, companies });
  const resolvingParts = { ...stores, choices, charging, matching };
  const resolving = new SourceResolving(resolvingParts);
  const decisionsStore = new RowDecisionsStore(knex);
  const remembered = new RememberedRows({
    ...stores,
    remembered: new RememberedRowsStore(knex),
    decisions: decisionsStore,
    companies,
    paging,
  });
  const decisions = new RowDecisions({
    ...stores,
    decisions: decisionsStore,
    choices,
    remembered,
    named: new NamedCompanies({ companies, lookup }),
    sameNames: new SameNames({
      ...stores,
      reviewed: new ReviewRowsStore(knex),
      decisions: decisionsStore,
      companies,
      lookup,
    }),
    charging,
  });
  return {
    engine,
    credits,
    sources: new SourcesService({ ...stores, companies, idempotency, paging }),
    resolving,
    runs: new SourceRuns({ ...stores, charging, paging }, resolving),
    /** Resolves one batch of this many rows in a turn. */
    worker: (rowsPerBatch: number) =>
      new SourceRunsWorker({ ...resolvingParts, pace: { rowsPerBatch, turnMs: 0 } }),
    decisions,
    tables: new ChoiceTables({
      ...stores,
      reviewed: new ReviewRowsStore(knex),
      decisions,
      companies,
      charging,
    }),
    reasons: new RowReasons({
      ...stores,
      decisions: decisionsStore,
      reasons: new RowReasonsStore(knex),
      choices,
      charging,
    }),
    undoing: new DecisionUndo({
      ...stores,
      decisions: decisionsStore,
      undoing: new DecisionUndoStore(),
      choices,
      remembered,
      charging,
    }),
    choices,
    close: () => client.close(),
  };
}

export type SourceParts = ReturnType<typeof sourceParts>;

/** An upload as the route hands it on. */
export function uploaded(headers: readonly string[], rows: readonly object[], contentSha256?: string) {
  const bytes = Buffer.from(JSON.stringify({ headers, rows, contentSha256 }));
  const seed = { now: Date.now(), random: Uint8Array.from(randomBytes(16)) };
  const reading = readImportBody(bytes, seed);
  if ('fault' in reading) throw new Error(JSON.stringify(reading.fault));
  return reading.upload;
}
