import { expect, it } from '@jest/globals';
import { mappedColumns } from '../../src/features/row-matching/parse-row.ts';
import { RowMatching, type RowMatchingParts } from '../../src/features/row-matching/row-matching-service.ts';
import {
  type MatchingParts,
  RowMatcher,
} from '../../src/features/sources/resolving/source-matching-service.ts';
import { corporateNumber } from '../support/companies.ts';
import { cardOf } from '../support/company-cards.ts';
import { countRounds } from '../support/event-loop-rounds.ts';

const name = '株式会社架空';
const hits = Array.from({ length: 50 }, (_, at) => ({
  card: cardOf(at + 1, name),
  matchedQueries: ['legal_exact'],
}));
/** Finds the same companies for every row. */
function partsWith(on: { readonly names: () => void; readonly nearNumbers: () => void }): MatchingParts {
  const parts = {
    lookup: {
      findByIdentifiers: async () => new Map(),
      async findByNames(names: ReadonlyMap<string, unknown>) {
        on.names();
        return new Map([...names.keys()].map((each) => [each, hits]));
      },
      findNearNames: async () => new Map(),
      async findByIdentifiersAndName(questions: readonly unknown[]) {
        if (questions.length > 0) on.nearNumbers();
        return questions.map(() => []);
      },
      namesakes: { countCompanies: async () => new Map(), findByPlaces: async () => [] },
    },
    companies: {
      registerCoverage: async () => ({ complete: true, share: 1, companies: 1 }),
      findHeadOffices: async () => [],
      findExistingCompanies: async () => new Set(),
    },
  };
  const matching = new RowMatching(parts as unknown as RowMatchingParts);
  return { matching, choices: { choicesFor: async () => [] } };
}

it('others have their turn while the numbers near to those of rows with a crowded name are made', async () => {
  const rounds = countRounds();
  let before = 0;
  let during = 0;
  const run = new RowMatcher(
    partsWith({
      names: () => {
        before = rounds.soFar();
      },
      nearNumbers: () => {
        during = rounds.soFar() - before;
      },
    }),
    { accountId: 'acc', sourceId: 'src' },
    mappedColumns({ entity: 'company', columns: { name: 'h0', corporate_number: 'h1' }, hints: {} }, [
      'h0',
      'h1',
    ]),
  );
  const rows = Array.from({ length: 1000 }, (_, at) => ({
    cells: [name, corporateNumber(1000 + at)],
    issues: [],
    rejected_company_ids: [],
  }));
  const outcomes = await run.match(rows);
  rounds.end();
  expect(outcomes).toHaveLength(rows.length);
  expect(during).toBeGreaterThan(1);
});
