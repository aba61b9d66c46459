import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { canReachDocker, startElasticsearchContainer, startPostgresContainer } from './containers.ts';
import { startElasticsearch } from './elasticsearch/elasticsearch-node.ts';
import { removePostgres } from './postgres/postgres-place.ts';
import { startPostgres } from './postgres/postgres-server.ts';
import { findLockHolder, tryLock } from './processes/folder-lock.ts';
import type { OnProgress, StartedPart } from './processes/local-part.ts';
import { stopRecordedChild } from './processes/processes.ts';
import { StackError } from './processes/stack-error.ts';
import { projectFolder } from './project-folder.ts';

export { assertPortFree } from './processes/ports.ts';
export { StackError } from './processes/stack-error.ts';

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

/** What another process finds of a running stack. */
type SharedStack = StackUrls & {
  /** Variables of the service that runs on it. */
  readonly variables?: Readonly<Record<string, string>>;
};

export type Stack = StackUrls & {
  readonly kinds: { readonly database: PartKind; readonly elasticsearch: PartKind };
  /** Resolves with one sentence if a local part stops unexpectedly. */
  readonly ended: Promise<string>;
  /** Lets commands that find the stack use these variables. */
  publishVariables(variables: Readonly<Record<string, string>>): void;
  /** Stops everything started here; safe to call again. */
  close(): Promise<void>;
};

type Part = StartedPart & { readonly kind: PartKind };

const lockName = 'stack.lock';
const urlsName = 'stack.json';

/** The default state folder of a purpose. */
export function getDefaultStateFolder(purpose: StackPurpose): string {
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
    return buildStack(toExternalPart(databaseUrl), toExternalPart(elasticsearchUrl), {
      releaseState() {},
      publishVariables() {},
    });
  const docker = options.purpose === 'test' && (await canReachDocker());
  const state = await claimState(options);
  const context = { ...options, folder: state.folder, onProgress: options.onProgress ?? (() => {}) };
  const starting = [
    databaseUrl ? toExternalPart(databaseUrl) : openDatabase(context, docker),
    elasticsearchUrl ? toExternalPart(elasticsearchUrl) : openElasticsearch(context, docker),
  ] as const;
  try {
    const [database, elasticsearch] = await Promise.all(starting);
    const urls = { databaseUrl: database.url, elasticsearchUrl: elasticsearch.url };
    const publishVariables = (variables: Readonly<Record<string, string>>) =>
      writeShared(state.folder, { ...urls, variables });
    const stack = buildStack(database, elasticsearch, {
      releaseState: state.releaseState,
      publishVariables,
    });
    writeShared(state.folder, urls);
    return stack;
  } catch (error) {
    // The other part may still be starting.
    for (const part of await Promise.allSettled(starting))
      if (part.status === 'fulfilled') await part.value.stop();
    state.releaseState();
    throw error;
  }
}

/**
 * Stops processes that a killed run left working on this purpose's state and, for tests, removes the state. Does nothing
 * if another process uses it.
 */
export async function discardState(purpose: StackPurpose): Promise<void> {
  if (!existsSync(path.join(getDefaultStateFolder(purpose), lockName))) return;
  try {
    (await claimState({ purpose })).releaseState();
  } catch (error) {
    if (!(error instanceof StackError)) throw error;
  }
}

/** What another process that runs a stack on this state folder shares, or null. */
export function findRunningStack(stateFolder = getDefaultStateFolder('start')): SharedStack | null {
  const file = path.join(stateFolder, urlsName);
  if (findLockHolder(stateFolder, lockName) === null || !existsSync(file)) return null;
  return JSON.parse(readFileSync(file, 'utf8')) as SharedStack;
}

type Context = StackOptions & { readonly folder: string; readonly onProgress: OnProgress };

function openDatabase({ folder, ports, purpose, onProgress }: Context, docker: boolean): Promise<Part> {
  const part = { folder: path.join(folder, 'postgres'), port: ports?.database, onProgress };
  return startContainerOrLocal(
    docker && (() => startPostgresContainer(onProgress)),
    () => startPostgres({ ...part, durable: purpose !== 'test' }),
    onProgress,
  );
}

