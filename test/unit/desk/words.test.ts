import { describe, expect, it } from '@jest/globals';
import { listCodes } from '../../../desk/words.ts';
import {
  companyStatuses,
  listingStatuses,
  marketSegments,
} from '../../../src/contract/companies/company-vocabulary.ts';

describe("the desk's words for codes", () => {
  it('has every state, listing and market segment of a company', () => {
    expect(listCodes('status')).toEqual(expect.arrayContaining([...companyStatuses]));
    expect(listCodes('listing')).toEqual(expect.arrayContaining([...listingStatuses]));
    expect(listCodes('segment')).toEqual(expect.arrayContaining(marketSegments.map(({ value }) => value)));
  });
});
