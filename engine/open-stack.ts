import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dockerAnswers, elasticsearchContainer, postgresContainer } from './containers.ts';
import { startElasticsearch } from './elasticsearch-node.ts';
import type { OnProgress } from './engine-home.ts';
import { type FolderLock, lockHolder, tryLock } from './folder-lock.ts';
import type { StartedPart } from './local-part.ts';
import { removePostgres, startPostgres } from './postgres-server.ts';
import { stopRecordedChild } from './processes.ts';
import { projectFolder } from './project-folder.ts';
import { StackError } from './stack-error.ts';

export { assertPortFree } from './ports.ts';
export { StackError } from './stack-error.ts';

/** The origin of a part: a URL in the environment, a container, or a process on this machine. */
export type PartKind = 'external' | 'container' | 'local';

export type StackPurpose = 'start' | 'test' | 'bench';

export type StackOptions = {
  /** `test` may use containers, is emptied before and after each run, and does not wait for the disk. */
  readonly purpose: StackPurpose;
  /** Data of the local parts; two stacks cannot use the same folder at once. Default: a folder per purpose in `.local`. */
  readonly stateFolder?: string;
  /** JVM heap of the local Elasticsearch, such as `1500m`. Default: 1g for tests, otherwise 1500m. */
  readonly heap?: string;
  /** Fixed ports of the local parts; default any free ports. */
  readonly ports?: { readonly database?: number; readonly elasticsearch?: number };
  readonly onProgress?: OnProgress;
};

export type StackUrls = {
  /** An administrator's connection; for local and container parts, to the database `postgres`. */
  readonly databaseUrl: string;
  readonly elasticsearchUrl: string;
};

export type Stack = StackUrls & {
  readonly kinds: { readonly database: PartKind; readonly elasticsearch: PartKind };
  /** Resolves with one sentence if a local part stops unexpectedly. */
  readonly ended: Promise<string>;
  /** Stops everything started here; safe to call again. */
  close(): Promise<void>;
};

type Part = StartedPart & { readonly kind: PartKind };

const lockName = 'stack.lock';
const urlsName = 'stack.json';

/** The default state folder of a purpose. */
export function defaultStateFolder(purpose: StackPurpose): string {
  return path.join(projectFolder, '.local', purpose === 'start' ? 'state' : `state-${purpose}`);
}

/**
 * Provides PostgreSQL and Elasticsearch: each from DATABASE_URL or ELASTICSEARCH_URL if set; otherwise, for tests, in a
 * container if a Docker daemon answers; otherwise as a process on this machine. On failure, throws a StackError with one
 * sentence and leaves nothing running.
 */
export async function openStack(options: StackOptions): Promise<Stack> {
  const databaseUrl = process.env.DATABASE_URL;
  const elasticsearchUrl = process.env.ELASTICSEARCH_URL;
  if (databaseUrl && elasticsearchUrl)
    return stackOf(external(databaseUrl), external(elasticsearchUrl), async () => {});
  const state = await claimState(options);
  let opened: PromiseSettledResult<Part>[] = [];
  try {
    const context = { ...options, folder: state.folder, onProgress: options.onProgress ?? (() => {}) };
    const docker = options.purpose === 'test' && (await dockerAnswers());
    // Both start at the same time, to save time.
    opened = await Promise.allSettled([
      databaseUrl ? external(databaseUrl) : openDatabase(context, docker),
      elasticsearchUrl ? external(elasticsearchUrl) : openElasticsearch(context, docker),
    ]);
    const [database, elasticsearch] = opened.map(valueOrThrow);
    if (database === undefined || elasticsearch === undefined)
      throw new Error('unreachable: both parts were requested');
    const stack = stackOf(database, elasticsearch, async () => state.leave());
    writeUrls(state.folder, stack);
    return stack;
  } catch (error) {
    await Promise.all(opened.map((part) => (part.status === 'fulfilled' ? part.value.stop() : undefined)));
    state.leave();
    throw error;
  }
}

/**
 * Stops processes that a killed run left working on this purpose's state and, for tests, removes the state. Does nothing
 * if another process uses it.
 */
export async function discardState(purpose: StackPurpose): Promise<void> {
  if (!existsSync(path.join(defaultStateFolder(purpose), lockName))) return;
  try {
    (await claimState({ purpose })).leave();
  } catch (error) {
    if (!(error instanceof StackError)) throw error;
  }
}

/** The URLs of the stack that another process is running on this state folder, or null. */
export function findRunningStack(stateFolder = defaultStateFolder('start')): StackUrls | null {
  const file = path.join(stateFolder, urlsName);
  if (lockHolder(stateFolder, lockName) === null || !existsSync(file)) return null;
  return JSON.parse(readFileSync(file, 'utf8')) as StackUrls;
}