function openElasticsearch(context: Context, docker: boolean): Promise<Part> {
  const { folder, ports, purpose, onProgress, heap = purpose === 'test' ? '1g' : '1500m' } = context;
  const part = { folder: path.join(folder, 'elasticsearch'), port: ports?.elasticsearch, onProgress };
  return startContainerOrLocal(
    docker && (() => startElasticsearchContainer(heap, onProgress)),
    () => startElasticsearch({ ...part, heap, shortLived: purpose === 'test' }),
    onProgress,
  );
}

/** A daemon may answer but fail to download an image; then a local process is used instead. */
async function startContainerOrLocal(
  container: false | (() => Promise<StartedPart>),
  local: () => Promise<StartedPart>,
  onProgress: OnProgress,
): Promise<Part> {
  if (container) {
    try {
      return { ...(await container()), kind: 'container' };
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      onProgress(`The container did not start (${why}); using a local process instead.`);
    }
  }
  return { ...(await local()), kind: 'local' };
}

function toExternalPart(url: string): Part {
  return { url, kind: 'external', ended: new Promise(() => undefined), stop: async () => {} };
}

function buildStack(
  database: Part,
  elasticsearch: Part,
  { releaseState, publishVariables }: Pick<State, 'releaseState'> & Pick<Stack, 'publishVariables'>,
): Stack {
  let closing: Promise<void> | undefined;
  return {
    databaseUrl: database.url,
    elasticsearchUrl: elasticsearch.url,
    kinds: { database: database.kind, elasticsearch: elasticsearch.kind },
    ended: Promise.race([database.ended, elasticsearch.ended]),
    publishVariables,
    close: () => {
      closing ??= Promise.all([database.stop(), elasticsearch.stop()]).then(releaseState);
      return closing;
    },
  };
}

type State = { readonly folder: string; releaseState(): void };

async function claimState(options: StackOptions): Promise<State> {
  if (process.platform === 'win32') {
    throw new StackError(
      'The local stack runs on Linux and macOS: set DATABASE_URL and ELASTICSEARCH_URL, or use WSL.',
    );
  }
  const folder = path.resolve(options.stateFolder ?? getDefaultStateFolder(options.purpose));
  mkdirSync(folder, { recursive: true });
  const attempt = tryLock(folder, lockName);
  if ('holder' in attempt) {
    throw new StackError(`Another stack is using ${folder} (process ${attempt.holder.pid}). Stop it first.`);
  }
  const isTest = options.purpose === 'test';
  const urls = path.join(folder, urlsName);
  // Written by a stack that was killed; it must not be mistaken for this one's.
  rmSync(urls, { force: true });
  if (isTest) await clearFolder(folder);
  const releaseState = () => {
    rmSync(urls, { force: true });
    if (isTest) removeParts(folder);
    attempt.lock.release();
  };
  return { folder, releaseState };
}

/** Empties a test's folder, after stopping processes that a killed run may have left. */
async function clearFolder(folder: string): Promise<void> {
  for (const [name, signal] of [
    ['elasticsearch', 'SIGTERM'],
    ['postgres', 'SIGQUIT'],
  ] as const) {
    const part = path.join(folder, name);
    if (existsSync(part)) await stopRecordedChild(path.join(part, 'process.json'), part, signal);
  }
  removeParts(folder);
}

function removeParts(folder: string): void {
  rmSync(path.join(folder, 'elasticsearch'), { recursive: true, force: true });
  removePostgres(path.join(folder, 'postgres'));
}

/** For commands used with a running service. The file contains passwords and keys. */
function writeShared(folder: string, shared: SharedStack): void {
  const fresh = path.join(folder, `${urlsName}.new`);
  writeFileSync(fresh, JSON.stringify(shared), { mode: 0o600 });
  renameSync(fresh, path.join(folder, urlsName));
}
