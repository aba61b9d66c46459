import type { assistantEndpoints } from '../../contract/assistants/endpoints.ts';
import type { Handlers } from '../../http/route.ts';
import type { AssistantNeeds, assistantHandlers } from './assistants-handlers.ts';

/** Tools for assistants (docs/assistants.md). */
export function createAssistants(needs: AssistantNeeds) {
  let loading: Promise<ReturnType<typeof assistantHandlers>> | undefined;
  // With the first request: the package of the protocol is large, and most processes never serve an assistant.
  const load = () =>
    import('./assistants-handlers.ts').then(({ assistantHandlers }) => assistantHandlers(needs));
  const handlers: Handlers<typeof assistantEndpoints> = {
    async serveAssistant(context) {
      loading ??= load();
      return (await loading).serveAssistant(context);
    },
  };
  return { handlers };
}
