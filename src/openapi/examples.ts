import type { ApiExamples } from './document.ts';
import recorded from './examples.json' with { type: 'json' };

/** Real requests and answers, which test/http/api-examples.test.ts records with generated companies. */
export const examples: ApiExamples = recorded;
