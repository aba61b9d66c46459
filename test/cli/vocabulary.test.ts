import { describe, expect, it } from '@jest/globals';
import { parseHeaderPrefix } from '../../cli/input/option-values.ts';
import * as known from '../../cli/vocabulary.ts';
import {
  companyKinds,
  companyStatuses,
  constructionLicenseTypes,
  financialMetrics,
  listingStatuses,
  marketSegments,
} from '../../src/contract/companies/company-vocabulary.ts';
import { settleLevels } from '../../src/contract/company-resolve/assurance.ts';
import { facetNames, orders } from '../../src/contract/company-search/requests.ts';
import { creditClasses } from '../../src/contract/credits/billing.ts';
import { deliveryPayloads, deliveryTypes } from '../../src/contract/delivery/delivery.ts';
import { moneyUnits } from '../../src/contract/financial-query/financial-query.ts';
import { keyPurposes } from '../../src/contract/key-purpose.ts';
import { enrichmentFields } from '../../src/contract/lists/enrichment-fields.ts';
import { listSchedules, listStatuses } from '../../src/contract/lists/lists.ts';
import { observationSources } from '../../src/contract/observations/vocabulary.ts';
import { diffRowKinds, reviewOutcomes } from '../../src/contract/publishing/publishing.ts';
import { promotionStatuses, researchSourceTypes } from '../../src/contract/research/research.ts';
import { openStatuses, rememberings } from '../../src/contract/sources/decisions.ts';
import { resultColumnWords } from '../../src/contract/sources/result-columns.ts';
import { fileEncodings, fileSeparators } from '../../src/contract/sources/source-file.ts';
import { rowStatuses } from '../../src/contract/sources/sources.ts';
import { addedPrefix, exportFormats } from '../../src/contract/table-files.ts';
import { identifierTypes } from '../../src/text/identifiers/parsed-identifier.ts';
import { newlines } from '../../tables/csv.ts';

describe('the words that are offered', () => {
  it('are those of the contract', () => {
    expect({ ...known }).toEqual({
      companyKinds,
      companyStatuses,
      creditClasses,
      deliveryPayloads,
      deliveryTypes,
      enrichmentFields,
      fileEncodings,
      fileSeparators,
      exportFormats,
      exportLayouts: ['file', 'table'],
      facets: facetNames,
      financialMetrics,
      identifierTypes,
      keyPurposes: [...keyPurposes],
      licenseTypes: constructionLicenseTypes,
      listingStatuses,
      listSchedules,
      listStatuses,
      marketSegments: marketSegments.map(({ value }) => value),
      moneyUnits,
      newlines: Object.keys(newlines),
      observationSources,
      openStatuses: [...openStatuses],
      orders,
      promotionStatuses,
      rememberings: [...rememberings],
      researchSourceTypes,
      resultColumns: resultColumnWords,
      diffRowKinds,
      reviewOutcomes,
      rowStatuses,
      settleLevels: [...settleLevels],
    });
  });
});

describe('the prefix of added headers', () => {
  it.each(['', 'cd_', 'x. -y', '会社_', 'a/b', ' x', '=1', 'a'.repeat(30), 'a'.repeat(31)])(
    '%j is refused as the service refuses it',
    (prefix) => {
      const taken = addedPrefix.safeParse(prefix).success;
      if (taken) expect(parseHeaderPrefix(prefix)).toBe(prefix);
      else expect(() => parseHeaderPrefix(prefix)).toThrow();
    },
  );
});
