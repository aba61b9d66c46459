import { pino } from 'pino';
import { readConfig } from './config.ts';
import { createContainer } from './container.ts';
import { describedBy } from './features/api-document/api-document-routes.ts';

/** The API document of the whole service, without one running: neither Postgres nor Elasticsearch need be there. */
export async function describeService(): Promise<object> {
  const config = readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
    ELASTICSEARCH_URL: 'http://127.0.0.1:9',
    JOBS: 'false',
  });
  const container = createContainer(config, pino({ level: 'silent' }));
  const document = describedBy(container.routes);
  await container.close();
  return document;
}
