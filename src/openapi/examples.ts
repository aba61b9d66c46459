import type { ApiExamples } from './document.ts';
import recorded from './examples.json' with { type: 'json' };

/** Real requests and answers, recorded by test/http/api-examples.test.ts over generated companies. */
export const examples: ApiExamples = recorded;
