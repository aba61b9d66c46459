import { describe, expect, it } from '@jest/globals';
import type { MatchedCompany } from '../../src/features/row-matching/rules/explain-match.ts';
import type { HintVerdict } from '../../src/features/row-matching/rules/place-hints.ts';
import { orderByHints } from '../../src/features/row-matching/settling/order-by-hints.ts';

const nowhere: HintVerdict = { agrees: [], contradicted: false, sameStreet: null };
const there: HintVerdict = {
  agrees: [{ field: 'address', value: '三豊市三野町吉津乙1958番地1' }],
  contradicted: false,
  sameStreet: true,
};
const elsewhere: HintVerdict = { agrees: [], contradicted: true, sameStreet: false };

function order(companies: readonly (readonly [id: string, rule: string, verdict: HintVerdict])[]): string[] {
  const hits = companies.map(([company_id, rule]) => ({
    card: { company: { company_id } },
    matchedQueries: [rule],
  })) as unknown as MatchedCompany[];
  const verdicts = new Map(companies.map(([id, , verdict]) => [id, verdict]));
  return orderByHints(hits, verdicts).map(({ card }) => card.company.company_id);
}

describe('the companies that a name found', () => {
  it('begin with the one at exactly the address, also if its legal form is another', () => {
    expect(
      order([
        ['full name elsewhere', 'legal_exact', elsewhere],
        ['other form there', 'legal_core', there],
      ]),
    ).toEqual(['other form there', 'full name elsewhere']);
  });

  it('are in the order of the rules if none is at the address', () => {
    expect(
      order([
        ['other form', 'legal_core', { ...there, sameStreet: false }],
        ['full name', 'legal_exact', nowhere],
      ]),
    ).toEqual(['full name', 'other form']);
  });
});
