import { createHash } from 'node:crypto';
import { readHitRow } from '../../../mappings/observations.ts';
import type { DataAsOf } from '../../contract/as-of.ts';
import type { CoverageWarning } from '../../contract/company-search/answers.ts';
import type { AnswerBody } from '../../contract/endpoint.ts';
import { limitWarnings, type Warning } from '../../contract/envelope.ts';
import { type ErrorCode, ServiceError } from '../../contract/errors.ts';
import { defaultScanLimit, maxScanLimitOfKeys } from '../../contract/limits.ts';
import type {
  ObservationSearchBody,
  ObservationSearchResult,
  observationSearchAnswer,
  SourceSearch,
} from '../../contract/observations/observations.ts';
import { observationSources } from '../../contract/observations/vocabulary.ts';
import { isOfRequest } from '../../search/engine.ts';
import type { SearchGateway } from '../../search/gateway.ts';
import type { CompaniesService } from '../companies/companies-service.ts';
import type { CompanySearchService } from '../company-search/company-search-service.ts';
import { parseRequestedConditions } from '../company-search/filters/requested-conditions.ts';
import {
  buildUnappliedConditionsWarning,
  conditionsNotApplied,
} from '../company-search/filters/unsupported-conditions.ts';
import {
  type CompanyMatches,
  groupByCompany,
  type ObservationRow,
  selectBestRows,
  selectRepresentativeRows,
} from './group-rows.ts';
import { buildScanRequest, buildSourceCountRequest, type ObservationQuery } from './observation-query.ts';
import { toObservationView, toSearchResult } from './observation-view.ts';
import type { ObservationsStore } from './observations-store.ts';
import { type ParsedObservationRequest, parseObservationRequest } from './read-request.ts';
import {
  buildEmptySourceQuestions,
  buildZeroObservationsQuestions,
  buildZeroResultsWarning,
} from './zero-observations.ts';

/** Above this, the number of matches is a lower bound. */
const maxCountedMatches = 100_000;

export interface ObservationSearchParts {
  readonly gateway: SearchGateway;
  readonly store: ObservationsStore;
  readonly companies: CompaniesService;
  readonly companySearch: Pick<CompanySearchService, 'findCoverageWarnings'>;
  dataAsOf(): Promise<DataAsOf>;
  /** Alias of the observation index. */
  readonly alias: string;
}

type SearchAnswer = AnswerBody<typeof observationSearchAnswer>;

/** What one of the two searches read. */
interface Scan {
  readonly query: ObservationQuery;
  readonly failure: ErrorCode;
  readonly rows: readonly ObservationRow[];
  /** Whether there are more than were read. */
  readonly truncated: boolean;
}

const comparedWords =
  'its words are searched for in evidence as they are. Use filters, or POST /search to find companies by conditions.';

/** Finds observations across companies and groups them by company. */
export class ObservationSearchService {
  constructor(private readonly parts: ObservationSearchParts) {}

  /** @throws ServiceError invalid_request, observation_query_failed, edinet_evidence_query_failed */
  async search(body: ObservationSearchBody, signal?: AbortSignal): Promise<SearchAnswer> {
    const request = parseObservationRequest(body.query ?? '', body.filters ?? {});
    const scanLimit = Math.min(body.scan_limit ?? defaultScanLimit, maxScanLimitOfKeys);
    const scans = await this.#runScans(request, scanLimit, signal);
    const scanned = scans.map((scan) => scan.rows);
    const { rows, cut } = selectBestRows(scanned, scanLimit);
    const companies = groupByCompany(rows);
    const [results, sourceSearch, coverage, dataAsOf] = await Promise.all([
      this.#loadResults(companies.slice(0, body.limit), body.observations_per_company),
      this.#summarizeSources(request, scans, { rows, cut }, signal),
      this.parts.companySearch.findCoverageWarnings(
        (request.main ?? request.evidence)?.filters.company ?? {},
      ),
      this.parts.dataAsOf(),
    ]);
    const earlier = [...request.warnings, ...buildTruncationWarnings(sourceSearch)];
    const zero = rows.length === 0 ? await this.#explainZero(body, request, earlier, coverage, signal) : null;
    return {
      ok: true,
      object: 'observation_search',
      status: 'ready',
      results,
      warnings: limitWarnings([...earlier, ...(zero?.warnings ?? [])]),
      meta: {
        returned_companies: results.length,
        matched_companies: companies.length,
        matched_observations: rows.length,
        scan_limit: scanLimit,
        scan_limit_requested: body.scan_limit ?? null,
        technology_aliases: request.aliases,
        source_search: sourceSearch,
        coverage_warnings: [...coverage, ...(zero?.coverage ?? [])],
        data_as_of: dataAsOf,
      },
    };
  }

