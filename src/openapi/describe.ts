import packageFacts from '../../package.json' with { type: 'json' };
import { endpoints } from '../contract/endpoints.ts';
import { aboutTheApi } from './about.ts';
import { apiDocument } from './document.ts';
import { examples } from './examples.ts';

/** The API document of the whole service. */
export function describeApi(): object {
  return apiDocument({ version: packageFacts.version, description: aboutTheApi, endpoints, examples });
}
