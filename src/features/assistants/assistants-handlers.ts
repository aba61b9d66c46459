import { Readable } from 'node:stream';
import {
  createMcpHandler,
  isInitializeRequest,
  isJSONRPCRequest,
  parseJSONRPCMessage,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import { line, term } from '../../../assistant/quoted-text.ts';
import { createAssistantServer } from '../../../assistant/server.ts';
import type { ToolServices } from '../../../assistant/tool.ts';
import { createClient } from '../../../client/index.ts';
import packageFacts from '../../../package.json' with { type: 'json' };
import type { assistantEndpoints } from '../../contract/assistants/endpoints.ts';
import { ServiceError } from '../../contract/errors.ts';
import { apiKeyOf } from '../../http/credentials.ts';
import type { EmptyAnswer, HandlerContext, Handlers, StreamAnswer } from '../../http/route.ts';
import { othersFirst } from '../../running/fair-turns.ts';

export interface AssistantNeeds {
  /** Where callers reach the service. */
  readonly baseUrl: string;
  /** Sends a request to the service's own routes, which check its key, scope and limits and charge it. */
  callOwnApi(request: Request): Promise<Response>;
}

type McpContext = HandlerContext<(typeof assistantEndpoints)['serveAssistant']>;

/** Only headers of the protocol are passed on. */
const protocolHeaders = /^(last-event-id|mcp-.*)$/;
const maxHeaderLength = 200;

/**
 * `/mcp`: the tools for assistants, by the Model Context Protocol. Every request is complete in itself, so that any process
 * of the service answers it, and nothing is kept in memory between requests.
 */
export function assistantHandlers({
  baseUrl,
  callOwnApi,
}: AssistantNeeds): Handlers<typeof assistantEndpoints> {
  const protocol = createMcpHandler(
    ({ authInfo }) => createAssistantServer(packageFacts.version, servicesIn(authInfo?.extra)),
    // The tools never change, so there is nothing to subscribe to, and no stream to keep open.
    { maxSubscriptions: 0 },
  );
  // A page elsewhere could have bound its name to the address of the service. Pages on this machine are for trying.
  const trustedHosts = ['localhost', '127.0.0.1', '[::1]', new URL(baseUrl).hostname];

  function servicesFor(apiKey: string, { requestId, log }: McpContext): ToolServices {
    const fetch = (request: Request) => {
      request.headers.set('X-Request-Id', requestId);
      return callOwnApi(request);
    };
    return {
      api: createClient({ baseUrl, apiKey, fetch }),
      address: baseUrl,
      onUnexpected(error) {
        log.error({ err: error }, 'a tool failed');
        return line`internal_error: The tool failed. Try again later. If it persists, report the request id ${term(requestId)}.`;
      },
    };
  }

  return {
    async serveAssistant(context: McpContext) {
      const { headers, body, signal, account } = context;
      if (headers.origin !== undefined && !validateOriginHeader(String(headers.origin), trustedHosts).ok)
        throw new ServiceError('origin_not_allowed');
      const token = apiKeyOf(headers);
      const extra = { services: servicesFor(token, context) };
      const authInfo = { token, clientId: account.accountId, scopes: [], extra };
      const answer = async (parsedBody: unknown): Promise<Response> => {
        const sent = { method: 'POST', headers: protocolHeadersOf(headers), signal };
        await othersFirst();
        return protocol.fetch(new Request(`${baseUrl}/mcp`, sent), { parsedBody, authInfo });
      };
      return Array.isArray(body) && isBatch(body) ? answerBatch(body, answer) : answerOf(await answer(body));
    },
  };
}

/** Whether these are messages that can be answered one by one. The protocol refuses all others together. */
function isBatch(messages: readonly unknown[]): boolean {
  try {
    return messages.map(parseJSONRPCMessage).every((message) => !isInitializeRequest(message));
  } catch {
    return false;
  }
}

/** Answers the messages of a batch one after the other. Other requests have their turn in between. */
async function answerBatch(
  messages: readonly unknown[],
  answer: (message: unknown) => Promise<Response>,
): Promise<StreamAnswer | EmptyAnswer> {
  const [head, ...rest] = messages;
  const first = await answer(head);
  // The headers are wrong, for all messages.
  if (!first.ok) return answerOf(first);
  if (!messages.some((message) => isJSONRPCRequest(message))) {
    for (const message of rest) await answer(message);
    return { status: 202, empty: true };
  }
  const events = async function* () {
    yield* eventsOf(first);
    for (const message of rest) yield* eventsOf(await answer(message));
  };
  return { headers: { 'Content-Type': 'text/event-stream' }, stream: Readable.from(events()) };
}

async function* eventsOf({ headers, body }: Response): AsyncGenerator<Uint8Array | string> {
  if (!body) return;
  const isEvents = headers.get('Content-Type')?.startsWith('text/event-stream') ?? false;
  if (!isEvents) yield 'event: message\ndata: ';
  for await (const piece of Readable.fromWeb(body as never)) yield piece as Uint8Array;
  if (!isEvents) yield '\n\n';
}

/** A client that accepts anything accepts both forms of an answer, which the protocol wants to be named. */
function protocolHeadersOf({ accept = '*/*', ...others }: McpContext['headers']): [string, string][] {
  const accepted = String(accept).includes('*/*') ? 'application/json, text/event-stream' : String(accept);
  const passed = Object.entries(others).flatMap(([name, value]): [string, string][] =>
    // The protocol repeats them in its errors.
    protocolHeaders.test(name) && value !== undefined
      ? [[name, String(value).slice(0, maxHeaderLength)]]
      : [],
  );
  // The service has read the body as it reads any other, and refused it if it is not JSON.
  return [['accept', accepted], ['content-type', 'application/json'], ...passed];
}

function servicesIn(extra: Readonly<Record<string, unknown>> | undefined): ToolServices {
  if (!extra) throw new Error('a request reached the protocol without its key');
  return extra.services as ToolServices;
}

function answerOf({ status, headers, body }: Response): StreamAnswer | EmptyAnswer {
  if (!body) return { status, empty: true };
  return {
    status,
    headers: { 'Content-Type': headers.get('Content-Type') ?? 'application/json' },
    stream: Readable.fromWeb(body as never),
  };
}
