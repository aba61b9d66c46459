import { existsSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { nodeSettings } from './elasticsearch/elasticsearch-node.ts';
import type { OnProgress, StartedPart } from './processes/local-part.ts';
import { projectFolder } from './project-folder.ts';

const postgresImage = 'postgres:18.4';
const pingMs = 2_000;

/** Whether a Docker daemon answers, at DOCKER_HOST or the usual socket. */
export async function canReachDocker(
  dockerHost = process.env.DOCKER_HOST ?? 'unix:///var/run/docker.sock',
): Promise<boolean> {
  const target = parseDockerHost(dockerHost);
  if (target === null) return false;
  return await new Promise((resolve) => {
    const ping = request({ ...target, path: '/_ping', timeout: pingMs }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    ping.on('timeout', () => ping.destroy());
    ping.on('error', () => resolve(false));
    ping.end();
  });
}

function parseDockerHost(dockerHost: string): { socketPath: string } | { host: string; port: string } | null {
  if (dockerHost.startsWith('unix://')) {
    const socketPath = dockerHost.slice('unix://'.length);
    if (existsSync(socketPath)) return { socketPath };
    return null;
  }
  if (!URL.canParse(dockerHost)) return null;
  const url = new URL(dockerHost);
  return { host: url.hostname, port: url.port === '' ? '2375' : url.port };
}

/** PostgreSQL in a container. Commits do not wait for the disk, because the container is temporary. */
export async function startPostgresContainer(onProgress: OnProgress): Promise<StartedPart> {
  const { PostgreSqlContainer } = await import('@testcontainers/postgresql');
  onProgress(`Starting ${postgresImage} in a container …`);
  const container = await new PostgreSqlContainer(postgresImage)
    .withEnvironment({
      POSTGRES_INITDB_ARGS: '--encoding=UTF8 --locale=C --locale-provider=builtin --builtin-locale=C.UTF-8',
    })
    .withCommand(['postgres', '-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'max_connections=200'])
    .start();
  return toStartedPart(container.getConnectionUri(), container);
}

/** Elasticsearch in a container, from the official image with the two analysis plugins. */
export async function startElasticsearchContainer(
  heap: string,
  onProgress: OnProgress,
): Promise<StartedPart> {
  const { GenericContainer, Wait } = await import('testcontainers');
  onProgress('Building and starting Elasticsearch in a container …');
  const image = await GenericContainer.fromDockerfile(
    path.join(projectFolder, 'docker', 'elasticsearch'),
  ).build('company-data-service/elasticsearch', { deleteOnExit: false });
  const container = await image
    .withEnvironment({
      ...nodeSettings,
      'xpack.security.enabled': 'false',
      ES_JAVA_OPTS: `-Xms${heap} -Xmx${heap}`,
    })
    .withExposedPorts(9200)
    .withWaitStrategy(Wait.forHttp('/_cluster/health', 9200).forStatusCode(200))
    .withStartupTimeout(180_000)
    .start();
  return toStartedPart(`http://${container.getHost()}:${container.getMappedPort(9200)}`, container);
}

function toStartedPart(url: string, container: { stop(): Promise<unknown> }): StartedPart {
  return { url, ended: new Promise(() => undefined), stop: async () => void (await container.stop()) };
}
