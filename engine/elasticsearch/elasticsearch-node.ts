import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { makePrivateFolder, privateFile } from '../../src/process/private-files.ts';
import { createStartedPart, type PartOptions, type StartedPart } from '../processes/local-part.ts';
import { assertDisk, assertMemory, parseHeapMegabytes } from '../processes/machine-resources.ts';
import { assertPortFree } from '../processes/ports.ts';
import { recordChild, stopProcess, stopRecordedChild } from '../processes/processes.ts';
import { StackError } from '../processes/stack-error.ts';
import { ensureEngineHome } from './engine-home.ts';
import { findJdk, type Jdk } from './java-runtime.ts';

/**
 * The node settings that the product depends on: the same here, in the test container and in docker-compose.yml. With less
 * than the last of these spaces left, indices become read-only, so that a full disk breaks none. As shares of the disk, as by
 * default, they would stop an engine on a large disk with much space left.
 * Translog durability stays at its default (`request`): an acknowledged write survives a kill.
 */
export const productSettings = {
  'action.auto_create_index': 'false',
  'search.allow_expensive_queries': 'false',
  'cluster.routing.allocation.disk.watermark.low': '3gb',
  'cluster.routing.allocation.disk.watermark.high': '2gb',
  'cluster.routing.allocation.disk.watermark.flood_stage': '1gb',
} as const;

/** A node that is a cluster by itself. */
export const nodeSettings = { 'discovery.type': 'single-node', ...productSettings } as const;

/**
 * The serial collector leaves garbage until the heap is full. Counted as used, it made the node refuse every request, and
 * without requests nothing collected it.
 */
const serialCollectorSettings = { 'indices.breaker.total.use_real_memory': 'false' };

const singleNodeCluster = {
  ...nodeSettings,
  'cluster.name': 'company-data',
  'node.name': 'engine',
  'transport.port': '0',
};

const host = '127.0.0.1';
const startMs = 180_000;
const stopMs = 30_000;

type ElasticsearchOptions = PartOptions & {
  /** JVM heap, such as `1500m`. */
  readonly heap: string;
  /** Runs for minutes only: compiles less and collects garbage on one thread, which halves the processor time of a test run. */
  readonly shortLived: boolean;
  /** Settings of a node in a cluster; default: a node that is a cluster by itself. */
  readonly cluster?: Readonly<Record<string, string>>;
};

export type ElasticsearchNode = StartedPart & {
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
};

/**
 * Starts the local Elasticsearch on 127.0.0.1 and resolves when it answers and its shards are available. Builds the
 * engine first if necessary. Throws a StackError if the machine or the folder is not suitable.
 */
export async function startElasticsearch(options: ElasticsearchOptions): Promise<ElasticsearchNode> {
  const heapMb = parseHeapMegabytes(options.heap);
  const folder = path.resolve(options.folder);
  makePrivateFolder(folder);
  makePrivateFolder(path.join(folder, 'logs'));
  const record = path.join(folder, 'process.json');
  if (await stopRecordedChild(record, folder, 'SIGTERM')) {
    options.onProgress('Stopped a local Elasticsearch that was left running by an earlier run.');
  }
  const jdk = findJdk();
  const home = await ensureEngineHome(jdk, options.onProgress);
  assertMemory(heapMb);
  assertDisk(folder);
  if (options.port !== undefined) await assertPortFree(options.port, host, 'the local Elasticsearch');

  options.onProgress(`Starting Elasticsearch (Java ${jdk.version}, heap ${heapMb} MB) …`);
  const child = startNodeProcess(jdk, home, folder, heapMb, options);
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const identity = recordChild(record, child.pid ?? 0);
  const port = await waitForReadyPort(child, folder);
  const url = `http://${host}:${port}`;
  await waitForShards(url);
  const log = path.join(folder, 'logs', 'engine.log');
  const part = createStartedPart(url, exited, `Elasticsearch stopped unexpectedly: see ${log}.`, async () => {
    child.stdin?.end();
    await stopProcess(identity, 'SIGTERM', stopMs);
    rmSync(record, { force: true });
  });
  const kill = async () => {
    child.kill('SIGKILL');
    await exited;
  };
  return { ...part, kill };
}

