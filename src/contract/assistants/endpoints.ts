import { z } from 'zod';
import { defineEndpoints } from '../endpoint.ts';

/** Messages in one request; only clients of older versions of the protocol send several. */
const maxMessages = 20;

/** The protocol's own rules are checked by its server, which answers faults in the protocol's form. */
const message = z
  .looseObject({})
  .meta({ id: 'RpcMessage', description: 'A message of JSON-RPC 2.0, as the Model Context Protocol says.' });

const answers = { schema: z.looseObject({}).describe('A JSON-RPC answer.'), streamed: true } as const;

export const assistantEndpoints = defineEndpoints('Assistants', {
  serveAssistant: {
    method: 'POST',
    path: '/mcp',
    root: true,
    writes: false,
    openToSourceKeys: true,
    summary: 'Tools for assistants, by the Model Context Protocol (Streamable HTTP).',
    description: `Each request is complete in itself: there are no sessions, so any process of the service answers it. The tools call the operations of this
document with the key of the request. So its scope, limits, prices and errors hold for each of them. Each message counts toward the rate of searches, too. The answer is JSON, or a stream
of events if the tool reports progress. docs/assistants.md lists the tools.

A request with an \`Origin\` other than the service's own or this machine's is refused.`,
    // Besides, the operations that a tool calls count as they do elsewhere.
    limit: 'suggest',
    messagesIn: (body) => (Array.isArray(body) ? Math.min(body.length, maxMessages) : 1),
    work: 'delegated',
    bodyLimit: 2 * 1024 * 1024,
    produces: ['application/json', 'text/event-stream'],
    body: z.union([z.array(message).min(1).max(maxMessages), message]),
    answers: {
      200: { description: 'The answer to the message.', ...answers },
      202: { description: 'The message needs no answer.', empty: true },
      400: { description: 'The message does not follow the protocol.', ...answers },
      404: { description: 'The protocol has no such method.', ...answers },
      406: { description: 'The client does not accept the forms of the answer.', ...answers },
    },
    errors: ['origin_not_allowed'],
  },
});
