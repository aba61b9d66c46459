import { Client } from '@elastic/elasticsearch';
import { expect, it } from '@jest/globals';
import { CompanyIndex } from '../../src/features/company-search/company-index-service.ts';
import { readSearch } from '../../src/features/company-search/company-search.ts';
import { openLog } from '../../src/http/request-log.ts';
import { SearchGateway } from '../../src/search/gateway.ts';

/** Stands for what a customer sent. */
const canary = 'Kanariya-7f3a';
const filters = { city: [canary] };
const search = readSearch({ query: null, filters, order: null, words: true, facets: [] }, '2026-11-21');

function countingWithoutEngine() {
  const lines: string[] = [];
  const log = openLog('debug', { write: (line) => lines.push(line) });
  const client = new Client({ node: 'http://127.0.0.1:1', maxRetries: 0 });
  const index = new CompanyIndex({
    gateway: new SearchGateway(client),
    alias: 'companies',
    countTimeoutMs: 1_000,
    onCountFailure: (error) => log.warn({ err: error }, 'matches could not be counted'),
  });
  return { index, lines, close: () => client.close() };
}

it('logs a count that failed, without what was asked, and answers as after a timeout', async () => {
  const { index, lines, close } = countingWithoutEngine();
  expect(await index.count(search, undefined)).toEqual({ kind: 'timed_out' });
  await close();
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('matches could not be counted');
  expect(lines[0]).toContain('ECONNREFUSED');
  expect(lines[0]).not.toContain(canary);
});

it('logs nothing when the caller has gone', async () => {
  const { index, lines, close } = countingWithoutEngine();
  expect(await index.count(search, AbortSignal.abort())).toEqual({ kind: 'timed_out' });
  await close();
  expect(lines).toEqual([]);
});
