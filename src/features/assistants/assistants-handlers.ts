import { Readable } from 'node:stream';
import { createMcpHandler, validateOriginHeader } from '@modelcontextprotocol/server';
import packageFacts from '../../../package.json' with { type: 'json' };
import { createAssistantServer } from '../../../assistant/server.ts';
import { createClient } from '../../../client/index.ts';
import type { assistantEndpoints } from '../../contract/assistants/endpoints.ts';
import { ServiceError } from '../../contract/errors.ts';
import { apiKeyOf } from '../../http/credentials.ts';
import type { HandlerContext, Handlers, RequestLog, StreamAnswer } from '../../http/route.ts';

export interface AssistantNeeds {
  /** Where callers reach the service. */
  readonly baseUrl: string;
  /** Sends a request to the service's own routes, where its key, scope, limits and prices are checked. */
  callOwnApi(request: Request): Promise<Response>;
}

/** What the tools of one request need to know about it. */
interface Caller {
  readonly log: RequestLog;
  readonly requestId: string;
}

type McpContext = HandlerContext<(typeof assistantEndpoints)['serveAssistant']>;

/** Headers of the protocol; others are not its business. */
const protocolHeaders = /^(accept|content-type|last-event-id|mcp-.*)$/;

/**
 * `/mcp`: the tools for assistants, by the Model Context Protocol. Every request is complete in itself, so that any process
 * of the service answers it, and nothing is kept in memory between requests.
 */
export function assistantHandlers({ baseUrl, callOwnApi }: AssistantNeeds): Handlers<typeof assistantEndpoints> {
  const protocol = createMcpHandler(
    ({ authInfo }) => {
      const { log, requestId } = authInfo?.extra as unknown as Caller;
      const fetch = (request: Request) => {
        request.headers.set('X-Request-Id', requestId);
        return callOwnApi(request);
      };
      return createAssistantServer(packageFacts.version, {
        api: createClient({ baseUrl, apiKey: authInfo?.token ?? '', fetch }),
        address: baseUrl,
        onUnexpected(error) {
          log.error({ err: error }, 'a tool failed');
          return `internal_error: The tool failed. Try again later. If it persists, report the request id ${requestId}.`;
        },
      });
    },
    // The tools never change, so there is nothing to subscribe to, and no stream to keep open.
    { maxSubscriptions: 0 },
  );
  // Pages on this machine are for trying. A page elsewhere could have bound its name to this service's address.
  const trusted = ['localhost', '127.0.0.1', '[::1]', new URL(baseUrl).hostname];

  return {
    async serveAssistant(context: McpContext) {
      const { headers, body, signal, account, requestId, log } = context;
      const origin = headers.origin;
      if (origin !== undefined && !validateOriginHeader(String(origin), trusted).ok)
        throw new ServiceError('origin_not_allowed');
      const response = await protocol.fetch(
        new Request(`${baseUrl}/mcp`, { method: 'POST', headers: forProtocol(headers), signal }),
        {
          parsedBody: body,
          authInfo: {
            token: apiKeyOf(headers),
            clientId: account.accountId,
            scopes: [],
            extra: { log, requestId },
          },
        },
      );
      return streamAnswer(response);
    },
  };
}

function forProtocol(headers: McpContext['headers']): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    protocolHeaders.test(name) && value !== undefined ? [[name, String(value)] as [string, string]] : [],
  );
}

function streamAnswer(response: Response): StreamAnswer {
  const type = response.headers.get('Content-Type') ?? 'application/json';
  return {
    status: response.status,
    headers: { 'Content-Type': type },
    stream: response.body ? Readable.fromWeb(response.body as never) : Readable.from([]),
  };
}
