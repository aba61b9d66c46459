import { expect, it } from '@jest/globals';
import type { LineChoice } from '../../src/features/sources/decisions/choice-table.ts';
import { choicesOf, sentChoices } from '../../src/features/sources/decisions/sent-choices.ts';
import { pieceBytes } from '../../src/process/reader-process.ts';

it('sends the choices of a large table in pieces that are read one after the other', () => {
  const choices = Array.from({ length: 5_000 }, (_, at): LineChoice => {
    const rowId = `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
    const choice = {
      line: at + 2,
      rowId,
      companyIn: 'choice',
      language: null,
      why: '理由'.repeat(250),
    } as const;
    return at % 2 === 0
      ? { ...choice, action: 'choose', companyId: 'cn_1180301018771' }
      : { ...choice, action: 'none_of_these', companyId: undefined };
  });
  const { copy, ...rest } = sentChoices({ choices, empty: 1, faults: [] });
  expect(rest).toEqual({ empty: 1, faults: [] });
  expect(copy.flatMap(choicesOf)).toEqual(choices);
  expect(Math.max(...copy.map((piece) => piece.length))).toBeLessThan(pieceBytes);
  expect(sentChoices({ choices: [], empty: 0, faults: [] }).copy).toEqual([]);
});
