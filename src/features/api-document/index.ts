import { createReadStream } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
// The package's own entry also loads the whole user interface.
import absolutePath from 'swagger-ui-dist/absolute-path.js';
import type { apiDocumentEndpoints } from '../../contract/api-document/endpoints.ts';
import { ServiceError } from '../../contract/errors.ts';
import type { Handlers } from '../../http/route.ts';
import { describeApi } from '../../openapi/document.ts';
import { docsPage, showScript } from './docs-page.ts';

/** By name, their type. */
const parts: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css'],
  ['swagger-ui-bundle.js', 'text/javascript'],
  ['favicon-32x32.png', 'image/png'],
]);

/** `/openapi.json` describes the API. `/docs` shows it and loads nothing from other sites. */
export function createApiDocument() {
  // Half a megabyte that never changes while the process runs, so it is made once, on the first request.
  let making: Promise<Buffer> | undefined;
  const handlers: Handlers<typeof apiDocumentEndpoints> = {
    getApiDocument: async () => {
      making ??= describeApi().then((document) => Buffer.from(JSON.stringify(document)));
      const json = await making;
      return {
        headers: {
          'Content-Type': 'application/json; charset=utf-8',
          'Content-Length': String(json.length),
        },
        stream: Readable.from([json]),
      };
    },
    showApiDocument: async () => createTextAnswer('text/html', docsPage),
    getDocumentPagePart: async ({ params: { part } }) => {
      if (part === 'show.js') return createTextAnswer('text/javascript', showScript);
      const contentType = parts.get(part);
      if (contentType === undefined) throw new ServiceError('not_found');
      return {
        headers: { 'Content-Type': contentType, 'Cache-Control': 'public, max-age=3600' },
        stream: createReadStream(path.join(absolutePath(), part)),
      };
    },
  };
  return { handlers };
}

function createTextAnswer(type: string, content: string) {
  return {
    headers: { 'Content-Type': `${type}; charset=utf-8` },
    stream: Readable.from([content]),
  };
}
