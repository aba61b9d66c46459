import { apiDocumentEndpoints } from './api-document/endpoints.ts';
import { assistantEndpoints } from './assistants/endpoints.ts';
import { changesEndpoints } from './changes/endpoints.ts';
import { companiesEndpoints } from './companies/endpoints.ts';
import { companyResolveEndpoints } from './company-resolve/endpoints.ts';
import { companySearchEndpoints } from './company-search/endpoints.ts';
import { constructionEndpoints } from './construction/endpoints.ts';
import { creditsEndpoints } from './credits/endpoints.ts';
import { deliveryEndpoints } from './delivery/endpoints.ts';
import { deskEndpoints } from './desk/endpoints.ts';
import { discoveryEndpoints } from './discovery/endpoints.ts';
import { financialQueryEndpoints } from './financial-query/endpoints.ts';
import { healthEndpoints } from './health/endpoints.ts';
import { jobsEndpoints } from './jobs/endpoints.ts';
import { keysEndpoints } from './keys/endpoints.ts';
import { enrichmentEndpoints } from './lists/enrichment-endpoints.ts';
import { estimateEndpoints } from './lists/estimate-endpoints.ts';
import { exportEndpoints } from './lists/export-endpoints.ts';
import { savedEndpoints } from './lists/saved-endpoints.ts';
import { observationsEndpoints } from './observations/endpoints.ts';
import { publishingEndpoints } from './publishing/endpoints.ts';
import { reconcileEndpoints } from './reconcile/endpoints.ts';
import { researchEndpoints } from './research/endpoints.ts';
import { decisionEndpoints } from './sources/decision-endpoints.ts';
import { sourcesEndpoints } from './sources/endpoints.ts';
import { reviewEndpoints } from './sources/review-endpoints.ts';
import { sourceRunsEndpoints } from './sources/run-endpoints.ts';
import { tableEndpoints } from './sources/table-endpoints.ts';
import { usageEndpoints } from './usage/endpoints.ts';

/** All API operations, in the order of the API document. */
export const endpoints = {
  ...healthEndpoints,
  ...companySearchEndpoints,
  ...companyResolveEndpoints,
  ...companiesEndpoints,
  ...researchEndpoints,
  ...observationsEndpoints,
  ...changesEndpoints,
  ...financialQueryEndpoints,
  ...jobsEndpoints,
  ...constructionEndpoints,
  ...reconcileEndpoints,
  ...keysEndpoints,
  ...creditsEndpoints,
  ...usageEndpoints,
  ...sourcesEndpoints,
  ...reviewEndpoints,
  ...decisionEndpoints,
  ...sourceRunsEndpoints,
  ...tableEndpoints,
  ...estimateEndpoints,
  ...exportEndpoints,
  ...savedEndpoints,
  ...enrichmentEndpoints,
  ...discoveryEndpoints,
  ...publishingEndpoints,
  ...deliveryEndpoints,
  ...assistantEndpoints,
  ...apiDocumentEndpoints,
  ...deskEndpoints,
};
