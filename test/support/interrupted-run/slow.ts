import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from '@jest/globals';
import { identifyProcess } from '../../../engine/processes/processes.ts';
import { suiteDatabase } from '../database.ts';
import { suiteIndexPrefix, testStack } from '../environment.ts';
import { startSuiteProcess } from '../service-process.ts';

const forever = 'setInterval(() => {}, 1000)';
const ignoringSignals = `for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(name, () => {}); ${forever}`;

/** Starts everything that a test can leave behind, records it, and does not end by itself. */
it('waits to be interrupted', async () => {
  const database = await suiteDatabase();
  const indexPrefix = suiteIndexPrefix();
  const { elasticsearchUrl } = testStack();
  await fetch(`${elasticsearchUrl}/${indexPrefix}left`, { method: 'PUT' });
  await startSuiteProcess({ database, service: { indexPrefix } });
  const folder = mkdtempSync(path.join(tmpdir(), 'interrupted-'));
  // Like `npm start` of the tests of the documents: in its own process group, with its own environment.
  const bare = { PATH: process.env.PATH };
  const children = [
    spawn(process.execPath, ['-e', forever], { detached: true, stdio: 'ignore', env: bare }),
    spawn(process.execPath, ['-e', ignoringSignals], { detached: true, stdio: 'ignore' }),
    spawn('sh', ['-c', `'${process.execPath}' -e '${forever}' & wait`], { detached: true, stdio: 'ignore' }),
  ];
  const ids = [process.pid, process.ppid, ...children.map(({ pid }) => pid ?? 0)];
  writeFileSync(
    process.env.INTERRUPTED_RUN ?? '',
    JSON.stringify({
      processes: ids.map(identifyProcess),
      database: new URL(database.url).pathname.slice(1),
      indexPrefix,
      folder,
    }),
  );
  await new Promise(() => setInterval(() => undefined, 1_000));
}, 600_000);
