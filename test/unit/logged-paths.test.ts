import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { makeApiKey } from '../../src/features/accounts/api-key.ts';
import { getRequestId, maskPath } from '../../src/http/request-log.ts';

const key = makeApiKey((size) => randomBytes(size));
const percent = (text: string): string =>
  [...text].map((each) => `%${each.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
const again = (text: string): string => text.replaceAll('%', '%25');
const encodings: Readonly<Record<string, string>> = {
  'as it is': key,
  'in capitals': key.toUpperCase(),
  'percent-encoded': percent(key),
  'percent-encoded in part': key.replace('_', '%5f'),
  'percent-encoded twice': again(percent(key)),
  'percent-encoded three times': again(again(percent(key))),
  'in base64': Buffer.from(`${key}:`).toString('base64'),
  'in base64 behind a name': Buffer.from(`me:${key}`).toString('base64url'),
  'in hexadecimal digits': Buffer.from(key).toString('hex'),
  'without its beginning': key.slice(4),
  'without its checksum': key.slice(4, 36),
  'in base64 twice': Buffer.from(Buffer.from(key).toString('base64')).toString('base64url'),
  'in base64 of hexadecimal digits': Buffer.from(Buffer.from(key).toString('hex')).toString('base64url'),
  'from its end': [...key].reverse().join(''),
  'with hyphens': key.replaceAll('_', '-'),
  'with dots': [...key].join('.'),
  'in numbers': [...Buffer.from(key)].join('-'),
  'in two segments': `${key.slice(0, 20)}/${key.slice(20)}`,
};
/** Any run of the key or of its encoding that would help to guess it. */
const partsOf = (text: string): string[] =>
  text
    .split('/')
    .flatMap((part) =>
      Array.from({ length: Math.max(1, part.length - 11) }, (_, at) => part.slice(at, at + 12)),
    );

describe('a key in a path', () => {
  it.each(Object.entries(encodings))('is not logged %s', (_, written) => {
    for (const url of [
      `/${written}`,
      `/api/service/companies/${written}`,
      `/api/service/unknown/${written}/x`,
      `/reconcile/${written}/preview`,
      `/RECONCILE/${written}`,
      `/x?${written}=1`,
      `/x?key=${written}`,
      `/x;${written}`,
      `//${written}`,
      `http://${written}@host/x`,
    ]) {
      const logged = maskPath({ url });
      for (const part of [...partsOf(written), ...partsOf(key)])
        expect([url, logged.includes(part)]).toEqual([url, false]);
    }
  });

  it.each(Object.entries(encodings))('is not taken as the id of a request %s', (_, written) => {
    const headers = { 'x-request-id': written };
    expect(getRequestId({ headers } as unknown as IncomingMessage)).not.toBe(written);
  });
});

describe('the path in the log', () => {
  it.each([
    '/',
    '/healthz',
    '/openapi.json',
    '/api/service/resolve/batch',
    '/api/service/companies/cn_1180301018771/related',
    '/api/service/sources/3fa85f64-5717-4562-b3fc-2c963f66afa6/rows/12',
    '/api/service/lists/3fa85f64-5717-4562-b3fc-2c963f66afa6/exports/3fa85f64-5717-4562-b3fc-2c963f66afa6.csv',
  ])('is that of a route: %s', (url) => {
    expect(maskPath({ url: `${url}?q=a` })).toBe(url);
  });

  it('does not grow with what is sent', () => {
    expect(maskPath({ url: `/${'a/'.repeat(8_000)}` }).length).toBeLessThan(400);
    expect(maskPath({ url: `/${'a'.repeat(16_000)}` })).toBe('/(other)');
    expect(maskPath({ url: '/api/service/companies/株式会社' })).toBe('/api/service/companies/(other)');
  });
});