function startNodeProcess(
  jdk: Jdk,
  home: string,
  folder: string,
  heapMb: number,
  { port = 0, shortLived, cluster = singleNodeCluster }: ElasticsearchOptions,
): ChildProcess {
  const temporary = path.join(folder, 'tmp');
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary);
  const errors = openSync(path.join(folder, 'logs', 'launcher.log'), 'w', privateFile);
  const settings = {
    ...productSettings,
    'path.home': home,
    'path.data': path.join(folder, 'data'),
    'path.logs': path.join(folder, 'logs'),
    'network.host': host,
    'http.port': String(port),
    'http.type': 'netty4',
    'transport.type': 'netty4',
    ...cluster,
    ...(shortLived && serialCollectorSettings),
  };
  const child = spawn(
    path.join(jdk.home, 'bin', 'java'),
    [
      ...buildJvmOptions(jdk, home, folder, heapMb),
      ...(shortLived ? ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'] : []),
      'engine.launcher.Launcher',
      '--config',
      path.join(home, 'config'),
      ...Object.entries(settings).map(([name, value]) => `${name}=${value}`),
    ],
    // In a separate process group, so that Ctrl-C reaches only the parent, which stops its parts in order. The launcher
    // stops when its standard input ends, so that it does not outlive a killed parent.
    { cwd: folder, detached: true, stdio: ['pipe', 'pipe', errors] },
  );
  closeSync(errors);
  child.stdin?.on('error', () => undefined);
  return child;
}

function buildJvmOptions(jdk: Jdk, home: string, folder: string, heapMb: number): string[] {
  return [
    `-Xms${heapMb}m`,
    `-Xmx${heapMb}m`,
    '-XX:+ExitOnOutOfMemoryError',
    '-XX:-OmitStackTraceInFastThrow',
    `-XX:ErrorFile=${path.join(folder, 'logs', 'hs_err_%p.log')}`,
    `-Djava.io.tmpdir=${path.join(folder, 'tmp')}`,
    '-Dfile.encoding=UTF-8',
    '-Djava.awt.headless=true',
    '-Dio.netty.noUnsafe=true',
    '-Dio.netty.noKeySetOptimization=true',
    '-Dio.netty.recycler.maxCapacityPerThread=0',
    '-Dlog4j2.disable.jmx=true',
    '-Dlog4j.shutdownHookEnabled=false',
    jdk.version >= 23 && '--sun-misc-unsafe-memory-access=allow',
    '--module-path',
    path.join(home, 'lib'),
    '--add-modules=org.elasticsearch.server,jdk.unsupported,jdk.incubator.vector',
    '--enable-native-access=org.elasticsearch.nativeaccess,org.apache.lucene.core',
    '-cp',
    path.join(home, 'launcher', 'launcher.jar'),
  ].filter((each) => each !== false);
}

/** The port that the launcher reports; throws a StackError with the launcher's message if it fails. */
function waitForReadyPort(child: ChildProcess, folder: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const failStart = (why: string): void => {
      clearTimeout(timer);
      child.stdin?.end();
      reject(
        new StackError(`The local Elasticsearch did not start: ${why} (logs: ${path.join(folder, 'logs')}).`),
      );
    };
    const timer = setTimeout(() => {
      child.kill('SIGKILL');
      failStart(`it was not ready after ${startMs / 1000} s`);
    }, startMs);
    child.once('error', (error) => failStart(error.message));
    child.once('exit', (code, signal) => failStart(`it ended with ${signal ?? `exit code ${code}`}`));
    if (child.stdout === null) return failStart('it has no output');
    createInterface({ input: child.stdout }).on('line', (line) => {
      const port = /^ready port=(\d+)$/.exec(line)?.[1];
      if (port !== undefined) {
        clearTimeout(timer);
        resolve(Number(port));
      } else if (line.startsWith('error: ')) {
        failStart(explainReason(line.slice('error: '.length)));
      }
    });
  });
}

function explainReason(reason: string): string {
  if (reason.includes('failed to obtain node lock'))
    return 'another Elasticsearch is using this data folder; stop it first';
  return reason;
}

/** Waits until all shards of existing indices are available after a restart; a new node has none and is ready at once. */
async function waitForShards(url: string): Promise<void> {
  const response = await fetch(`${url}/_cluster/health?wait_for_status=yellow&timeout=120s`);
  await response.body?.cancel();
  if (!response.ok) throw new StackError(`Elasticsearch at ${url} did not recover its indices within 120 s.`);
}
