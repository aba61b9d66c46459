import { afterAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { type Endpoint, getFullPath } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { serviceSuite } from '../support/service.ts';

/** What everyone may see (docs/decisions/0013-accounts-and-keys.md). */
const open = ['/healthz', '/readyz', '/status', '/metrics', '/openapi.json', '/docs', '/desk'];

const named = Object.values<Endpoint>(endpoints).map(
  (endpoint) => [endpoint.method, getFullPath(endpoint), endpoint] as const,
);
const keyed = named.filter(([, , route]) => route.auth === 'key');
const withQuery = keyed.flatMap(([method, path, { query }]) =>
  query instanceof z.ZodObject ? Object.keys(query.shape).map((name) => [method, path, name] as const) : [],
);

const { service, end } = await serviceSuite();
afterAll(end);
const account = await service.createAccount();
const forPath = await service.accounts.createKey(account.accountId, {
  purpose: 'reconciliation',
  maxCredits: 0,
});
const other = await service.createAccount();

describe('the routes', () => {
  /** Any value does for a parameter: these checks come before it is looked at. */
  const send = (method: string, path: string, apiKey?: string) => {
    const inPath = apiKey === undefined ? 'x' : forPath.api_key;
    const url = `${service.url}${path.replace(/:key\b/, inPath).replace(/:\w+/g, 'x')}`;
    return fetch(url, { method, headers: apiKey === undefined ? {} : { 'x-api-key': apiKey } });
  };

  it('that need no key are exactly those of the decision', () => {
    const found = named.filter(([, , route]) => route.auth === 'none').map(([, path]) => path);
    expect(found.filter((path) => !open.some((one) => path === one || path.startsWith(`${one}/`)))).toEqual(
      [],
    );
    expect(found).toEqual(expect.arrayContaining(['/healthz', '/readyz']));
  });

  it('are where the specification has them, each with a summary', () => {
    for (const [, path, route] of named) {
      if (!route.root) expect(path).toMatch(/^\/api\/service\/[a-z]/);
      expect(route.summary).toMatch(/^[A-Z`/].{5,}/);
    }
  });

  it.each(keyed)('%s %s needs a key before anything else', async (method, path) => {
    const answer = await send(method, path);
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: { code: 'invalid_api_key' } });
  });

  it.each(keyed)('%s %s refuses another account before it looks at the rest', async (method, path) => {
    const answer = await send(method, `${path}?account_id=${other.accountId}&nonsense=1`, account.apiKey);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: 'account_scope_conflict' } });
  });

  /** Clients of the reconciliation API add parameters of their own. */
  const strict = keyed.filter(([, , { keyPurpose }]) => keyPurpose === undefined);

  it.each(strict)('%s %s refuses query parameters it does not know', async (method, path) => {
    const answer = await send(method, `${path}?nonsense=1`, account.apiKey);
    expect(await answer.json()).toMatchObject({
      error: {
        code: 'invalid_query',
        details: expect.arrayContaining([expect.objectContaining({ field: 'nonsense' })]),
      },
    });
  });

  it.each(withQuery)('%s %s does not fail because of U+0000 in %s', async (method, path, name) => {
    const answer = await send(method, `${path}?${name}=a%00`, account.apiKey);
    // Postgres cannot hold it, and there is no index here.
    expect([200, 400, 404, 503]).toContain(answer.status);
  });
});
