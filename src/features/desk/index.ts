import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import type { deskEndpoints } from '../../contract/desk/endpoints.ts';
import { ServiceError } from '../../contract/errors.ts';
import type { Handlers } from '../../http/route.ts';
import { findBuiltFile } from '../../process/built-file.ts';

/** Nothing from elsewhere, nothing inline, no frames around it. */
const contentPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css' };

/** Serves the built desk. It has no data of its own: the page calls the API with the visitor's key. */
export function createDesk() {
  const handlers: Handlers<typeof deskEndpoints> = {
    showDesk: async () => ({
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': contentPolicy,
        'Cache-Control': 'no-cache',
        'Referrer-Policy': 'no-referrer',
      },
      stream: createReadStream(findBuiltFile('desk.html')),
    }),
    getDeskPart: async ({ params: { part } }) => {
      const [, extension = ''] = /^desk-[A-Z0-9]{8}\.(js|css)$/.exec(part) ?? [];
      const type = types[extension];
      const file = path.join(path.dirname(findBuiltFile('desk.html')), part);
      if (type === undefined || !existsSync(file)) throw new ServiceError('not_found');
      return {
        // The name has the hash of the content.
        headers: {
          'Content-Type': `${type}; charset=utf-8`,
          'Cache-Control': 'public, max-age=31536000, immutable',
        },
        stream: createReadStream(file),
      };
    },
  };
  return { handlers };
}
