import type { Attributes } from '@opentelemetry/api';
import type { StatementWatch } from '../database/statement-watch.ts';
import type { Metrics } from '../http/metrics.ts';
import { statementShape } from '../process/failure-report.ts';
import { requestContext } from '../running/request-context.ts';
import { EngineRefusal, RequestAborted } from '../search/engine.ts';
import type { EngineWatch } from '../search/engine-watch.ts';
import { searchShape, statementText } from './query-shapes.ts';
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
export function statementWatch({ metrics, slow, tracing }: Watching, pool: string): StatementWatch {
  return {
    begin(text) {
      const begun = performance.now();
      const context = requestContext.getStore();
      const call =
        tracing?.call(statementShape(text), {
          'db.system.name': 'postgresql',
          'db.query.text': statementText(text),
          'db.pool': pool,
        }) ?? null;
      return (error) => {
        const ms = performance.now() - begun;
        metrics.observeStatement(pool, error ? 'failed' : 'ok', ms / 1000);
        call?.ended(error);
        if (slow?.isSlow(ms))
          slow.note({
            store: 'postgres',
            ms,
            failed: Boolean(error),
            context,
            shape: () => ({ pool, statement: statementText(text) }),
          });
      };
    },
  };
}

export function engineWatch({ metrics, slow, tracing }: Watching): EngineWatch {
  return {
    begin(path, body) {
      const begun = performance.now();
      const context = requestContext.getStore();
      const call = tracing && beginCall(tracing, path);
      return {
        ...call?.given,
        ended(answer, error) {
          const ms = performance.now() - begun;
          const { alias, operation } = targetOf(path);
          metrics.observeEngine(operation, outcomeOf(error), ms / 1000);
          call?.ended(answer, error);
          if (slow?.isSlow(ms) && !(error instanceof RequestAborted))
            slow.note({
              store: 'elasticsearch',
              ms,
              failed: answer === null,
              context,
              shape: () => ({ index: alias, operation, query: searchShape(body) }),
            });
        },
      };
    },
  };
}

function beginCall(tracing: Tracing, path: string) {
  const { alias, operation } = targetOf(path);
  const call = tracing.call(`${operation} ${alias}`, {
    'db.system.name': 'elasticsearch',
    'db.operation.name': operation,
    'db.collection.name': alias,
  });
  if (!call) return null;
  const endOthers = tracing.joined(call, `${operation} ${alias} together with others`);
  return {
    given: {
      headers: call.headers,
      path: path.replace('filter_path=', 'filter_path=took,_shards.total,responses._shards.total,'),
    },
    ended(answer: Buffer | null, error: unknown) {
      call.ended(error, answer ? facts(answer) : {});
      endOthers();
    },
  };
}

/** What the beginning of an answer says of the engine's work: the rest is never parsed for it. */
function facts(answer: Buffer): Attributes {
  const text = answer.toString('latin1', 0, 600);
  const number = (pattern: RegExp) => pattern.exec(text)?.[1];
  const took = number(/"took":(\d+)/);
  const shards = number(/"_shards":\{"total":(\d+)/);
  return {
    ...(took !== undefined && { 'elasticsearch.took_ms': Number(took) }),
    ...(shards !== undefined && { 'elasticsearch.shards': Number(shards) }),
  };
}

function outcomeOf(error: unknown): 'ok' | 'refused' | 'aborted' | 'failed' {
  if (error === null) return 'ok';
  if (error instanceof EngineRefusal) return 'refused';
  return error instanceof RequestAborted ? 'aborted' : 'failed';
}

/** `/cds-companies/_search?…` is the operation `search` of the alias `cds-companies`. */
function targetOf(path: string): { readonly alias: string; readonly operation: string } {
  const [, alias = '', operation = ''] = /^\/([^/?]+)\/_([^/?]+)/.exec(path) ?? [];
  return { alias, operation };
}
