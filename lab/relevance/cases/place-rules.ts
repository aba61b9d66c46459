import { legalName } from '../written/fictional-companies.ts';
import type { CaseRule } from './case-rule.ts';

/** Where a company is, beside its name or in the same cell. */
export const placeRules: readonly CaseRule[] = [
  {
    class: 'namesakes, own address beside the name',
    of: 'shared',
    write: (company) => {
      const { place } = company;
      return place
        ? { name: legalName(company), address: place.prefecture + place.city + place.street }
        : null;
    },
  },
];
