import { Readable } from 'node:stream';
import {
  createMcpHandler,
  isInitializeRequest,
  isJSONRPCRequest,
  parseJSONRPCMessage,
  validateOriginHeader,
} from '@modelcontextprotocol/server';
import { formatTerm, line } from '../../../assistant/quoted-text.ts';
import { createAssistantServer } from '../../../assistant/server.ts';
import type { ToolServices } from '../../../assistant/tool.ts';
import { createClient } from '../../../client/index.ts';
import packageFacts from '../../../package.json' with { type: 'json' };
import type { assistantEndpoints } from '../../contract/assistants/endpoints.ts';
import { ServiceError } from '../../contract/errors.ts';
import { readApiKey } from '../../http/credentials.ts';
import type { EmptyAnswer, HandlerContext, Handlers, StreamAnswer } from '../../http/route.ts';
import { yieldToOthers } from '../../running/time-slices.ts';

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
export function createAssistantHandlers({
  baseUrl,
  callOwnApi,
}: AssistantNeeds): Handlers<typeof assistantEndpoints> {
  const protocol = createMcpHandler(
    ({ authInfo }) => createAssistantServer(packageFacts.version, getToolServices(authInfo?.extra)),
    // The tools never change, so there is nothing to subscribe to, and no stream to keep open.
    { maxSubscriptions: 0 },
  );
  // A page elsewhere could have bound its name to the address of the service. Pages on this machine are for trying.
  const trustedHosts = ['localhost', '127.0.0.1', '[::1]', new URL(baseUrl).hostname];

  function createToolServices(apiKey: string, { requestId, log }: McpContext): ToolServices {
    const fetchFromOwnApi = (request: Request) => {
      request.headers.set('X-Request-Id', requestId);
      return callOwnApi(request);
    };
    return {
      api: createClient({ baseUrl, apiKey, fetch: fetchFromOwnApi }),
      address: baseUrl,
      onUnexpected(error) {
        log.error({ err: error }, 'a tool failed');
        return line`internal_error: The tool failed. Try again later. If it persists, report the request id ${formatTerm(requestId)}.`;
      },
    };
  }

  return {
    async serveAssistant(context: McpContext) {
      const { headers, body, signal, account } = context;
      if (headers.origin !== undefined && !validateOriginHeader(String(headers.origin), trustedHosts).ok)
        throw new ServiceError('origin_not_allowed');
      const token = readApiKey(headers);
      const extra = { services: createToolServices(token, context) };
      const authInfo = { token, clientId: account.accountId, scopes: [], extra };
      const answerMessage = async (parsedBody: unknown): Promise<Response> => {
        const sent = { method: 'POST', headers: toProtocolHeaders(headers), signal };
        await yieldToOthers();
        return protocol.fetch(new Request(`${baseUrl}/mcp`, sent), { parsedBody, authInfo });
      };
      if (Array.isArray(body) && isBatch(body)) return answerBatch(body, answerMessage);
      return toAnswer(await answerMessage(body));
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
  if (!first.ok) return toAnswer(first);
  if (!messages.some((message) => isJSONRPCRequest(message))) {
    for (const message of rest) await answer(message);
    return { status: 202, empty: true };
  }
  const streamEvents = async function* () {
    yield* toEvents(first);
    for (const message of rest) yield* toEvents(await answer(message));
  };
  return { headers: { 'Content-Type': 'text/event-stream' }, stream: Readable.from(streamEvents()) };
}

async function* toEvents({ headers, body }: Response): AsyncGenerator<Uint8Array | string> {
  if (!body) return;
  const isEvents = headers.get('Content-Type')?.startsWith('text/event-stream') ?? false;
  if (!isEvents) yield 'event: message\ndata: ';
  for await (const piece of Readable.fromWeb(body as never)) yield piece as Uint8Array;
  if (!isEvents) yield '\n\n';
}

/** A client that accepts anything accepts both forms of an answer, which the protocol wants to be named. */
function toProtocolHeaders({ accept = '*/*', ...others }: McpContext['headers']): [string, string][] {
  const accepted = String(accept).includes('*/*') ? 'application/json, text/event-stream' : String(accept);
  const passed = Object.entries(others)
    .filter(([name, value]) => protocolHeaders.test(name) && value !== undefined)
    // The protocol repeats them in its errors.
    .map(([name, value]): [string, string] => [name, String(value).slice(0, maxHeaderLength)]);
  // The service has read the body as it reads any other, and refused it if it is not JSON.
  return [['accept', accepted], ['content-type', 'application/json'], ...passed];
}

function getToolServices(extra: Readonly<Record<string, unknown>> | undefined): ToolServices {
  if (!extra) throw new Error('a request reached the protocol without its key');
  return extra.services as ToolServices;
}

function toAnswer({ status, headers, body }: Response): StreamAnswer | EmptyAnswer {
  if (!body) return { status, empty: true };
  return {
    status,
    headers: { 'Content-Type': headers.get('Content-Type') ?? 'application/json' },
    stream: Readable.fromWeb(body as never),
  };
}
