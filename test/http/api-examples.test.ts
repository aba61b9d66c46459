import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generate } from '../../lab/fictional/writing.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import recorded from '../../src/openapi/examples.json' with { type: 'json' };
import { type Call, type Json, useEveryOperation } from '../support/every-operation.ts';
import { startReceiver } from '../support/receiver.ts';
import { serviceSuite } from '../support/service.ts';
import { recordedDay, stableExamples } from '../support/stable-examples.ts';

/**
 * A session that uses every operation once. Its requests and answers are the examples of the API document; after a change
 * of an answer `RECORD_EXAMPLES=1 npm test -- test/http/api-examples.test.ts` writes them again.
 */

type Examples = Record<string, { path: string; request?: Json; answers: Record<string, Json> }>;

const file = path.resolve(import.meta.dirname, '../../src/openapi/examples.json');
const examples: Examples = {};
const began = new Date();

const receiver = await startReceiver();
const stateFolder = mkdtempSync(path.join(tmpdir(), 'examples-'));
const { database, service, end } = await serviceSuite([], {
  JOBS: 'true',
  DELIVERY_TEST_RECEIVERS: receiver.origin,
  STATE_FOLDER: stateFolder,
});
afterAll(async () => {
  await end();
  await receiver.stop();
  rmSync(stateFolder, { recursive: true });
});
const account = await service.createAccount({
  name: 'example',
  plan: 'demo',
  credits: { basic: 100_000, enrichment: 100_000 },
});
beforeAll(async () => {
  await generate({ databaseUrl: database.url, companies: 2000, seed: 1, today: recordedDay });
  await Promise.all([service.reindexCompanies(), service.reindexObservations()]);
  await useEveryOperation({ database, receiver, example, call });
}, 120_000);

/** Makes the call and keeps it as the example of the operation. */
async function example(operationId: string, request: Call): Promise<Json> {
  const answer = await call(operationId, request);
  const { path: where, body, file, status = 200 } = request;
  examples[operationId] = {
    path: where,
    ...((body ?? file) !== undefined && { request: body ?? file }),
    answers: { [status]: answer },
  };
  return answer;
}

async function call(
  operationId: string,
  { method, path: where, body, file, key, status = 200 }: Call,
): Promise<Json> {
  const sent = body === undefined ? file : JSON.stringify(body);
  const response = await fetch(`${service.url}${where}`, {
    method: method ?? (sent === undefined ? 'GET' : 'POST'),
    headers: {
      'x-api-key': account.apiKey,
      ...(sent !== undefined && { 'content-type': file === undefined ? 'application/json' : 'text/csv' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(sent !== undefined && { body: sent }),
  });
  const text = await response.text();
  if (response.status !== status) throw new Error(`${operationId} answered ${response.status}: ${text}`);
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  // The first lines of a file are enough.
  return isJson ? JSON.parse(text) : text.split('\n').slice(0, 4).join('\n');
}

/** Operations for the document itself and its page, and those that differ from others only in where the key is. */
const withoutExample = [
  'getApiDocument',
  'showApiDocument',
  'getDocumentPagePart',
  'showDesk',
  'showStatus',
  'getDeskPart',
  ...Object.keys(endpoints).filter((id) => id.endsWith('WithKey')),
];

describe('the examples of the API document', () => {
  const operations = () => Object.keys(endpoints);

  it('come from a session that uses every operation', () => {
    const used = [...Object.keys(examples), ...withoutExample];
    expect(used.sort()).toEqual(operations().sort());
  });

  it('are there for every operation, with the fields that its answer has now', () => {
    if (process.env.RECORD_EXAMPLES === '1') {
      const shown = JSON.stringify(stableExamples(examples, began), null, 2);
      const anonymous = shown
        .replaceAll(receiver.origin, 'https://hooks.example.com')
        .replaceAll(service.url, 'https://api.example.jp')
        .replace(/"cds_[0-9A-Za-z]{6}"/g, '"cds_Ab3dE9"')
        .replace(/cds_[0-9A-Za-z]{32}_[0-9A-Za-z]{6}/g, 'cds_EXAMPLE');
      writeFileSync(file, `${anonymous}\n`);
    }
    const kept: Examples = process.env.RECORD_EXAMPLES === '1' ? examples : recorded;
    const keysOf = (all: Examples) =>
      Object.fromEntries(
        Object.entries(all).map(([operationId, { request, answers }]) => [
          operationId,
          {
            request: fieldsOf(request),
            answers: Object.entries(answers).map(([status, one]) => [status, fieldsOf(one)]),
          },
        ]),
      );
    expect(keysOf(kept)).toEqual(keysOf(examples));
  });
});

/** Names of the fields of a body; of what they hold, only objects. */
function fieldsOf(body: Json): Json {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  return Object.keys(body).sort();
}
