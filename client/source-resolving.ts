import type { Body, CompanyDataClient, Query, Schema } from './index.ts';
import { maxRowsInOneCall, prices } from './values.ts';

/**
 * The way of a caller to the companies of a source: what is left, its price, the agreement, one call or a run in the
 * background, which is followed. The command line, the desk and the assistants go this way.
 */

export type Run = Schema<'SourceRun'>;

type Counts = Pick<Schema<'Source'>, 'status' | 'resolve_summary'>;

type Detected = Pick<Schema<'Source'>, 'detected_identifier_columns' | 'detected_hint_columns'>;

/** The columns that the service suggests for the mapping. */
export function getDetectedColumns(
  source: Detected,
): Required<Pick<Schema<'SourceMapping'>, 'columns' | 'hints'>> {
  const pickSuggested = (detected: readonly { suggested: boolean; field: string; header: string }[]) =>
    Object.fromEntries(detected.filter((each) => each.suggested).map(({ field, header }) => [field, header]));
  return {
    columns: pickSuggested(source.detected_identifier_columns),
    hints: pickSuggested(source.detected_hint_columns),
  };
}

/** Rows that resolving looks at. */
export function countRemainingRows({ status, resolve_summary: counts }: Counts): number {
  if (status === 'mapped') return counts.total - counts.matched;
  return counts.unresolved + counts.not_found;
}

/** The highest price: that of all remaining rows. */
export function computeMaxPrice(source: Counts): number {
  return countRemainingRows(source) * prices.matchedRow.credits;
}

/** Whether the rows are too many for one call, which would also have to find their price. */
export function needsRun(source: Counts, maxRows: number = maxRowsInOneCall): boolean {
  return countRemainingRows(source) > maxRows;
}

export function isOpenRun({ status }: Run): boolean {
  return status === 'queued' || status === 'running';
}

/** Whether it has ended before its last row. */
export function isResumableRun(run: Run): boolean {
  return run.background && run.status !== 'completed' && !isOpenRun(run);
}

/** For a dry run, which says the price: `dryRun` saves and charges nothing. */
type Limits = Omit<Body<'resolveSource'>, 'execute'>;
/** Of the client, for one call. */
interface CallOptions {
  readonly signal?: AbortSignal;
  readonly fetch?: (request: Request) => Promise<Response>;
}

/**
 * The calls about resolving one source. Everything that charges has an `Idempotency-Key`: the same for the same call in the
 * same state of the source.
 */
export class SourceCalls {
  readonly #path: { readonly sourceId: string };

  constructor(
    private readonly client: CompanyDataClient,
    sourceId: string,
  ) {
    this.#path = { sourceId };
  }

  inspect() {
    return this.client.GET('/api/service/sources/{sourceId}/inspect', { params: { path: this.#path } });
  }

  map(body: Body<'mapSource'>) {
    return this.client.POST('/api/service/sources/{sourceId}/map', { params: { path: this.#path }, body });
  }

  resolve(key: string, limits: Limits, options: CallOptions = {}) {
    return this.client.POST('/api/service/sources/{sourceId}/resolve', {
      params: { path: this.#path, header: { 'Idempotency-Key': key } },
      body: { execute: true, ...limits },
      ...options,
    });
  }

  startRun(key: string, maxCredits: number) {
    return this.client.POST('/api/service/sources/{sourceId}/runs', {
      params: { path: this.#path, header: { 'Idempotency-Key': key } },
      body: { execute: true, maxCredits },
    });
  }

  /** @param maxCredits of the whole run, with what it has used already; absent: as before */
  resumeRun(runId: string, key: string, maxCredits?: number) {
    return this.client.POST('/api/service/sources/{sourceId}/runs/{runId}/resume', {
      params: { path: { ...this.#path, runId }, header: { 'Idempotency-Key': key } },
      body: { execute: true, ...(maxCredits !== undefined && { maxCredits }) },
    });
  }

  cancelRun(runId: string) {
    return this.client.POST('/api/service/sources/{sourceId}/runs/{runId}/cancel', {
      params: { path: { ...this.#path, runId } },
    });
  }

  /** @param query `wait`: seconds for which the answer is held back until the run ends */
  getRun(runId: string, query: Query<'getSourceRun'> = {}, options: CallOptions = {}) {
    return this.client.GET('/api/service/sources/{sourceId}/runs/{runId}', {
      params: { path: { ...this.#path, runId }, query },
      ...options,
    });
  }

  /** The newest first. */
  listRuns(query: Query<'listSourceRuns'>, options: CallOptions = {}) {
    return this.client.GET('/api/service/sources/{sourceId}/runs', {
      params: { path: this.#path, query },
      ...options,
    });
  }
}

/**
 * Asks for a run until it has ended.
 * @param ask gives the run as it is, maybe after a wait
 * @param goesOn is told of an open run, and says whether it is followed further
 */
export async function followRun<Answer extends { readonly run: Run }>(
  ask: () => Promise<Answer>,
  goesOn: (answer: Answer) => boolean | Promise<boolean>,
): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (!isOpenRun(answer.run) || !(await goesOn(answer))) return answer;
  }
}
