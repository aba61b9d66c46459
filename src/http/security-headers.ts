import type { ServerResponse } from 'node:http';
import helmet from 'helmet';

/** The headers that helmet sets. They are the same for every answer, so they are made once. */
export const securityHeaders: (readonly [name: string, value: string])[] = [];
// The service may be reached over plain http, where telling browsers to upgrade would break its pages.
const secure = helmet({ contentSecurityPolicy: { directives: { upgradeInsecureRequests: null } } });
const recorder = {
  setHeader: (name: string, value: string) => securityHeaders.push([name, value]),
  removeHeader: () => undefined,
};
secure({} as Parameters<typeof secure>[0], recorder as unknown as ServerResponse, (error) => {
  if (error) throw error;
});

export function setSecurityHeaders(response: ServerResponse): void {
  for (const [name, value] of securityHeaders) response.setHeader(name, value);
}
