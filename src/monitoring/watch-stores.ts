import type { Attributes } from '@opentelemetry/api';
import type { StatementWatch } from '../database/statement-watch.ts';
import type { Metrics } from '../http/metrics.ts';
import { describeStatement } from '../process/failure-report.ts';
import { requestContext } from '../running/request-context.ts';
import { EngineRefusal, RequestAborted } from '../search/engine.ts';
import type { EngineWatch } from '../search/engine-watch.ts';
import { describeSearch, formatStatement } from './query-shapes.ts';
import type { SlowQueries } from './slow-queries.ts';
import type { Tracing } from './tracing.ts';

export interface Watching {
  readonly metrics: Metrics;
  /** Null if no query is logged as slow. */
  readonly slow: SlowQueries | null;
  /** Null if there are no traces. */
  readonly tracing: Tracing | null;
}

/** @param pool `primary` or `standby` */
export function createStatementWatch({ metrics, slow, tracing }: Watching, pool: string): StatementWatch {
  return {
    beginStatement(text) {
      const begun = performance.now();
      const context = requestContext.getStore();
      const call =
        tracing?.startCall(describeStatement(text), {
          'db.system.name': 'postgresql',
          'db.query.text': formatStatement(text),
          'db.pool': pool,
        }) ?? null;
      return (error) => {
        const ms = performance.now() - begun;
        metrics.observeStatement(pool, error ? 'failed' : 'ok', ms / 1000);
        call?.endCall(error);
        if (slow?.isSlow(ms))
          slow.noteQuery({
            store: 'postgres',
            ms,
            failed: Boolean(error),
            context,
            shape: () => ({ pool, statement: formatStatement(text) }),
          });
      };
    },
  };
}

export function createEngineWatch({ metrics, slow, tracing }: Watching): EngineWatch {
  return {
    beginRequest(path, body) {
      const begun = performance.now();
      const context = requestContext.getStore();
      const call = tracing && beginCall(tracing, path);
      return {
        ...call?.given,
        endRequest(answer, error) {
          const ms = performance.now() - begun;
          const { alias, operation } = parseTarget(path);
          metrics.observeEngine(operation, toOutcome(error), ms / 1000);
          call?.endCall(answer, error);
          if (slow?.isSlow(ms) && !(error instanceof RequestAborted))
            slow.noteQuery({
              store: 'elasticsearch',
              ms,
              failed: answer === null,
              context,
              shape: () => ({ index: alias, operation, query: describeSearch(body) }),
            });
        },
      };
    },
  };
}

function beginCall(tracing: Tracing, path: string) {
  const { alias, operation } = parseTarget(path);
  const call = tracing.startCall(`${operation} ${alias}`, {
    'db.system.name': 'elasticsearch',
    'db.operation.name': operation,
    'db.collection.name': alias,
  });
  if (!call) return null;
  const endOthers = tracing.joinCall(call, `${operation} ${alias} together with others`);
  return {
    given: {
      headers: call.headers,
      path: path.replace('filter_path=', 'filter_path=took,_shards.total,responses._shards.total,'),
    },
    endCall(answer: Buffer | null, error: unknown) {
      call.endCall(error, answer ? readFacts(answer) : {});
      endOthers();
    },
  };
}

/** What the beginning of an answer says of the engine's work: the rest is never parsed for it. */
function readFacts(answer: Buffer): Attributes {
  const text = answer.toString('latin1', 0, 600);
  const findNumber = (pattern: RegExp) => pattern.exec(text)?.[1];
  const took = findNumber(/"took":(\d+)/);
  const shards = findNumber(/"_shards":\{"total":(\d+)/);
  return {
    ...(took !== undefined && { 'elasticsearch.took_ms': Number(took) }),
    ...(shards !== undefined && { 'elasticsearch.shards': Number(shards) }),
  };
}

function toOutcome(error: unknown): 'ok' | 'refused' | 'aborted' | 'failed' {
  if (error === null) return 'ok';
  if (error instanceof EngineRefusal) return 'refused';
  if (error instanceof RequestAborted) return 'aborted';
  return 'failed';
}

/** `/cds-companies/_search?…` is the operation `search` of the alias `cds-companies`. */
function parseTarget(path: string): { readonly alias: string; readonly operation: string } {
  const [, alias = '', operation = ''] = /^\/([^/?]+)\/_([^/?]+)/.exec(path) ?? [];
  return { alias, operation };
}
