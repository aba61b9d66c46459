import { randomBytes } from 'node:crypto';

/** What `npm test` starts for the suites. @throws when they are run without it */
export function testStack(): { databaseUrl: string; elasticsearchUrl: string } {
  const { DATABASE_URL: databaseUrl, ELASTICSEARCH_URL: elasticsearchUrl } = process.env;
  if (!databaseUrl || !elasticsearchUrl) {
    throw new Error(
      'DATABASE_URL and ELASTICSEARCH_URL are not set: run the tests with `npm test -- <arguments of jest>`.',
    );
  }
  return { databaseUrl, elasticsearchUrl };
}

/** Prefix of all indices of one suite, so that suites never share an index. */
export function suiteIndexPrefix(): string {
  return `t${process.env.TEST_RUN ?? process.pid}-${randomBytes(4).toString('hex')}-`;
}
