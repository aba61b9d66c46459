import type { AnswerBody } from '../../contract/endpoint.ts';
import type { enrichmentEndpoints } from '../../contract/lists/enrichment-endpoints.ts';
import type { estimateEndpoints } from '../../contract/lists/estimate-endpoints.ts';
import type { exportEndpoints } from '../../contract/lists/export-endpoints.ts';
import type { savedEndpoints } from '../../contract/lists/saved-endpoints.ts';
import type { publishingEndpoints } from '../../contract/publishing/endpoints.ts';

export type ListEndpoints = typeof estimateEndpoints &
  typeof savedEndpoints &
  typeof enrichmentEndpoints &
  typeof publishingEndpoints &
  typeof exportEndpoints;

type JsonEndpoint = Exclude<keyof ListEndpoints, 'downloadExport'>;

/** The body of the answer of an endpoint of Lists, by its operationId. */
export type Answer<Id extends JsonEndpoint> = AnswerBody<ListEndpoints[Id]['answers'][200]['schema']>;