  /** Why nothing was found. Evidence can contain words like conditions, so they are reported only here. */
  async #explainZero(
    { query }: ObservationSearchBody,
    request: ParsedObservationRequest,
    warnings: readonly Warning[],
    coverage: readonly CoverageWarning[],
    signal: AbortSignal | undefined,
  ): Promise<{ warnings: Warning[]; coverage: CoverageWarning[] }> {
    const requested = parseRequestedConditions(query ?? '');
    const unapplied = [requested && buildUnappliedConditionsWarning(requested, comparedWords)].filter(
      (each) => each !== null,
    );
    const earlier = [...warnings, ...unapplied];
    const [answers, empty] = await this.#sendQuestions('observation_query_failed', ({ gateway, alias }) =>
      Promise.all([
        gateway.askQuestions(alias, buildZeroObservationsQuestions(request, earlier), { signal }),
        gateway.askQuestions(alias, [buildEmptySourceQuestions([...request.searched])], { signal }),
      ]),
    );
    const reasons = answers.flat();
    const noData = empty.flat();
    const zero = buildZeroResultsWarning([...earlier, ...reasons], coverage.length + noData.length > 0);
    return {
      warnings: [zero, ...reasons, ...unapplied],
      coverage: [...noData, requested && conditionsNotApplied].filter((each) => each !== null),
    };
  }

  /** Runs both searches at once. If both fail, it throws the error of the search of all sources. */
  async #runScans(
    { main, evidence }: ParsedObservationRequest,
    scanLimit: number,
    signal: AbortSignal | undefined,
  ): Promise<Scan[]> {
    const running = [
      main && this.#runScan(main, scanLimit, 'observation_query_failed', signal),
      evidence && this.#runScan(evidence, scanLimit, 'edinet_evidence_query_failed', signal),
    ];
    const outcomes = await Promise.allSettled(running.filter((each) => each !== null));
    return outcomes.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });
  }

  async #runScan(
    query: ObservationQuery,
    scanLimit: number,
    failure: ErrorCode,
    signal: AbortSignal | undefined,
  ): Promise<Scan> {
    const request = buildScanRequest(query, scanLimit);
    // Each copy has an order of its own among equal scores, so which of them are read depends on the copy.
    const preference = createHash('sha256').update(JSON.stringify(request)).digest('hex');
    const { rows, total } = await this.#sendQuestions(failure, ({ gateway, alias }) =>
      gateway.searchRows(alias, request, { signal, preference }),
    );
    return {
      query,
      failure,
      rows: rows.map(({ score, row }) => ({ relevance: toRelevance(score), ...readHitRow(row) })),
      truncated: total > rows.length,
    };
  }

  /**
   * Replaces errors of the engine with the error code of this part of the search. If the engine is away, no part can be left out
   * and no query shortened, so the code is the one whose advice is to wait.
   */
  async #sendQuestions<Answer>(
    failure: ErrorCode,
    ask: (index: Pick<ObservationSearchParts, 'gateway' | 'alias'>) => Promise<Answer>,
  ): Promise<Answer> {
    try {
      return await ask(this.parts);
    } catch (cause) {
      if (!(cause instanceof ServiceError)) throw cause;
      throw new ServiceError(isOfRequest(cause.cause) ? failure : 'observation_query_failed', { cause });
    }
  }

  async #summarizeSources(
    { searched }: ParsedObservationRequest,
    scans: readonly Scan[],
    { rows, cut }: ReturnType<typeof selectBestRows>,
    signal: AbortSignal | undefined,
  ): Promise<SourceSearch[]> {
    const truncated = scans.filter((scan) => scan.truncated);
    const counted = await this.#countTruncated(truncated, [...searched], signal);
    return observationSources.map((source) => {
      const isFromSource = (row: ObservationRow) => row.source === source;
      const scanned = rows.filter(isFromSource).length;
      const known = scanned + cut.filter(isFromSource).length;
      const total = counted.get(source) ?? 0;
      const inBoth = scans.length > 1 && source === 'edinet' && total > 0;
      const matched = Math.max(known, total);
      return {
        source,
        searched: searched.has(source),
        scanned,
        matched,
        matched_kind: total >= maxCountedMatches || inBoth ? 'lower_bound' : 'exact',
        truncated: matched > scanned,
      };
    });
  }

  /** For truncated searches, the number of matches by source; if there are two searches, the larger number. */
  async #countTruncated(
    scans: readonly Scan[],
    searched: readonly string[],
    signal: AbortSignal | undefined,
  ): Promise<Map<string, number>> {
    const totals = new Map<string, number>();
    for (const { query, failure } of scans) {
      const sources = searched.filter((source) => query.filters.sources?.includes(source) ?? true);
      const requests = sources.map((source) => buildSourceCountRequest(query, source, maxCountedMatches));
      const answers = await this.#sendQuestions(failure, ({ gateway, alias }) =>
        gateway.searchMany(alias, requests, { signal }),
      );
      for (const [at, source] of sources.entries())
        totals.set(source, Math.max(totals.get(source) ?? 0, answers[at]?.total ?? 0));
    }
    return totals;
  }

  /** Results come from Postgres. What was deleted there since the last sync of the index is left out. */
  async #loadResults(
    companies: readonly CompanyMatches[],
    perCompany: number,
  ): Promise<ObservationSearchResult[]> {
    const shown = companies.map((matches) => selectRepresentativeRows(matches, perCompany));
    const companyIds = companies.map(({ companyId }) => companyId);
    const [records, summaries, visible] = await Promise.all([
      this.parts.store.findObservations(shown.flat().map(({ observationId }) => observationId)),
      this.parts.companies.findSummaries(companyIds),
      this.parts.companies.findCanonicalIds(companyIds),
    ]);
    const byId = new Map(records.map((record) => [record.observation_id, record]));
    return companies.flatMap((matches, at) => {
      const summary = summaries.get(matches.companyId);
      const observations = (shown[at] ?? []).flatMap(({ observationId, companyId, relevance }) => {
        const record = byId.get(observationId);
        if (record?.company_id !== companyId) return [];
        return [{ ...toObservationView(record), match_relevance: relevance }];
      });
      if (summary && visible.has(matches.companyId) && observations.length > 0)
        return [toSearchResult(matches, summary, observations)];
      return [];
    });
  }
}

/** Rounded, because the engine adds scores in 32-bit floats. */
function toRelevance(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}

function buildTruncationWarnings(sources: readonly SourceSearch[]): Warning[] {
  const truncated = sources.filter((source) => source.truncated).map(({ source }) => source);
  if (truncated.length === 0) return [];
  const message =
    'More observations match than scan_limit allows. The best of them were read. Narrow the search to see the rest.';
  return [{ code: 'scan_truncated', message, field: 'scan_limit', value: truncated }];
}
