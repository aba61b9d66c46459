import type { assistantEndpoints } from '../../contract/assistants/endpoints.ts';
import type { Handlers } from '../../http/route.ts';
import type { AssistantNeeds, createAssistantHandlers } from './assistants-handlers.ts';

/** Tools for assistants (docs/assistants.md). */
export function createAssistants(needs: AssistantNeeds) {
  let loading: Promise<ReturnType<typeof createAssistantHandlers>> | undefined;
  // With the first request: the package of the protocol is large, and most processes never serve an assistant.
  const loadHandlers = () =>
    import('./assistants-handlers.ts').then(({ createAssistantHandlers: assistantHandlers }) =>
      assistantHandlers(needs),
    );
  const handlers: Handlers<typeof assistantEndpoints> = {
    async serveAssistant(context) {
      loading ??= loadHandlers();
      return (await loading).serveAssistant(context);
    },
  };
  return { handlers };
}
