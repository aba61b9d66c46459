import packageFacts from '../../package.json' with { type: 'json' };
import { endpoints } from '../contract/endpoints.ts';
import { aboutTheApi } from './about.ts';
import { type ApiExamples, apiDocument } from './document.ts';
import recorded from './examples.json' with { type: 'json' };

/** Real requests and answers, which test/http/api-examples.test.ts records with generated companies. */
const examples: ApiExamples = recorded;

/** The API document of the whole service. */
export function describeApi(): object {
  return apiDocument({ version: packageFacts.version, description: aboutTheApi, endpoints, examples });
}
