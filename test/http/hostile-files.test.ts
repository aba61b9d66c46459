import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { findProcess, listProcesses } from '../../engine/processes/process-table.mjs';
import {
  type HostileFile,
  largeTexts,
  smallTexts,
  workbooks,
} from '../../lab/bench/blocking/hostile-files.ts';
import { type ErrorCode, errorCatalogue } from '../../src/contract/errors.ts';
import { type ServiceProcess, startSuiteProcess } from '../support/service-process.ts';
import { size } from '../support/size.ts';
import { sourceSuite } from '../support/sources.ts';

// Whatever a file of a stranger does, it ends its own reader, and the service goes on.

const suite = await sourceSuite();
const { account } = await suite.account();
const { api_key: readOnlyKey } = await suite.service.accounts.createKey(account.accountId, {
  readOnly: true,
});
const started: ServiceProcess[] = [];
const start = async (environment: Record<string, string> = {}) => {
  // A small heap, in which nothing of a file may be.
  const running = await startSuiteProcess(suite, {
    NODE_OPTIONS: '--max-old-space-size=96',
    JOBS: 'false',
    ...environment,
  });
  started.push(running);
  return running;
};
const service = await start();
afterAll(async () => {
  for (const each of started) await each.kill();
  await suite.end();
});

const preview = '/api/service/sources/files?preview=true';

async function send(
  file: HostileFile,
  repetitions: number,
  to = service,
  { path = preview, key = readOnlyKey, signal = new AbortController().signal } = {},
) {
  const query = new URLSearchParams(file.query?.(repetitions));
  const response = await fetch(`${to.url}${path}${path.includes('?') ? '&' : '?'}${query}`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(await file.make(repetitions)),
    signal,
  });
  const body = (await response.json()) as { error?: { code: ErrorCode; message: string } };
  return { status: response.status, error: body.error };
}

/** Sends a file, and asks for /healthz until it is answered. */
async function sendWatched(file: HostileFile, repetitions: number, path = preview, key = readOnlyKey) {
  let ended = false;
  const sending = send(file, repetitions, service, { path, key }).finally(() => {
    ended = true;
  });
  let answers = 0;
  do {
    const { status } = await fetch(`${service.url}/healthz`);
    expect(status).toBe(200);
    answers += 1;
    await wait(50);
  } while (!ended);
  return { ...(await sending), answers };
}

const named = (kind: string) => {
  const file = [...smallTexts, ...largeTexts, ...workbooks].find((each) => each.kind === kind);
  if (!file) throw new Error(`there is no file ${kind}`);
  return file;
};

/** Each has the share of its size that `npm test` sends; `npm run prove` sends the whole of it. */
const attacks: readonly (readonly [files: readonly HostileFile[], share: number])[] = [
  [smallTexts, 1],
  [largeTexts, size(1 / 16, 1)],
  [workbooks, size(1 / 200, 1)],
];
const cases = attacks.flatMap(([files, share]) => files.map((file) => [file.kind, file, share] as const));

describe('a file that was made to be slow or large', () => {
  it.each(cases)('is answered as documented while the service answers others: %s', async (_, file, share) => {
    const { status, error } = await sendWatched(file, Math.ceil(file.size * share));
    if (error) expect(errorCatalogue[error.code].status).toBe(status);
    else expect(status).toBe(200);
    expect(status).toBeLessThan(500);
    expect(service.hasEnded).toBe(false);
  });

  // More than a table has, so that reading ends at its bound.
  const [endless, length] =
    size(0, 1) === 0
      ? ([named('workbook: lines with a value in the last column'), 1_000] as const)
      : ([named('workbook: shared texts'), 100_000_000] as const);

  it('is refused in the preview of a read-only key, and the service answers meanwhile', async () => {
    const { status, error, answers } = await sendWatched(endless, length);
    expect({ status, code: error?.code }).toEqual({ status: 413, code: 'payload_too_large' });
    expect(answers).toBeGreaterThan(1);
  }, 180_000);

  it('is refused as a table of candidates', async () => {
    const { body } = await suite.service
      .as(account)
      .post('/api/service/sources/import')
      .send({ headers: ['会社名'], rows: [{ 会社名: '株式会社孤立電機' }] })
      .expect(200);
    const path = `/api/service/sources/${body.source.source_id}/choices`;
    const styles = named('workbook: styles of cells');
    const { status, error } = await sendWatched(styles, 200_000, path, account.apiKey);
    expect({ status, code: error?.code }).toEqual({ status: 413, code: 'payload_too_large' });
  });
});

/** The processes that a process has started. */
const childrenOf = (pid: number) => listProcesses().filter(({ parent }) => parent === pid);

/** Made once, because making it takes seconds. */
const long = await named('workbook: shared texts').make(11_000_000);
const longFile: HostileFile = { ...named('workbook: shared texts'), make: () => long };

async function busyReader(of: ServiceProcess, signal?: AbortSignal) {
  const sending = send(longFile, 1, of, { signal }).catch(() => undefined);
  let reader: number | undefined;
  while (reader === undefined) {
    await wait(20);
    reader = childrenOf(of.pid)[0]?.pid;
  }
  // It has received the file and reads it.
  await wait(1_000);
  return { reader, sending };
}

async function hasEnded(pid: number) {
  for (let tries = 0; tries < 100 && findProcess(pid); tries += 1) await wait(50);
  return findProcess(pid) === undefined;
}

describe('the process that reads', () => {
  it('does not keep a service that is told to end', async () => {
    const stopping = await start({ STOP_TIMEOUT_MS: '200' });
    const { reader, sending } = await busyReader(stopping);
    expect(await stopping.stop()).toBe(0);
    await sending;
    expect(await hasEnded(reader)).toBe(true);
  });

  it('ends with its client, and with a service that is killed', async () => {
    const killed = await start();
    const client = new AbortController();
    const left = await busyReader(killed, client.signal);
    client.abort();
    await left.sending;
    expect(await hasEnded(left.reader)).toBe(true);
    const { reader, sending } = await busyReader(killed);
    expect(findProcess(reader)).toBeDefined();
    await killed.kill();
    await sending;
    expect(await hasEnded(reader)).toBe(true);
  });
});
