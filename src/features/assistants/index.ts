import { type AssistantNeeds, assistantHandlers } from './assistants-handlers.ts';

/** Tools for assistants (docs/assistants.md). */
export function createAssistants(needs: AssistantNeeds) {
  return { handlers: assistantHandlers(needs) };
}