type Context = StackOptions & { readonly folder: string; readonly onProgress: OnProgress };

async function openDatabase(context: Context, docker: boolean): Promise<Part> {
  const local = (): Promise<StartedPart> =>
    startPostgres({
      folder: path.join(context.folder, 'postgres'),
      port: context.ports?.database,
      durable: context.purpose !== 'test',
      onProgress: context.onProgress,
    });
  return await containerOrLocal(
    docker,
    () => postgresContainer(context.onProgress),
    local,
    context.onProgress,
  );
}

async function openElasticsearch(context: Context, docker: boolean): Promise<Part> {
  const heap = context.heap ?? (context.purpose === 'test' ? '1g' : '1500m');
  const local = (): Promise<StartedPart> =>
    startElasticsearch({
      folder: path.join(context.folder, 'elasticsearch'),
      heap,
      shortLived: context.purpose === 'test',
      port: context.ports?.elasticsearch,
      onProgress: context.onProgress,
    });
  return await containerOrLocal(
    docker,
    () => elasticsearchContainer(heap, context.onProgress),
    local,
    context.onProgress,
  );
}

/** A daemon may answer but fail to download an image; then a local process is used instead. */
async function containerOrLocal(
  docker: boolean,
  container: () => Promise<StartedPart>,
  local: () => Promise<StartedPart>,
  onProgress: OnProgress,
): Promise<Part> {
  if (docker) {
    try {
      return { ...(await container()), kind: 'container' };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      onProgress(`The container did not start (${why}); using a local process instead.`);
    }
  }
  return { ...(await local()), kind: 'local' };
}

function external(url: string): Part {
  return { url, kind: 'external', ended: new Promise(() => undefined), stop: async () => {} };
}

function stackOf(database: Part, elasticsearch: Part, leave: () => Promise<void>): Stack {
  let closing: Promise<void> | undefined;
  const closeAll = async (): Promise<void> => {
    await Promise.all([database.stop(), elasticsearch.stop()]);
    await leave();
  };
  return {
    databaseUrl: database.url,
    elasticsearchUrl: elasticsearch.url,
    kinds: { database: database.kind, elasticsearch: elasticsearch.kind },
    ended: Promise.race([database.ended, elasticsearch.ended]),
    close: () => {
      closing ??= closeAll();
      return closing;
    },
  };
}

function valueOrThrow(result: PromiseSettledResult<Part>): Part {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}

type State = { readonly folder: string; leave(): void };

async function claimState(options: StackOptions): Promise<State> {
  if (process.platform === 'win32') {
    throw new StackError(
      'The local stack runs on Linux and macOS: set DATABASE_URL and ELASTICSEARCH_URL, or use WSL.',
    );
  }
  const folder = path.resolve(options.stateFolder ?? defaultStateFolder(options.purpose));
  mkdirSync(folder, { recursive: true });
  const attempt = tryLock(folder, lockName);
  if ('holder' in attempt) {
    throw new StackError(`Another stack is using ${folder} (process ${attempt.holder.pid}). Stop it first.`);
  }
  const { lock } = attempt;
  // Written by a stack that was killed; it must not be taken for this one's.
  rmSync(path.join(folder, urlsName), { force: true });
  const passing = options.purpose === 'test';
  if (passing) await empty(folder);
  return { folder, leave: () => leave(folder, lock, passing) };
}

function leave(folder: string, lock: FolderLock, passing: boolean): void {
  rmSync(path.join(folder, urlsName), { force: true });
  if (passing) removeParts(folder);
  lock.release();
}

/** Empties a test's folder, after stopping processes that a killed run may have left. */
async function empty(folder: string): Promise<void> {
  const parts = [
    { name: 'elasticsearch', signal: 'SIGTERM' },
    { name: 'postgres', signal: 'SIGQUIT' },
  ] as const;
  for (const { name, signal } of parts) {
    const part = path.join(folder, name);
    if (existsSync(part)) await stopRecordedChild(path.join(part, 'process.json'), part, signal);
  }
  removeParts(folder);
}

function removeParts(folder: string): void {
  rmSync(path.join(folder, 'elasticsearch'), { recursive: true, force: true });
  removePostgres(path.join(folder, 'postgres'));
}

/** For commands used with a running service. The file contains the database's password. */
function writeUrls(folder: string, { databaseUrl, elasticsearchUrl }: StackUrls): void {
  const fresh = path.join(folder, `${urlsName}.new`);
  writeFileSync(fresh, JSON.stringify({ databaseUrl, elasticsearchUrl }), { mode: 0o600 });
  renameSync(fresh, path.join(folder, urlsName));
}
