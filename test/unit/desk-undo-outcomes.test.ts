import { expect, it } from '@jest/globals';
import { countOutcomes } from '../../desk/parts/undo/count-outcomes.ts';

const decided = (company_id: string | null, company_name: string | null) => ({
  action: company_id === null ? ('not_a_company' as const) : ('choose' as const),
  after: {
    resolve_status: company_id === null ? ('not_found' as const) : ('matched' as const),
    company_id,
    company_name,
    decision: null,
  },
});

it('what a call decided is counted by company, also of namesakes', () => {
  const entries = [
    decided('cn_1', '架空株式会社'),
    decided('cn_2', '架空株式会社'),
    decided('cn_2', '架空株式会社'),
    decided('cn_3', '別名株式会社'),
    decided(null, null),
  ];
  expect(countOutcomes(entries).map(({ company, rows }) => [company, rows])).toEqual([
    ['架空株式会社 · 2', 2],
    ['架空株式会社 · 1', 1],
    ['別名株式会社', 1],
    [null, 1],
  ]);
});
