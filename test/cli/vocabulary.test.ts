import { describe, expect, it } from '@jest/globals';
import * as known from '../../cli/vocabulary.ts';
import { constructionLicenseTypes, financialMetrics } from '../../mappings/companies.ts';
import { creditClasses } from '../../src/contract/billing.ts';
import { moneyUnits } from '../../src/contract/company-query.ts';
import { facetNames, orders } from '../../src/contract/company-search.ts';
import {
  companyKinds,
  companyStatuses,
  listingStatuses,
  marketSegments,
} from '../../src/contract/company-vocabulary.ts';
import { deliveryPayloads, deliveryTypes } from '../../src/contract/list-delivery.ts';
import { enrichmentFields } from '../../src/contract/list-rows.ts';
import { listSchedules, listStatuses } from '../../src/contract/lists.ts';
import { observationSources } from '../../src/contract/observation-vocabulary.ts';
import { reviewOutcomes } from '../../src/contract/publishing.ts';
import { promotionStatuses, researchSourceTypes } from '../../src/contract/research.ts';
import { rowStatuses } from '../../src/contract/sources.ts';
import { identifierTypes } from '../../src/text/identifiers.ts';

describe('the words that are offered', () => {
  it('are those of the contract', () => {
    expect({ ...known }).toEqual({
      companyKinds,
      companyStatuses,
      creditClasses,
      deliveryPayloads,
      deliveryTypes,
      enrichmentFields,
      facets: facetNames,
      financialMetrics,
      identifierTypes,
      licenseTypes: constructionLicenseTypes,
      listingStatuses,
      listSchedules,
      listStatuses,
      marketSegments: marketSegments.map(({ value }) => value),
      moneyUnits,
      observationSources,
      orders,
      promotionStatuses,
      researchSourceTypes,
      reviewOutcomes,
      rowStatuses,
    });
  });
});
