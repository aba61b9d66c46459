import type pg from 'pg';
import { DatabaseClient } from './database-client.ts';

/** Watches statements, for metrics, traces and the slow-query log. */
export interface StatementWatch {
  /**
   * A statement is about to be sent.
   * @param text with placeholders
   * @returns called once, when it is answered
   */
  beginStatement(text: string): (error: unknown) => void;
}

type Callback = (error: Error | null, result: pg.QueryResult) => void;
type Query = (config: unknown, values?: unknown, callback?: Callback) => Promise<pg.QueryResult> | undefined;

/** A class of connections whose statements are watched. Streams, such as COPY, are not. */
export function watchClient(watch: StatementWatch): typeof DatabaseClient {
  const plain = DatabaseClient.prototype.query as unknown as Query;
  class WatchedClient extends DatabaseClient {}
  const query: Query = function (this: DatabaseClient, config, values, callback) {
    const text = findStatementText(config);
    if (text === null) return plain.call(this, config, values, callback);
    const end = watch.beginStatement(text);
    const done = typeof values === 'function' ? (values as Callback) : callback;
    if (done) {
      const finishStatement: Callback = (error, result) => {
        end(error);
        done(error, result);
      };
      if (typeof values === 'function') return plain.call(this, config, finishStatement);
      return plain.call(this, config, values, finishStatement);
    }
    const answer = plain.call(this, config, values);
    answer?.then(
      () => end(null),
      (error: unknown) => end(error),
    );
    return answer;
  };
  Object.assign(WatchedClient.prototype, { query });
  return WatchedClient;
}

function findStatementText(config: unknown): string | null {
  if (typeof config === 'string') return config;
  const { text, submit } = Object(config) as { readonly text?: unknown; readonly submit?: unknown };
  if (typeof text === 'string' && typeof submit !== 'function') return text;
  return null;
}
