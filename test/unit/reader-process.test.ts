import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from '@jest/globals';
import { listProcesses, readCommandLine } from '../../engine/processes/process-table.mjs';
import { readerBounds } from '../../src/features/sources/uploads/import-parsing-service.ts';
import { ParserProcesses } from '../../src/features/sources/uploads/parser-processes-service.ts';
import { readProjectFile } from '../support/compose.ts';

/** Files that are read with less memory or time than they need, or by processes that others end. */

const opened: ParserProcesses[] = [];
afterAll(() => {
  for (const each of opened) each.close();
});
function processes(limits: Partial<ConstructorParameters<typeof ParserProcesses>[0]> = {}) {
  const made = new ParserProcesses({
    heapMb: 64,
    memoryMb: 512,
    maxCpuMs: 60_000,
    maxStartMs: 60_000,
    maxIdleMs: 60_000,
    ...limits,
  });
  opened.push(made);
  return made;
}

const seed = { now: 0, random: new Uint8Array(16) };
const task = { as: 'source', seed, contentType: 'text/csv', query: {} } as const;
const table = Buffer.from('会社名\n架空自動車株式会社\n');
/** Cells that take much more memory than their text. */
const large = Buffer.from(`会社名\n${`${'あ,い,'.repeat(100)}\n`.repeat(20_000)}`);

/** As somebody from outside does, or the system when it is out of memory. */
function signalReaders(signal: NodeJS.Signals): void {
  for (const { pid, parent } of listProcesses())
    if (parent === process.pid && readCommandLine(pid).includes('import-worker')) process.kill(pid, signal);
}

describe('a process that reads files', () => {
  it('reads one after another, each with the bytes of its rows', async () => {
    const reading = processes();
    for (const rows of [1, 3]) {
      const text = `会社名\n${'架空自動車株式会社\n'.repeat(rows)}`;
      const read = await reading.read(task, Buffer.from(text));
      expect(read).toMatchObject({
        upload: { tables: [{ table: { rowCount: rows, copy: [expect.any(Uint8Array)] } }] },
      });
    }
  });

  it.each([
    ['more memory of the heap', {}, 'too many values'],
    ['more memory of any kind', { memoryMb: 50, heapMb: 512 }, 'too many values'],
    ['more processor time', { maxCpuMs: 1 }, 'takes more than'],
  ])(
    'that needs %s than it may have ends, and only this file is refused',
    async (_, limits, message) => {
      const reading = processes(limits);
      await expect(reading.read(task, large)).rejects.toMatchObject({
        code: 'payload_too_large',
        message: expect.stringContaining(message),
      });
      // With the heap of this test, a small file can be read.
      if (Object.keys(limits).length > 0) return;
      expect(await reading.read(task, table)).toMatchObject({
        upload: { tables: [{ table: { rowCount: 1 } }] },
      });
    },
    180_000,
  );

  it('that does not start in time ends, and its file is not blamed', async () => {
    const reading = processes({ maxStartMs: 1 });
    await expect(reading.read(task, table)).rejects.toMatchObject({
      code: 'service_overloaded',
      message: expect.stringContaining('did not start'),
    });
  });

  it('that something else ended is replaced, and its file is read all the same', async () => {
    const reading = processes();
    const rowCount = { upload: { tables: [{ table: { rowCount: 1 } }] } };
    expect(await reading.read(task, table)).toMatchObject(rowCount);
    // It waits, and its end is not noticed yet.
    signalReaders('SIGKILL');
    expect(await reading.read(task, table)).toMatchObject(rowCount);
    const reread = reading.read(task, table);
    signalReaders('SIGKILL');
    expect(await reread).toMatchObject(rowCount);
  });

  it('that something else ends each time is no fault of the file', async () => {
    const killing = setInterval(() => signalReaders('SIGKILL'), 20);
    try {
      await expect(processes().read(task, table)).rejects.toMatchObject({
        code: 'service_overloaded',
        message: expect.stringContaining('ended unexpectedly'),
      });
    } finally {
      clearInterval(killing);
    }
  });

  it.each([
    ['has not the processor for a while reads its file all the same', 'SIGCONT'],
    ['never has the processor ends', null],
  ] as const)('that %s', async (_, then) => {
    const reading = processes({ maxCpuMs: 500 });
    await reading.read(task, table);
    const reread = reading.read(task, table);
    signalReaders('SIGSTOP');
    if (!then)
      return expect(reread).rejects.toMatchObject({ message: expect.stringContaining('takes more than') });
    await delay(600);
    signalReaders(then);
    expect(await reread).toMatchObject({ upload: { tables: [{ table: { rowCount: 1 } }] } });
  });

  it('refuses what it has not finished when the service stops', async () => {
    const reading = processes();
    const refused = expect(reading.read(task, large)).rejects.toMatchObject({ code: 'service_overloaded' });
    reading.close();
    await refused;
  });

  it('says why rows are not JSON', async () => {
    const reading = processes();
    await expect(reading.read({ as: 'rows', seed }, Buffer.from('{"rows":[}'))).rejects.toThrow(
      'SyntaxError',
    );
  });
});

it('has the bounds that the documents state', () => {
  const { small, large } = readerBounds;
  const rows: readonly (readonly [string, (bounds: typeof small | typeof large) => string])[] = [
    ['processes at a time, in each process of the service', ({ places }) => `${places.maxTotal}`],
    ['of one account', ({ places }) => `${places.maxPerKey}`],
    ['heap, MB', ({ limits }) => limits.heapMb.toLocaleString('en')],
    ['memory in all, MB', ({ limits }) => limits.memoryMb.toLocaleString('en')],
    ['processor time for one file', ({ limits }) => `${limits.maxCpuMs / 1_000} s`],
    ['waits for the next file', ({ limits }) => `${limits.maxIdleMs / 1_000} s`],
  ];
  const table = rows.map(([name, of]) => `| ${name} | ${of(small)} | ${of(large)} |`).join('\n');
  expect(readProjectFile('docs/sources.md')).toContain(table);
});
