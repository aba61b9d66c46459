import { createReadStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { absolutePath } from 'swagger-ui-dist';
import { z } from 'zod';
import packageFacts from '../../../package.json' with { type: 'json' };
import { ServiceError } from '../../contract/errors.ts';
import { knownFields } from '../../contract/fields.ts';
import { apiDocument } from '../../http/api-document.ts';
import { defineRoute, type Route } from '../../http/route.ts';
import { aboutTheApi } from './about-the-api.ts';
import { docsPage, showScript } from './docs-page.ts';
import { examples } from './examples.ts';

/** The API document of these routes. */
export function describedBy(routes: readonly Route[]): object {
  return apiDocument({ version: packageFacts.version, description: aboutTheApi, routes, examples });
}

/** `/openapi.json` describes these routes and its own; `/docs` shows it, with nothing from elsewhere. */
export function apiDocumentRoutes(others: readonly Route[]): Route[] {
  const own: Route[] = [documentRoute(() => describedBy([...others, ...own])), pageRoute, partRoute];
  return own;
}

/** Half a megabyte that stays the same as long as the process: made and written as JSON once, when first asked for. */
function documentRoute(describe: () => object): Route {
  let json: Buffer | undefined;
  return defineRoute({
    method: 'GET',
    path: '/openapi.json',
    root: true,
    operationId: 'getApiDocument',
    tag: 'Service',
    summary: 'This document',
    auth: 'none',
    limit: 'none',
    answers: { 200: { description: 'An OpenAPI 3.1 document.', schema: z.looseObject({}) } },
    async handler() {
      json ??= Buffer.from(JSON.stringify(describe()));
      return {
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Length': String(json.length),
        },
        stream: Readable.from([json]),
      };
    },
  });
}

const pageRoute = defineRoute({
  method: 'GET',
  path: '/docs',
  root: true,
  operationId: 'showApiDocument',
  tag: 'Service',
  summary: 'This document as a page, to read and to try',
  auth: 'none',
  limit: 'none',
  slashRedirects: true,
  produces: ['text/html'],
  answers: { 200: { description: 'A page.' } },
  handler: async () => text('text/html', docsPage),
});

const parts: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
  'favicon-32x32.png': 'image/png',
};

const partRoute = defineRoute({
  method: 'GET',
  path: '/docs/:part',
  root: true,
  operationId: 'getDocumentPagePart',
  tag: 'Service',
  summary: 'A style, script or picture of that page',
  auth: 'none',
  limit: 'none',
  produces: ['text/css', 'text/javascript', 'image/png'],
  params: knownFields({ part: z.string().max(100).describe('File name.') }),
  answers: { 200: { description: 'The file.' } },
  errors: ['not_found'],
  async handler({ params: { part } }) {
    if (part === 'show.js') return text('text/javascript', showScript);
    const contentType = Object.hasOwn(parts, part) ? parts[part] : undefined;
    if (contentType === undefined) throw new ServiceError('not_found');
    return {
      headers: { 'Content-Type': contentType, 'Cache-Control': 'public, max-age=3600' },
      stream: createReadStream(path.join(absolutePath(), part)),
    };
  },
});

function text(type: string, content: string) {
  return {
    headers: { 'Content-Type': `${type}; charset=utf-8` },
    stream: Readable.from([content]),
  };
}
